"""The context of an event's checks: the event, who asks in which office, the matches that the command names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec import Struct

from domain.kernel.ids import ADMIN
from domain.kernel.refusals import Refusal
from domain.match.envelope import ORGANIZER, Actor
from domain.tournaments import commands as c
from domain.tournaments.penalty_records import TournamentPenalty
from domain.tournaments.tournament import Tournament, TournamentRound, TournamentTable

Fault = dict[str, object]


class MatchInTournament(Struct, frozen=True):
    """What an event must know of a match: its game, its seats, which organizer opened it, whether it is over, who won.

    No organizer opened those of the command line and of the demonstration. `event` is the one at whose table it is
    played by now, nothing where there is none; `players` are those whom the match itself names, by seat. It has `begun`
    once anything was done in it; `chosen` says that it was opened from a position, or with cards of its own. `looked`
    are the judges who have looked at what is hidden in it, or have acted in a case about it; `gone` are the seats that
    have left it while the others play on.
    """

    game: str
    seats: tuple[str, ...]
    organizer: str = ""
    over: bool = False
    winner: str = ""
    event: str = ""
    players: Mapping[str, str] = {}
    begun: bool = False
    chosen: bool = False
    looked: frozenset[str] = frozenset()
    gone: tuple[str, ...] = ()


class MatchCourse(Struct, frozen=True):
    """How the match of a table stands: whether it is over, whether a case about it is open, when it last turned.

    It turns when it ends or goes back.
    """

    over: bool
    disputed: bool = False
    turned: str = ""


class PenaltyByCase(Struct, frozen=True):
    """A penalty that a case gave to the player: under which case, for which infraction."""

    case: str
    infraction: str


class OpenCase(Struct, frozen=True):
    """A case about a match that is not closed, and whom it names in which seat."""

    case: str
    match: str
    players: Mapping[str, str] = {}


class AwaitedPenalty(Struct, frozen=True):
    """A penalty that an open case ruled and that awaits approval: the case, and for whom.

    `withdrawal` says that it was given, and that the ruling which holds does not name it any more.
    """

    case: str
    player: str
    withdrawal: bool = False


class TournamentContext(Struct, frozen=True):
    """What the checks look at; `matches` are those that the command or its table names, and that exist.

    `elsewhere` is what cases have penalised the player for; `named` has the case or the moment that the command, or the
    penalty that it is about, names as its cause, with its match, if that is one of the event's; `moments` has the
    places that the cases about its matches are about, by their ids. `open_cases` are those about the matches of the
    event and of the command, `awaiting` the penalties of rulings that await approval.
    `interested` gives who declared an interest in a match, `course` how the match of a table stands, nothing where
    there is none. `at` is when the command is given. `ruled` gives the seconds that rulings gave in a match, the most
    of any seat.
    """

    event: Tournament
    asker: Actor
    office: str
    command: Any
    matches: Mapping[str, MatchInTournament] = {}
    elsewhere: tuple[PenaltyByCase, ...] = ()
    named: Mapping[str, str] = {}
    open_cases: tuple[OpenCase, ...] = ()
    interested: Callable[[str], Collection[str]] = lambda match: ()
    course: Callable[[str], MatchCourse | None] = lambda match: None
    at: str = ""
    ruled: Callable[[str], int] = lambda match: 0
    awaiting: tuple[AwaitedPenalty, ...] = ()
    moments: Mapping[str, tuple[str, ...]] = {}

    @property
    def round(self) -> TournamentRound:
        number: int = self.command.round
        return self.event.rounds[number - 1]

    @property
    def table(self) -> TournamentTable:
        return self.round.tables[self.command.table]

    def find_match(self, match: str) -> MatchInTournament | None:
        """A match that may be played here; one of another organizer does not exist for this event.

        Seating a match gives its event the right to judge and read it. Admins have that right about every match.
        """
        seen = self.matches.get(match)
        if seen is None or self.asker.role == ADMIN or self.event.table_of(match) is not None:
            return seen
        return seen if self.event.staff.get(seen.organizer) == ORGANIZER else None


def subject_of(event: Tournament, command: c.TournamentCommand) -> c.TournamentCommand | TournamentPenalty:
    """What a command is about: the penalty that it approves or withdraws, if there is one, else what it says itself."""
    if isinstance(command, (c.ApprovePenalty, c.WithdrawPenalty)) and command.penalty <= len(event.penalties):
        return event.penalties[command.penalty - 1]
    return command


def cause_of(event: Tournament, command: c.TournamentCommand) -> str:
    """The case, moment or words that a command, or the penalty that it is about, names as its cause; empty for none."""
    subject = subject_of(event, command)
    return str(getattr(subject, "cause", "") or getattr(subject, "case", ""))


def lost_tables(event: Tournament, command: c.SeatMatch | c.PairRound) -> list[TournamentTable]:
    """The tables of the round whose match is played at none of them after the command."""
    tables = event.rounds[command.round - 1].tables if 0 < command.round <= len(event.rounds) else {}
    if isinstance(command, c.SeatMatch):
        return [each for n, each in tables.items() if n == command.table and each.match not in ("", command.match)]
    kept = {each.match for each in command.tables}
    return [each for each in tables.values() if each.match and each.match not in kept]


def exchanged_tables(event: Tournament, command: c.PairRound) -> list[TournamentTable]:
    """The tables of the round whose match is played at another of them after the command, by other players."""
    tables = event.rounds[command.round - 1].tables if 0 < command.round <= len(event.rounds) else {}
    played = {each.match: each for each in command.tables if each.match}
    return [
        each
        for number, each in tables.items()
        if (line := played.get(each.match)) is not None
        and line.table != number
        and set(line.players) != set(each.players)
    ]


def reseated_tables(event: Tournament, command: c.TournamentCommand) -> list[TournamentTable]:
    """The tables whose match stays, and is played by others at its seats after the command: who won is another then.

    A command without seats changes none until they are written out.
    """
    if not isinstance(command, (c.SeatMatch, c.PairRound)) or not 0 < command.round <= len(event.rounds):
        return []
    seats = {each.match: each.seats for each in seated_lines(command)}
    tables = event.rounds[command.round - 1].tables.values()
    return [each for each in tables if each.match and each.seats != (seats.get(each.match) or each.seats)]


def seated_lines(command: c.TournamentCommand) -> tuple[c.SeatMatch | c.Pairing, ...]:
    """The lines of a command that say which match a table plays."""
    if isinstance(command, c.SeatMatch):
        return (command,)
    return command.tables if isinstance(command, c.PairRound) else ()


def is_put_anew(event: Tournament, match: str, seats: Mapping[str, str]) -> bool:
    """Whether a match is played at no table of the event yet, or by others at its seats."""
    place = event.table_of(match)
    return place is None or place[1].seats != seats


def missing_round(field: str, number: int, rounds: int) -> Fault:
    """The data of a refusal of a round that was not paired: the field that names it, and how many rounds there are."""
    return {"round": number, "rounds": rounds, "field": field, "problem": "is no round that was paired"}


def by_line(rule: str, faults: list[Fault]) -> Refusal | None:
    """The refusal that names every wrong line."""
    return Refusal(rule, {"faults": faults}) if faults else None
