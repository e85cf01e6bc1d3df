"""The deck sheet that is filled while a list is read, and what a game says of the lists of its players.

Read in this order: `ListFormat`, `DeckSheet`, `finish_sheet`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, Literal, TypeAlias

from msgspec import Struct

from domain.cardgame.decks.deck_lists import AMBIGUOUS, UNKNOWN, DeckCardT, DeckT, ImportedDeck, LineFault
from domain.cardgame.pool.card_names import cards_meant, close_titles, title_and_set
from domain.cardgame.pool.pool import Pool

# what stands behind a label: the deck's name, a card as players call it, names with commas or semicolons between
Label: TypeAlias = Literal["name", "called", "listed"]
NAME_LABELS: dict[str, Label] = {"name": "name", "deck": "name"}


class ListFormat(Struct, Generic[DeckCardT], frozen=True):
    """What is a game's own in deck lists.

    `called` finds a card that players call otherwise than by its title, `House Stark` or `stark`. Of a deck in `single`
    there is one card: by deck the rule that a second one breaks. A list without a card of each deck in `needed` breaks
    the rule there. `headings` have by their text in small letters the type of the cards below, empty for any. `labels`
    say what stands behind `Faction:` and others, beside those of the name. A line with `export_mark` in front tells
    that the first line is the deck's name; it says nothing itself, nor does a line that one of the patterns
    `passed_over` describes.
    """

    called: Callable[[str, Pool[DeckCardT]], DeckCardT | None]
    single: Mapping[str, str]
    needed: Mapping[str, str]
    headings: Mapping[str, str]
    labels: Mapping[str, Label] = {}
    export_mark: str = ""
    passed_over: tuple[str, ...] = ()


class DeckSheet(Struct, Generic[DeckCardT]):
    """The cards of a deck in the order of its lines, each once for every copy, and the faults so far.

    `type` is that of the last heading.
    """

    pool: Pool[DeckCardT]
    format: ListFormat[DeckCardT]
    name: str = ""
    type: str = ""
    cards: list[DeckCardT] = []
    faults: list[LineFault] = []

    def add_fault(self, line: int, text: str, rule: str, candidates: Iterable[str] = ()) -> None:
        self.faults.append(LineFault(line, text, rule, tuple(candidates)))

    def enter(self, card: DeckCardT, copies: int, line: int, text: str) -> None:
        """Enter copies of a card; of a deck that has one card only, that one, which further lines may name again."""
        if card.deck not in self.format.single:
            self.cards.extend([card] * copies)
            return
        held = next((each for each in self.cards if each.deck == card.deck), None)
        if held is None and copies == 1:
            self.cards.append(card)
        elif held != card or copies > 1:
            self.add_fault(line, text, self.format.single[card.deck])

    def enter_found(self, found: Sequence[DeckCardT], copies: int, line: int, text: str) -> None:
        """Enter the one card of those that a name can mean."""
        if len(found) == 1:
            self.enter(found[0], copies, line, text)
        else:
            self.add_fault(line, text, AMBIGUOUS, (title_and_set(card, self.pool) for card in found))

    def enter_named(self, name: str, copies: int, line: int, text: str) -> None:
        """Enter the card with this name, which the last heading may tell from others."""
        found = cards_meant(name, self.pool, self.type)
        if found:
            self.enter_found(found, copies, line, text)
        else:
            self.add_fault(line, text, UNKNOWN, close_titles(name, self.pool))

    def enter_called(self, name: str, line: int, text: str) -> None:
        """Enter the card that players call so."""
        card = self.format.called(name, self.pool)
        if card:
            self.enter(card, 1, line, text)
        else:
            self.add_fault(line, text, UNKNOWN, close_titles(name, self.pool))

    def keys_of(self, *decks: str) -> tuple[str, ...]:
        """The keys of the cards of these decks, each once for every copy."""
        return tuple(card.key for card in self.cards if card.deck in decks)


def finish_sheet(sheet: DeckSheet[DeckCardT], make: Callable[[DeckSheet[DeckCardT]], DeckT]) -> ImportedDeck[DeckT]:
    """The deck that is made of the sheet, or its faults; a missing card is one where there is no other."""
    if not sheet.faults:
        for deck, rule in sheet.format.needed.items():
            if not sheet.keys_of(deck):
                sheet.add_fault(1, sheet.name, rule)
    if sheet.faults:
        return ImportedDeck(None, tuple(sheet.faults), sheet.name)
    return ImportedDeck(make(sheet), (), sheet.name)
