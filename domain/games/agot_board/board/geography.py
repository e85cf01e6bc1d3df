"""Adjacency: borders for moving, supporting and raiding, and Ship transport."""

from __future__ import annotations

from functools import cache

from domain.games.agot_board.components import AREAS
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat


@enforces("agot_board.data.map", "agot_board.map.rivers", "agot_board.map.bridges", "agot_board.map.islands")
def neighbours(area: str) -> tuple[str, ...]:
    """The land and sea areas that border on an area; for a port its land and its sea."""
    printed = AREAS[area]
    return (printed.connected_land, printed.connected_sea) if printed.type == "port" else printed.adjacent


@enforces("agot_board.port.area", "agot_board.port.march-sea-port")
def seas_and_ports(area: str) -> tuple[str, ...]:
    """The seas and ports to which a Ship can sail from a sea area or port, ignoring the ports' owners."""
    printed = AREAS[area]
    if printed.type == "port":
        return (printed.connected_sea,)
    seas = tuple(each for each in printed.adjacent if AREAS[each].type == "sea")
    return (*seas, *PORTS_AT.get(area, ()))


@cache
def next_areas(area: str) -> tuple[str, ...]:
    """The areas to which units can go from one in one move without being transported, ignoring what lies there."""
    printed = AREAS[area]
    if printed.type != "land":
        return seas_and_ports(area)
    return tuple(each for each in printed.adjacent if AREAS[each].type == "land")


def ports_at(sea: str) -> tuple[str, ...]:
    """The ports of a sea area."""
    return PORTS_AT.get(sea, ())


def gathered_ports() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for each in AREAS.values():
        if each.type == "port":
            found[each.connected_sea] = (*found.get(each.connected_sea, ()), each.id)
    return found


PORTS_AT = gathered_ports()


@enforces(
    "agot_board.transport.bridge",
    "agot_board.transport.own-ships-only",
    "agot_board.transport.any-order",
    "agot_board.transport.routed-ships",
    "agot_board.transport.unlimited",
    "agot_board.transport.single-move",
    "agot_board.map.islands-transport",
)
def overseas(table: BoardTable, house: Seat, coast: str, without: str = "") -> set[str]:
    """The coasts to which land units can be shipped from a land area; `without` is a sea that may not be used."""
    seas = [each for each in AREAS[coast].adjacent if sails(table, house, each) and each != without]
    seen, found = set(seas), set[str]()
    while seas:
        for each in AREAS[seas.pop()].adjacent:
            if AREAS[each].type == "land":
                found.add(each)
            elif each not in seen and each != without and sails(table, house, each):
                seen.add(each)
                seas.append(each)
    found.discard(coast)
    return found


def sails(table: BoardTable, house: Seat, sea: str) -> bool:
    """Whether a House has a Ship, routed or not, in a sea area (never a port)."""
    if AREAS[sea].type != "sea":
        return False
    area = table.area(sea)
    return area.house == house and area.size > 0


@enforces(
    "agot_board.march.adjacent-only",
    "agot_board.march.land-units-not-to-sea",
    "agot_board.march.ships-not-to-land",
    "agot_board.transport.ships-not-transported",
)
def destinations(table: BoardTable, house: Seat, origin: str, domain: str) -> tuple[str, ...]:
    """The areas to which units of a domain (land, sea) can go in one move, ignoring what lies there."""
    if (domain == "land") != (AREAS[origin].type == "land"):
        return ()
    near = next_areas(origin)
    return near if domain == "sea" else tuple(sorted({*near, *overseas(table, house, origin)}))


@enforces(
    "agot_board.support.adjacent-to-embattled",
    "agot_board.support.land-not-sea",
    "agot_board.support.ships-sea-and-land",
    "agot_board.port.support-sea-only",
    "agot_board.port.no-land-defense",
    "agot_board.transport.only-march-and-retreat",
)
def supports(area: str, embattled: str) -> bool:
    """Whether units in an area can support a combat in another area."""
    printed, there = AREAS[area], AREAS[embattled]
    if printed.type == "port":
        return printed.connected_sea == embattled
    if there.type == "sea":
        return printed.type == "sea" and embattled in printed.adjacent
    return embattled in printed.adjacent


@cache
def supporting_areas(embattled: str) -> tuple[str, ...]:
    """The areas whose units can support a combat in this one, in the order of the board's list."""
    return tuple(area for area in AREAS if supports(area, embattled))


@enforces(
    "agot_board.raid.land-not-sea",
    "agot_board.raid.sea-land-and-sea",
    "agot_board.port.raid-sea-only",
    "agot_board.port.raided-from-sea",
    "agot_board.port.not-raided-from-land",
)
def raids(area: str, target: str) -> bool:
    """Whether a Raid order in an area reaches another area."""
    printed, there = AREAS[area], AREAS[target]
    if printed.type == "port":
        return printed.connected_sea == target
    if there.type == "port":
        return there.connected_sea == area
    if printed.type == "land" and there.type == "sea":
        return False
    return target in printed.adjacent
