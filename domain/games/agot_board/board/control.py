"""Control of areas and its consequences: Castles, supply icons, ports, the winner."""

from __future__ import annotations

from functools import cache

from domain.games.agot_board.components import AREAS, FORTIFIED, LAND, LIMITS, PORTS, TRACKS
from domain.games.agot_board.state import FAQ, Area, BoardTable
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.numbers import TracedNumber, TraceLine, trace_number


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
    """The House that controls an area, by units, Power token or printed sigil; empty if none does."""
    printed = AREAS[area]
    if printed.type == "port":
        return controller(table, printed.connected_land)
    state = table.areas[area]
    return holder(state, printed.home_of if printed.home_of in table.houses else NO_SEAT)


def holder(area: Area, home: Seat) -> Seat:
    """The House that holds an area; `home` is the House of its printed sigil if that House plays."""
    return area.house or area.power_token or (NO_SEAT if area.neutral else home)


@cache
def fortified_homes(houses: tuple[Seat, ...]) -> tuple[tuple[str, Seat], ...]:
    """The areas with a Castle or Stronghold, each with the House of its sigil if that is one of these."""
    homes = ((area, AREAS[area].home_of) for area in FORTIFIED)
    return tuple((area, home if home in houses else NO_SEAT) for area, home in homes)


def controlled_areas(table: BoardTable, house: Seat) -> list[str]:
    """The land areas that a House controls."""
    return [area for area in LAND if controller(table, area) == house]


@enforces("agot_board.victory.track-continuous")
def castles(table: BoardTable, house: Seat) -> int:
    """The House's position on the Victory track: the number of its areas with a Castle or Stronghold."""
    return sum(controller(table, area) == house for area in FORTIFIED)


def on_victory_position(table: BoardTable, position: int) -> list[Seat]:
    """The Houses that have reached this position on the Victory track; checked after every change."""
    areas, held = table.areas, dict.fromkeys((*table.seats, NO_SEAT), 0)
    for id, home in fortified_homes(table.seats):
        area = areas[id]
        held[area.house or holder(area, home)] += 1
    return [house for house in table.seats if held[house] >= position]


def strongholds(table: BoardTable, house: Seat) -> int:
    return sum(AREAS[area].fortification == "stronghold" and controller(table, area) == house for area in FORTIFIED)


def supply_icons(table: BoardTable, house: Seat) -> TracedNumber:
    """The supply icons of the areas that a House controls, at most as many as the track has positions."""
    lines = [TraceLine(area, AREAS[area].supply) for area in controlled_areas(table, house) if AREAS[area].supply]
    if sum(line.amount for line in lines) > LIMITS.supply_track_max:
        lines.append(TraceLine("supply-track", LIMITS.supply_track_max, "set"))
    return trace_number(0, lines)


def own_ports(table: BoardTable, house: Seat) -> list[str]:
    return [port for port in PORTS if controller(table, port) == house]


@enforces("agot_board.port.cp-blockaded")
def is_blockaded(table: BoardTable, house: Seat, port: str) -> bool:
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
def final_standing(table: BoardTable, house: Seat) -> tuple[int, ...]:
    """The numbers that decide the game after round ten, compared from the first on; the highest wins."""
    place = -table.iron_throne.index(house)
    supply = table.house(house).supply
    if table.rule_set == FAQ:
        return (castles(table, house), len(controlled_areas(table, house)), supply, place)
    return (castles(table, house), strongholds(table, house), supply, table.house(house).power, place)


def leading_house(table: BoardTable) -> Seat:
    """The House that would win if the game ended now."""
    return max(table.remaining_seats(), key=lambda house: final_standing(table, house))


@enforces("agot_board.ruling.preemptive-raid-track-tie")
def highest_tracks(table: BoardTable, house: Seat) -> tuple[str, ...]:
    """The tracks on which a House stands highest."""
    best = min(table.track(track).index(house) for track in TRACKS)
    return tuple(track for track in TRACKS if table.track(track).index(house) == best)


def winners(table: BoardTable) -> list[Seat]:
    """The Houses with seven areas with a Castle or Stronghold that have not conceded."""
    there = on_victory_position(table, LIMITS.castles_and_strongholds_to_win)
    return [house for house in there if house not in table.retired]
