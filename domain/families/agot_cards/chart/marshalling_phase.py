"""The marshalling phase: players become active in turn and collect income."""

from __future__ import annotations

from domain.cardgame.turns import Turns, seats_to_come
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.chart.framework import carry_out_step
from domain.families.agot_cards.chart.turns import make_active
from domain.families.agot_cards.facts.cards import GoldGained
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.occurring import executes
from domain.families.agot_cards.state import AgotGame
from domain.kernel.occurring.conditions import Condition


def collect_income(game: AgotGame, frame: Turns) -> None:
    """Make the next player in player order active and collect their income."""
    seat = seats_to_come(game.table, frame)[0]
    make_active(game, frame, seat)
    carry_out_step(game, Condition(0, "income_collected", seat=seat))


@executes("income_collected")
def income(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        gold = numbers_in_play.plot_value(game.table, each.seat, "income")
        game.emit(own_fact(game.table, GoldGained)(each.seat, gold.value, "income", gold))
    return conditions
