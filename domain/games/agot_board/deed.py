"""What the checks of a command look at."""

from __future__ import annotations

from typing import Any

from domain.games.agot_board.state import BoardTable
from domain.kernel.ids import Seat


class Deed:
    """A command of a House at a table."""

    def __init__(self, table: BoardTable, seat: Seat, command: Any) -> None:
        self.table = table
        self.seat = seat
        self.command = command
