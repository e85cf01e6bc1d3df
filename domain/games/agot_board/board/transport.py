"""What is missing for Ship transport: the chain of sea areas between two coasts that lacks the fewest own Ships."""

from __future__ import annotations

from collections.abc import Collection
from heapq import heappop, heappush

from domain.games.agot_board.board.geography import sails
from domain.games.agot_board.components import AREAS
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.refusals import Refusal


@enforces("agot_board.transport.bridge", "agot_board.transport.own-ships-only", "agot_board.map.islands-transport")
def missing_chain(table: BoardTable, house: Seat, coast: str, to: str) -> Refusal | None:
    """Why a House's land units cannot be shipped to another coast; None where Ships are not involved.

    They are involved if one sea area lies between the coasts, or if any Ships lie on the way. Ships of others are the
    reason only if every sea area of the chain has Ships; else the reason is that a Ship is missing.
    """
    ships = {id for id, area in table.areas.items() if AREAS[id].type == "sea" and area.house != NO_SEAT}
    unbroken = shortest_chain(table, house, coast, to, within=ships)
    chain = unbroken or shortest_chain(table, house, coast, to)
    missing = [sea for sea in chain if not sails(table, house, sea)]
    if not chain or (len(chain) > 1 and ships.isdisjoint(chain)):
        return None
    because: dict[str, object] = {"area": coast, "to": to, "chain": list(chain), "without_own_ship": missing}
    return Refusal(f"agot_board.transport.{'own-ships-only' if unbroken else 'bridge'}", because)


def shortest_chain(
    table: BoardTable, house: Seat, coast: str, to: str, within: Collection[str] = AREAS
) -> tuple[str, ...]:
    """The chain of adjacent sea areas between two coasts that lacks the fewest own Ships; empty if there is none.

    `within` are the areas that it may use.
    """
    chains: list[tuple[int, int, tuple[str, ...]]] = []
    reached: set[str] = set()
    extend(table, house, chains, 0, (), seas_at(coast, within))
    while chains:
        missing, _, chain = heappop(chains)
        if to in AREAS[chain[-1]].adjacent:
            return chain
        if chain[-1] not in reached:
            reached.add(chain[-1])
            extend(table, house, chains, missing, chain, seas_at(chain[-1], within))
    return ()


def extend(
    table: BoardTable,
    house: Seat,
    chains: list[tuple[int, int, tuple[str, ...]]],
    missing: int,
    chain: tuple[str, ...],
    seas: tuple[str, ...],
) -> None:
    """Record the extension of a chain by each of these seas."""
    for sea in seas:
        heappush(chains, (missing + (not sails(table, house, sea)), len(chain) + 1, (*chain, sea)))


def seas_at(area: str, within: Collection[str]) -> tuple[str, ...]:
    """The sea areas among `within` that border on a land or sea area."""
    return tuple(each for each in AREAS[area].adjacent if AREAS[each].type == "sea" and each in within)
