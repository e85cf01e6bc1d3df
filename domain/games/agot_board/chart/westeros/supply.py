"""1.4.1: the Supply tokens are moved in turn order. Each House reconciles its armies before the next token moves."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.board.control import supply_icons
from domain.games.agot_board.board.supply import excess
from domain.games.agot_board.board.units import destroy_units, own_units
from domain.games.agot_board.checks.command_context import CommandContext
from domain.games.agot_board.checks.westeros import RECONCILE
from domain.games.agot_board.commands import ReconcileRemoveUnit
from domain.games.agot_board.components import LIMITS
from domain.games.agot_board.concession import cheapest_unit
from domain.games.agot_board.facts.board import SupplySet
from domain.games.agot_board.facts.westeros import SupplyCounted
from domain.games.agot_board.state import BoardTable
from domain.kernel.checks import first_failed_check
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import END, Decision, Procedure, step
from domain.kernel.ids import Seat
from domain.kernel.spaces.commands import Commands, Form


@enforces("agot_board.supply.reconcile-at-once")
def over_supply(table: BoardTable, frame: Reconcile) -> tuple[Seat, ...]:
    """The House if its armies exceed its supply, otherwise nobody."""
    return (frame.house,) if excess(table, frame.house) else ()


def reconcile_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    """The commands that remove a unit, for each unit whose removal reduces the excess."""
    places = (place.partition("/") for place in own_units(table, seat))
    removals = (ReconcileRemoveUnit(area, unit) for area, _, unit in places)
    lawful = (each for each in removals if first_failed_check(RECONCILE, CommandContext(table, seat, each)) is None)
    cited = ("agot_board.ruling.reconcile-minimum",)
    return Commands(tuple(Form("reconcile_remove_unit", {"area": e.area, "unit": e.unit}, {}, cited) for e in lawful))


@enforces("agot_board.supply.reconcile-at-once", "agot_board.ruling.reconcile-minimum")
def remove_unit(game: BoardGame, frame: Reconcile, seat: Seat, command: ReconcileRemoveUnit) -> None:
    """Destroy the unit, and ask the House again until its armies fit its supply."""
    game.goto("1.4.1/reconcile")
    destroy_units(game, {f"{command.area}/{command.unit}": 1})


class Reconcile(Procedure, frozen=True, tag="agot_board.reconcile"):
    """One House removes units until its armies comply with its supply."""

    house: Seat
    steps = (
        Decision(
            "1.4.1/reconcile",
            "reconcile",
            title="a House destroys units until its armies fit its supply",
            seats=over_supply,
            options=reconcile_space,
            accepts=(ReconcileRemoveUnit,),
            on_answer=remove_unit,
            rule="agot_board.supply.reconcile-at-once",
            public=True,
            least=cheapest_unit,
        ),
    )


@enforces("agot_board.supply.changes-only-when-track-changes", "agot_board.component.victory-supply-tokens")
def move_supply(game: BoardGame, house: Seat, position: int) -> None:
    """Set the Supply token of a House to a position (kept within 0 to 6), then let the House reconcile its armies."""
    supply = max(0, min(LIMITS.supply_track_max, position))
    if supply != game.table.house(house).supply:
        game.emit(SupplySet(house, supply))
    game.push(Reconcile(house=house))


@enforces("agot_board.westeros-card.supply", "agot_board.supply.update-in-turn-order")
def next_house(game: BoardGame, frame: UpdateSupply) -> None:
    """Count the supply icons of the next House in turn order and move its Supply token.

    The step repeats until every House has had its turn.
    """
    house, *others = game.table.turn_order()[frame.turn :]
    game.set(turn=frame.turn + 1, at="1.4.1" if others else END)
    counted = supply_icons(game.table, house)
    game.emit(SupplyCounted(house, counted.value, counted.trace))
    move_supply(game, house, counted.value)


class UpdateSupply(Procedure, frozen=True, tag="agot_board.update_supply"):
    """1.4.1: in turn order each House updates its supply and reconciles."""

    turn: int = 0
    steps = (step("1.4.1", next_house, "the next House updates its supply"),)
