"""What the checks of a command of this game read."""

from __future__ import annotations

from domain.cardgame.checks.command_context import CardCommandContext
from domain.games.agot_lcg.abilities.registry import DUPLICATE
from domain.games.agot_lcg.commands import UseDuplicateSave
from domain.games.agot_lcg.state import AgotTable


class CommandContext(CardCommandContext[AgotTable]):
    """A command with the things that it names; a duplicate is used for its save."""

    def ability_index(self) -> int:
        return DUPLICATE if isinstance(self.command, UseDuplicateSave) else super().ability_index()
