"""Nobody acts as staff in what decides their own match or standing: what each command of an event decides, and of whom.

Their own match, their own standing, the staff that judges it and their present opponent are the work of somebody else:
another of the staff, an admin where there is nobody. Read `DECIDES`, which answers for every command, then
`not_in_own_cause`, which every command passes through, and `present_opponents`, by which cases and desks go too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import datetime, timedelta

from msgspec import Struct

from domain.kernel.checks import check
from domain.kernel.ids import ADMIN
from domain.kernel.refusals import Refusal
from domain.match.envelope import Actor
from domain.tournaments import commands as c
from domain.tournaments.context import (
    Fault,
    MatchCourse,
    TournamentContext,
    cause_of,
    is_put_anew,
    lost_tables,
    reseated_tables,
    seated_lines,
    subject_of,
)
from domain.tournaments.pairing_checks import with_seats
from domain.tournaments.player_names import is_named, spoken_form
from domain.tournaments.tournament import Tournament, TournamentRound, TournamentTable

OWN_CAUSE = "judging.case.not-own-match"
Interested = Callable[[str], Collection[str]]
Course = Callable[[str], MatchCourse | None]
Place = tuple[TournamentRound, TournamentTable]


class Decided(Struct, frozen=True):
    """What a command decides: of which players, in which matches; who is one of them, or has an interest, is barred."""

    players: frozenset[str] = frozenset()
    matches: frozenset[str] = frozenset()


def has_part(actor: str, table: TournamentTable, interested: Interested) -> bool:
    """Whether somebody plays at a table, or has declared an interest in its match."""
    return is_named(actor, table.players) or bool(table.match and is_named(actor, interested(table.match)))


def is_undecided(there: TournamentRound, table: TournamentTable, course: Course, ended: bool = False) -> bool:
    """Whether a table is still played: it has no result, its match goes on, or a case about the match is open.

    A result that was reported after time was called decides a match that is not over, until the match goes back. Once
    the event has `ended` no result is reported any more, and the match alone decides.
    """
    if not table.results and not ended:
        return True
    seen = course(table.match) if table.match else None
    if seen is None or (seen.over and not seen.disputed):
        return False
    at_time = bool(table.results) and bool(there.called) and there.called <= table.reported
    return seen.disputed or not at_time or seen.turned > table.reported


def own_undecided(event: Tournament, actor: str, interested: Interested, course: Course) -> Iterator[Place]:
    """The tables that are still played and in which somebody has a part."""
    for there, table in event.tables():
        ended = bool(event.over)
        if len(table.players) > 1 and has_part(actor, table, interested) and is_undecided(there, table, course, ended):
            yield there, table


def appoints_staff(event: Tournament, interested: Interested, course: Course, actor: str) -> bool:
    """Whether an organizer appoints staff now: nothing is theirs of what `whole_event` decides."""
    return not is_named(actor, pending_players(event)) and not any(own_undecided(event, actor, interested, course))


def pending_players(event: Tournament) -> frozenset[str]:
    """The players of whom a penalty awaits its approval."""
    return frozenset(each.player for each in event.penalties if each.state == "pending")


def present_opponents(
    event: Tournament, actor: str, players: Collection[str], interested: Interested, course: Course
) -> list[str]:
    """Those of some players who still play a match in which somebody has a part, also once the event is over."""
    wanted = frozenset(players)
    theirs = ((there, table) for there, table in event.tables() if not wanted.isdisjoint(table.players))
    found = [
        table
        for there, table in theirs
        if len(table.players) > 1
        and has_part(actor, table, interested)
        and is_undecided(there, table, course, bool(event.over))
    ]
    there = wanted.intersection(each for table in found for each in table.players)
    return sorted(each for each in there if not is_named(actor, [each]))


# --- what each command decides


def decide_nothing(context: TournamentContext) -> Decided:
    """The decision of what decides nobody's match: to enrol players, to start a clock, to create an event."""
    return Decided()


def whole_event(context: TournamentContext) -> Decided:
    """The staff judges, and the end of the event settles, what the asker still plays and is penalised for."""
    event, actor = context.event, context.asker.actor
    own = own_undecided(event, actor, context.interested, context.course)
    return of_tables((table for _, table in own), pending_players(event))


def of_tables(tables: Iterable[TournamentTable], players: Iterable[str] = ()) -> Decided:
    tables = list(tables)
    return Decided(
        frozenset(players).union(*(each.players for each in tables)),
        frozenset(each.match for each in tables if each.match),
    )


def early_time(context: TournamentContext) -> Decided:
    """What time that is called before the clock has run out decides: what the asker still plays in the round."""
    there = context.round
    minutes = timedelta(minutes=context.event.rules.minutes(there.kind))
    if there.started and datetime.fromisoformat(context.at) - datetime.fromisoformat(there.started) >= minutes:
        return Decided()
    event, actor = context.event, context.asker.actor
    tables = own_undecided(event, actor, context.interested, context.course)
    return of_tables(table for each, table in tables if each.round == there.round)


