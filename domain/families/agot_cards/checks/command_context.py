"""What the checks of the family read of a command; a game's context of commands has it."""

from __future__ import annotations

from typing import Protocol

from domain.families.agot_cards.state import AgotTable
from domain.kernel.flow.windows import Window
from domain.kernel.ids import Seat


class AgotCommandContext(Protocol):
    """A command of a player, with the table and the open window."""

    @property
    def table(self) -> AgotTable:
        """The table as it is."""

    @property
    def seat(self) -> Seat:
        """Who gives the command."""

    @property
    def command(self) -> object:
        """The command."""

    @property
    def window(self) -> Window | None:
        """The open window; None where something else is asked."""
