"""A description asks only about what it names, and answers as if it asked about everything."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest
from msgspec import structs

from domain.cardgame.abilities.context import AbilityContext
from domain.cardgame.words.select import Count
from domain.families.agot_cards.state import AgotContext
from domain.families.agot_cards.words.select import Cards
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.ids import Handle
from domain.kernel.occurring.conditions import EffectObject
from service.tools.simulate import SimulationTask, decisions

PICKED = "target"
ASKED: dict[str, object] = {
    "type": ("character",),
    "faction": "stark",
    "trait": ("Lord",),
    "title": "The Red Keep",
    "controller": "you",
    "where": ("hand", "play"),
    "unique": True,
    "loyal": True,
    "kneeling": True,
    "participating": "no",
    "alone": True,
    "icon": "power",
    "without_icon": "power",
    "keyword": "renown",
    "strength_at_most": Count(Cards(), plus=-12),
    "printed_strength_at_most": 3,
    "cost_at_most": 2,
    "has_power": True,
    "token": "poison",
    "me": True,
    "other": True,
    "host": True,
    "answered": True,
    "source": True,
    "on_me": True,
    "picked": PICKED,
    "not_picked": PICKED,
    "done": True,
    "copy_of_done": True,
    "duplicates": True,
}


WIDENING = ("where", "duplicates")
"""The fields by which more cards fit."""


@cache
def tables() -> list[AgotTable]:
    """The tables of some matches, here and there."""
    return [
        each.match.table
        for number in range(1, 4)
        for each in islice(decisions(SimulationTask("agot_lcg", 4, number)), 40, 400, 20)
    ]


def contexts(table: AgotTable) -> Iterator[AgotContext]:
    """The ability of each character in play; its own card is what was chosen for it."""
    for card in table.all_characters():
        effect = EffectObject(
            1, table.cards[card].key, 0, table.cards[card].controller, card, chosen=((PICKED, (card,)),)
        )
        yield AbilityContext(table, effect.key, 0, effect.you, card, effect=effect)


def fits_in_all(cards: Cards, context: AgotContext, card: Handle) -> bool:
    """Whether a card fits when nothing is left out that a description could ask."""
    found = context.table.cards[card]
    asked = (cards.fits_place(context, found), cards.fits_print(found), cards.fits_state(context, found))
    return all((cards.fits_relation(context, card), cards.fits_numbers(context, found), *asked))


@pytest.mark.parametrize("name", ASKED)
def test_what_a_description_asks_is_never_left_out(name: str) -> None:
    cards = Cards(**{name: ASKED[name]})  # type: ignore[arg-type]
    refused = 0
    for table in tables():
        context = next(contexts(table))
        for card in table.cards:
            fits = fits_in_all(cards, context, card)
            assert cards.fits(context, card) == fits, table.cards[card]
            refused += not fits and fits_in_all(Cards(where=cards.where), context, card)
    assert refused or name in WIDENING, f"nothing is refused for its {name}"


def test_every_field_of_a_description_is_tried() -> None:
    assert ASKED.keys() == {each.name for each in structs.fields(Cards)}
