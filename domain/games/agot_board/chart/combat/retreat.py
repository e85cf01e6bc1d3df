"""4.6.3: retreats and routing.

`legal_retreats` returns the open areas, `barrier` why an area is closed; the fewest losses decide.
"""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.board.control import controller
from domain.games.agot_board.board.geography import destinations
from domain.games.agot_board.board.supply import fits, sizes
from domain.games.agot_board.chart.combat.casualties import lose, take_losses
from domain.games.agot_board.chart.combat.side import CombatSide, winner_and_loser
from domain.games.agot_board.commands import ChooseRetreatArea, ChooseRetreatLosses
from domain.games.agot_board.components import AREAS, LIMITS, UNITS
from domain.games.agot_board.facts.board import UnitsMoved
from domain.games.agot_board.facts.combat import AttackersCameOut, RetreatChosen, current_combat
from domain.games.agot_board.state import BoardTable, Units, count
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Multiset, Pick
from domain.kernel.state.readings import is_read

FEWEST_LOSSES = "agot_board.ruling.retreat-fewest-losses"


@enforces(
    "agot_board.retreat.mandatory",
    "agot_board.retreat.routed-forced-again",
    "agot_board.retreat.siege-engines",
    "agot_board.ruling.combat-against-routed",
)
def destroy_those_who_cannot_retreat(game: BoardGame, frame: Procedure) -> None:
    """Destroy the loser's routed units and its Siege Engines."""
    _, loser = winner_and_loser(game.table)
    lose(game, loser, {unit: n for unit, n in loser.units.items() if not UNITS[unit].can_retreat}, loser.routed)


# --- areas


def ground(side: CombatSide) -> str:
    return "sea" if AREAS[side.combat.area].type == "sea" else "land"


@enforces(
    "agot_board.retreat.domains",
    "agot_board.retreat.ship-transport",
    "agot_board.ruling.retreat-to-port",
    "agot_board.ruling.robb-retreat-scope",
)
def reachable(loser: CombatSide) -> tuple[str, ...]:
    """The areas that the losing units can reach from the embattled one; for attackers the origin first."""
    near = destinations(loser.table, loser.house, loser.combat.area, ground(loser))
    if loser.defends:
        return near
    return (loser.combat.origin, *(area for area in near if area != loser.combat.origin))


@enforces("agot_board.retreat.attacker-goes-back")
def own_choices(loser: CombatSide) -> tuple[str, ...]:
    """The areas to which a loser may retreat unless another House decides: attackers only return."""
    return (loser.combat.origin,) if loser.attacks else reachable(loser)


@enforces(FEWEST_LOSSES, "agot_board.retreat.supply")
def legal_retreats(loser: CombatSide, scope: tuple[str, ...]) -> list[str]:
    """The open areas of `scope` in which the fewest units are lost, or all, as the match reads it."""
    kept = {area: room(loser, area) for area in scope if barrier(loser, area) is None}
    if is_read(loser.table, FEWEST_LOSSES, "any-area"):
        return list(kept)
    most = max(kept.values(), default=0)
    return [area for area, n in kept.items() if n == most]


def barrier(loser: CombatSide, area: str) -> Refusal | None:
    """Why the losing units cannot retreat to an area within reach."""
    return origin_of_the_attack(loser, area) or held_by_others(loser, area) or no_room(loser, area)


@enforces("agot_board.retreat.not-to-attackers-origin")
def origin_of_the_attack(loser: CombatSide, area: str) -> Refusal | None:
    if loser.attacks or area != loser.combat.origin:
        return None
    return Refusal("agot_board.retreat.not-to-attackers-origin", {"area": area})


@enforces(
    "agot_board.retreat.defender-legal-areas",
    "agot_board.ruling.retreat-empty-home-and-neutral",
    "agot_board.ruling.retreat-origin-home",
    "agot_board.ruling.impassable-consequences",
    "agot_board.home.retreat-reminder",
    "agot_board.term.friendly",
)
def held_by_others(loser: CombatSide, area: str) -> Refusal | None:
    """Why an area is closed: by Neutral Forces, enemy units, tokens or a home area; a port to all but its owner."""
    table, owner = loser.table, controller(loser.table, area)
    because: dict[str, object] = {"area": area, "controller": owner}
    if table.area(area).neutral:
        rule = "ruling.retreat-empty-home-and-neutral"
        return Refusal(f"agot_board.{rule}", {"area": area, "neutral": table.area(area).neutral})
    if owner == loser.house or (not owner and AREAS[area].type != "port"):
        return None
    if AREAS[area].type == "port":
        return Refusal("agot_board.ruling.retreat-to-port", because)
    if area == loser.combat.origin:
        return Refusal("agot_board.ruling.retreat-origin-home", because)
    if table.area(area).house or table.area(area).power_token:
        return Refusal("agot_board.retreat.defender-legal-areas", because)
    return Refusal("agot_board.ruling.retreat-empty-home-and-neutral", because)


