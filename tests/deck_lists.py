"""Lists of decks of Kites in all spellings that the floor of card games can read, for the tests of that floor.

The game itself has plainer lists: here flyers are called by one name, exports have a mark, sites write JSON.
"""

from __future__ import annotations

from msgspec import Struct, structs

from domain.cardgame.decks.deck_json import CopiesByCard, enter_copies, read_deck_json
from domain.cardgame.decks.deck_lists import ImportedDeck, LineFault
from domain.cardgame.decks.deck_reading import fill_from_text
from domain.cardgame.decks.deck_sheet import DeckSheet, ListFormat, finish_sheet
from domain.cardgame.pool.pool import Pool
from domain.cardgame.pool.printed_card import CardSet
from tests.examples.kites.pool import FORMAT, Deck, Printed, first_wind, read_card


def flyer_called(name: str, pool: Pool[Printed]) -> Printed | None:
    """The flyer with this first or last name alone."""
    flyers = (card for card in pool.cards.values() if card.type == "flyer")
    return next((card for card in flyers if name.casefold() in card.title.casefold().split()), None)


WIDE: ListFormat[Printed] = structs.replace(
    FORMAT,
    called=flyer_called,
    headings={**FORMAT.headings, "kite": "kite"},
    labels={"flyer": "called", "kites": "listed"},
    export_mark="from set",
    passed_over=("printed on .+",),
)


class KitesJson(Struct):
    """The deck as a site writes it: copies by the id of the card."""

    flyer: str
    cards: CopiesByCard


def deck_of(sheet: DeckSheet[Printed]) -> Deck:
    return Deck(sheet.keys_of("flyer")[0], sheet.keys_of("bag"))


def read_list(text: str, pool: Pool[Printed]) -> ImportedDeck[Deck]:
    sheet = DeckSheet(pool, WIDE)
    fill_from_text(sheet, text)
    return finish_sheet(sheet, deck_of)


def read_json_deck(text: str, pool: Pool[Printed]) -> ImportedDeck[Deck]:
    document = read_deck_json(text, KitesJson)
    if isinstance(document, LineFault):
        return ImportedDeck(None, (document,))
    sheet = DeckSheet(pool, WIDE)
    sheet.enter_called(document.flyer, 1, document.flyer)
    enter_copies(sheet, dict(document.cards), text, lambda id, pool: pool.find_all(id))
    return finish_sheet(sheet, deck_of)


def with_another_heron() -> Pool[Printed]:
    """The set with a flyer of a kite's name from a second one."""
    cards = [{"id": "heron", "name": "heron!", "type": "flyer"}]
    second = CardSet(id="second", name="Second Wind")
    return first_wind().with_cards([read_card(each, "second") for each in cards], second)
