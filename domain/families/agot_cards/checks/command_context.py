"""What the checks of the family read of a command.

`AgotCommandContext` is what those of challenges read; `AgotCardContext` is the context of commands of both games.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from domain.cardgame.checks.command_context import CardCommandContext
from domain.families.agot_cards.abilities.registry import DUPLICATE
from domain.families.agot_cards.commands import UseDuplicateSave
from domain.families.agot_cards.state import AgotTable
from domain.kernel.flow.priority_windows import Window
from domain.kernel.ids import Seat

T = TypeVar("T", bound=AgotTable)


class AgotCardContext(CardCommandContext[T]):
    """A command with the things that it names; a duplicate is used for its save."""

    def ability_index(self) -> int:
        return DUPLICATE if isinstance(self.command, UseDuplicateSave) else super().ability_index()


AnyAgotContext = AgotCardContext[Any]
"""The context as checks of the family read it, whatever more the game's table has."""


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
