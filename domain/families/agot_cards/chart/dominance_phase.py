"""The dominance phase."""

from __future__ import annotations

from domain.families.agot_cards import numbers_in_play, occurring
from domain.families.agot_cards.chart.framework import carry_out_step
from domain.families.agot_cards.facts.challenges import DominanceCounted
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.occurring import executes
from domain.families.agot_cards.state import AgotGame
from domain.kernel.flow.frames import Procedure
from domain.kernel.occurring.conditions import Condition


def determine_dominance(game: AgotGame, frame: Procedure) -> None:
    """Give dominance and one power to the unique highest total; nobody wins a tie."""
    table = game.table
    totals = [(seat, numbers_in_play.dominance(table, seat)) for seat in table.player_order()]
    best = max(total.value for _, total in totals)
    winners = [seat for seat, total in totals if total.value == best]
    if len(winners) > 1:
        game.emit(own_fact(game.table, DominanceCounted)(tuple(totals)))
        return
    faction = table.players[winners[0]].faction
    won = Condition(0, "dominance_won", seat=winners[0])
    carry_out_step(game, won, occurring.gain_power_condition(table, faction, 1, how="dominance"))


@executes("dominance_won")
def dominance_won(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    table = game.table
    totals = tuple((seat, numbers_in_play.dominance(table, seat)) for seat in table.player_order())
    for each in conditions:
        game.emit(own_fact(game.table, DominanceCounted)(totals, each.seat))
    return conditions
