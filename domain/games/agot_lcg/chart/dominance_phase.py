"""5. The dominance phase."""

from __future__ import annotations

from domain.cardgame.occurring.framework import framework
from domain.cardgame.periods import begin_phase, end_phase, expire_with_phase
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.abilities import occurring
from domain.games.agot_lcg.abilities.occurring import AgotGame, executes
from domain.games.agot_lcg.facts.challenges import DominanceCounted
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure, step
from domain.kernel.flow.windows import open_for_all
from domain.kernel.occurring.conditions import Condition


@enforces("agot_lcg.step.5-1-dominance-begins")
def dominance_begins(game: AgotGame, frame: Procedure) -> None:
    begin_phase(game, "5.1", "dominance")


@enforces(
    "agot_lcg.step.5-2-count-dominance",
    "agot_lcg.step.5-2-highest-wins-one-power",
    "agot_lcg.step.5-2-tie-no-winner",
    "agot_lcg.for-your-faction.on-faction-card",
)
def determine_dominance(game: AgotGame, frame: Procedure) -> None:
    """Give dominance and one power to the unique highest total; nobody wins a tie."""
    table = game.table
    totals = [(seat, numbers_in_play.dominance(table, seat)) for seat in table.player_order()]
    best = max(total.value for _, total in totals)
    winners = [seat for seat, total in totals if total.value == best]
    if len(winners) > 1:
        game.emit(DominanceCounted(tuple(totals)))
        return
    faction = table.players[winners[0]].faction
    won = Condition(0, "dominance_won", seat=winners[0])
    framework(game, "5.2", won, occurring.gain_power_condition(table, faction, 1, how="dominance"))


@executes("dominance_won")
def dominance_won(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    table = game.table
    totals = tuple((seat, numbers_in_play.dominance(table, seat)) for seat in table.player_order())
    for each in conditions:
        game.emit(DominanceCounted(totals, each.seat))
    return conditions


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
