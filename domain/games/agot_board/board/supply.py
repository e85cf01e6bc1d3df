"""Armies and the supply track: which armies comply, and how many units are too many."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.agot_board.components import ARMY_LIMITS
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat


@enforces("agot_board.garrison.not-a-unit")
def sizes(table: BoardTable, house: Seat) -> dict[str, int]:
    """The number of a House's units in each area where it has some, without units in a combat."""
    return {id: area.size for id, area in table.areas.items() if area.house == house}


@enforces("agot_board.term.army", "agot_board.supply.single-units-free", "agot_board.supply.unit-counts-one")
def armies(sizes: Iterable[int]) -> list[int]:
    """The sizes of the armies, largest first; a single unit is not an army."""
    return sorted((size for size in sizes if size > 1), reverse=True)


@enforces("agot_board.data.supply-track", "agot_board.supply.flags-meaning")
def flags(table: BoardTable, house: Seat) -> tuple[int, ...]:
    """The army limits of a House, largest first."""
    return ARMY_LIMITS[table.house(house).supply]


@enforces("agot_board.ruling.supply-fit", "agot_board.supply.level-3-example", "agot_board.supply.may-stay-below")
def fits(table: BoardTable, house: Seat, sizes: Iterable[int]) -> bool:
    """Whether armies in areas of these sizes comply with the House's supply."""
    return too_many(flags(table, house), sizes) == 0


@enforces("agot_board.ruling.reconcile-minimum")
def too_many(flags: tuple[int, ...], sizes: Iterable[int]) -> int:
    """The minimum number of units to remove until the armies comply.

    The excess is summed over the ranks of army sizes; a missing flag counts as 1.
    """
    ranked = armies(sizes)
    limits = (*flags, *(1 for _ in ranked))
    return sum(max(0, size - limit) for size, limit in zip(ranked, limits, strict=False))


def excess(table: BoardTable, house: Seat) -> int:
    """The number of units that a House must remove to comply with its present supply."""
    return too_many(flags(table, house), sizes(table, house).values())
