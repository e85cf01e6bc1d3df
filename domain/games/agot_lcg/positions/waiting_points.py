"""The waiting points of positions: windows by key, steps of the chart by number.

A waiting point has a phase and a label of its procedure: for a step that of the step itself, which comes next, for a
window that of the step after it.
"""

from __future__ import annotations

from msgspec import Struct

from domain.games.agot_lcg.chart.phase_order import PHASE_FRAMES
from domain.games.agot_lcg.state import PHASES
from domain.kernel.flow.frames import chart

SETUP = "setup"
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


class WaitingPoint(Struct, frozen=True):
    """A waiting point: the phase, the label of the next step, and the chart's step of an open window."""

    phase: str
    label: str
    window: str = ""
    challenge: bool = False


def steps_of_phases() -> dict[str, WaitingPoint]:
    return {
        each.label: WaitingPoint(phase, each.label)
        for phase, frame in PHASE_FRAMES.items()
        for each in frame.steps
        if each.chart
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
    **steps_of_phases(),
    # players who cannot stand all their characters choose before step 6.2
    "6.2": WaitingPoint("standing", "/choose"),
    **{label: WaitingPoint("challenges", label, challenge=True) for label in UNDECIDED},
    **windows_of_phases(),
    "challenge.initiated.action": WaitingPoint("challenges", "4.2.1", "4.2", challenge=True),
    "challenge.defended.action": WaitingPoint("challenges", "4.2.2", "4.2.1", challenge=True),
}

# the first step begins the phase, so until then the previous phase is the current one
BEGINNINGS = tuple(frame.steps[0].label for frame in PHASE_FRAMES.values())
BEFORE_PLOTS = ("1.1", "1.2", "1.3")


def begins(at: str) -> bool:
    return at in BEGINNINGS


def time_at(at: str, round: int) -> tuple[int, str]:
    """The round and phase under way; the step that begins a phase belongs to the phase before it."""
    phase = MOMENTS[at].phase
    if not begins(at):
        return round, phase
    if phase != PHASES[0]:
        return round, PHASES[PHASES.index(phase) - 1]
    return round - 1, PHASES[-1] if round > 1 else SETUP
