"""Penalties of rulings in their event: a case's penalty for a player at one of its tables, as entries of that event.

They are commands of the event itself, so the effect of a penalty on a player is defined in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from typing import Any

from domain.judging.cases.case import CLOSED, Case, standing_penalties
from domain.judging.cases.commands import PenaltyForCause
from domain.judging.cases.entries import ApprovalGiven, Penalty, PenaltyGiven, PenaltyWithdrawn, StoredCaseEntry
from domain.kernel.ids import HEAD_JUDGE
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Refused
from domain.match.envelope import Actor, Stamp
from domain.tournaments import commands as c
from domain.tournaments.causes import is_about_one, is_one_cause
from domain.tournaments.checks import over_refusal
from domain.tournaments.penalty_records import TournamentPenalty
from domain.tournaments.player_names import is_named
from domain.tournaments.tournament import (
    Tournament,
    TournamentChange,
    TournamentRound,
    TournamentTable,
    chain_entry,
)

MOST_RULES, MOST_WORDS = 20, 2000


def penalise_by_case(
    case: Case, given: PenaltyGiven, event: Tournament, there: TournamentRound, table: TournamentTable
) -> Iterator[TournamentChange]:
    """The event after a penalty of a case: who sits at that seat of the table has it, and where it was approved, so.

    About a moment at which another player sat there it is that one's, at no table if they have no place at this one.
    What it replaces is withdrawn before (`withdraw_by_case`).
    Nothing where nobody of the event is known to sit there. Raises Refused where the case names another player.
    """
    seat, ruling = given.penalty.seat, case.rulings[given.number - 1]
    player = case.at_moment.get(seat) or table.player_of(seat)
    if not player:
        return
    if refusal := other_player_refusal(case, seat, penalised_player(case, given), player):
        raise Refused(refusal)
    plays_there = player in table.players
    command = c.GivePenalty(
        player=player,
        infraction=given.penalty.infraction,
        penalty=given.penalty.penalty,
        reason=(given.penalty.reason or ruling.to_players)[:MOST_WORDS],
        rules=given.penalty.rules[:MOST_RULES],
        round=there.round if plays_there else 0,
        table=table.table if plays_there else 0,
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


def entries_by_case(
    case: Case, event: Tournament, place: tuple[Tournament, TournamentRound, TournamentTable] | None
) -> Iterator[TournamentChange]:
    """The event after the newest entry of a case about a match: what it takes back, and what it gives at a table.

    An event that the match left takes nothing after its end. Raises Refused where the event of its table is over, and
    where the case names another player than sits there.
    """
    said = case.entries[-1]
    if event.over and place is None:
        return
    if refusal := over_refusal(event):
        raise Refused(refusal)
    for made in withdraw_by_case(case, event):
        event = made.event
        yield made
    if isinstance(said, PenaltyGiven) and place is not None:
        yield from penalise_by_case(case, said, event, *place[1:])


def withdraw_by_case(case: Case, event: Tournament) -> Iterator[TournamentChange]:
    """The event after the newest entry of a case took penalties back; nothing of those that it does not have.

    Who withdraws is the head judge who approved the ruling, where the entry is another judge's.
    """
    said = case.entries[-1]
    after = {each.id for each in case.penalties_standing}
    approval = case.find_approval(HEAD_JUDGE, said.number)
    who = approval if approval is not None and said.role != HEAD_JUDGE else said
    ruling = case.rulings[said.number - 1]
    before = (
        held_penalty(event, case.id, each) for each in standing_penalties(case.entries[:-1]) if each.id not in after
    )
    own = [held.penalty for held in before if held is not None and not held.withdrawn]
    for number in (*own, *commands_taken_back(case, event)):
        command = c.WithdrawPenalty(penalty=number, reason=ruling.to_players[:MOST_WORDS])
        made = entry_by_case(event, who, who.role, command, said, f" {number}")
        event = made.event
        yield made


def commands_taken_back(case: Case, event: Tournament) -> list[int]:
    """The penalties, by number, that commands of an event gave and that the newest entry of their case takes back."""
    said = case.entries[-1]
    if not isinstance(said, PenaltyWithdrawn):
        return []
    standing = penalties_by_command(event, {said.penalty.seat: said.player}, case)
    return [number for number, each in standing.items() if each.penalty == said.penalty]


def penalties_of_event(
    event: Tournament | None, players: Mapping[str, str], others_of: Callable[[Case], Iterable[Case]]
) -> dict[str, Any]:
    """What a `MatchSetting` asks about penalties, of an event if there is one, and of the other cases about its match.

    `players` are those of the match by seat.
    """
    for_cause = partial(penalised_for_cause, event, players, others_of)
    if event is None:
        return {"for_cause": for_cause}
    return {
        "for_cause": for_cause,
        "can_withdraw": partial(can_withdraw, event),
        "withdrawn_at": partial(withdrawn_at, event),
        "by_command": partial(penalties_by_command, event, players),
    }


def penalties_by_command(event: Tournament, players: Mapping[str, str], case: Case) -> dict[int, PenaltyGiven]:
    """The penalties that commands of an event gave with a case as their cause and that stand, by their numbers there.

    Each is as the case would have given it to the player at a seat, without the words; `players` are those of the
    match by seat. Nothing once the event is over: it takes none back.
    """
    own, found = given_by_case(event, case), dict[int, PenaltyGiven]()
    for each in () if event.over else event.penalties:
        if each.withdrawn or each.penalty in own or not is_one_cause(each.cause, case.id):
            continue
        named = {seat: case.player_at(seat) or players.get(seat, "") for seat in case.opening.seats}
        if seat := next((seat for seat, player in named.items() if is_named(each.player, [player])), ""):
            found[each.penalty] = given_by_command(each, seat)
    return found


def given_by_case(event: Tournament, case: Case) -> set[int]:
    """The penalties, by number, that an event holds and that a case gave itself."""
    given = (held_penalty(event, case.id, each) for each in case.entries if isinstance(each, PenaltyGiven))
    return {held.penalty for held in given if held is not None}


def moments_of(cases: Iterable[Case]) -> dict[str, tuple[str, ...]]:
    """The places that cases are about, with their matches, by the id of the case; only of those that name one.

    The one in dispute comes first. What an earlier ruling penalised and the one that holds does not name stands, until
    it is withdrawn, for the place that that ruling was about.
    """
    found = {each.id: [each.moment, *(each.moment_of(old.number) for old in each.penalties_outdated)] for each in cases}
    matches = {each.id: each.opening.match for each in cases}
    placed = {
        case_id: tuple(dict.fromkeys(f"{matches[case_id]}@{place}" for place in places if place))
        for case_id, places in found.items()
    }
    return {case_id: places for case_id, places in placed.items() if places}


def penalised_for_cause(
    event: Tournament | None,
    players: Mapping[str, str],
    others_of: Callable[[Case], Iterable[Case]],
    case: Case,
    seat: str,
    place: str,
) -> tuple[PenaltyForCause, ...]:
    """The penalties that stand for a case or a place of its match, and whoever has a seat, but for its own.

    A command gave them with such a cause, also pending ones, or another case. `players` are those of the match by seat;
    `others_of` gives the other cases about it. Where no event holds what a closed case gave, nobody can take it back:
    it is in no way of a case that names that one. An empty place is none.
    """
    player = case.player_at(seat) or players.get(seat, "")
    others = {each.id: each for each in others_of(case)} if place else {}
    cause, moments, found = f"{case.opening.match}@{place}", moments_of(others.values()), list[PenaltyForCause]()
    own = given_by_case(event, case) if event is not None else set[int]()
    for held in event.penalties if event is not None else ():
        is_for_it = is_one_cause(held.cause, case.id) or (bool(place) and is_about_one(held.cause, cause, moments))
        if held.withdrawn or held.penalty in own or not is_for_it:
            continue
        if is_named(held.player, [player]):
            by_case = held.cause if held.cause in others else ""
            named = next((each for each in moments.get(held.cause, ()) if is_one_cause(each, cause)), held.cause)
            found.append(PenaltyForCause(named, held.penalty, by_case, held.state == "pending"))
    for case_id in (each for each, places in moments.items() if any(is_one_cause(place, cause) for place in places)):
        other = others[case_id]
        is_mended = other.state == CLOSED and case.opening.names == case_id
        for given in () if is_mended else other.penalties_standing:
            is_held = event is not None and held_penalty(event, case_id, given) is not None
            if not is_held and is_of(player, seat, penalised_player(other, given), given.penalty.seat):
                found.append(PenaltyForCause(moments[case_id][0], case=case_id))
    return tuple(found)


def is_of(player: str, seat: str, other: str, other_seat: str) -> bool:
    """Whether two penalties are of one: of one player, or of one seat where not both names are known."""
    return is_named(player, [other]) if player and other else seat == other_seat


def given_by_command(held: TournamentPenalty, seat: str) -> PenaltyGiven:
    """A penalty that a command of an event gave to the player at a seat, as an entry of its case would have it."""
    penalty = Penalty(seat, held.infraction, held.given)
    return PenaltyGiven(
        id="",
        key="",
        actor=held.by,
        role=held.office,
        at=held.at,
        number=0,
        penalty=penalty,
        player=held.player,
    )


def held_penalty(event: Tournament, case_id: str, given: PenaltyGiven) -> TournamentPenalty | None:
    """A penalty that a case gave as its event has it, also one that was taken back; None where the event has it not."""
    said = (case_id, given.penalty.infraction, given.penalty.penalty, given.at)
    return next((each for each in event.penalties if (each.cause, each.infraction, each.given, each.at) == said), None)


def penalised_player(case: Case, given: PenaltyGiven) -> str:
    """Whom a case names where it gave a penalty; empty where it names nobody."""
    seat = given.penalty.seat
    return given.player or case.sat_by(given.number).get(seat) or case.opening.players.get(seat, "")


def other_player_refusal(case: Case, seat: str, named: str, sits: str) -> Refusal | None:
    """Why a case penalises nobody at a seat: it names one player there, and by the event another sits there."""
    if not named or not sits or is_named(sits, [named]):
        return None
    because: dict[str, object] = {"case": case.id, "seat": seat, "named": named, "sits": sits}
    said = f"Case {case.id} names {named} at {seat}, and by the event {sits} sits there."
    return Refusal("judging.penalty.named-player", because, said)


def entry_by_case(
    event: Tournament,
    said: StoredCaseEntry,
    office: str,
    command: c.TournamentCommand,
    given: StoredCaseEntry,
    which: str = "",
) -> TournamentChange:
    """An entry of who said it in the case, when the penalty was given; its key is none that a client can send.

    `which` tells several entries of one type apart.
    """
    mark = sha256(f"{given.id} {c.command_type_of(command)}{which}".encode()).hexdigest()[:20]
    return chain_entry(event, Actor(said.actor, ""), office, command, Stamp(f"case {mark}", given.at, mark), command)


def holds_penalty(event: Tournament, player: str, case_id: str, given: PenaltyGiven) -> bool:
    """Whether an event has a penalty that a case gave, also one that was taken back."""
    said = (player, case_id, given.penalty.infraction, given.penalty.penalty)
    return any((each.player, each.cause, each.infraction, each.given) == said for each in event.penalties)


def withdrawn_at(event: Tournament, case_id: str, given: PenaltyGiven) -> str:
    """When an event took back a penalty that a case gave; empty where it did not."""
    held = held_penalty(event, case_id, given)
    return held.withdrawn_at if held is not None else ""


def can_withdraw(event: Tournament, case_id: str, given: PenaltyGiven) -> bool:
    """Whether an event takes back a penalty that a case gave: it is not over, and has not withdrawn it itself."""
    held = held_penalty(event, case_id, given)
    return not event.over and (held is None or not held.withdrawn)
