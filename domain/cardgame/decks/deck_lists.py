"""Decks as players have them, in lines or as JSON: what reading returns, and the rules that a line may break.

A rule that is no game's own, as that of a card that nobody knows, stands in the book of the kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from domain.cardgame.pool.printed_card import PrintedCard
from domain.kernel.refusals import JsonObject

UNKNOWN = "deck.unknown-card"
AMBIGUOUS = "deck.ambiguous-card"
UNREADABLE = "deck.unreadable-line"


class LineFault(Struct, frozen=True):
    """One line that could not be read: its number from 1, its text, the rule, and the titles it may mean."""

    line: int
    text: str
    rule: str
    candidates: tuple[str, ...] = ()


# from text or a document, which may be in card keys already, to card keys
DeckReader: TypeAlias = Callable[[str | JsonObject], JsonObject | tuple[LineFault, ...]]


class DeckCard(PrintedCard, Protocol):
    """A printed card as far as decks are built of it."""

    @property
    def deck(self) -> str:
        """The deck, or the part of one, in which the card belongs."""

    @property
    def deck_limit(self) -> int:
        """The number of copies that a deck may hold."""


DeckCardT = TypeVar("DeckCardT", bound=DeckCard)
DeckT = TypeVar("DeckT")


class ImportedDeck(Struct, Generic[DeckT], frozen=True):
    """The result of an import; `deck` is None if there is a fault."""

    deck: DeckT | None
    faults: tuple[LineFault, ...]
    name: str = ""
