"""The phases of a round in order, and the next round."""

from __future__ import annotations

from domain.cardgame.rounds_and_phases import phase_steps
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.chart.draw_phase import DrawPhase
from domain.games.l5r.chart.dynasty_phase import DynastyPhase
from domain.games.l5r.chart.fate_phase import FatePhase
from domain.games.l5r.chart.regroup_phase import RegroupPhase
from domain.games.l5r.state import L5rGame
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure, step

PHASE_FRAMES: dict[str, type[Procedure]] = {
    "dynasty": DynastyPhase,
    "draw": DrawPhase,
    "conflict": ConflictPhase,
    "fate": FatePhase,
    "regroup": RegroupPhase,
}


@enforces("l5r.regroup.5-6-next-round")
def next_round(game: L5rGame, frame: Procedure) -> None:
    game.goto("/dynasty")


@enforces("l5r.framework.round-five-phases", "l5r.framework.mandatory")
class Round(Procedure, frozen=True, tag="l5r.round"):
    """The phases of a round, and the next round."""

    steps = (*phase_steps(PHASE_FRAMES), step("/next", next_round, "the next round begins"))
