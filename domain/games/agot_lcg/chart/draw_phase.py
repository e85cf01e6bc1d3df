"""2. The draw phase."""

from __future__ import annotations

from domain.cardgame.rounds_and_phases import begin_phase, end_phase, expire_with_phase
from domain.families.agot_cards.chart.draw_phase import draw_two
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure, step
from domain.kernel.flow.priority_windows import open_for_all


@enforces("agot_lcg.step.2-1-draw-phase-begins")
def draw_phase_begins(game: AgotGame, frame: Procedure) -> None:
    begin_phase(game, "2.1", "draw")


@enforces("agot_lcg.step.2-action-window")
def draw_actions(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "draw.action", "2")


@enforces("agot_lcg.step.2-3-draw-phase-ends")
def draw_phase_ends(game: AgotGame, frame: Procedure) -> None:
    end_phase(game, "2.3", "draw")


class DrawPhase(Procedure, frozen=True, tag="agot_lcg.draw_phase"):
    """2. The draw phase."""

    steps = (
        step("2.1", draw_phase_begins, "the draw phase begins"),
        step("2.2", draw_two, "each player draws two cards"),
        step("/actions", draw_actions, "an action window"),
        step("/expire", expire_with_phase, "effects that last for the phase expire"),
        step("2.3", draw_phase_ends, "the draw phase ends"),
    )
