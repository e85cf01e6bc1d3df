"""Turns in player order, by who has had one or by their number."""

from __future__ import annotations

from domain.cardgame.facts.course import FirstPlayerChosen, PlayerEliminated
from domain.cardgame.table import CardGame
from domain.cardgame.turns import CountedTurns, Turns, count_turn, first_turn, seat_of_step, seats_to_come
from domain.kernel.ids import Seat
from tests.examples.duel import ALICE, BOB, CAROL, duel


def turns_of(game: CardGame) -> Turns:
    """The turns that are under way."""
    frame = game.table.stack[-1]
    assert isinstance(frame, Turns)
    return frame


def test_turns_are_in_player_order() -> None:
    game = duel()
    game.push(Turns())
    had: list[Seat] = []
    while seats := seat_of_step(game.table, frame := turns_of(game)):
        count_turn(game, frame, *seats)
        had += seats
    assert had == [BOB, CAROL, ALICE]
    assert game.table.stack == [Turns(were_active=(BOB, CAROL, ALICE))]


def test_turns_are_counted_where_nobody_leaves() -> None:
    game = duel()
    assert [seat_of_step(game.table, CountedTurns(turn=n)) for n in range(4)] == [(BOB,), (CAROL,), (ALICE,), ()]
    game.push(CountedTurns(turn=2))
    first_turn(game, CountedTurns(turn=2))
    assert game.table.stack == [CountedTurns()]


def test_nobody_loses_a_turn_when_one_leaves_who_has_had_hers() -> None:
    game = duel()
    game.emit(PlayerEliminated(BOB, "gone"))
    game.emit(FirstPlayerChosen(CAROL))
    assert seats_to_come(game.table, Turns(were_active=(BOB,))) == [CAROL, ALICE]
    assert seats_to_come(game.table, Turns(were_active=(BOB, CAROL))) == [ALICE]
