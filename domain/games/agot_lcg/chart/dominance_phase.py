"""5. The dominance phase."""

from __future__ import annotations

from domain.cardgame.rounds_and_phases import begin_phase, end_phase, expire_with_phase
from domain.families.agot_cards.chart.dominance_phase import determine_dominance
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure, step
from domain.kernel.flow.priority_windows import open_for_all


@enforces("agot_lcg.step.5-1-dominance-begins")
def dominance_begins(game: AgotGame, frame: Procedure) -> None:
    begin_phase(game, "5.1", "dominance")


@enforces("agot_lcg.step.5-action-window")
def dominance_actions(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "dominance.action", "5")


@enforces("agot_lcg.step.5-3-dominance-ends")
def dominance_ends(game: AgotGame, frame: Procedure) -> None:
    end_phase(game, "5.3", "dominance")


class DominancePhase(Procedure, frozen=True, tag="agot_lcg.dominance_phase"):
    """5. The dominance phase."""

    steps = (
        step("5.1", dominance_begins, "the dominance phase begins"),
        step("5.2", determine_dominance, "dominance is determined"),
        step("/actions", dominance_actions, "an action window"),
        step("/expire", expire_with_phase, "effects that last for the phase expire"),
        step("5.3", dominance_ends, "the dominance phase ends"),
    )
