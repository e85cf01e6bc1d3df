"""Rotations: one order at a time, by positions of the Iron Throne track, until no House has one left."""

from __future__ import annotations

from domain.games.agot_board.state import ORDER_TYPE, BoardTable
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat


@enforces("agot_board.raid.one-at-a-time", "agot_board.march.one-at-a-time", "agot_board.cp.one-at-a-time")
def next_with(table: BoardTable, turn: int, kind: str) -> tuple[Seat, ...]:
    """The next House with an order of this type, from a position (from 0) of the track on and round; at most one."""
    owners = {each.order.house for each in table.areas.values() if each.order and ORDER_TYPE[each.order.token] == kind}
    order = table.turn_order()
    start = turn % len(order)
    around = (*order[start:], *order[:start])
    return next(((seat,) for seat in around if seat in owners), ())
