"""What stands about a match outside of its stream: its event, who sits where, refused commands, its cases.

`fold` reads it when it makes the rows of a match. The service brings it: a `Surroundings` of the whole store.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from domain.judging.cases.case import Case
from domain.judging.cases.entries import PenaltyGiven


class RefusedCommand(Struct, frozen=True):
    """A command that a rule refused: at which version, whose, when, of which type."""

    version: int
    seat: str
    at: str
    rule: str
    command: str


class PlayedAt(Struct, frozen=True):
    """The event, round and table of a match; `at_odds`: another result is reported there than the match has."""

    event: str
    round: int
    table: int
    at_odds: bool


class MatchSurroundings(Struct, frozen=True):
    """What stands about one match: the players by seat, its table at an event, refused commands, cases.

    `event_runs`: the event for which it was or is played goes on, with decks that the match would tell of.
    `infractions` are those of its regulation; `withdrawn_at` gives when it took back a penalty of a case, by the case's
    id, empty where it did not.
    """

    players: dict[str, str] = {}
    played_at: PlayedAt | None = None
    event_runs: bool = False
    refused: tuple[RefusedCommand, ...] = ()
    cases: tuple[Case, ...] = ()
    infractions: frozenset[str] = frozenset()
    withdrawn_at: Callable[[str, PenaltyGiven], str] = lambda case_id, given: ""


class Surroundings(Protocol):
    """What stands about the matches of a store."""

    def of(self, match_id: str, seats: tuple[str, ...], named: dict[str, str], winner: str) -> MatchSurroundings:
        """What stands about a match with these seats, won by one of them or by nobody.

        `named` are the players whom the match itself names, by seat.
        """

    def pseudonym(self, name: str) -> str:
        """What stands for the name of a player: the same for the same player in all tables."""
