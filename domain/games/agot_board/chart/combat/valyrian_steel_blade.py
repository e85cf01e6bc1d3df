"""4.4: the Valyrian Steel Blade, once in a round: another Tides of Battle card, or +1."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.chart.combat.tides_of_battle import redraw
from domain.games.agot_board.commands import UseBlade
from domain.games.agot_board.facts.board import BladeUsed
from domain.games.agot_board.facts.combat import current_combat
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Seat
from domain.kernel.spaces.commands import Commands, Form


@enforces("agot_board.ruling.blade-once-per-round", "agot_board.ruling.doran-tokens-now", "agot_board.token.blade-flip")
def who_holds_the_blade(table: BoardTable, frame: Procedure) -> tuple[Seat, ...]:
    """The holder of the unused Blade, if it is attacker or defender."""
    combat = current_combat(table)
    there = (combat.attacker.house, combat.defender.house)
    return (table.blade,) if table.blade in there and not table.blade_used else ()


def who_may_redraw(table: BoardTable, frame: Procedure) -> tuple[Seat, ...]:
    return who_holds_the_blade(table, frame) if table.tides else ()


def redraw_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    return blade_space("redraw", "agot_board.tides.blade-redraw")


def plus_one_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    return blade_space("plus-one", "agot_board.combat.blade-window")


def blade_space(how: str, rule: str) -> Commands:
    return Commands(tuple(Form("use_blade", {"how": each}, {}, (rule,)) for each in ("no", how)))


@enforces("agot_board.tides.blade-redraw")
def redraw_with_blade(game: BoardGame, frame: Procedure, seat: Seat, command: UseBlade) -> None:
    if command.how == "redraw":
        game.emit(BladeUsed(seat, command.how))
        redraw(game, seat)


@enforces("agot_board.combat.blade-window", "agot_board.token.blade-bonus")
def add_one_with_blade(game: BoardGame, frame: Procedure, seat: Seat, command: UseBlade) -> None:
    if command.how == "plus-one":
        game.emit(BladeUsed(seat, command.how))
