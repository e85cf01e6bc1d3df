"""Decks read from ThronesDB's text export, its JSON, and plain lists of `3x Name` or `3 Name`.

Read in this order: `import_deck`, `FORMAT`, `from_text`, `from_json`, `to_thronesdb_text`. Reading never raises: a line
that cannot be read is a `LineFault`. `deck_building.py` decides whether the deck is legal.
"""

import re
from collections import Counter

import msgspec

from domain.cardgame.decks.deck_json import CopiesByCard, enter_copies, line_of, read_deck_json
from domain.cardgame.decks.deck_lists import ImportedDeck, LineFault
from domain.cardgame.decks.deck_reading import fill_from_text
from domain.cardgame.decks.deck_sheet import DeckSheet, ListFormat, finish_sheet
from domain.cardgame.decks.deck_writing import packs_of, section_lines
from domain.cardgame.pool.card_names import card_of_code
from domain.cardgame.pool.pool import Pool
from domain.games.agot_lcg.decks.deck_building import Deck
from domain.games.agot_lcg.pool.printed import FACTION_NAMES, Printed

SECTIONS = ("plot", "character", "location", "attachment", "event")
THRONESDB_CARDS = "slots"  # the field that only ThronesDB's JSON has
ONE_FACTION_CARD = "agot_lcg.deckbuilding.one-faction-card"


def import_deck(text: str, pool: Pool[Printed]) -> ImportedDeck[Deck]:
    """The deck in any of the three formats; JSON is recognised by its first character."""
    plain = text.removeprefix("\ufeff")
    return from_json(plain, pool) if plain.lstrip().startswith("{") else from_text(plain, pool)


def faction_card_named(name: str, pool: Pool[Printed]) -> Printed | None:
    """The faction card meant by "House Stark", "stark" or ThronesDB's "thenightswatch"."""
    short = _letters(name).removeprefix("house").removeprefix("the")
    faction = next((faction for faction, own in FACTION_NAMES.items() if _letters(own) == short), None)
    cards = pool.cards.values()
    return next((card for card in cards if card.type == "faction" and card.faction == faction), None)


def _letters(name: str) -> str:
    return re.sub("[^a-z]", "", name.casefold())


FORMAT: ListFormat[Printed] = ListFormat(
    called=faction_card_named,
    single={"faction": ONE_FACTION_CARD, "agenda": "agot_lcg.agenda.at-most-one"},
    needed={"faction": ONE_FACTION_CARD},
    headings={
        **{heading: type for type in (*SECTIONS, "agenda", "faction") for heading in (type, f"{type}s")},
        **dict.fromkeys(("card", "cards", "deck", "plot deck", "draw deck"), ""),
    },
    labels={
        "faction": "called",
        "house": "called",
        **dict.fromkeys(("agenda", "agendas", "plot", "plots"), "listed"),
    },
    export_mark="packs:",
    passed_over=("from .+ to .+",),
)


def from_text(text: str, pool: Pool[Printed]) -> ImportedDeck[Deck]:
    """The deck of a ThronesDB text export (in any sort order) or of a plain list."""
    sheet = DeckSheet(pool, FORMAT)
    fill_from_text(sheet, text)
    return finish_sheet(sheet, _deck_of)


def _deck_of(sheet: DeckSheet[Printed]) -> Deck:
    (faction,) = sheet.keys_of("faction")
    agenda = next(iter(sheet.keys_of("agenda")), None)
    # a title belongs to no deck of this game: among the cards it is refused as out of place
    return Deck(faction, agenda, sheet.keys_of("plot"), sheet.keys_of("draw", "title"))


class _ThronesDbDeck(msgspec.Struct):
    faction_code: str
    slots: CopiesByCard
    name: str = ""
    agendas: tuple[str, ...] = ()


def from_json(text: str, pool: Pool[Printed]) -> ImportedDeck[Deck]:
    """The deck in ThronesDB's JSON: `name`, `faction_code`, `slots` (code: copies), `agendas` (codes)."""
    document = read_deck_json(text, _ThronesDbDeck)
    if isinstance(document, LineFault):
        return ImportedDeck(None, (document,))
    sheet = DeckSheet(pool, FORMAT, name=document.name)
    sheet.enter_called(document.faction_code, line_of(document.faction_code, text), document.faction_code)
    enter_copies(sheet, dict.fromkeys(document.agendas, 1) | dict(document.slots), text, card_of_code)
    return finish_sheet(sheet, _deck_of)


def to_thronesdb_text(deck: Deck, pool: Pool[Printed], name: str) -> str:
    """The deck in the form of ThronesDB's text export; raises KeyError for a card that the pool lacks."""
    copies = Counter({pool.cards[key]: n for key, n in Counter((*deck.plots, *deck.cards)).items()})
    agenda = [pool.cards[deck.agenda].title] if deck.agenda else []
    head = [name, "", pool.cards[deck.faction].title, *agenda, "", f"Packs: {packs_of(copies, pool)}", ""]
    sections = (
        section_lines(section.capitalize(), {card: n for card, n in copies.items() if card.type == section}, pool)
        for section in SECTIONS
    )
    return "\n".join([*head, *(line for section in sections for line in section)])
