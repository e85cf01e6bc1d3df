"""The rounds: ten rounds of three phases, and the end of the game."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame, remove_orders
from domain.games.agot_board.board.control import leading_house
from domain.games.agot_board.chart.action.consolidate_power import ResolveConsolidates
from domain.games.agot_board.chart.action.march import ResolveMarches
from domain.games.agot_board.chart.action.raid import ResolveRaids
from domain.games.agot_board.chart.planning_phase import Planning
from domain.games.agot_board.chart.westeros import WesterosPhase
from domain.games.agot_board.components import DEFENSE, LIMITS, SUPPORT
from domain.games.agot_board.facts.board import PhaseBegan, RoundBegan, TokensRefreshed, UnitsStoodUp
from domain.games.agot_board.state import ORDER_TYPE
from domain.kernel.citing import enforces
from domain.kernel.flow.endings import MatchOver
from domain.kernel.flow.frames import Procedure, step
from domain.kernel.table import MatchOutcome


@enforces("agot_board.setup.first-round-starts", "agot_board.setup.step-5-round-marker")
def first_round(game: BoardGame, frame: Procedure) -> None:
    if game.table.round == 0:
        game.emit(RoundBegan(1))


@enforces("agot_board.round.first-round-no-westeros", "agot_board.round.westeros-summary")
def westeros_phase(game: BoardGame, frame: Round) -> None:
    """Run the Westeros Phase from the second round on; it moves the round marker."""
    if frame.first:
        game.set(first=False)
    else:
        game.push(WesterosPhase())


def planning_phase(game: BoardGame, frame: Procedure) -> None:
    game.push(Planning())


@enforces("agot_board.round.action-summary")
def action_phase(game: BoardGame, frame: Procedure) -> None:
    game.push(ActionPhase())


@enforces(
    "agot_board.round.next-round",
    "agot_board.cleanup.end-of-round",
    "agot_board.westeros.step-1-game-end",
    "agot_board.victory.two-ways",
    "agot_board.overview.object-most-castles",
)
def next_round(game: BoardGame, frame: Procedure) -> None:
    """Begin the next round; after round ten the House with the highest standing wins."""
    if game.table.round < LIMITS.rounds:
        game.goto("1")
        return
    outcome = MatchOutcome(leading_house(game.table), "ten-rounds", "agot_board.victory.round-ten-winner")
    game.emit(MatchOver(outcome))


@enforces("agot_board.round.ten-rounds")
class Round(Procedure, frozen=True, tag="agot_board.round"):
    """The rounds, one after the other.

    `first` is True until the first round has begun.
    """

    first: bool = True
    steps = (
        step("0.2", first_round, "the first round begins"),
        step("1", westeros_phase, "the Westeros Phase"),
        step("2", planning_phase, "the Planning Phase"),
        step("3", action_phase, "the Action Phase"),
        step("0.4", next_round, "the next round begins"),
    )


def begin_action(game: BoardGame, frame: Procedure) -> None:
    game.emit(PhaseBegan("action"))


def raids(game: BoardGame, frame: Procedure) -> None:
    game.push(ResolveRaids())


def marches(game: BoardGame, frame: Procedure) -> None:
    game.push(ResolveMarches())


def consolidates(game: BoardGame, frame: Procedure) -> None:
    game.push(ResolveConsolidates())


@enforces("agot_board.cleanup.remove-orders", "agot_board.cleanup.stand-routed", "agot_board.cleanup.refresh-tokens")
def clean_up(game: BoardGame, frame: Procedure) -> None:
    """Remove Defense and Support orders, stand routed units up, and turn Raven and Blade to their coloured side."""
    table = game.table
    left = [
        area for area, each in table.areas.items() if each.order and ORDER_TYPE[each.order.token] in (DEFENSE, SUPPORT)
    ]
    remove_orders(game, *left)
    routed = tuple(area for area, each in table.areas.items() if each.routed)
    if routed:
        game.emit(UnitsStoodUp(routed))
    if table.blade_used or table.raven_used:
        game.emit(TokensRefreshed())


@enforces("agot_board.action.steps")
class ActionPhase(Procedure, frozen=True, tag="agot_board.action_phase"):
    """The Action Phase, 3.1 to 3.4."""

    steps = (
        step("3", begin_action, "the Action Phase begins"),
        step("3.1", raids, "the Raid orders are resolved"),
        step("3.2", marches, "the March orders are resolved"),
        step("3.3", consolidates, "the Consolidate Power orders are resolved"),
        step("3.4", clean_up, "the board is cleaned up for the next round"),
    )
