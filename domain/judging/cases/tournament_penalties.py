"""Penalties of rulings in their event: what a case gives to a player at one of its tables, as entries of that event.

They are the commands of the event's own form, so that what a penalty does to a player is said in one place.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from domain.judging.cases.case import Case
from domain.judging.cases.entries import Entry, PenaltyGiven
from domain.tournaments import commands as c
from domain.tournaments.tournament import Asker, Entered, Round, Stamp, Table, Tournament, entered

MOST_RULES, MOST_WORDS = 20, 2000


def penalised_by(case: Case, given: PenaltyGiven, event: Tournament, there: Round, table: Table) -> Iterator[Entered]:
    """The event after a penalty of a case: who sits at that seat of the table has it, and where it was approved, so.

    Nothing where nobody of the event is known to sit there.
    """
    player, ruling = table.player_of(given.penalty.seat), case.rulings[given.number - 1]
    if not player:
        return
    command = c.GivePenalty(
        player=player,
        infraction=given.penalty.infraction,
        penalty=given.penalty.penalty,
        reason=(given.penalty.reason or ruling.to_players)[:MOST_WORDS],
        rules=given.penalty.rules[:MOST_RULES],
        round=there.round,
        table=table.table,
        cause=case.id,
    )
    made = by_case(event, given, given.role, command, given)
    yield made
    penalty = made.event.penalties[-1]
    word = case.approved(penalty.needs, given.number) if penalty.state == "pending" else None
    if word is not None:
        approval = c.ApprovePenalty(penalty=penalty.penalty, reason=word.reason[:MOST_WORDS])
        yield by_case(made.event, word, penalty.needs, approval, given)


def by_case(event: Tournament, said: Entry, office: str, command: c.EventCommand, given: PenaltyGiven) -> Entered:
    """An entry of who said it in the case, when the penalty was given; its key is none that a client can send."""
    mark = sha256(f"{given.id} {c.type_of(command)}".encode()).hexdigest()[:20]
    return entered(event, Asker(said.actor, ""), office, command, Stamp(f"case {mark}", given.at, mark), command)


def held(event: Tournament, player: str, case_id: str, given: PenaltyGiven) -> bool:
    """Whether an event holds a penalty that a case gave, also one that was taken back."""
    said = (player, case_id, given.penalty.infraction, given.penalty.penalty)
    return any((each.player, each.cause, each.infraction, each.given) == said for each in event.penalties)
