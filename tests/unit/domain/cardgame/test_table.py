"""The table of a card game of two kinds of zones: order of players, play areas, and what a card loses out of play."""

from __future__ import annotations

from typing import Any

import pytest

from domain.cardgame.table import CardMatch
from domain.kernel.cards.card_facts import CardsMoved, Move
from domain.kernel.cards.moving_cards import move as move_cards
from domain.kernel.ids import Handle, Seat, zone
from tests.examples.duel import ALICE, BOB, CAROL, KNIGHT, DuelTable, duel


def test_players_are_in_order_from_the_first_without_those_who_are_out() -> None:
    table = duel().table
    assert table.player_order() == (BOB, CAROL, ALICE)
    table.eliminated = (CAROL,)
    assert table.player_order() == (BOB, ALICE)
    assert table.remaining_seats() == (ALICE, BOB)
    assert table.opponents(ALICE) == (BOB,)
    assert (table.next_seat(BOB), table.next_seat(CAROL)) == (ALICE, ALICE)


def test_the_zones_of_a_game_make_up_its_play_areas() -> None:
    table = duel(a="alice_behind", b="alice_field", c="bob_field", d="alice_hand").table
    assert table.play_area(ALICE) == ["b", "a"]
    assert table.zone(zone(ALICE, "field")) == ["b"]
    assert table.in_play() == ["c", "b"]


def test_a_card_is_found_on_the_card_that_it_lies_on() -> None:
    table = duel(a="alice_field", b="bob_field").table
    table.writable(Handle("b")).host = Handle("a")
    assert table.on(Handle("a")) == ["b"]


def test_no_zone_belongs_to_nobody() -> None:
    table = duel(a="alice_field").table
    with pytest.raises(ValueError, match=r"nobody\.hand is a zone of no seat"):
        move(table, Seat("nobody"), "hand")


def move(table: DuelTable, seat: Seat, kind: str) -> Any:
    """The card `a` after it has moved to an area."""
    card = table.cards[Handle("a")]
    CardsMoved((Move(Handle("a"), Handle("a"), card.zone, zone(seat, kind)),)).apply(table)
    return table.cards[Handle("a")]


def test_a_card_out_of_play_is_its_owners_and_has_lost_its_state() -> None:
    table = duel(a="alice_field").table
    card = move(table, BOB, "field")
    card.tokens, card.how, card.since, card.entered = {"gem": 2}, "put", "1:day", 7
    assert (card.owner, card.controller) == (ALICE, BOB)
    gone = move(table, ALICE, "hand")
    assert (gone.owner, gone.controller) == (ALICE, ALICE)
    assert (gone.tokens, gone.how, gone.since, gone.entered) == ({}, "", "", 0)


def test_a_facedown_card_has_no_type() -> None:
    card = duel(a="alice_behind").table.cards[Handle("a")]
    assert card.type == "character"
    card.facedown = True
    assert card.type == ""


def test_a_description_fits_printed_values_that_a_game_has() -> None:
    assert CardMatch().fits(KNIGHT)
    assert CardMatch(("character",), "north", "Knight").fits(KNIGHT)
    assert not CardMatch(("location",)).fits(KNIGHT)
    assert not CardMatch(trait="Lord").fits(KNIGHT)


def test_a_card_that_gets_a_new_handle_while_it_stays_in_play_keeps_the_cards_on_it() -> None:
    """It moves where not everybody sees it."""
    game = duel(a="alice_field", sword="alice_field")
    game.table.writable(Handle("sword")).host = Handle("a")
    (moved,) = move_cards(game, [Handle("a")], zone(ALICE, "behind"))
    assert moved != "a"
    assert game.table.cards[Handle("sword")].host == moved
    assert game.table.on(moved) == ["sword"]
