"""What Ship transport would take: the chain of sea areas between two coasts that lacks the fewest own Ships."""

from __future__ import annotations

from heapq import heappop, heappush

from domain.games.agot_board.components import AREAS
from domain.games.agot_board.geography import sails
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.refusal import Refusal


@enforces("agot_board.transport.bridge", "agot_board.transport.own-ships-only", "agot_board.map.islands-transport")
def missing_chain(table: BoardTable, house: Seat, coast: str, to: str) -> Refusal | None:
    """Why a House's land units are not shipped to another coast; None where Ships have nothing to do with it.

    They have if one sea area lies between the coasts, or if somebody's Ships lie on the way.
    """
    chain = shortest_chain(table, house, coast, to)
    missing = [sea for sea in chain if not sails(table, house, sea)]
    foreign = any(table.area(sea).house != NO_SEAT for sea in missing)
    if not chain or (len(chain) > 1 and missing == list(chain) and not foreign):
        return None
    because: dict[str, object] = {"area": coast, "to": to, "chain": list(chain), "without_own_ship": missing}
    return Refusal(f"agot_board.transport.{'own-ships-only' if foreign else 'bridge'}", because)


def shortest_chain(table: BoardTable, house: Seat, coast: str, to: str) -> tuple[str, ...]:
    """Adjacent sea areas from coast to coast, with the fewest that lack an own Ship; empty if there are none."""
    ways: list[tuple[int, int, tuple[str, ...]]] = []
    reached: set[str] = set()
    extend(table, house, ways, 0, (), seas_at(coast))
    while ways:
        missing, _, chain = heappop(ways)
        if to in AREAS[chain[-1]].adjacent:
            return chain
        if chain[-1] not in reached:
            reached.add(chain[-1])
            extend(table, house, ways, missing, chain, seas_at(chain[-1]))
    return ()


def extend(
    table: BoardTable,
    house: Seat,
    ways: list[tuple[int, int, tuple[str, ...]]],
    missing: int,
    chain: tuple[str, ...],
    seas: tuple[str, ...],
) -> None:
    """Note a chain with each of these seas at its end."""
    for sea in seas:
        heappush(ways, (missing + (not sails(table, house, sea)), len(chain) + 1, (*chain, sea)))


def seas_at(area: str) -> tuple[str, ...]:
    """The sea areas that border on a land or sea area."""
    return tuple(each for each in AREAS[area].adjacent if AREAS[each].type == "sea")
