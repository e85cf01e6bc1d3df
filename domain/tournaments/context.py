"""The context of an event's checks: the event, who asks in which office, the matches that the command names."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct

from domain.kernel.ids import ADMIN
from domain.kernel.refusals import Refusal
from domain.match.envelope import ORGANIZER, Actor
from domain.tournaments import commands as c
from domain.tournaments.tournament import Tournament, TournamentRound, TournamentTable

Fault = dict[str, object]


class MatchInTournament(Struct, frozen=True):
    """What an event must know of a match: its game, its seats, which organizer opened it, whether it is over, who won.

    No organizer opened those of the command line and of the demonstration. `event` is the one at whose table it is
    played by now, nothing where there is none; `players` are those whom the match itself names, by seat.
    """

    game: str
    seats: tuple[str, ...]
    organizer: str = ""
    over: bool = False
    winner: str = ""
    event: str = ""
    players: Mapping[str, str] = {}


class PenaltyByCase(Struct, frozen=True):
    """A penalty that a case gave to the player: under which case, for which infraction."""

    case: str
    infraction: str


class TournamentContext(Struct, frozen=True):
    """What the checks look at; `matches` are those that the command or its table names, and that exist.

    `elsewhere` is what cases have penalised the player for; `named` has the case or the moment that the command names,
    if it is one of the event's matches. `open_cases` has by match the case about it that is not closed.
    """

    event: Tournament
    asker: Actor
    office: str
    command: Any
    matches: Mapping[str, MatchInTournament] = {}
    elsewhere: tuple[PenaltyByCase, ...] = ()
    named: Collection[str] = ()
    open_cases: Mapping[str, str] = {}

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

    @property
    def player_names(self) -> set[str]:
        """The players whom the command is about: a judge among them would judge in their own cause."""
        command = self.command
        if isinstance(command, (c.GiveTime, c.ReportResult)):
            return set(self.table.players)
        if isinstance(command, (c.ApprovePenalty, c.WithdrawPenalty)):
            return {self.event.penalties[command.penalty - 1].player}
        return {command.player} if isinstance(command, c.GivePenalty) else set()


def by_line(rule: str, faults: list[Fault]) -> Refusal | None:
    """The refusal that names every wrong line."""
    return Refusal(rule, {"faults": faults}) if faults else None
