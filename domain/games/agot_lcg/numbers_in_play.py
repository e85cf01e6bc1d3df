"""The numbers that only this game has: ambush, and how many characters cards let a player stand."""

from __future__ import annotations

from domain.cardgame.in_play.characteristics import allowance, keywords
from domain.families.agot_cards.numbers_in_play import may_stand
from domain.games.agot_lcg.state import AgotCard, AgotTable
from domain.kernel.ids import Seat


def ambush_values(table: AgotTable, card: AgotCard) -> tuple[int, ...]:
    """The ambush values X of a card in hand, smallest first."""
    return tuple(sorted({each.x or 0 for each in keywords(table, card) if each.name == "ambush"}))


UNLIMITED = 999


def stands_left(table: AgotTable, seat: Seat) -> int:
    """The number of characters that a player can still stand; cards limit it in the standing phase, for any cause."""
    if table.phase != "standing":
        return UNLIMITED
    limit = allowance(table, seat, "standing", base=UNLIMITED).value
    return max(0, limit - table.usage.get(f"phase:stood:{seat}", 0))


def can_stand(table: AgotTable, seat: Seat, card: AgotCard) -> bool:
    """Whether a player can stand a card: it kneels and nothing forbids it."""
    return may_stand(table, card) and (card.type != "character" or stands_left(table, seat) > 0)
