"""The draw phase."""

from __future__ import annotations

from domain.cardgame.in_play import characteristics
from domain.cardgame.occurring.conditions import draw_condition
from domain.families.agot_cards.chart.framework import carry_out_step
from domain.families.agot_cards.state import AgotGame
from domain.kernel.flow.frames import Procedure


def draw_two(game: AgotGame, frame: Procedure) -> None:
    """Draw two cards for each player at the same time, or as modified."""
    table = game.table
    numbers = ((seat, characteristics.allowance(table, seat, "draw", base=2).value) for seat in table.player_order())
    carry_out_step(game, *(draw_condition(seat, n) for seat, n in numbers if n))
