"""The checks of commands in an event: one ordered list for each type, every refusal with its rule and data.

Read `CHECKS` at the end, then `decide`. Those of players and pairings are in pairing_checks.py, those of results in
result_checks.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from domain.games import GAMES
from domain.kernel.checks import Check, check, first_failed_check
from domain.kernel.formats.listing import join_names
from domain.kernel.formats.text_forms import is_legible
from domain.kernel.ids import HEAD_JUDGE
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Refused
from domain.match.cited_rules import unknown_refusal
from domain.match.envelope import ORGANIZER, Actor, Stamp
from domain.tournaments import commands as c
from domain.tournaments.causes import cause_exists, one_for_one_cause
from domain.tournaments.clock_checks import (
    case_of_table,
    clock_runs,
    newest_round,
    nobody_left_is_paired,
    not_started,
    within_limit,
)
from domain.tournaments.context import (
    AwaitedPenalty,
    Fault,
    MatchCourse,
    MatchInTournament,
    OpenCase,
    PenaltyByCase,
    TournamentContext,
    missing_round,
)
from domain.tournaments.own_causes import not_in_own_cause, own_opening_refusal
from domain.tournaments.pairing_checks import (
    kind_of_round,
    lawful_lines,
    match_fits,
    match_stays,
    matches_fit,
    matches_stay,
    name_problem,
    new_players,
    next_round,
    no_part_in_match,
    seats_stay,
    with_seats,
)
from domain.tournaments.penalty_ladder import ladder_refusal
from domain.tournaments.player_names import mark_hidden, spoken_form, stranger_problem, with_enrolled_names
from domain.tournaments.regulation import Regulation, faults_of, regulations
from domain.tournaments.result_checks import (
    may_change,
    places_without_gap,
    result_as_match,
    result_stands,
    results_of_all,
)
from domain.tournaments.tournament import Tournament, TournamentChange, chain_entry


def named_matches(event: Tournament, command: Any) -> set[str]:
    """The matches that the checks look at."""
    if isinstance(command, c.PairRound):
        return {each.match for each in command.tables if each.match}
    if isinstance(command, c.SeatMatch):
        return {command.match}
    if isinstance(command, c.ReportResult):
        table = event.table(command.round, command.table)
        return {table.match} if table is not None and table.match else set()
    return set()


def decide(
    event: Tournament,
    asker: Actor,
    command: c.TournamentCommand,
    stamp: Stamp,
    matches: Mapping[str, MatchInTournament] | None = None,
    elsewhere: tuple[PenaltyByCase, ...] = (),
    named: Mapping[str, str] | None = None,
    open_cases: tuple[OpenCase, ...] = (),
    interested: Callable[[str], Collection[str]] = lambda match: (),
    course: Callable[[str], MatchCourse | None] = lambda match: None,
    ruled: Callable[[str], int] = lambda match: 0,
    awaiting: tuple[AwaitedPenalty, ...] = (),
    moments: Mapping[str, tuple[str, ...]] | None = None,
) -> TournamentChange:
    """The event after a command. Raises Refused."""
    office = ORGANIZER if isinstance(command, c.CreateEvent) else event.office(asker.actor, asker.role)
    read = with_enrolled_names(event.players, command)
    context = TournamentContext(
        *(event, asker, office, read, matches or {}, elsewhere, named or {}, open_cases),
        *(interested, course, stamp.at, ruled, awaiting, moments or {}),
    )
    refusal = first_failed_check(CHECKS[type(command)], context)
    if refusal is not None:
        raise Refused(refusal)
    return chain_entry(event, asker, office, with_seats(context), stamp, command)


# --- who, and when


@check("in_office", "judging.event.office")
def in_office(context: TournamentContext) -> Refusal | None:
    """Each command is given by who holds one of its offices in this event."""
    return office_refusal(context.event, context.asker, type(context.command))


def office_refusal(event: Tournament, asker: Actor, kind: type[c.TournamentCommand]) -> Refusal | None:
    """Why somebody gives no command of this kind in an event; None where they hold one of its offices."""
    office = event.office(asker.actor, asker.role)
    if office in kind.offices:
        return None
    because: Fault = {
        "command": c.command_type_of(kind),
        "actor": asker.actor,
        "office": office or "none",
        "needed": list(kind.offices),
    }
    return Refusal("judging.event.office", because)


@check("not_over", "judging.event.over")
def not_over(context: TournamentContext) -> Refusal | None:
    return over_refusal(context.event)


def over_refusal(event: Tournament) -> Refusal | None:
    """Why an event takes no further entry but of its staff; nothing before its end."""
    return Refusal("judging.event.over", {"event": event.id, "over": event.over}) if event.over else None


# --- creating


@check("regulation_fits", "judging.event.regulation-fits")
def regulation_fits(context: TournamentContext) -> Refusal | None:
    """The game exists, has the values that the regulation compares, and is played by as many as it says."""
    command: c.CreateEvent = context.command
    if command.game not in GAMES:
        return Refusal("match.unknown-game", {"game": command.game, "games": sorted(GAMES)})
    game = GAMES[command.game]
    faults = faults_of(command.regulation, game.seat_counts, game.measures.MEASURES)
    if not faults:
        return None
    if any(fits_game(command.regulation, other) for other in GAMES):
        return regulation_of_another_game(command)
    return Refusal("judging.event.regulation-fits", {"regulation": command.regulation.name, "faults": faults})


def fits_game(regulation: Regulation, game: str) -> bool:
    played = GAMES[game]
    return not faults_of(regulation, played.seat_counts, played.measures.MEASURES)


def regulation_of_another_game(command: c.CreateEvent) -> Refusal:
    """The refusal of a regulation that fits another game: which ones fit this one, not each of its differences."""
    fitting = {each.name: each.title for each in regulations().values() if fits_game(each, command.game)}
    titles = join_names([f"'{title}'" for title in fitting.values()])
    said = f"'{command.regulation.title}' is a regulation for another game; for this one there are: {titles}"
    return Refusal(
        "judging.event.regulation-fits", {"regulation": command.regulation.name, "known": list(fitting)}, said
    )


@check("one_head_judge", "judging.event.staff")
def one_head_judge(context: TournamentContext) -> Refusal | None:
    heads = sorted(actor for actor, office in context.command.staff.items() if office == HEAD_JUDGE)
    if len(heads) > 1:
        return Refusal("judging.event.staff", {"head_judges": heads})
    return None


@check("organizer_stays", "judging.event.staff")
def organizer_stays(context: TournamentContext) -> Refusal | None:
    """The organizer keeps their office; they are named once, as who created the event."""
    command = context.command
    named = command.staff if isinstance(command, c.CreateEvent) else {command.actor: command.office}
    organizers = {context.asker.actor} if isinstance(command, c.CreateEvent) else organizers_of(context.event)
    twice = sorted(organizers & set(named))
    return Refusal("judging.event.staff", {"organizer": twice}) if twice else None


def organizers_of(event: Tournament) -> set[str]:
    return {actor for actor, office in event.staff.items() if office == ORGANIZER}


@check("one_of_a_name", "judging.event.staff")
def one_of_a_name(context: TournamentContext) -> Refusal | None:
    """Nobody is appointed whose name differs from that of another of the staff in the size of its letters alone."""
    command = context.command
    there = list(context.event.staff) if isinstance(command, c.AppointStaff) else [context.asker.actor]
    for actor in [command.actor] if isinstance(command, c.AppointStaff) else command.staff:
        other = next((each for each in there if spoken_form(each) == spoken_form(actor)), actor)
        if actor not in there and other != actor:
            return Refusal("judging.event.staff", {"actor": actor, "there": other})
        there.append(actor)
    return None


@check("releases_somebody", "judging.event.staff")
def releases_somebody(context: TournamentContext) -> Refusal | None:
    command: c.AppointStaff = context.command
    held = context.event.staff.get(command.actor, "none")
    if held != command.office:
        return None
    said = "has no office at this event" if held == "none" else f"is {held.replace('-', ' ')} already"
    because: Fault = {"actor": command.actor, "office": held, "field": "actor", "problem": f"{command.actor} {said}"}
    return Refusal("judging.event.staff", because)


# --- rounds and tables


@check("round_exists", "judging.event.table-exists")
def round_exists(context: TournamentContext) -> Refusal | None:
    rounds, number = len(context.event.rounds), context.command.round
    return None if number <= rounds else Refusal("judging.event.table-exists", missing_round("round", number, rounds))


@check("table_exists", "judging.event.table-exists")
def table_exists(context: TournamentContext) -> Refusal | None:
    number = context.command.table
    if number in context.round.tables:
        return None
    tables = sorted(context.round.tables)
    because: Fault = {"round": context.command.round, "table": number, "tables": tables, "field": "table"}
    return Refusal("judging.event.table-exists", {**because, "problem": "is no table of the round"})


@check("more_than_one_player", "judging.event.match-of-table")
def more_than_one_player(context: TournamentContext) -> Refusal | None:
    """Somebody who has a bye plays no match; another result of it is a change, with who makes it and why."""
    players, table = context.table.players, context.command.table
    if len(players) > 1 or (isinstance(context.command, c.ReportResult) and may_change(context)):
        return None
    said = f"{join_names(players)} has a bye at table {table}: nobody plays there, so that it has no match and no"
    because: Fault = {"field": "table", "table": table, "players": list(players)}
    counts = (
        "the bye counts by itself once the round has begun, unless the player had left the event before; the head judge"
        " or the organizer reports it otherwise with a reason"
    )
    return Refusal("judging.event.match-of-table", because, f"{said} result to report; {counts}.")


@check("says_why", "judging.ruling.cites-rules")
def says_why(context: TournamentContext) -> Refusal | None:
    """Time, penalties and what takes them back have a reason."""
    return unread_refusal(context.command.reason)


def unread_refusal(reason: str) -> Refusal | None:
    """Why a reason says nothing; None where it has something to read."""
    return None if is_legible(reason) else Refusal("judging.ruling.cites-rules", {"field": "reason"})


@check("says_why_in_words", "judging.ruling.cites-rules")
def says_why_in_words(context: TournamentContext) -> Refusal | None:
    """Who leaves need not say why; a reason that is given has something to read."""
    reason = context.command.reason
    return unread_refusal(reason) if reason else None


@check("penalty_cites_known", "judging.ruling.cites-rules")
def penalty_cites_known(context: TournamentContext) -> Refusal | None:
    """The rules that a penalty cites are rules of the event's game, or of judging."""
    return unknown_refusal(context.event.game, context.command.rules, "rules", "judging.ruling.cites-rules")


