"""Framework events of the step that is under way, whatever its number is in the chart of a game."""

from __future__ import annotations

from domain.cardgame.occurring.framework import framework
from domain.families.agot_cards.state import AgotGame, agot_rules
from domain.kernel.occurring.conditions import Condition


def carry_out_step(game: AgotGame, *conditions: Condition) -> None:
    """Carry out a framework event with one reaction window of its own; the last statement of a step."""
    framework(game, agot_rules(game.table).step(game.table), *conditions)
