"""4.6.1: the victor."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.chart.combat.side import sides
from domain.games.agot_board.facts.combat import CombatWon
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Seat


@enforces("agot_board.combat.victor", "agot_board.combat.comparison")
def determine_victor(game: BoardGame, frame: Procedure) -> None:
    """Decide who wins the combat: the higher total."""
    attacker, defender = sides(game.table)
    one, other = attacker.own.strength, defender.own.strength
    if one == other:
        winner = higher_on_fiefdoms(game.table, attacker.house, defender.house)
        game.emit(CombatWon(winner, attacker.combat.other(winner).house, "fiefdoms"))
    elif one > other:
        game.emit(CombatWon(attacker.house, defender.house, "strength"))
    else:
        game.emit(CombatWon(defender.house, attacker.house, "strength"))


@enforces(
    "agot_board.combat.tie",
    "agot_board.track.fiefdoms-breaks-combat-ties",
    "agot_board.ruling.doran-tokens-now",
)
def higher_on_fiefdoms(table: BoardTable, *houses: Seat) -> Seat:
    """The House that wins a tie: the one that is now higher on the Fiefdoms track."""
    return min(houses, key=table.fiefdoms.index)
