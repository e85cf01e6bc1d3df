"""Decks read from the lists of deck builders and from the JSON of EmeraldDB and FiveRingsDB.

Read in this order: `import_deck`, `FORMAT`, `from_text`, `from_json`, `to_text`. Reading never raises: a line that
cannot be read is a `LineFault`. `deck_building.py` decides whether the deck is legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from domain.cardgame.decks.deck_json import CopiesByCard, enter_copies, is_count, json_words, line_of, read_deck_json
from domain.cardgame.decks.deck_lists import UNREADABLE, ImportedDeck, LineFault
from domain.cardgame.decks.deck_reading import fill_from_text
from domain.cardgame.decks.deck_sheet import DeckSheet, ListFormat, finish_sheet
from domain.cardgame.decks.deck_writing import section_lines
from domain.cardgame.pool.pool import Pool
from domain.games.l5r.decks.deck_building import Deck
from domain.games.l5r.pool.printed import CLAN_NAMES, Printed

ONE_STRONGHOLD = "l5r.deck.one-stronghold"
TYPES = ("stronghold", "role", "province", "character", "attachment", "event", "holding")
# the headings of a list that is written, with the deck and the type of the cards below
SECTIONS = (
    ("Dynasty Character", "dynasty", "character"),
    ("Dynasty Event", "dynasty", "event"),
    ("Holding", "dynasty", "holding"),
    ("Conflict Character", "conflict", "character"),
    ("Attachment", "conflict", "attachment"),
    ("Conflict Event", "conflict", "event"),
)


def import_deck(text: str, pool: Pool[Printed]) -> ImportedDeck[Deck]:
    """The deck in any of the formats; JSON is recognised by its first character."""
    plain = text.removeprefix("\ufeff")
    return from_json(plain, pool) if plain.lstrip().startswith("{") else from_text(plain, pool)


def no_other_name(name: str, pool: Pool[Printed]) -> None:
    """Nothing: players call every card by its title."""
    return


CLANS = "|".join(CLAN_NAMES.values())
FORMAT: ListFormat[Printed] = ListFormat(
    called=no_other_name,
    single={"stronghold": ONE_STRONGHOLD, "role": "l5r.role.max-one"},
    needed={"stronghold": ONE_STRONGHOLD},
    headings={
        **{heading: type for type in TYPES for heading in (type, f"{type}s")},
        **{
            f"{deck} {heading}": type
            for type in ("character", "attachment", "event", "holding")
            for deck in ("dynasty", "conflict")
            for heading in (type, f"{type}s")
        },
        **dict.fromkeys(("card", "cards", "deck"), ""),
        **dict.fromkeys(("dynasty", "conflict", "dynasty deck", "conflict deck", "province deck"), ""),
    },
    labels=dict.fromkeys(("stronghold", "role", "province", "provinces"), "listed"),
    passed_over=(
        r"(packs|format|influence|(primary |secondary )?clan)\s*:.*",
        rf"(the )?({CLANS}) clan",
    ),
)


def from_text(text: str, pool: Pool[Printed]) -> ImportedDeck[Deck]:
    """The deck of a list as Jigoku and Bushi Builder write it, `3x Name (Pack)`, or of a plain list."""
    sheet = DeckSheet(pool, FORMAT)
    fill_from_text(sheet, text)
    return finish_sheet(sheet, deck_of_sheet)


def deck_of_sheet(sheet: DeckSheet[Printed]) -> Deck:
    (stronghold,) = sheet.keys_of("stronghold")
    role = next(iter(sheet.keys_of("role")), None)
    return Deck(stronghold, role, sheet.keys_of("province"), sheet.keys_of("dynasty"), sheet.keys_of("conflict"))


FORMS = "a card with its copies, where there is no field cards, head, record or records"


class SiteDeck(msgspec.Struct):
    """A deck as EmeraldDB and FiveRingsDB write it: copies by card id, the stronghold and all others."""

    cards: CopiesByCard
    name: str = ""


class Versioned(msgspec.Struct):
    """A deck in an answer: itself, or as its newest version, the `head`, if the site keeps its versions."""

    head: SiteDeck | None = None
    cards: CopiesByCard | None = None
    name: str = ""


class SiteAnswer(Versioned):
    """The deck alone, or in the envelope in which FiveRingsDB answers: `record`, or `records` with one deck."""

    record: Versioned | None = None
    records: list[Versioned] | None = None


def from_json(text: str, pool: Pool[Printed]) -> ImportedDeck[Deck]:
    """The deck in the JSON of EmeraldDB or FiveRingsDB, or the mapping of card ids to copies alone."""
    document = deck_of_json(text)
    if isinstance(document, LineFault):
        return ImportedDeck(None, (document,))
    sheet = DeckSheet(pool, FORMAT, name=document.name)
    enter_copies(sheet, dict(document.cards), text, cards_of_id)
    return finish_sheet(sheet, deck_of_sheet)


def deck_of_json(text: str) -> SiteDeck | LineFault:
    """The name and the copies by card, in whichever of the forms they are written; or why they are not."""
    answer = read_deck_json(text, SiteAnswer)
    if isinstance(answer, LineFault):
        return answer
    if answer.records is not None and len(answer.records) != 1:
        found = f"deck.records: expected one deck, found {len(answer.records)}"
        return LineFault(line_of("records", text), found, UNREADABLE)
    if answer.records is not None:
        return deck_in(answer.records[0], "deck.records[0]", text)
    if answer.record is not None:
        return deck_in(answer.record, "deck.record", text)
    if answer.head is not None or answer.cards is not None:
        return deck_in(answer, "deck", text)
    return copies_alone(text)


def deck_in(answer: Versioned, place: str, text: str) -> SiteDeck | LineFault:
    """The deck at a place of an answer; or that it has no cards."""
    if answer.head is not None:
        return answer.head
    if answer.cards is not None:
        return SiteDeck(answer.cards, answer.name)
    return LineFault(line_of(place.split(".")[-1].partition("[")[0], text), f"{place}.cards: missing", UNREADABLE)


def copies_alone(text: str) -> SiteDeck | LineFault:
    """The deck of a document that is the mapping of cards alone; or which field is no card with its copies."""
    fields = read_deck_json(text, dict[str, Any])
    if isinstance(fields, LineFault):
        return fields
    for name, value in fields.items():
        if not is_count(value):
            said = f"deck[{name}]: expected {FORMS}, found {json_words(value)}"
            return LineFault(line_of(name, text), said, UNREADABLE)
    return SiteDeck(fields)


def cards_of_id(id: str, pool: Pool[Printed]) -> tuple[Printed, ...]:
    """The cards with an id of a site: that of the pool, alone or behind the code of its set, `01-doji-whisperer`."""
    if id in pool.by_id:
        return tuple(pool.cards[key] for key in pool.by_id[id])
    code, _, plain = id.partition("-")
    found = (pool.cards[key] for key in pool.by_id.get(plain, ()))
    return tuple(card for card in found if pool.sets[card.set].code == code)


def to_text(deck: Deck, pool: Pool[Printed], name: str) -> str:
    """The deck as a list in sections, `3x Name (Pack)`; raises KeyError for a card that the pool lacks."""
    copies = Counter({pool.cards[key]: n for key, n in Counter((*deck.dynasty, *deck.conflict)).items()})
    alone: list[tuple[str, Mapping[Printed, int]]] = [
        ("Stronghold", {pool.cards[deck.stronghold]: 1}),
        ("Role", {pool.cards[deck.role]: 1} if deck.role else {}),
        ("Province", Counter(pool.cards[key] for key in deck.provinces)),
    ]
    sections = [
        (heading, {card: n for card, n in copies.items() if (card.deck, card.type) == (place, type)})
        for heading, place, type in SECTIONS
    ]
    listed = (section_lines(heading, cards, pool) for heading, cards in (*alone, *sections))
    return "\n".join([name, "", *(line for lines in listed for line in lines)])
