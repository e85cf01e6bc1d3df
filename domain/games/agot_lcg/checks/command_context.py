"""What the checks of a command of this game read."""

from __future__ import annotations

from domain.families.agot_cards.checks.command_context import AgotCardContext
from domain.games.agot_lcg.state import AgotTable

CommandContext = AgotCardContext[AgotTable]
