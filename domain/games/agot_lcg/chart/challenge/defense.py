"""The action windows of a challenge.

Defenders (4.2.1) are declared in `domain.families.agot_cards.chart.challenge.defense`.
"""

from __future__ import annotations

from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.priority_windows import open_for_all


@enforces("agot_lcg.step.4-2-challenge-action-window")
def actions_before_defenders(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "challenge.initiated.action", "4.2")


@enforces("agot_lcg.step.4-2-1-action-window")
def actions_after_defenders(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "challenge.defended.action", "4.2.1")
