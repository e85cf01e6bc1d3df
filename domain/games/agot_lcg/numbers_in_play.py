"""The numbers that only this game has: ambush."""

from __future__ import annotations

from domain.cardgame.in_play.characteristics import keywords
from domain.games.agot_lcg.state import AgotCard, AgotTable


def ambush_values(table: AgotTable, card: AgotCard) -> tuple[int, ...]:
    """The ambush values X of a card in hand, smallest first."""
    return tuple(sorted({each.x or 0 for each in keywords(table, card) if each.name == "ambush"}))
