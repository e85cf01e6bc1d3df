"""The phases of a round in order, and the next round."""

from __future__ import annotations

from domain.cardgame.rounds_and_phases import phase_steps
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.chart.challenges_phase import ChallengesPhase
from domain.games.agot_lcg.chart.dominance_phase import DominancePhase
from domain.games.agot_lcg.chart.draw_phase import DrawPhase
from domain.games.agot_lcg.chart.marshalling_phase import MarshallingPhase
from domain.games.agot_lcg.chart.plot_phase import PlotPhase
from domain.games.agot_lcg.chart.standing_phase import StandingPhase
from domain.games.agot_lcg.chart.taxation_phase import TaxationPhase
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure, step

PHASE_FRAMES: dict[str, type[Procedure]] = {
    "plot": PlotPhase,
    "draw": DrawPhase,
    "marshalling": MarshallingPhase,
    "challenges": ChallengesPhase,
    "dominance": DominancePhase,
    "standing": StandingPhase,
    "taxation": TaxationPhase,
}


@enforces("agot_lcg.step.7-5-next-round")
def next_round(game: AgotGame, frame: Procedure) -> None:
    game.goto("/plot")


@enforces("agot_lcg.round.phase-order")
class Round(Procedure, frozen=True, tag="agot_lcg.round"):
    """The phases of a round, and the next round."""

    steps = (*phase_steps(PHASE_FRAMES), step("/next", next_round, "the next round begins"))
