"""A card game's table as values that a page lays out; cards that the viewer does not know are only counted.

Read `CardShown`, `CardPile`, `TableSide`, then `TableLayout`.
"""

from __future__ import annotations

from msgspec import Struct


class CardShown(Struct, frozen=True):
    """A card: its title, its numbers and state in words, and the cards on or under it.

    `shape` is `plot`, `character`, `location`, `attachment`, `event`, `faction`, `agenda`, or `back` for a facedown
    card; `state` are the words for its marks, `turned` whether it lies on its side; `marks` say what else is so of it,
    `keywords` its present keywords, each with the rule that defines it. `values` are its numbers by name, in a game
    whose cards have more than one.
    """

    title: str
    shape: str
    handle: str = ""
    house: str = ""
    strength: int | None = None
    values: tuple[tuple[str, str], ...] = ()
    icons: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
    turned: bool = False
    marks: tuple[str, ...] = ()
    keywords: tuple[tuple[str, str], ...] = ()
    tokens: tuple[tuple[str, int], ...] = ()
    details: str = ""
    attached: tuple[CardShown, ...] = ()


class CardPile(Struct, frozen=True):
    """A pile or a hand: the number of cards, and the cards themselves if the viewer knows them."""

    name: str
    count: int
    cards: tuple[CardShown, ...] | None = None


class CardGroup(Struct, frozen=True):
    """Cards that are shown together in play; `in_row` from left to right over the whole width."""

    name: str
    cards: tuple[CardShown, ...]
    in_row: bool = False


class TableSide(Struct, frozen=True):
    """A seat's side of the table."""

    seat: str
    title: str
    numbers: tuple[tuple[str, int], ...]
    notes: tuple[str, ...]
    groups: tuple[CardGroup, ...]
    areas: tuple[CardPile, ...]


class SideTotal(Struct, frozen=True):
    """The total of a side in a struggle, and where it comes from: each part in words, as `+2 Doji Whisperer`."""

    side: str
    value: int
    parts: tuple[str, ...] = ()


class Struggle(Struct, frozen=True):
    """The current challenge, conflict or combat: a headline, the participants of each side, and what they come to."""

    title: str
    sides: tuple[tuple[str, tuple[str, ...]], ...]
    outcome: str = ""
    totals: tuple[SideTotal, ...] = ()


class MarkerShown(Struct, frozen=True):
    """A thing that belongs to the table, as a ring does: its name, its state in words, what lies on it.

    `kind` says what it is and which one, for how it is drawn: `ring air`. `side` is the seat that has it.
    """

    name: str
    kind: str
    state: str
    side: str = ""
    tokens: tuple[tuple[str, int], ...] = ()


class TableLayout(Struct, frozen=True):
    """A whole table; a duel is a struggle of two cards, within the other one or without it."""

    now: tuple[tuple[str, str], ...]
    sides: tuple[TableSide, ...]
    struggle: Struggle | None = None
    notes: tuple[str, ...] = ()
    markers: tuple[MarkerShown, ...] = ()
    duel: Struggle | None = None
