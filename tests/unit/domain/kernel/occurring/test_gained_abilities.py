"""Gained abilities: numbers that are never given twice, the index beside a card's own, and the end with its handle."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import pytest

from domain.kernel.cards.card_table import CardTable
from domain.kernel.cards.moving_cards import move, redraw_handles, shuffle
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.game import Game
from domain.kernel.ids import Handle, zone
from domain.kernel.occurring.gained_abilities import gain_ability, lose_ability, text_place
from domain.kernel.table import Card
from service.present.text.facts import sentence
from service.present.text.names import CardTitles
from tests.examples.pebbles import ALICE, SEATS, PebbleRules

# what the cards of the game do, as the keys to which each ability listens
TEXTS = {"stone": ("action:",), "moss": ("reaction:rain", "action:")}
STONE, PLAY, HAND = Handle("s1"), zone(ALICE, "play"), zone(ALICE, "hand")


class Title(NamedTuple):
    """A card of the pool."""

    title: str


class Texts(NamedTuple):
    """The index of a card: what it says itself, and what it has gained."""

    def index_keys(self, card: Card) -> tuple[tuple[str, int], ...]:
        own = ((key, number) for number, key in enumerate(TEXTS[card.key]))
        return (*own, *((TEXTS[each.key][each.place], each.number) for each in card.gained))


class StoneTable(CardTable, kw_only=True):
    zone_kinds: ClassVar[dict[str, ZoneKind]] = {"play": ZoneKind("all", in_play=True), "hand": ZoneKind("owner")}


@pytest.fixture
def game() -> Game[CardTable]:
    """A game with one stone in play."""
    table = StoneTable(seats=SEATS, registry=Texts())
    table.lay(Card(STONE, "stone", ALICE, ALICE, PLAY))
    return Game(PebbleRules(), table, bytes(32), 1)  # type: ignore[abstract, arg-type]


def test_a_gained_ability_listens_beside_the_own_ones(game: Game[CardTable]) -> None:
    number = gain_ability(game, STONE, "moss", 0)
    assert game.table.listeners("reaction:rain") == ((STONE, number),)
    assert game.table.listeners("action:") == ((STONE, 0),)
    assert game.table.rebuilt_index() == {key: frozenset(found) for key, found in game.table.listens.items() if found}


def test_an_ability_is_of_the_card_in_whose_text_it_stands(game: Game[CardTable]) -> None:
    number = gain_ability(game, STONE, "moss", 1)
    assert text_place(game.table.cards[STONE], number) == ("moss", 1)
    assert text_place(game.table.cards[STONE], 0) == ("stone", 0)


def test_the_same_ability_gained_twice_counts_twice(game: Game[CardTable]) -> None:
    first, second = gain_ability(game, STONE, "moss", 0), gain_ability(game, STONE, "moss", 0)
    assert game.table.listeners("reaction:rain") == ((STONE, first), (STONE, second))
    lose_ability(game, STONE, first)
    assert game.table.listeners("reaction:rain") == ((STONE, second),)


def test_the_number_of_a_lost_ability_names_nothing_and_is_not_given_again(game: Game[CardTable]) -> None:
    number = gain_ability(game, STONE, "moss", 0)
    lose_ability(game, STONE, number)
    with pytest.raises(LookupError, match=f"s1 has no ability {number}"):
        text_place(game.table.cards[STONE], number)
    assert gain_ability(game, STONE, "moss", 0) != number


def test_a_card_that_gets_a_new_handle_has_gained_nothing(game: Game[CardTable]) -> None:
    gain_ability(game, STONE, "moss", 0)
    (card,) = move(game, [STONE], HAND)
    assert game.table.cards[card].gained == ()
    assert game.table.listeners("reaction:rain") == ()


def test_a_card_that_is_shuffled_or_renamed_has_gained_nothing(game: Game[CardTable]) -> None:
    gain_ability(game, STONE, "moss", 0)
    shuffle(game, PLAY)
    (card,) = game.table.zone(PLAY)
    gain_ability(game, card, "moss", 0)
    redraw_handles(game, PLAY, [card])
    (card,) = game.table.zone(PLAY)
    assert game.table.cards[card].gained == ()
    assert game.table.listens["reaction:rain"] == ()


def test_people_are_told_of_it(game: Game[CardTable]) -> None:
    lose_ability(game, STONE, gain_ability(game, STONE, "moss", 0))
    names = CardTitles({"stone": Title("Stone"), "moss": Title("Moss")}, handles=False)
    names.look_at(game.table, ALICE)
    assert [sentence(fact, names) for fact in game.facts] == [
        "Stone gains an ability of Moss",
        "Stone loses an ability that it had gained",
    ]
