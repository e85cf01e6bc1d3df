"""What keeps a card in play from changes by hand at this table: duplicates have no characteristics."""

from __future__ import annotations

from domain.families.agot_cards.corrections.changes import BARRED
from domain.games.agot_lcg.in_play.entering import may_enter
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle, Seat, zone_kind


@enforces("agot_lcg.duplicates.no-characteristics")
def unmarkable(table: AgotTable, handle: Handle) -> str:
    """Why a card in play can neither kneel nor hold tokens: a duplicate, or a plot; empty for any other card."""
    card = table.cards[handle]
    if card.duplicate:
        return "a duplicate neither kneels nor holds tokens"
    return "a plot neither kneels nor holds tokens" if zone_kind(card.zone) == "plot" else ""


def control_problem(table: AgotTable, handle: Handle, seat: Seat) -> str:
    """Why a player cannot get control of a card: it is a duplicate, or unique and barred; empty for any other."""
    card = table.cards[handle]
    if card.duplicate:
        return "control of a duplicate does not change"
    return BARRED if may_enter(table, seat, card, control=True) else ""