@enforces("agot_board.ruling.retreat-all-lost")
def no_room(loser: CombatSide, area: str) -> Refusal | None:
    if room(loser, area):
        return None
    return Refusal("agot_board.ruling.retreat-all-lost", {"area": area, "units": count(loser.units)})


@enforces(
    "agot_board.retreat.supply",
    "agot_board.ruling.retreat-origin-supply",
    "agot_board.port.three-ships",
    "agot_board.ruling.retreat-all-lost",
)
def room(side: CombatSide, area: str) -> int:
    """The number of a side's units in the combat that supply, and the space in a port, allow in an area."""
    there = sizes(side.table, side.house)
    if side.defends:
        there.pop(side.combat.area, None)
    before = there.get(area, 0)
    most = count(side.units)
    if AREAS[area].type == "port":
        most = min(most, LIMITS.ships_per_port - before)
    carried = (n for n in range(most, 0, -1) if fits(side.table, side.house, {**there, area: before + n}.values()))
    return next(carried, 0)


# --- the decisions


def who_retreats(table: BoardTable, frame: Procedure) -> tuple[Seat, ...]:
    """The loser, if it has units and an area to go to, and no area has been chosen."""
    _, loser = winner_and_loser(table)
    if not loser.units or loser.combat.retreat or not legal_retreats(loser, own_choices(loser)):
        return ()
    return (loser.house,)


@enforces("agot_board.retreat.together")
def retreat_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    """The command that chooses one area for all losing units."""
    _, loser = winner_and_loser(table)
    pick = Pick(tuple(legal_retreats(loser, own_choices(loser))), 1, 1, single=True)
    return Commands((Form("choose_retreat_area", {}, {"area": pick}, ("agot_board.retreat.defender-legal-areas",)),))


def choose_retreat(game: BoardGame, frame: Procedure, seat: Seat, command: ChooseRetreatArea) -> None:
    retreat_to(game, seat, command.area)


def retreat_to(game: BoardGame, chooser: Seat, area: str) -> None:
    """Move the losing units to an area, except those for which there is no room."""
    _, loser = winner_and_loser(game.table)
    game.emit(RetreatChosen(chooser, area, count(loser.units) - room(loser, area)))


def who_loses_units(table: BoardTable, frame: Procedure) -> tuple[Seat, ...]:
    _, loser = winner_and_loser(table)
    return (loser.house,) if current_combat(table).due else ()


@enforces("agot_board.retreat.supply-forced-losses")
def losses_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    """The command that chooses the units to lose, as many as supply or room does not allow."""
    units: Units = CombatSide(table, seat).units
    rule = ("agot_board.retreat.supply-forced-losses",)
    return Commands((Form("choose_retreat_losses", {}, {"units": Multiset(units, current_combat(table).due)}, rule),))


def lose_in_retreat(game: BoardGame, frame: Procedure, seat: Seat, command: ChooseRetreatLosses) -> None:
    take_losses(game, CombatSide(game.table, seat), command.units)


@enforces("agot_board.retreat.routed", "agot_board.retreat.nowhere", "agot_board.ruling.retreat-picks-up-order")
def retreat(game: BoardGame, frame: Procedure) -> None:
    """Rout the losing units in the chosen area; without an area destroy them."""
    _, loser = winner_and_loser(game.table)
    combat, units = loser.combat, loser.units
    if not units:
        return
    if not combat.retreat:
        lose(game, loser, units)
    elif loser.attacks:
        game.emit(AttackersCameOut(loser.house, combat.retreat, units, routed=True))
    else:
        game.emit(UnitsMoved(loser.house, combat.area, combat.retreat, units, routed=True))