# --- players and penalties


@check("is_enrolled", "judging.event.player-enrolled")
def is_enrolled(context: TournamentContext) -> Refusal | None:
    player = context.command.player
    if player in context.event.players:
        return None
    problem = stranger_problem(context.event.players, player) or "is not enrolled"
    because: Fault = {"player": mark_hidden(player), "field": "player", "problem": problem}
    return Refusal("judging.event.player-enrolled", because)


@check("not_dropped_yet", "judging.event.player-enrolled")
def not_dropped_yet(context: TournamentContext) -> Refusal | None:
    """Nobody is dropped twice; who is out by a penalty alone may leave too, and stays out if it is withdrawn."""
    player = context.command.player
    if player not in context.event.drops:
        return None
    # why is read in the event, by who may
    because: Fault = {"player": player, "field": "player", "problem": "has left the event"}
    return Refusal("judging.event.player-enrolled", because)


@check("at_that_table", "judging.event.table-exists")
def at_that_table(context: TournamentContext) -> Refusal | None:
    """A penalty at a table is of one who plays there."""
    command: c.GivePenalty = context.command
    if not command.round and not command.table:
        return None
    table = context.event.table(command.round, command.table)
    if table is not None and command.player in table.players:
        return None
    because: Fault = {"round": command.round, "table": command.table, "player": command.player}
    missing = next((name for name in ("round", "table") if not getattr(command, name)), "")
    if missing:
        because |= {"field": missing, "problem": "a place is a round and a table of it, or neither is given"}
    else:
        # whether there is such a table, or somebody else plays there
        problem = "is no table of a round that was paired" if table is None else f"{command.player} does not sit there"
        because |= {"field": "table", "problem": problem}
    return Refusal("judging.event.table-exists", because)


