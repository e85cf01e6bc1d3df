"""What a card costs, and what paying for it uses up, in a card game of its own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from domain.cardgame.checks.initiation import payment_refusal
from domain.cardgame.facts.cards import LastingEnded
from domain.cardgame.in_play.costs import card_cost, greatest_reduction, pay_cost
from domain.cardgame.table import CardMatch, LastingEffect
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat
from domain.kernel.numbers import TracedNumber
from tests.examples.duel import ALICE, BOB, DuelRules, DuelTable, duel

A = Handle("a")
NORTH = CardMatch(faction="north")


class PayingRules(DuelRules):
    """Cards are paid with oats, of which Alice has three."""

    currency = "oats"

    def __init__(self) -> None:
        super().__init__()
        self.registry.first_prices = ()
        self.paid: list[tuple[Seat, int, str]] = []

    def funds(self, table: DuelTable, seat: Seat) -> int:
        return 3 if seat == ALICE else 0

    def pay(self, game: Game[DuelTable], seat: Seat, cost: TracedNumber, deed: str) -> None:
        self.paid.append((seat, cost.value, deed))


def paying(*lasting: LastingEffect) -> tuple[Game[DuelTable], PayingRules]:
    """A game in which Alice has a knight of cost 2 in hand, under these lasting effects."""
    game, rules = duel(a="alice_hand"), PayingRules()  # type: ignore[abstract]
    game.table.registry = rules.registry
    game.table.writable(A).printed = knight(2)
    for each in lasting:
        game.table.lasting.put(each.id, each)
    return game, rules


def knight(cost: int | None, *, x: bool = False) -> Any:
    return SimpleNamespace(key="knight", type="character", faction="north", traits=(), cost=cost, cost_x=x)


def cheaper(id: int, amount: int, **fields: Any) -> LastingEffect:
    return LastingEffect(id, "herald", "cost", ALICE, "round", amount=amount, **fields)


@pytest.mark.parametrize(
    ("printed", "x", "value"), [(knight(2), 0, 2), (knight(None), 0, 0), (knight(None, x=True), 4, 4)]
)
def test_a_card_costs_what_is_printed_or_what_is_chosen_for_x(printed: Any, x: int, value: int) -> None:
    game, _ = paying()
    assert card_cost(game.table, ALICE, printed, "play", x).value == value


def test_effects_change_what_the_cards_cost_that_they_mean() -> None:
    game, _ = paying(cheaper(1, -1), cheaper(2, -5, name="hire"), cheaper(3, -5, match=CardMatch(faction="south")))
    assert card_cost(game.table, ALICE, knight(2), "play").value == 1
    assert card_cost(game.table, BOB, knight(2), "play").value == 2
    assert card_cost(game.table, ALICE, knight(9), "hire").value == 3
    assert greatest_reduction(game.table, "play") == 6


def test_a_cost_is_paid_as_the_game_says_and_ends_what_holds_for_one_card() -> None:
    game, rules = paying(cheaper(1, -1, once=True, match=NORTH), cheaper(2, 1))
    pay_cost(game, ALICE, A, "play")
    assert rules.paid == [(ALICE, 2, "play")]
    assert [each for each in game.facts if isinstance(each, LastingEnded)] == [LastingEnded((1,))]


def test_for_nothing_nothing_is_paid() -> None:
    game, rules = paying(cheaper(1, -2))
    pay_cost(game, ALICE, A, "play")
    assert rules.paid == []


def test_who_has_too_little_is_told_what_the_card_costs() -> None:
    game, _ = paying()
    assert payment_refusal(game.table, ALICE, 3) is None
    refusal = payment_refusal(game.table, ALICE, 4)
    assert refusal is not None
    assert (refusal.rule, refusal.because) == ("slot.cost-payable", {"oats": 3, "cost": 4})
