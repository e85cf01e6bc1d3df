"""The piles whose order a game leaves to the owner."""

from __future__ import annotations

from domain.cardgame.commands import OrderPiles
from domain.cardgame.in_play.pile_order import begin_ordering_piles
from domain.kernel.deciding import apply_command, open_wait
from domain.kernel.flow.frames import run_flow
from domain.kernel.ids import Handle, zone
from domain.kernel.occurring.conditions import Condition
from tests.examples.duel import ALICE, BOB, duel

CARDS = {"a": "alice_ashes", "b": "alice_ashes", "c": "bob_discard", "d": "bob_discard"}


def came(*cards: str) -> Condition:
    return Condition(1, "burned", cards=tuple(Handle(card) for card in cards))


def test_only_a_pile_that_the_game_names_is_put_in_order() -> None:
    game = duel(**CARDS)
    begin_ordering_piles(game, (came("a"), came("c", "d")))
    assert game.table.stack == []


def test_the_owner_puts_in_order_what_came_together() -> None:
    game = duel(**CARDS)
    begin_ordering_piles(game, (came("a"), came("b")))
    run_flow(game)
    wait, _, _ = open_wait(game.table)
    assert wait.seats == (ALICE,)
    assert BOB not in wait.seats
    apply_command(game, ALICE, OrderPiles((Handle("a"), Handle("b"))))
    assert game.table.zone(zone(ALICE, "ashes")) == ["b", "a"]
