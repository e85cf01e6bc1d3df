"""A House's units as `area/unit` with numbers, the form in which cards and reconciling name them."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame, destroy
from domain.games.agot_board.components import AREAS
from domain.games.agot_board.facts.board import UnitsReplaced
from domain.games.agot_board.state import BoardTable, Units, together
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat

Counted = dict[str, int]


@enforces("agot_board.term.unit")
def own_units(table: BoardTable, house: Seat, kind: str = "") -> Counted:
    """The number of units (of one type) that a House has in each area, standing or routed."""
    found: Counted = {}
    for area in table.areas_of(house):
        state = table.area(area)
        for unit, n in together(state.units, state.routed).items():
            if kind in ("", unit):
                found[f"{area}/{unit}"] = n
    return found


def by_area(units: Counted) -> dict[str, Units]:
    """The same units by area, without those at 0."""
    found: dict[str, Units] = {}
    for place, n in sorted(units.items()):
        area, _, unit = place.partition("/")
        if n:
            found.setdefault(area, {})[unit] = n
    return found


def destroy_units(game: BoardGame, units: Counted) -> None:
    """Destroy units; standing ones first."""
    for area, wanted in by_area(units).items():
        state = game.table.area(area)
        standing = {unit: min(n, state.units.get(unit, 0)) for unit, n in wanted.items()}
        destroy(game, area, together(standing, {}), together(wanted, standing, -1))


def replace_units(game: BoardGame, house: Seat, units: Counted, by: str) -> None:
    """Replace units by equally many of another type, standing ones first; routed ones stay routed."""
    for area, wanted in by_area(units).items():
        for unit, n in wanted.items():
            standing = min(n, game.table.area(area).units.get(unit, 0))
            for count, routed in ((standing, False), (n - standing, True)):
                if count:
                    game.emit(UnitsReplaced(house, area, unit, by, count, routed))


@enforces("agot_board.ruling.horde-one-area")
def castles_with_two(table: BoardTable, house: Seat) -> list[str]:
    """The areas with a Castle or Stronghold and two units of a House; Ships in their ports do not count."""
    return [area for area in table.areas_of(house) if AREAS[area].is_fortified and table.area(area).size > 1]
