"""The waiting points of positions: windows by key, steps of the chart by number."""

from __future__ import annotations

from domain.cardgame.positions.waiting_points import SETUP, WaitingPoint, WaitingPoints, steps_of_phases
from domain.games.agot_lcg.chart.phase_order import PHASE_FRAMES
from domain.games.agot_lcg.state import PHASES
from domain.kernel.flow.frames import chart

UNDECIDED = ("4.2.1", "4.2.2")

# the step of the chart to which each phase's action window belongs
STEP_OF_WINDOW = {
    "plot": "1",
    "draw": "2",
    "marshalling": "3.2",
    "challenges": "4",
    "dominance": "5",
    "standing": "6",
    "taxation": "7",
}


def windows_of_phases() -> dict[str, WaitingPoint]:
    return {
        f"{phase}.action": WaitingPoint(phase, chart(frame)["/actions"][1], STEP_OF_WINDOW[phase])
        for phase, frame in PHASE_FRAMES.items()
    }


MOMENTS: dict[str, WaitingPoint] = {
    "setup.7": WaitingPoint(SETUP, "setup.7-mulligan"),
    "setup.8": WaitingPoint(SETUP, "setup.8"),
    "setup.9": WaitingPoint(SETUP, "setup.9-attach"),
    **steps_of_phases(PHASE_FRAMES),
    # players who cannot stand all their characters choose before step 6.2
    "6.2": WaitingPoint("standing", "/choose"),
    **{label: WaitingPoint("challenges", label, contest=True) for label in UNDECIDED},
    **windows_of_phases(),
    "challenge.initiated.action": WaitingPoint("challenges", "4.2.1", "4.2", contest=True),
    "challenge.defended.action": WaitingPoint("challenges", "4.2.2", "4.2.1", contest=True),
}

POINTS = WaitingPoints(MOMENTS, PHASES, tuple(frame.steps[0].label for frame in PHASE_FRAMES.values()))
BEFORE_PLOTS = ("1.1", "1.2", "1.3")
