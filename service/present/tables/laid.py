"""A card game's table as values that a page lays out; a card that the viewer does not know is only counted.

Read `CardShown`, `CardPile`, `TableSide`, then `TableLayout`.
"""

from __future__ import annotations

from msgspec import Struct


class CardShown(Struct, frozen=True):
    """A card: its title, what it is, its numbers and state in words, what lies on it or under it.

    `shape` is `plot`, `character`, `location`, `attachment`, `event`, `faction`, `agenda`, or `back` for one that lies
    facedown; `marks` are the words of its state, `keywords` those that it has now, each with the rule that says what it
    does.
    """

    title: str
    shape: str
    handle: str = ""
    house: str = ""
    strength: int | None = None
    icons: tuple[str, ...] = ()
    knelt: bool = False
    marks: tuple[str, ...] = ()
    keywords: tuple[tuple[str, str], ...] = ()
    tokens: tuple[tuple[str, int], ...] = ()
    details: str = ""
    attached: tuple[CardShown, ...] = ()


class CardPile(Struct, frozen=True):
    """A pile or a hand: how many cards, and which if the viewer knows them."""

    name: str
    count: int
    cards: tuple[CardShown, ...] | None = None


class CardGroup(Struct, frozen=True):
    """Cards that lie together in play."""

    name: str
    cards: tuple[CardShown, ...]


class TableSide(Struct, frozen=True):
    """A seat's side of the table."""

    seat: str
    title: str
    numbers: tuple[tuple[str, int], ...]
    notes: tuple[str, ...]
    groups: tuple[CardGroup, ...]
    areas: tuple[CardPile, ...]


class Struggle(Struct, frozen=True):
    """What is fought over just now: a headline, and who takes part on which side."""

    title: str
    sides: tuple[tuple[str, tuple[str, ...]], ...]
    outcome: str = ""


class TableLayout(Struct, frozen=True):
    """A whole table."""

    now: tuple[tuple[str, str], ...]
    sides: tuple[TableSide, ...]
    struggle: Struggle | None = None
    notes: tuple[str, ...] = ()
