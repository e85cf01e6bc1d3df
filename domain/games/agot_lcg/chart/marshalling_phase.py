"""3. The marshalling phase."""

from __future__ import annotations

from domain.cardgame.facts.course import ActivePlayerNamed
from domain.cardgame.occurring.framework import framework
from domain.cardgame.periods import begin_phase, end_phase, expire_with_phase
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.abilities.occurring import AgotGame, executes
from domain.games.agot_lcg.facts.cards import GoldGained
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure, step
from domain.kernel.flow.windows import open_for_all
from domain.kernel.ids import Seat
from domain.kernel.occurring.conditions import Condition


@enforces("agot_lcg.step.3-1-marshalling-begins")
def marshalling_begins(game: AgotGame, frame: Procedure) -> None:
    begin_phase(game, "3.1", "marshalling")


@enforces(
    "agot_lcg.step.3-2-first-player-active-first",
    "agot_lcg.step.3-2-collect-income",
    "agot_lcg.income.on-becoming-active",
    "agot_lcg.active-player.definition",
    "agot_lcg.active-player.in-marshalling",
    "agot_lcg.first-player.active-first",
)
def collect_income(game: AgotGame, frame: MarshallingPhase) -> None:
    """Make the next player in player order active and collect their income."""
    table = game.table
    waiting = [seat for seat in table.player_order() if seat not in frame.were_active]
    seat = waiting[0]
    game.set(were_active=(*frame.were_active, seat))
    game.emit(ActivePlayerNamed(seat))
    framework(game, "3.2", Condition(0, "income_collected", seat=seat))


@executes("income_collected")
@enforces("agot_lcg.income.amount", "agot_lcg.step.3-2-collect-income")
def income(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        gold = numbers_in_play.plot_value(game.table, each.seat, "income")
        game.emit(GoldGained(each.seat, gold.value, "income", gold))
    return conditions


def marshalling_actions(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "marshalling.action", "3.2")


@enforces("agot_lcg.step.3-3-next-active", "agot_lcg.step.3-3-all-done", "agot_lcg.timing-chart.loop-events")
def next_to_marshal(game: AgotGame, frame: MarshallingPhase) -> None:
    """Return to 3.2 while a player has not been active this phase."""
    if any(seat not in frame.were_active for seat in game.table.player_order()):
        game.goto("3.2")


@enforces("agot_lcg.step.3-4-marshalling-ends")
def marshalling_ends(game: AgotGame, frame: Procedure) -> None:
    end_phase(game, "3.4", "marshalling")


class MarshallingPhase(Procedure, frozen=True, tag="agot_lcg.marshalling_phase"):
    """3. The marshalling phase."""

    were_active: tuple[Seat, ...] = ()
    steps = (
        step("3.1", marshalling_begins, "the marshalling phase begins"),
        step("3.2", collect_income, "the next player becomes active and collects income"),
        step("/actions", marshalling_actions, "an action window in which the active player marshals"),
        step("3.3", next_to_marshal, "the next player marshals"),
        step("/expire", expire_with_phase, "effects that last for the phase expire"),
        step("3.4", marshalling_ends, "the marshalling phase ends"),
    )
