"""Penalties of rulings in their event: a case's penalty for a player at one of its tables, as entries of that event.

They are commands of the event itself, so the effect of a penalty on a player is defined in one place.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from domain.judging.cases.case import Case
from domain.judging.cases.entries import ApprovalGiven, PenaltyGiven, StoredCaseEntry
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Refused
from domain.match.envelope import Actor, Stamp
from domain.tournaments import commands as c
from domain.tournaments.player_names import is_named
from domain.tournaments.tournament import Tournament, TournamentChange, TournamentRound, TournamentTable, chain_entry

MOST_RULES, MOST_WORDS = 20, 2000


def penalise_by_case(
    case: Case, given: PenaltyGiven, event: Tournament, there: TournamentRound, table: TournamentTable
) -> Iterator[TournamentChange]:
    """The event after a penalty of a case: who sits at that seat of the table has it, and where it was approved, so.

    Nothing where nobody of the event is known to sit there. Raises Refused where the case names another player.
    """
    player, ruling = table.player_of(given.penalty.seat), case.rulings[given.number - 1]
    if not player:
        return
    if refusal := other_player_refusal(case, given.penalty.seat, penalised_player(case, given), player):
        raise Refused(refusal)
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
    made = entry_by_case(event, given, given.role, command, given)
    yield made
    penalty = made.event.penalties[-1]
    word = case.find_approval(penalty.needs, given.number) if penalty.state == "pending" else None
    if word is not None:
        reason = word.reason if isinstance(word, ApprovalGiven) else word.text
        approval = c.ApprovePenalty(penalty=penalty.penalty, reason=reason[:MOST_WORDS])
        yield entry_by_case(made.event, word, penalty.needs, approval, given)


def penalised_player(case: Case, given: PenaltyGiven) -> str:
    """Whom a case names where it gave a penalty; empty where it names nobody."""
    return given.player or case.opening.players.get(given.penalty.seat, "")


def other_player_refusal(case: Case, seat: str, named: str, sits: str) -> Refusal | None:
    """Why a case penalises nobody at a seat: it names one player there, and by the event another sits there."""
    if not named or not sits or is_named(sits, [named]):
        return None
    because: dict[str, object] = {"case": case.id, "seat": seat, "named": named, "sits": sits}
    said = f"Case {case.id} names {named} at {seat}, and by the event {sits} sits there."
    return Refusal("judging.penalty.named-player", because, said)


def entry_by_case(
    event: Tournament, said: StoredCaseEntry, office: str, command: c.TournamentCommand, given: PenaltyGiven
) -> TournamentChange:
    """An entry of who said it in the case, when the penalty was given; its key is none that a client can send."""
    mark = sha256(f"{given.id} {c.command_type_of(command)}".encode()).hexdigest()[:20]
    return chain_entry(event, Actor(said.actor, ""), office, command, Stamp(f"case {mark}", given.at, mark), command)


def holds_penalty(event: Tournament, player: str, case_id: str, given: PenaltyGiven) -> bool:
    """Whether an event has a penalty that a case gave, also one that was taken back."""
    said = (player, case_id, given.penalty.infraction, given.penalty.penalty)
    return any((each.player, each.cause, each.infraction, each.given) == said for each in event.penalties)
