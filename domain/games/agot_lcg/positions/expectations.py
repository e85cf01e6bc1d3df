"""What scenarios of this game can look at, and the default fields of its commands."""

from __future__ import annotations

from typing import Any

from domain.families.agot_cards.positions.expectations import AgotCardProbe
from domain.games.agot_lcg.numbers_in_play import ambush_values
from domain.games.agot_lcg.pool.card_fields import KEYWORDS
from domain.games.agot_lcg.positions.waiting_points import MOMENTS
from domain.games.agot_lcg.state import PHASES, AgotTable
from domain.kernel.ids import Seat

WINDOWS = tuple(name for name, moment in MOMENTS.items() if moment.window)


class GameProbe(AgotCardProbe[AgotTable]):
    """The keys of this game for the scenario runner."""

    def __init__(self) -> None:
        super().__init__(AgotTable, PHASES, WINDOWS, KEYWORDS)

    def default(self, table: AgotTable, seat: Seat, tag: str, given: dict[str, Any], field: str) -> Any:
        """The default of a field: a card's ambush value, and what both games leave out."""
        card = table.cards.get(given.get("card", ""))
        if field == "x" and card:
            return next(iter(ambush_values(table, card)), 0)
        return super().default(table, seat, tag, given, field)
