"""Decks that are brought and hands that are taken again, in a card game of its own."""

from __future__ import annotations

from domain.cardgame.setup import bring_deck, decide_mulligan, random_first_player
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import zone
from tests.examples.duel import ALICE, SEATS, duel


def test_a_deck_lies_in_the_order_of_its_list() -> None:
    game = duel()
    bring_deck(game, ALICE, "deck", ("knight", "sword"))
    lying = game.table.zone(zone(ALICE, "deck"))
    assert [game.table.cards[each].key for each in lying] == ["knight", "sword"]
    assert {game.table.cards[each].owner for each in lying} == {ALICE}


def test_the_first_player_is_drawn_among_the_seats() -> None:
    game = duel()
    random_first_player(game, Procedure())
    assert game.table.first_player in SEATS


def test_a_hand_is_kept_or_drawn_anew() -> None:
    game = duel(a="alice_hand", b="alice_deck", c="alice_deck")
    decide_mulligan(game, ALICE, False, 2)
    assert game.table.zone(zone(ALICE, "hand")) == ["a"]
    decide_mulligan(game, ALICE, True, 2)
    assert len(game.table.zone(zone(ALICE, "hand"))) == 2
    assert len(game.table.zone(zone(ALICE, "deck"))) == 1