@check("on_the_ladder", "judging.penalty.ladder")
def on_the_ladder(context: TournamentContext) -> Refusal | None:
    command: c.GivePenalty = context.command
    record = [each.infraction for each in context.event.record(command.player)]
    record += [each.infraction for each in context.elsewhere]
    return ladder_refusal(context.event.rules, record, command.infraction, command.penalty, context.office)


@check("on_record", "judging.penalty.on-record")
def on_record(context: TournamentContext) -> Refusal | None:
    number = context.command.penalty
    if number > len(context.event.penalties):
        because: Fault = {"penalty": number, "penalties": len(context.event.penalties), "field": "penalty"}
        return Refusal("judging.penalty.on-record", {**because, "problem": "is no penalty of the event"})
    state = context.event.penalties[number - 1].state
    if state == "withdrawn" or (isinstance(context.command, c.ApprovePenalty) and state != "pending"):
        because = {"penalty": number, "state": state, "field": "penalty"}
        return Refusal("judging.penalty.on-record", {**because, "problem": f"is {state}"})
    return None


@check("nothing_pending", "judging.event.over")
def nothing_pending(context: TournamentContext) -> Refusal | None:
    """No penalty awaits its approval, of the event or of a ruling about a match of it: it would never be decided.

    Nor does one stand that a new ruling took back.
    """
    pending = [each.penalty for each in context.event.penalties if each.state == "pending"]
    cases, players = awaited_names(each for each in context.awaiting if not each.withdrawal)
    outlived, whose = awaited_names(each for each in context.awaiting if each.withdrawal)
    if not pending and not cases and not outlived:
        return None
    said = [
        f"An approval is still awaited of penalty {join_names(pending)}: it is approved or withdrawn before the end."
        if pending
        else "",
        f"A penalty that was ruled for {join_names(players)} still awaits approval (case {join_names(cases)}):"
        " it is approved, ruled anew or the case closed without it before the end, an appeal of it answered first."
        if cases
        else "",
        f"A penalty for {join_names(whose)} stands that the ruling does not name any more"
        f" (case {join_names(outlived)}): it is withdrawn in the case before the end."
        if outlived
        else "",
    ]
    because: Fault = {"event": context.event.id}
    because |= {"pending": pending} if pending else {}
    because |= {"cases": cases, "players": players} if cases else {}
    because |= {"withdrawals": outlived} if outlived else {}
    return Refusal("judging.event.over", because, " ".join(filter(None, said)))


