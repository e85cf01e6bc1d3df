"""The waiting points of positions, by the numbers of the timing chart, with their frames.

At each of them play goes on at once and stops where a House must answer.
"""

from __future__ import annotations

from functools import cache

from domain.games.agot_board.chart.action.consolidate_power import ResolveConsolidates
from domain.games.agot_board.chart.action.march import ResolveMarches
from domain.games.agot_board.chart.action.raid import ResolveRaids
from domain.games.agot_board.chart.combat.combat_steps import CombatFrame
from domain.games.agot_board.chart.planning_phase import Planning
from domain.games.agot_board.chart.rounds import ActionPhase, Round
from domain.games.agot_board.chart.westeros import WESTEROS_FRAMES
from domain.kernel.flow.frames import Procedure, chart

WESTEROS, ORDERING, RAVEN = "1", "2.1", "2.3"
RAIDS, MARCHES, CONSOLIDATES = "3.1", "3.2", "3.3"
# the next Westeros card; Houses that reconcile or muster because of one; support and House cards of a combat
CARD, FEWER, MUSTER = "1.4", "1.4.1", "1.4.2"
CALL, CARDS = "4.1", "4.3"
RESOLVES: dict[str, type[ResolveRaids] | type[ResolveMarches] | type[ResolveConsolidates]] = {
    RAIDS: ResolveRaids,
    MARCHES: ResolveMarches,
    CONSOLIDATES: ResolveConsolidates,
}
ROTATIONS = tuple(RESOLVES)
PLANNING = (ORDERING, RAVEN)
WITHIN_WESTEROS = (CARD, FEWER, MUSTER)
COMBATS = (CALL, CARDS)
# the moments at which a House may be mustering: by a card, or by a special order
LEVIES = (MUSTER, CONSOLIDATES)
BEFORE_ORDERS = (WESTEROS, *WITHIN_WESTEROS, ORDERING)
BEFORE_MARCHES = (*BEFORE_ORDERS, RAVEN, RAIDS)
AFTER_RAIDS = (MARCHES, *COMBATS, CONSOLIDATES)
MOMENTS = (WESTEROS, *WITHIN_WESTEROS, *PLANNING, *ROTATIONS, *COMBATS)
TURNS = (*ROTATIONS, FEWER, MUSTER)

# the procedures with numbered steps
CHARTED: tuple[type[Procedure], ...] = (Round, *WESTEROS_FRAMES, Planning, ActionPhase, *RESOLVES.values(), CombatFrame)

# the step at which each moment of the Planning Phase goes on
STEPS = {ORDERING: "2/shortage", RAVEN: "2.3"}
# the questions of a moment, by the labels of their steps
QUESTIONS_AT = {"2.1.a": ORDERING, "2.1.b": ORDERING, "2.3": RAVEN, "3.1": RAIDS, "3.2.a": MARCHES, "3.3": CONSOLIDATES}


def frames(at: str, turn: int) -> list[Procedure]:
    """The frames at this moment, outermost first; in a rotation `turn` is the position in turn."""
    if at == WESTEROS:
        return [Round(first=False, at=WESTEROS)]
    if at in PLANNING:
        return [Round(first=False, at=after(Round, "2")), Planning(at=STEPS[at])]
    return [Round(first=False, at=after(Round, "3")), ActionPhase(at=after(ActionPhase, at)), RESOLVES[at](turn=turn)]


def after(kind: type[Procedure], label: str) -> str:
    """The label after another one in a procedure."""
    return chart(kind)[label][1]


@cache
def step_titles() -> dict[str, str]:
    """The titles of the numbered steps of the chart, also those at which no position stands."""
    steps = (each for kind in CHARTED for each in kind.steps)
    return {each.label: each.title for each in steps if each.chart and each.label[:1].isdigit()}


def phase_at(at: str) -> str:
    """The phase at a moment; at the beginning of the Westeros Phase the one before it."""
    if at in WITHIN_WESTEROS:
        return "westeros"
    return "planning" if at in PLANNING else "action"
