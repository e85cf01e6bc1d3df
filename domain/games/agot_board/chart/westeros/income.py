"""1.4.5: each House receives Power for power icons and for its ports that are not blockaded."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame, gain_power
from domain.games.agot_board.board.control import controlled_areas, is_blockaded, own_ports
from domain.games.agot_board.components import AREAS
from domain.games.agot_board.facts.westeros import IncomeCounted
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure, step
from domain.kernel.ids import Seat
from domain.kernel.numbers import TraceLine, trace_number


@enforces("agot_board.control.token-no-defense")
def power_icons(table: BoardTable, house: Seat) -> list[TraceLine]:
    """The power icons of the areas that a House controls, a trace line for each area. Power tokens give none."""
    return [TraceLine(area, AREAS[area].power) for area in controlled_areas(table, house) if AREAS[area].power]


@enforces("agot_board.port.game-of-thrones-income")
def trading_ports(table: BoardTable, house: Seat) -> list[TraceLine]:
    """The ports of a House that give Power, a trace line for each: with an own Ship and no enemy Ship in their sea."""
    ports = (port for port in own_ports(table, house) if table.area(port).house == house)
    return [TraceLine(port, 1) for port in ports if not is_blockaded(table, house, port)]


@enforces("agot_board.ruling.game-of-thrones-pool")
def collect(game: BoardGame, ports: bool) -> None:
    """Give each House, in turn order, Power for its power icons and, with `ports`, for its ports."""
    for house in game.table.turn_order():
        lines = power_icons(game.table, house) + (trading_ports(game.table, house) if ports else [])
        income = trace_number(0, lines)
        game.emit(IncomeCounted(house, income.value, income.trace))
        gain_power(game, house, income.value)


@enforces("agot_board.westeros-card.game-of-thrones")
def income(game: BoardGame, frame: Procedure) -> None:
    """Give each House Power for its power icons and its ports."""
    collect(game, ports=True)


class GameOfThrones(Procedure, frozen=True, tag="agot_board.game_of_thrones"):
    """1.4.5: income."""

    steps = (step("1.4.5", income, "the Houses gain Power for power icons and ports"),)