def awaited_names(awaited: Iterable[AwaitedPenalty]) -> tuple[list[str], list[str]]:
    """The cases of awaited penalties and their players, each once."""
    found = list(awaited)
    return list(dict.fromkeys(each.case for each in found)), list(dict.fromkeys(each.player for each in found))


AT_TABLE = (round_exists, table_exists)
# for each command: what must be there, and what is asked once it is known that it is not the asker's own cause
LISTED: dict[type, tuple[tuple[Check, ...], tuple[Check, ...]]] = {
    c.AppointStaff: ((), (organizer_stays, one_of_a_name, releases_somebody)),
    c.EnrolPlayers: ((), (new_players,)),
    c.PairRound: (
        (next_round, kind_of_round, lawful_lines, matches_fit, matches_stay, seats_stay),
        (no_part_in_match,),
    ),
    c.SeatMatch: ((*AT_TABLE, more_than_one_player, match_fits, match_stays, seats_stay), (no_part_in_match,)),
    c.StartRound: ((round_exists, newest_round, not_started, nobody_left_is_paired), ()),
    c.CallTime: ((round_exists, newest_round, clock_runs), ()),
    c.GiveTime: (AT_TABLE, (says_why, case_of_table, within_limit)),
    c.ReportResult: (
        (*AT_TABLE, more_than_one_player),
        (results_of_all, places_without_gap, result_stands, result_as_match),
    ),
    c.DropPlayer: ((is_enrolled, not_dropped_yet), (says_why_in_words,)),
    c.GivePenalty: (
        (is_enrolled, at_that_table),
        (says_why, penalty_cites_known, cause_exists, one_for_one_cause, on_the_ladder),
    ),
    c.ApprovePenalty: ((says_why, on_record), ()),
    c.WithdrawPenalty: ((says_why, on_record), ()),
    c.EndEvent: ((), (nothing_pending,)),
}
# what an event takes after its end too: its matches and cases go on, and need staff
AFTER_THE_END = (c.AppointStaff,)
CHECKS: dict[type, tuple[Check, ...]] = {
    c.CreateEvent: (not_in_own_cause, regulation_fits, one_head_judge, organizer_stays, one_of_a_name),
    **{
        kind: (in_office, *(() if kind in AFTER_THE_END else (not_over,)), *there, not_in_own_cause, *said)
        for kind, (there, said) in LISTED.items()
    },
}


def own_match_refusal(context: TournamentContext) -> Refusal | None:
    """Why the asker gives no such command about a match of their own; None where no such reason stands against it."""
    return first_failed_check((not_in_own_cause,), context)


def seating_refusal(
    event: Tournament,
    asker: Actor,
    command: c.SeatMatch,
    game: str,
    seats: int,
    named: Collection[str] = (),
) -> Refusal | None:
    """Why a match that is not opened yet cannot be played at a table; `seats` are 0 where the number is not known.

    `named` are the players whom its opening names.
    """
    context = TournamentContext(event, asker, event.office(asker.actor, asker.role), command, {})
    refusal = first_failed_check((in_office, not_over, *AT_TABLE, more_than_one_player, match_stays), context)
    if refusal is not None:
        return refusal
    if refusal := own_opening_refusal(asker, context.table.players):
        return refusal
    players = len(context.table.players)
    if game == event.game and seats in (0, players):
        problem = name_problem(named, context.table.players)
        return Refusal("judging.event.match-of-table", {"field": "seats", "problem": problem}) if problem else None
    because: Fault = {"field": "event", "game": event.game, "players": players, "given": {"game": game, "seats": seats}}
    return Refusal("judging.event.match-of-table", because)
