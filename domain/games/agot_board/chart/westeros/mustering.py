"""1.4.2: Houses spend the points of Castles and Strongholds on units, one unit at a time.

A `Mustering` is that of one House. The Westeros card begins one for each House in turn order. A Special Consolidate
Power order and a Wildling card begin one for one House in one area, with `begin_mustering`.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.board.control import controller
from domain.games.agot_board.board.units import replace_units
from domain.games.agot_board.checks.command_context import CommandContext
from domain.games.agot_board.checks.westeros import MUSTER, UPGRADE, waters
from domain.games.agot_board.commands import MusterDone, MusterUnit, MusterUpgrade
from domain.games.agot_board.components import AREAS, FOOTMAN, FORTIFIED, LAND_UNITS, SHIP, UNITS
from domain.games.agot_board.facts.board import UnitsPlaced
from domain.games.agot_board.facts.westeros import MusteringBegan, MusteringEnded, MusterPointsSpent
from domain.games.agot_board.state import BoardTable, MusterPoints
from domain.kernel.checks import first_failed_check
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import END, Decision, Procedure, step
from domain.kernel.ids import Seat
from domain.kernel.spaces.commands import Form
from domain.kernel.spaces.fields import Pick

UPGRADES = tuple(each.id for each in UNITS.values() if each.upgrade_from == FOOTMAN)


def begin_mustering(game: BoardGame, house: Seat, areas: tuple[str, ...]) -> None:
    """Begin the mustering of a House in these areas of its own.

    It pushes a frame, so it must be the last call of a step.
    """
    game.push(Mustering(house=house, areas=areas))


def current_mustering(table: BoardTable) -> MusterPoints:
    """The mustering under way; there must be one."""
    assert table.mustering is not None
    return table.mustering


@enforces("agot_board.muster.points")
def count_points(game: BoardGame, frame: Mustering) -> None:
    """Count the mustering points of the areas: 2 for each Stronghold, 1 for each Castle."""
    points = {area: AREAS[area].mustering_points for area in frame.areas if AREAS[area].is_fortified}
    game.emit(MusteringBegan(frame.house, points))


def musterer(table: BoardTable, frame: Mustering) -> tuple[Seat, ...]:
    """The House that musters."""
    return (frame.house,)


@enforces("agot_board.ruling.muster-sequence")
def muster_forms(rules: object, table: BoardTable, frame: Mustering, seat: Seat) -> Iterator[Form]:
    """The forms of a mustering: end it, or spend points of an area that has some left. Yields the end first."""
    yield Form("muster_done", {}, {}, ("agot_board.muster.points-lost",))
    deed = CommandContext(table, seat, MusterDone())
    for area, left in current_mustering(table).points.items():
        if left:
            yield from forms_of(deed, area)


def forms_of(context: CommandContext, area: str) -> Iterator[Form]:
    """The forms for one area: what its points can be spent on. Yields land units, upgrades, then the Ship."""
    cited = ("agot_board.muster.supply-limit",)
    for unit in LAND_UNITS:
        if may_muster(context, MusterUnit(area, unit)):
            yield Form("muster_unit", {"area": area, "unit": unit, "to": ""}, {}, cited)
    for unit in UPGRADES:
        if first_failed_check(UPGRADE, context.instead(MusterUpgrade(area, unit))) is None:
            yield Form("muster_upgrade", {"area": area, "unit": unit}, {}, ("agot_board.muster.upgrade",))
    open_waters = tuple(to for to in waters(area) if may_muster(context, MusterUnit(area, SHIP, to)))
    if open_waters:
        yield Form("muster_unit", {"area": area, "unit": SHIP}, {"to": Pick(open_waters, 1, 1, single=True)}, cited)


def may_muster(context: CommandContext, command: MusterUnit) -> bool:
    """Whether a mustering passes every check."""
    return first_failed_check(MUSTER, context.instead(command)) is None


def muster(game: BoardGame, frame: Mustering, seat: Seat, command: MusterUnit | MusterUpgrade | MusterDone) -> None:
    """Carry out one command of a mustering: place a unit, upgrade a Footman, or end the mustering."""
    if isinstance(command, MusterDone):
        finish(game, seat)
        return
    game.goto("1.4.2/muster")
    if isinstance(command, MusterUnit):
        place(game, seat, command)
    else:
        upgrade(game, seat, command)


@enforces(
    "agot_board.muster.place-in-same-area",
    "agot_board.muster.ship-placement",
    "agot_board.port.muster",
)
def place(game: BoardGame, house: Seat, command: MusterUnit) -> None:
    """Place an unused unit: a Ship in a port or sea of the area, another unit in the area itself."""
    game.emit(MusterPointsSpent(command.area, UNITS[command.unit].mustering_cost))
    game.emit(UnitsPlaced(house, command.to or command.area, {command.unit: 1}))


@enforces("agot_board.muster.upgrade", "agot_board.ruling.muster-footman-available")
def upgrade(game: BoardGame, house: Seat, command: MusterUpgrade) -> None:
    """Replace a Footman of the area by an unused Knight or Siege Engine."""
    game.emit(MusterPointsSpent(command.area, UNITS[command.unit].upgrade_cost))
    replace_units(game, house, {f"{command.area}/{FOOTMAN}": 1}, command.unit)


@enforces("agot_board.muster.points-lost")
def finish(game: BoardGame, house: Seat) -> None:
    """End the mustering. Points that are left are lost."""
    game.emit(MusteringEnded(house, sum(current_mustering(game.table).points.values())))


class Mustering(Procedure, frozen=True, tag="agot_board.mustering"):
    """One House musters in some of its areas."""

    house: Seat
    areas: tuple[str, ...]
    steps = (
        step("1.4.2/points", count_points, "the mustering points of the areas are counted"),
        Decision(
            "1.4.2/muster",
            "muster",
            title="a House musters",
            seats=musterer,
            forms=muster_forms,
            accepts=(MusterUnit, MusterUpgrade, MusterDone),
            on_answer=muster,
            rule="agot_board.ruling.muster-sequence",
            public=True,
            checked=True,
        ),
    )


@enforces(
    "agot_board.westeros-card.mustering",
    "agot_board.muster.card-in-turn-order",
    "agot_board.muster.finish-before-next",
)
def next_house(game: BoardGame, frame: MusterInTurn) -> None:
    """Begin the mustering of the next House in turn order, in all its Castles and Strongholds.

    The step repeats until every House has mustered.
    """
    house, *others = game.table.turn_order()[frame.turn :]
    game.set(turn=frame.turn + 1, at="1.4.2" if others else END)
    begin_mustering(game, house, own_castles(game.table, house))


@enforces("agot_board.ruling.impassable-consequences")
def own_castles(table: BoardTable, house: Seat) -> tuple[str, ...]:
    """The areas with a Castle or Stronghold that a House controls."""
    return tuple(area for area in FORTIFIED if controller(table, area) == house)


class MusterInTurn(Procedure, frozen=True, tag="agot_board.muster_in_turn"):
    """1.4.2: in turn order each House musters."""

    turn: int = 0
    steps = (step("1.4.2", next_house, "the next House musters"),)
