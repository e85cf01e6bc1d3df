"""A tiny card game that is none of the registered ones: an orchard of trees, tended by one keeper.

Its cards, its lists and its rules of deck building show what the floor of card games asks of a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from domain.cardgame.decks.deck_checks import (
    CopyLimit,
    DeckSize,
    Sections,
    cards_of_section,
    cards_out_of_place,
    too_many_copies,
    unknown_cards,
    wrong_size,
)
from domain.cardgame.decks.deck_json import CopiesByCard, enter_copies, read_deck_json
from domain.cardgame.decks.deck_lists import ImportedDeck, LineFault
from domain.cardgame.decks.deck_reading import fill_from_text
from domain.cardgame.decks.deck_sheet import DeckSheet, ListFormat, finish_sheet
from domain.cardgame.pool.card_fields import (
    CardFields,
    Count,
    FieldsOfTypes,
    InvalidCard,
    check_fields_of_type,
    convert_fields,
    printed_values,
)
from domain.cardgame.pool.keyword_lines import Keyword, KeywordList, check_keywords, keyword_from
from domain.cardgame.pool.own_cards import OwnCardReader
from domain.cardgame.pool.pool import Pool, read_set
from domain.cardgame.pool.printed_card import AbilityNote, CardSet
from domain.cardgame.words.places import WordFault
from domain.kernel.occurring.abilities import Ability
from domain.kernel.refusals import Refusal

CardType = Literal["keeper", "tree"]
KEYWORDS = KeywordList(
    rule="orchard.keywords",
    types={"evergreen": ("tree",), "yields": ("tree",), "no grafts": ("tree",), "patient": ("keeper", "tree")},
    numbered=frozenset({"yields"}),
    with_traits=frozenset({"no grafts"}),
)


class OrchardCard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One card's printed values."""

    key: str
    id: str
    set: str
    code: str = ""
    title: str
    type: CardType
    deck: str
    fruit: int = 0
    traits: tuple[str, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    deck_limit: int = 3
    quantity: int = 1
    ability_notes: tuple[AbilityNote, ...] = ()


class OrchardFields(CardFields, kw_only=True, forbid_unknown_fields=True):
    """The fields of a card as they are written."""

    type: CardType
    fruit: Count | None = None


FIELDS = FieldsOfTypes(only_on={"fruit": ("tree",)}, needed_by={"tree": ("fruit",)})


def read_card(mapping: object, set_id: str, set_code: str = "", where: str = "card") -> OrchardCard:
    """One card from plain fields. Raises InvalidCard."""
    fields = convert_fields(mapping, OrchardFields, where)
    check_fields_of_type(fields, FIELDS, where)
    keywords = tuple(keyword_from(text, f"{where}.keywords", KEYWORDS) for text in fields.keywords)
    check_keywords(keywords, fields.type, KEYWORDS, where)
    return OrchardCard(
        **printed_values(fields, set_id, set_code),
        deck="keeper" if fields.type == "keeper" else "grove",
        fruit=fields.fruit or 0,
        keywords=keywords,
        deck_limit=fields.deck_limit or 3,
    )


FIRST_HARVEST = """
[set]
game = "orchard"
id = "first"
name = "First Harvest"
code = "01"
cards = 6
copies = 10

[[card]]
id = "old-marta"
name = "Old Marta"
type = "keeper"
number = 1

[[card]]
id = "young-tom"
name = "Young Tom"
type = "keeper"
number = 2

[[card]]
id = "apple"
name = "Apple"
type = "tree"
number = 3
fruit = 2
traits = ["Pome"]
keywords = ["yields (2)"]
quantity = 3

[[card]]
id = "winter-pear"
name = "Winter Pear"
type = "tree"
number = 4
fruit = 1
traits = ["Pome"]
keywords = ["no grafts except Pome"]
quantity = 3

[[card]]
id = "the-kings-fig"
name = "The King’s Fig"
type = "tree"
number = 5
fruit = 4
deck_limit = 1

[[card]]
id = "yew"
name = "Yew"
type = "tree"
number = 6
fruit = 0
keywords = ["evergreen"]
"""


def read_orchard(text: str) -> Pool[OrchardCard]:
    """The pool of one set. Raises InvalidCard."""
    return read_set(text, "orchard", read_card)


def first_harvest() -> Pool[OrchardCard]:
    """The cards of the only set."""
    return read_orchard(FIRST_HARVEST)


# --- own cards


def read_abilities(data: object, where: str, card: OrchardCard) -> tuple[Ability, ...]:
    """An action for each name in a list. Raises InvalidCard."""
    if not isinstance(data, list):
        raise InvalidCard(f"{where}: expected a list")
    return tuple(Ability(timing=str(each)) for each in data)


def faults_of_card(card: OrchardCard, abilities: tuple[Ability, ...]) -> Iterator[WordFault]:
    """The fault of a keeper who does nothing."""
    if card.type == "keeper" and not abilities:
        yield WordFault(".abilities", "a keeper does something")


OWN_CARDS = OwnCardReader(read_card, read_abilities, faults_of_card, ({"id": "stump", "type": "tree", "fruit": 0},))


# --- decks


class Orchard(Struct, frozen=True):
    """A deck in card keys."""

    keeper: str
    grove: tuple[str, ...]


def keeper_called(name: str, pool: Pool[OrchardCard]) -> OrchardCard | None:
    """The keeper with this first or last name alone."""
    keepers = (card for card in pool.cards.values() if card.type == "keeper")
    return next((card for card in keepers if name.casefold() in card.title.casefold().split()), None)


FORMAT: ListFormat[OrchardCard] = ListFormat(
    called=keeper_called,
    single={"keeper": "orchard.one-keeper"},
    needed={"keeper": "orchard.one-keeper"},
    headings={"keeper": "keeper", "tree": "tree", "trees": "tree", "grove": ""},
    labels={"keeper": "called", "trees": "listed"},
    export_mark="from set",
    passed_over=("printed on .+",),
)


class OrchardJson(Struct):
    """The deck as a site writes it: copies by the id of the card."""

    keeper: str
    cards: CopiesByCard


def read_list(text: str, pool: Pool[OrchardCard]) -> ImportedDeck[Orchard]:
    sheet = DeckSheet(pool, FORMAT)
    fill_from_text(sheet, text)
    return finish_sheet(sheet, orchard_of)


def read_json_deck(text: str, pool: Pool[OrchardCard]) -> ImportedDeck[Orchard]:
    document = read_deck_json(text, OrchardJson)
    if isinstance(document, LineFault):
        return ImportedDeck(None, (document,))
    sheet = DeckSheet(pool, FORMAT)
    sheet.enter_called(document.keeper, 1, document.keeper)
    enter_copies(sheet, dict(document.cards), text, lambda id, pool: pool.find_all(id))
    return finish_sheet(sheet, orchard_of)


def orchard_of(sheet: DeckSheet[OrchardCard]) -> Orchard:
    return Orchard(sheet.keys_of("keeper")[0], sheet.keys_of("grove"))


GROVE = DeckSize("orchard.grove-five-to-eight", "grove", least=5, most=8, cards="trees")
LIMIT = CopyLimit(usual=3, rule="orchard.three-copies", lower="orchard.rare", higher="orchard.common")
PLACES = {"keeper": "orchard.one-keeper", "grove": "orchard.only-trees"}


def orchard_faults(deck: Orchard, pool: Pool[OrchardCard]) -> tuple[Refusal, ...]:
    """Every rule of deck building that a deck breaks."""

    def found() -> Iterator[Refusal]:
        sections: Sections = {"keeper": (deck.keeper,), "grove": deck.grove}
        grove = cards_of_section(sections, pool, "grove")
        yield from unknown_cards(sections, pool)
        yield from cards_out_of_place(sections, pool, PLACES)
        yield from wrong_size(len(grove), GROVE)
        yield from too_many_copies(grove, LIMIT)

    return tuple(found())


def with_another_apple() -> Pool[OrchardCard]:
    """The set with a keeper of a tree's name from a second one."""
    cards = [{"id": "apple", "name": "apple!", "type": "keeper"}]
    second = CardSet(id="second", name="Second Harvest")
    return first_harvest().with_cards([read_card(each, "second") for each in cards], second)
