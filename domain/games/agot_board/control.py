"""Who controls what, and what follows: Castles, supply icons, ports, the winner."""

from __future__ import annotations

from domain.games.agot_board.components import AREAS, FORTIFIED, LAND, LIMITS, PORTS
from domain.games.agot_board.state import FAQ, BoardTable
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.numbers import Line, Traced, traced


@enforces(
    "agot_board.control.definition",
    "agot_board.term.home-area",
    "agot_board.control.lost-when-empty",
    "agot_board.home.permanent-control",
    "agot_board.home.enemy-control-by-units",
    "agot_board.home.enemy-control-by-token",
    "agot_board.home.reverts",
    "agot_board.ruling.control-sea",
    "agot_board.ruling.absent-house-home",
    "agot_board.port.owner",
)
def controller(table: BoardTable, area: str) -> Seat:
    """The House that controls an area, if one does: by units, by Power token, by the printed sigil."""
    printed = AREAS[area]
    if printed.type == "port":
        return controller(table, printed.connected_land)
    here = table.areas[area]
    if here.house or printed.type == "sea":
        return here.house
    if here.power_token:
        return here.power_token
    if here.neutral or printed.home_of not in table.houses:
        return NO_SEAT
    return printed.home_of


def controlled(table: BoardTable, house: Seat) -> list[str]:
    """The land areas that a House controls."""
    return [area for area in LAND if controller(table, area) == house]


@enforces("agot_board.victory.track-continuous")
def castles(table: BoardTable, house: Seat) -> int:
    """The House's position on the Victory track: its areas with a Castle or Stronghold."""
    return sum(controller(table, area) == house for area in FORTIFIED)


def castle_counts(table: BoardTable) -> dict[Seat, int]:
    """The position of every House that has one above 0 on the Victory track."""
    found: dict[Seat, int] = {}
    areas = table.areas
    for area in FORTIFIED:
        owner = areas[area].house or controller(table, area)  # most are held by units
        if owner:
            found[owner] = found.get(owner, 0) + 1
    return found


def strongholds(table: BoardTable, house: Seat) -> int:
    return sum(AREAS[area].fortification == "stronghold" and controller(table, area) == house for area in FORTIFIED)


def supply_icons(table: BoardTable, house: Seat) -> Traced:
    """The supply icons of the areas that a House controls, as far as the track goes."""
    lines = [Line(area, AREAS[area].supply) for area in controlled(table, house) if AREAS[area].supply]
    if sum(line.amount for line in lines) > LIMITS.supply_track_max:
        lines.append(Line("supply-track", LIMITS.supply_track_max, "set"))
    return traced(0, lines)


def own_ports(table: BoardTable, house: Seat) -> list[str]:
    return [port for port in PORTS if controller(table, port) == house]


@enforces("agot_board.port.cp-blockaded")
def blockaded(table: BoardTable, house: Seat, port: str) -> bool:
    """Whether enemy Ships lie in the sea of a House's port."""
    there = table.area(AREAS[port].connected_sea)
    return bool(there.house) and there.house != house


@enforces(
    "agot_board.victory.tie-1-strongholds",
    "agot_board.victory.tie-2-supply",
    "agot_board.victory.tie-3-power",
    "agot_board.victory.tie-4-iron-throne",
    "agot_board.ruling.final-tiebreakers-rule-set",
    "agot_board.victory.round-ten-winner",
)
def standing(table: BoardTable, house: Seat) -> tuple[int, ...]:
    """What decides the game after round ten: the highest standing, compared from its first number on, wins."""
    place = -table.iron_throne.index(house)
    supply = table.house(house).supply
    if table.rule_set == FAQ:
        return (castles(table, house), len(controlled(table, house)), supply, place)
    return (castles(table, house), strongholds(table, house), supply, table.house(house).power, place)


def leading(table: BoardTable) -> Seat:
    """The House that would win if the game ended now."""
    return max(table.left(), key=lambda house: standing(table, house))
