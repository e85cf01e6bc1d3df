"""Offers of a draw while seats leave the game."""

from __future__ import annotations

from domain.kernel.flow.endings import Conceded, DrawOffered, DrawOfferEnded, MatchOver
from domain.kernel.flow.frames import run_flow
from domain.kernel.game import Game
from domain.kernel.ids import Seat
from tests.examples.pebbles import ALICE, BOB, CAROL, PebbleTable, SeatLeft, facts_of, pebbles


def offered(*seats: Seat) -> Game[PebbleTable]:
    """A game in which these seats have offered or accepted a draw."""
    game = pebbles()
    for seat in seats:
        game.emit(DrawOffered(seat))
    return game


def leave(game: Game[PebbleTable], seat: Seat) -> None:
    """Let a seat leave by no command of its own."""
    game.emit(SeatLeft(seat))
    run_flow(game)


def test_the_match_is_a_draw_when_the_last_seat_that_had_not_agreed_is_eliminated() -> None:
    game = offered(ALICE, BOB)
    leave(game, CAROL)
    assert [each.outcome.how for each in facts_of(game, MatchOver)] == ["agreed-draw"]
    assert not facts_of(game, Conceded)


def test_an_offer_ends_with_the_seat_that_made_it_and_the_others_stand() -> None:
    game = offered(ALICE, BOB)
    leave(game, ALICE)
    assert game.table.offers == (BOB,)
    assert [each.seat for each in facts_of(game, DrawOfferEnded)] == [ALICE]
    assert game.table.over is None


def test_no_draw_is_agreed_where_nobody_offers_one() -> None:
    game = offered(ALICE)
    leave(game, ALICE)
    assert (game.table.offers, game.table.over) == ((), None)
    leave(game, BOB)
    assert game.table.over is None
