"""Ships in a port whose land has been taken: the new controller may replace them with its own."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.board.supply import fits, sizes
from domain.games.agot_board.commands import CaptureShips
from domain.games.agot_board.components import LIMITS, SHIP
from domain.games.agot_board.facts.board import ShipsCaptured
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import END, Decision, Procedure
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Number


@enforces("agot_board.port.capture-replace", "agot_board.port.supply", "agot_board.supply.never-exceed")
def most_captured(table: BoardTable, owner: Seat, port: str) -> int:
    """The most enemy Ships in a port that its owner can replace, by their number, its unused Ships and its supply."""
    there = table.area(port)
    most = min(there.size, table.count_unused(owner, SHIP), LIMITS.ships_per_port)
    held = sizes_with_attackers(table, owner)
    return next(n for n in range(most, -1, -1) if n < 2 or fits(table, owner, (*held.values(), n)))


@enforces("agot_board.ruling.march-supply-check")
def sizes_with_attackers(table: BoardTable, owner: Seat) -> dict[str, int]:
    """A House's units by area, with attacking units counted in the embattled area as if they had won."""
    combat, held = table.combat, sizes(table, owner)
    if combat is not None and combat.attacker.house == owner and combat.units:
        held[combat.area] = sum(combat.units.values())
    return held


def capturer(table: BoardTable, frame: CapturePort) -> tuple[Seat, ...]:
    return (frame.by,)


def capture_space(rules: object, table: BoardTable, frame: CapturePort, seat: Seat) -> Commands:
    """The commands to replace captured Ships: from none to the most possible."""
    ships = Number(0, most_captured(table, frame.by, frame.port))
    return Commands((Form("capture_ships", {}, {"ships": ships}, ("agot_board.port.capture-replace",)),))


def too_many_captured(
    rules: object, table: BoardTable, frame: CapturePort, seat: Seat, command: CaptureShips
) -> Refusal | None:
    """Why no more Ships can be captured, with the numbers."""
    most = most_captured(table, frame.by, frame.port)
    if 0 <= command.ships <= most:
        return None
    because: dict[str, object] = {
        "ships": command.ships,
        "most": most,
        "in_port": table.area(frame.port).size,
        "unused": table.count_unused(frame.by, SHIP),
    }
    return Refusal("agot_board.port.capture-replace", because)


@enforces("agot_board.port.capture-rest-removed", "agot_board.ruling.capture-port-any-loss")
def capture(game: BoardGame, frame: CapturePort, seat: Seat, command: CaptureShips) -> None:
    """Replace enemy Ships; the others leave the board."""
    game.emit(ShipsCaptured(frame.port, seat, command.ships))


class CapturePort(Procedure, frozen=True, tag="agot_board.capture_port"):
    """The new controller of a port's land decides how many enemy Ships in the port it replaces."""

    port: str
    by: Seat
    asks_about = "port"
    steps = (
        Decision(
            "3.2.c/ports",
            "capture-ships",
            title="the new controller of a port replaces enemy Ships",
            seats=capturer,
            options=capture_space,
            accepts=(CaptureShips,),
            on_answer=capture,
            rule="agot_board.port.capture-replace",
            public=True,
            refuses=too_many_captured,
        ),
    )


def port_asked_about(table: BoardTable) -> str:
    """The port about whose Ships its new controller is asked; empty if none is, or as soon as it is answered."""
    for frame in reversed(table.stack):
        if isinstance(frame, CapturePort):
            return "" if frame.at == END and frame is table.stack[-1] else frame.port
    return ""
