"""The waiting points of positions: windows by key, steps of the chart by number. None lies in the set-up."""

from __future__ import annotations

from domain.cardgame.positions.waiting_points import WaitingPoint, WaitingPoints, steps_of_phases
from domain.games.l5r.chart.phase_order import PHASE_FRAMES
from domain.games.l5r.state import PHASES
from domain.kernel.flow.frames import chart

UNDECIDED = ("3.2.1", "3.2.2", "3.2.3")
"""The steps of a conflict before skill is compared."""


def after_actions(phase: str) -> str:
    """The label of the step that follows the action window of a phase."""
    return chart(PHASE_FRAMES[phase])["/actions"][1]


MOMENTS: dict[str, WaitingPoint] = {
    **steps_of_phases(PHASE_FRAMES),
    **{label: WaitingPoint("conflict", label, contest=True) for label in UNDECIDED},
    "dynasty.action": WaitingPoint("dynasty", chart(PHASE_FRAMES["dynasty"])["1.4"][1], "1.4", final=True),
    "draw.action": WaitingPoint("draw", after_actions("draw"), "2.5"),
    "conflicts.action": WaitingPoint("conflict", after_actions("conflict"), "3.1"),
    "conflict.action": WaitingPoint("conflict", "3.2.3", "3.2.2", contest=True),
    "fate.action": WaitingPoint("fate", after_actions("fate"), "4.4"),
    "regroup.action": WaitingPoint("regroup", after_actions("regroup"), "5.1"),
}

POINTS = WaitingPoints(MOMENTS, PHASES, tuple(frame.steps[0].label for frame in PHASE_FRAMES.values()))
WINDOWS = tuple(name for name, moment in MOMENTS.items() if moment.window)
