"""The orders that a Raid order may remove."""

from __future__ import annotations

from domain.games.agot_board.board.geography import raids
from domain.games.agot_board.components import CONSOLIDATE_POWER, DEFENSE, ORDERS, RAID, SUPPORT
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat

TARGETS = (SUPPORT, RAID, CONSOLIDATE_POWER)


@enforces(
    "agot_board.raid.effect",
    "agot_board.raid.special-targets",
    "agot_board.special.raid",
    "agot_board.order.raid",
    "agot_board.raid.no-target",
    "agot_board.term.enemy",
)
def raidable(table: BoardTable, seat: Seat, area: str) -> tuple[str, ...]:
    """The areas whose order the Raid order in an area may remove."""
    order = table.area(area).order
    special = order is not None and ORDERS[order.token].special
    wanted = (*TARGETS, DEFENSE) if special else TARGETS
    return tuple(
        id
        for id, there in table.areas.items()
        if there.order and there.order.house != seat and ORDERS[there.order.token].type in wanted and raids(area, id)
    )