def seats_decided(context: TournamentContext) -> Decided:
    """What it decides to seat a match, or to pair a round: several things.

    The tables that lose their match by it and those whose players change seats, which match a table plays, the opponent
    of whoever is paired anew, and the bye of whoever gets one.
    """
    event, command = context.event, with_seats(context)
    lines = lines_put_anew(context, command)
    tables = lost_tables(event, context.command) + reseated_tables(event, command)
    put_to = [table for each in lines if (table := event.table(context.command.round, each.table))]
    decided = of_tables(tables, (player for each in (*put_to, *lines) for player in getattr(each, "players", ())))
    players = decided.players.union(paired_anew(event, command))
    return Decided(players, decided.matches.union(each.match for each in lines))


def lines_put_anew(context: TournamentContext, command: c.TournamentCommand) -> list[c.SeatMatch | c.Pairing]:
    """The lines that put a match to a table, or others to its seats; of an admin those whose match has begun alone.

    An admin is who puts the match of the only organizer to a table. From one that began from a position that somebody
    chose it is known how it stands.
    """
    named = [each for each in seated_lines(command) if each.match]
    lines = [each for each in named if is_put_anew(context.event, each.match, each.seats)]
    if context.asker.role != ADMIN:
        return lines
    seen = context.matches
    return [each for each in lines if (it := seen.get(each.match)) and (it.over or it.begun or it.chosen)]


def paired_anew(event: Tournament, command: c.TournamentCommand) -> set[str]:
    """The players whose pairing is taken from them, and those who get a bye that they did not have."""
    if not isinstance(command, c.PairRound):
        return set()
    tables = event.rounds[command.round - 1].tables.values() if 0 < command.round <= len(event.rounds) else ()
    before, after = ({frozenset(each.players) for each in some} for some in (tables, command.tables))
    return set().union(*(before - after), *(each for each in after - before if len(each) == 1))


def table_named(context: TournamentContext) -> Decided:
    """The table that time or a result names, and that of its cause."""
    return of_tables(tables_about(context))


def player_named(context: TournamentContext) -> Decided:
    """A penalty, and what becomes of one, is about its player, its table, its cause and the present opponent."""
    subject = subject_of(context.event, context.command)
    player = getattr(subject, "player", "")
    return of_tables(tables_about(context), [player] if player else [])


def penalty_given(context: TournamentContext) -> Decided:
    """A penalty; who gives one to somebody whom they have played says where it was."""
    decided, command = player_named(context), context.command
    placed = command.round or command.table or cause_of(context.event, command) in context.named
    if placed:
        return decided
    met = (table for _, table in context.event.tables() if len(table.players) > 1 and command.player in table.players)
    own = of_tables(each for each in met if has_part(context.asker.actor, each, context.interested))
    return Decided(decided.players | own.players, decided.matches | own.matches)


def player_dropped(context: TournamentContext) -> Decided:
    """Who plays may leave, but takes nobody else out of a match in which they have a part."""
    own = spoken_form(context.command.player) == spoken_form(context.asker.actor)
    return Decided() if own else player_named(context)


def tables_about(context: TournamentContext) -> list[TournamentTable]:
    """The tables that a command is about: the one it names, that of its cause, those at which its player still plays.

    Of the last only the asker's own are looked at: whether a match goes on is asked of the match.
    """
    event, command, actor = context.event, context.command, context.asker.actor
    subject, match = subject_of(event, command), context.named.get(cause_of(event, command), "")
    place = (getattr(subject, "round", 0), getattr(subject, "table", 0))
    player = getattr(subject, "player", "")
    return [
        table
        for there, table in event.tables()
        if (there.round, table.table) == place
        or (match and table.match == match)
        or (
            player in table.players
            and has_part(actor, table, context.interested)
            and is_undecided(there, table, context.course)
        )
    ]


# every command has an answer here
DECIDES: dict[type[c.TournamentCommand], Callable[[TournamentContext], Decided]] = {
    c.CreateEvent: decide_nothing,
    c.AppointStaff: whole_event,
    c.EnrolPlayers: decide_nothing,
    c.PairRound: seats_decided,
    c.SeatMatch: seats_decided,
    c.StartRound: decide_nothing,
    c.CallTime: early_time,
    c.GiveTime: table_named,
    c.ReportResult: table_named,
    c.DropPlayer: player_dropped,
    c.GivePenalty: penalty_given,
    c.ApprovePenalty: player_named,
    c.WithdrawPenalty: player_named,
    c.EndEvent: whole_event,
}


@check("not_in_own_cause", OWN_CAUSE)
def not_in_own_cause(context: TournamentContext) -> Refusal | None:
    """Nobody acts as staff in what decides their own match, their own standing or their present opponent."""
    actor, decided = context.asker.actor, DECIDES[type(context.command)](context)
    declared = any(is_named(actor, context.interested(each)) for each in sorted(decided.matches))
    if not declared and not is_named(actor, decided.players):
        return None
    because: Fault = {"actor": actor, "players": sorted(decided.players), "interest": declared}
    return Refusal(OWN_CAUSE, because)


def own_opening_refusal(asker: Actor, players: Collection[str]) -> Refusal | None:
    """Why somebody opens no match that they play: they would know its keys, and choose a shuffle. An admin may."""
    if asker.role == ADMIN or not is_named(asker.actor, players):
        return None
    said = "Who plays in a match does not open it: another of the staff does, or an admin."
    return Refusal(OWN_CAUSE, {"actor": asker.actor, "players": sorted(players), "interest": False}, said)
