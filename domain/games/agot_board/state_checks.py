"""The checks after every change of the board: victory, orders without units, ports that lost their owner."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame, destroy, remove_orders
from domain.games.agot_board.board.control import controller, final_standing, winners
from domain.games.agot_board.chart.action.ports import CapturePort, most_captured, port_asked_about
from domain.games.agot_board.components import AREAS, PORTS
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.flow.endings import MatchOver
from domain.kernel.table import MatchOutcome


def run_state_checks(game: BoardGame) -> bool:
    """Check victory, orders without units, and ports without owner.

    Returns True if the match is over or a House must decide.
    """
    table, areas = game.table, game.table.areas
    if not areas.stirred or is_fought(table):
        return False
    if seventh(game):
        return True
    remove_abandoned_orders(game)
    if port_asked_about(table):
        return False  # the other ports follow the answer
    if captured_ports(game):
        return True
    areas.stirred = False
    return False


@enforces(
    "agot_board.victory.seventh-position",
    "agot_board.victory.two-ways",
    "agot_board.overview.object-seven-castles",
    "agot_board.round.seven-wins-any-time",
    "agot_board.ruling.victory-check-points",
    "agot_board.ruling.victory-simultaneous",
)
def seventh(game: BoardGame) -> bool:
    """Whether a House controls seven areas with a Castle or Stronghold, which ends the match."""
    table = game.table
    there = winners(table)
    if not there:
        return False
    winner = max(there, key=lambda house: final_standing(table, house))
    game.emit(MatchOver(MatchOutcome(winner, "seven-castles", "agot_board.victory.seventh-position")))
    return True


@enforces("agot_board.ruling.units-in-combat", "agot_board.ruling.victory-check-points")
def is_fought(table: BoardTable) -> bool:
    """Whether a combat is in progress, so that ports and victory are checked only at its clean-up."""
    return table.combat is not None and table.combat.under_way


@enforces("agot_board.ruling.orders-without-units", "agot_board.raid.area-loses-order")
def remove_abandoned_orders(game: BoardGame) -> None:
    """Remove orders in areas without a unit of their owner, except the March order that is being resolved."""
    table = game.table
    gone = [
        id for id, area in table.areas.items() if area.order and area.house != area.order.house and id != table.marching
    ]
    if gone:
        remove_orders(game, *gone)


@enforces("agot_board.ruling.capture-port-any-loss", "agot_board.ruling.capture-port-order")
def captured_ports(game: BoardGame) -> bool:
    """Remove Ships from a port whose land has another controller, who may replace them by its own Ships.

    One port is settled after the other. Returns True if a House must decide.
    """
    for port in ports_with_strangers(game.table):
        remove_orders(game, port)
        owner = controller(game.table, port)
        if owner and most_captured(game.table, owner, port):
            game.push(CapturePort(port=port, by=owner))
            return True
        state = game.table.area(port)
        destroy(game, port, state.units, state.routed)
    return False


@enforces("agot_board.home.reverts")
def ports_with_strangers(table: BoardTable) -> list[str]:
    """The ports with Ships of a House that does not control their land, in the order in which they are settled.

    First those whose land nobody controls, where nothing is decided; then the port of the area that the march under
    way has left, since leaving comes before entering; then the others in the order of the board's list.
    """
    areas = table.areas
    found = [port for port in PORTS if (house := areas[port].house) and house != controller(table, port)]
    if len(found) < 2:
        return found
    return sorted(found, key=lambda port: (bool(controller(table, port)), AREAS[port].connected_land != table.marching))
