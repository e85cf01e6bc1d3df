"""A part by which a player declares a conflict at once."""

from __future__ import annotations

from domain.cardgame.abilities.resolution import report_part
from domain.games.l5r.chart.conflict.declaration import can_declare
from domain.games.l5r.chart.conflict_phase import FurtherConflict
from domain.games.l5r.state import L5rContext, L5rGame
from domain.kernel.occurring.abilities import Part


class DeclareNow(Part, frozen=True, tag="declare_now"):
    """You declare your next conflict of this phase at once."""

    def potential(self, context: L5rContext) -> bool:
        return context.table.contest is None and can_declare(context.table, context.you)

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        able = self.potential(context)
        report_part(game, context, able)
        if able:
            game.push(FurtherConflict(seat=context.you))
