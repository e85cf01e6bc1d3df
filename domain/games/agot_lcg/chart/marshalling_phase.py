"""3. The marshalling phase."""

from __future__ import annotations

from domain.cardgame.rounds_and_phases import begin_phase, end_phase, expire_with_phase
from domain.cardgame.turns import Turns, seats_to_come
from domain.families.agot_cards.chart.marshalling_phase import collect_income
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure, step
from domain.kernel.flow.priority_windows import open_for_all


@enforces("agot_lcg.step.3-1-marshalling-begins")
def marshalling_begins(game: AgotGame, frame: Procedure) -> None:
    begin_phase(game, "3.1", "marshalling")


def marshalling_actions(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "marshalling.action", "3.2")


@enforces("agot_lcg.step.3-3-next-active", "agot_lcg.step.3-3-all-done", "agot_lcg.timing-chart.loop-events")
def next_to_marshal(game: AgotGame, frame: MarshallingPhase) -> None:
    """Return to 3.2 while a player has not been active this phase."""
    if seats_to_come(game.table, frame):
        game.goto("3.2")


@enforces("agot_lcg.step.3-4-marshalling-ends")
def marshalling_ends(game: AgotGame, frame: Procedure) -> None:
    end_phase(game, "3.4", "marshalling")


class MarshallingPhase(Turns, frozen=True, tag="agot_lcg.marshalling_phase"):
    """3. The marshalling phase."""

    steps = (
        step("3.1", marshalling_begins, "the marshalling phase begins"),
        step("3.2", collect_income, "the next player becomes active and collects income"),
        step("/actions", marshalling_actions, "an action window in which the active player marshals"),
        step("3.3", next_to_marshal, "the next player marshals"),
        step("/expire", expire_with_phase, "effects that last for the phase expire"),
        step("3.4", marshalling_ends, "the marshalling phase ends"),
    )
