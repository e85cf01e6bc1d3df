"""The printed cards of Kites, and decks: how a set and the lists of players are read, what a deck must keep."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import ClassVar, Literal

from msgspec import Struct

from domain.cardgame.decks import deck_checks
from domain.cardgame.decks.deck_lists import ImportedDeck
from domain.cardgame.decks.deck_reading import fill_from_text
from domain.cardgame.decks.deck_sheet import DeckSheet, ListFormat, finish_sheet
from domain.cardgame.pool import card_fields
from domain.cardgame.pool.pool import Pool, read_set
from domain.cardgame.pool.printed_card import AbilityNote
from domain.kernel.citing import enforces
from domain.kernel.refusals import Refusal

CardType = Literal["flyer", "kite", "tail", "gust"]
ONE_FLYER, BAG, COPIES = "kites.deck.one-flyer", "kites.deck.bag", "kites.deck.three-copies"
FIELDS = card_fields.FieldsOfTypes(
    only_on={"lift": ("kite",), "cost": ("kite", "tail", "gust")},
    needed_by={"kite": ("cost", "lift"), "tail": ("cost",), "gust": ("cost",)},
)


class Printed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One card's printed values; `deck` is the part of a deck in which it belongs. No cost is an X."""

    cost_x: ClassVar[bool] = False
    key: str
    id: str
    set: str
    code: str
    title: str
    type: CardType
    deck: str
    cost: int
    lift: int
    traits: tuple[str, ...]
    deck_limit: int
    quantity: int
    ability_notes: tuple[AbilityNote, ...]


class PrintedFields(card_fields.CardFields, kw_only=True, forbid_unknown_fields=True):
    """The fields of a card as they are written."""

    type: CardType
    cost: card_fields.Count | None = None
    lift: card_fields.Count | None = None


def read_card(mapping: object, set_id: str, set_code: str = "", where: str = "card") -> Printed:
    """One card from plain fields. Raises InvalidCard."""
    fields = card_fields.convert_fields(mapping, PrintedFields, where)
    card_fields.check_fields_of_type(fields, FIELDS, where)
    return Printed(
        **card_fields.printed_values(fields, set_id, set_code),
        deck="flyer" if fields.type == "flyer" else "bag",
        cost=fields.cost or 0,
        lift=fields.lift or 0,
        deck_limit=fields.deck_limit or 3,
    )


@cache
def first_wind() -> Pool[Printed]:
    """The cards of the only set."""
    return read_set(files(__package__).joinpath("cards.toml").read_text(encoding="utf-8"), "kites", read_card)


class Deck(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck in card keys."""

    flyer: str
    bag: tuple[str, ...]


FORMAT: ListFormat[Printed] = ListFormat(
    called=lambda name, pool: None,
    single={"flyer": ONE_FLYER},
    needed={"flyer": ONE_FLYER},
    headings={"flyer": "flyer", "kites": "kite", "tails": "tail", "gusts": "gust", "bag": ""},
    labels={"flyer": "listed"},
)


def import_deck(text: str, pool: Pool[Printed]) -> ImportedDeck[Deck]:
    """The deck of a list, or what is wrong with its lines."""
    sheet = DeckSheet(pool, FORMAT)
    fill_from_text(sheet, text)
    return finish_sheet(sheet, lambda filled: Deck(filled.keys_of("flyer")[0], filled.keys_of("bag")))


@enforces(ONE_FLYER, BAG, COPIES)
def deck_faults(deck: Deck, pool: Pool[Printed]) -> Iterator[Refusal]:
    """Yield a refusal for every rule of deck building that a deck breaks."""
    sections = {"flyer": (deck.flyer,), "bag": deck.bag}
    bag = deck_checks.cards_of_section(sections, pool, "bag")
    yield from deck_checks.unknown_cards(sections, pool)
    yield from deck_checks.cards_out_of_place(sections, pool, {"flyer": ONE_FLYER, "bag": BAG})
    yield from deck_checks.wrong_size(len(bag), deck_checks.DeckSize(BAG, "bag", least=20, most=30))
    yield from deck_checks.too_many_copies(bag, deck_checks.CopyLimit(3, COPIES, COPIES, COPIES))
