"""Tables of the history of matches, each declared once: a struct is a row, its docstring the table's comment.

The fields are the columns, with a description each: `str`, `int`, `float`, `bool` or `datetime`, with `| None` where
there may be nothing. Read `PlaceRow`, then `HistoryTable` and `GameHistory`, which is all that a game brings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Struct

from domain.kernel.history.figures import HistoryFigure
from domain.kernel.history.reading import HistoryReader
from domain.kernel.ids import NO_SEAT, Seat


class MatchRow(Struct, frozen=True, kw_only=True):
    """A row about a match as it stands."""

    match_id: Annotated[str, Meta(description="The match, as in `matches`.")]


class PlaceRow(MatchRow, frozen=True, kw_only=True):
    """A row about something that happened at a place of a match. What was undone by a rewind is kept apart."""

    version: Annotated[int, Meta(description="The version of the match in which it happened or began.")]
    place: Annotated[
        int, Meta(description="The number of the fact in that version, from 1; 0 for the version as a whole.")
    ]


class CourseRow(PlaceRow, frozen=True, kw_only=True):
    """A row about something that happened in a round and a phase."""

    round: Annotated[int, Meta(description="The round of the game; 0 is the set-up.")]
    phase: Annotated[str, Meta(description="The phase of the game, as its rules call it.")]


UndoneBy = Annotated[
    int | None,
    Meta(description="The version of the rewind that undid the line of this version; nothing where it stands."),
]


class HistoryTable(Struct, frozen=True):
    """A table of rows of one type; the first `key` columns tell its rows apart."""

    name: str
    row: type[MatchRow]
    key: int

    @property
    def has_places(self) -> bool:
        """Whether its rows lie on a line of the match, which may be undone."""
        return issubclass(self.row, PlaceRow)


def no_faction(table: Any, seat: Seat) -> str:
    """The faction of a seat in a game without factions: always empty."""
    return ""


def nobody_first(table: Any) -> Seat:
    """The seat that is first in a game in which none is: always none."""
    return NO_SEAT


class GameHistory(Struct, frozen=True):
    """The part of the history that is a game's own: its tables, and the types of the readers that fill them.

    `faction` gives the faction or House that a seat plays, `first_seat` the seat that is first in the round. Where
    `seats_are_parts`, the rules name the seats (Houses): elsewhere the name of a seat may be that of a player, and is
    shown to no analyst. `figures` are the questions about its tables that pages for analysts answer; the name of one
    that is about this game alone begins with the name of the game.
    """

    tables: tuple[HistoryTable, ...] = ()
    readers: tuple[type[HistoryReader], ...] = ()
    faction: Callable[[Any, Seat], str] = no_faction
    first_seat: Callable[[Any], Seat] = nobody_first
    seats_are_parts: bool = False
    figures: tuple[HistoryFigure, ...] = ()
