"""Checks of the Westeros Phase: reconciling, mustering (also by orders and cards), choices, bids, Wildlings."""

from __future__ import annotations

from domain.games.agot_board.board.control import highest_tracks
from domain.games.agot_board.board.supply import armies, excess, fits, flags, sizes, too_many
from domain.games.agot_board.board.units import castles_with_two, own_units
from domain.games.agot_board.chart.westeros.bids import tied_bidders, tied_next
from domain.games.agot_board.checks.command_context import CommandContext, no_such_unit
from domain.games.agot_board.commands import (
    Bid,
    ChooseCardOption,
    ChooseTiedBidder,
    MusterUnit,
    MusterUpgrade,
    OrderTiedBids,
    ReconcileRemoveUnit,
    WildlingChoice,
)
from domain.games.agot_board.components import AREAS, FOOTMAN, LIMITS, SHIP, UNITS, WESTEROS_CARDS
from domain.games.agot_board.state import BoardTable
from domain.kernel.checks import Check, check
from domain.kernel.citing import enforces
from domain.kernel.command_moments import question_of
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal

# --- reconciling


@check("unit_is_there", "agot_board.supply.reconcile-at-once")
def unit_is_there(context: CommandContext) -> Refusal | None:
    """The House has such a unit in the area."""
    if refusal := no_such_unit([context.command.unit]):
        return refusal
    place = f"{context.command.area}/{context.command.unit}"
    own = own_units(context.table, context.seat)
    return None if place in own else Refusal("agot_board.supply.reconcile-at-once", {"unit": place, "own": own})


@check("brings_closer", "agot_board.ruling.reconcile-minimum", "unit_is_there")
@enforces("agot_board.ruling.supply-fit")
def brings_closer(context: CommandContext) -> Refusal | None:
    """The removal reduces the excess by one unit."""
    table, house = context.table, context.seat
    there = sizes(table, house)
    after = {**there, context.command.area: there[context.command.area] - 1}
    to_go, then = excess(table, house), too_many(flags(table, house), after.values())
    if then == to_go - 1:
        return None
    because = {**armies_and_supply(table, house, there), "to_go": to_go, "then": then}
    return Refusal("agot_board.ruling.reconcile-minimum", because)


def armies_and_supply(table: BoardTable, house: Seat, there: dict[str, int]) -> dict[str, object]:
    """The sizes of the armies, and the sizes that the House's supply allows."""
    return {"armies": armies(there.values()), "flags": list(flags(table, house))}


RECONCILE = (unit_is_there, brings_closer)

# --- mustering


@check("area_musters", "agot_board.muster.points")
@enforces("agot_board.special.muster-only-there")
def area_musters(context: CommandContext) -> Refusal | None:
    """The area provides points in this mustering."""
    mustering, area = context.table.mustering, context.command.area
    assert mustering is not None
    if area in mustering.points:
        return None
    because: dict[str, object] = {"area": area, "points": mustering.points}
    if area not in AREAS or not AREAS[area].is_fortified:
        return Refusal("agot_board.muster.points", because)
    if context.table.phase == "action":
        return Refusal("agot_board.special.muster-only-there", because)
    if context.table.attack is not None:
        return Refusal("agot_board.wildling-card.the-horde-descends.reward", because)
    return Refusal("agot_board.muster.card-in-turn-order", because)


@check("is_a_unit", "agot_board.component.units")
def is_a_unit(context: CommandContext) -> Refusal | None:
    return no_such_unit([context.command.unit])


@check("points_suffice", "agot_board.muster.points", "area_musters", "is_a_unit")
@enforces(
    "agot_board.muster.cost-footman",
    "agot_board.muster.cost-knight",
    "agot_board.muster.cost-ship",
    "agot_board.muster.cost-siege-engine",
)
def points_suffice(context: CommandContext) -> Refusal | None:
    """The area has enough mustering points left for the unit."""
    unit = UNITS[context.command.unit]
    return short_of_points(context, unit.mustering_cost, f"agot_board.muster.cost-{unit.id}")


def short_of_points(context: CommandContext, cost: int, rule: str) -> Refusal | None:
    assert context.table.mustering is not None
    left = context.table.mustering.points[context.command.area]
    if cost <= left:
        return None
    return Refusal(rule, {"area": context.command.area, "cost": cost, "left": left})


@check("unit_is_unused", "agot_board.component.limit-is-absolute", "is_a_unit")
@enforces("agot_board.ruling.muster-footman-available")
def unit_is_unused(context: CommandContext) -> Refusal | None:
    unit = context.command.unit
    if context.count_unused(unit) > 0:
        return None
    because: dict[str, object] = {"unit": unit, "unused": 0, "in_all": UNITS[unit].per_house}
    return Refusal("agot_board.component.limit-is-absolute", because)


@check("goes_where_it_may", "agot_board.muster.place-in-same-area", "area_musters", "is_a_unit")
@enforces("agot_board.muster.land-units-not-at-sea", "agot_board.port.ships-only")
def goes_where_it_may(context: CommandContext) -> Refusal | None:
    """A land unit stays in the area (`to` is left out); a Ship goes to water of the area."""
    area, unit, to = context.command.area, context.command.unit, context.command.to
    if unit == SHIP:
        return not_its_water(area, to)
    if not to:
        return None
    at_sea = to in AREAS and AREAS[to].type != "land"
    rule = "agot_board.muster.land-units-not-at-sea" if at_sea else "agot_board.muster.place-in-same-area"
    return Refusal(rule, {"unit": unit, "area": area, "to": to})


@enforces("agot_board.muster.ship-placement", "agot_board.muster.ship-needs-water")
def not_its_water(area: str, to: str) -> Refusal | None:
    possible = waters(area)
    if to in possible:
        return None
    rule = "agot_board.muster.ship-placement" if possible else "agot_board.muster.ship-needs-water"
    return Refusal(rule, {"area": area, "to": to, "waters": list(possible)})


@enforces("agot_board.ruling.muster-ship-port-choice", "agot_board.port.muster")
def waters(area: str) -> tuple[str, ...]:
    """The waters to which the Ships of a mustering area can go: its own port and the adjacent seas."""
    printed = AREAS[area]
    port = (printed.port,) if printed.port else ()
    return (*port, *(each for each in printed.adjacent if AREAS[each].type == "sea"))


@check("sea_is_not_hostile", "agot_board.muster.ship-not-into-enemy-sea", "goes_where_it_may")
@enforces("agot_board.port.muster-despite-enemy")
def sea_is_not_hostile(context: CommandContext) -> Refusal | None:
    """No enemy Ship lies in the sea area; what lies in the sea before a port does not matter to the port."""
    to = context.command.to
    if not to or AREAS[to].type != "sea":
        return None
    there = context.table.area(to)
    if there.house in ("", context.seat):
        return None
    return Refusal("agot_board.muster.ship-not-into-enemy-sea", {"to": to, "enemy": there.house})


@check("port_has_room", "agot_board.port.three-ships", "goes_where_it_may")
def port_has_room(context: CommandContext) -> Refusal | None:
    to = context.command.to
    if not to or AREAS[to].type != "port" or context.table.area(to).size < LIMITS.ships_per_port:
        return None
    return Refusal("agot_board.port.three-ships", {"port": to, "ships": context.table.area(to).size})


@check("supply_carries", "agot_board.muster.supply-limit", "goes_where_it_may")
@enforces(
    "agot_board.supply.never-exceed",
    "agot_board.muster.ships-are-armies",
    "agot_board.port.supply",
    "agot_board.ruling.muster-sequence",
)
def supply_carries(context: CommandContext) -> Refusal | None:
    """The unit makes or enlarges no army beyond the supply limit as armies are now; a single unit is no army."""
    table, house = context.table, context.seat
    to = context.command.to or context.command.area
    there = context.sizes()
    after = {**there, to: there.get(to, 0) + 1}
    if after[to] == 1 or fits(table, house, after.values()):
        return None
    return Refusal("agot_board.muster.supply-limit", armies_and_supply(table, house, after))


MUSTER = (
    area_musters,
    is_a_unit,
    points_suffice,
    unit_is_unused,
    goes_where_it_may,
    sea_is_not_hostile,
    port_has_room,
    supply_carries,
)


@check("is_an_upgrade", "agot_board.muster.upgrade", "is_a_unit")
def is_an_upgrade(context: CommandContext) -> Refusal | None:
    """Only Knights and Siege Engines are upgrades of Footmen."""
    unit = context.command.unit
    return None if UNITS[unit].upgrade_from == FOOTMAN else Refusal("agot_board.muster.upgrade", {"unit": unit})


@check("upgrade_is_paid", "agot_board.muster.upgrade", "area_musters", "is_an_upgrade")
def upgrade_is_paid(context: CommandContext) -> Refusal | None:
    return short_of_points(context, UNITS[context.command.unit].upgrade_cost, "agot_board.muster.upgrade")


@check("footman_is_there", "agot_board.muster.upgrade", "area_musters")
def footman_is_there(context: CommandContext) -> Refusal | None:
    state = context.table.area(context.command.area)
    if state.house == context.seat and (state.units.get(FOOTMAN) or state.routed.get(FOOTMAN)):
        return None
    return Refusal("agot_board.muster.upgrade", {"area": context.command.area, "footmen": 0})


UPGRADE = (area_musters, is_a_unit, is_an_upgrade, upgrade_is_paid, unit_is_unused, footman_is_there)

# --- choices and bids


@check("card_has_the_option", "agot_board.ruling.choice-card-holder")
def card_has_the_option(context: CommandContext) -> Refusal | None:
    card, option = WESTEROS_CARDS[context.table.westeros_card], context.command.option
    if option in card.options:
        return None
    return Refusal(f"agot_board.westeros-card.{card.id}", {"option": option, "options": list(card.options)})


@check("power_is_available", "agot_board.ruling.bids-zero")
@enforces("agot_board.term.available-power")
def power_is_available(context: CommandContext) -> Refusal | None:
    """A bid lies between 0 and the available Power."""
    power, available = context.command.power, context.table.house(context.seat).power
    if 0 <= power <= available:
        return None
    return Refusal("agot_board.ruling.bids-zero", {"bid": power, "available": available})


@check("orders_just_the_tied", "agot_board.bid.ties-iron-throne")
def orders_just_the_tied(context: CommandContext) -> Refusal | None:
    tied = tied_next(context.table)
    if sorted(context.command.houses) == sorted(tied):
        return None
    return Refusal("agot_board.bid.ties-iron-throne", {"given": list(context.command.houses), "tied": list(tied)})


# --- the Wildlings


@check("is_one_of_the_tied", "agot_board.wildling.ties")
def is_one_of_the_tied(context: CommandContext) -> Refusal | None:
    tied = tied_bidders(context.table)
    if context.command.house in tied:
        return None
    return Refusal("agot_board.wildling.ties", {"given": context.command.house, "tied": list(tied)})


@check("from_one_castle", "agot_board.ruling.horde-one-area")
def from_one_castle(context: CommandContext) -> Refusal | None:
    """The Horde Descends takes the lowest bidder's units in one Castle or Stronghold area, if one holds two."""
    attack = context.table.attack
    if attack is None or attack.card != "the-horde-descends" or attack.victory or attack.bidder != context.seat:
        return None
    castles, own = castles_with_two(context.table, context.seat), own_units(context.table, context.seat)
    areas = sorted({place.partition("/")[0] for place, n in context.command.units.items() if n and place in own})
    if not castles or not areas or (len(areas) == 1 and areas[0] in castles):
        return None
    return Refusal("agot_board.ruling.horde-one-area", {"areas": areas, "castles": castles})


@check("track_is_one_of_the_highest", "agot_board.ruling.preemptive-raid-track-tie")
def track_is_one_of_the_highest(context: CommandContext) -> Refusal | None:
    """Only a track on which the lowest bidder stands as high as on any other counts for Preemptive Raid."""
    attack = context.table.attack
    if attack is None or question_of(context.table) != "highest-track":
        return None
    tied = highest_tracks(context.table, attack.bidder)
    if context.command.track in tied:
        return None
    because: dict[str, object] = {"given": context.command.track, "tied": list(tied), "bidder": attack.bidder}
    return Refusal("agot_board.ruling.preemptive-raid-track-tie", because)


CHECKS: dict[type, tuple[Check, ...]] = {
    ReconcileRemoveUnit: RECONCILE,
    MusterUnit: MUSTER,
    MusterUpgrade: UPGRADE,
    ChooseCardOption: (card_has_the_option,),
    Bid: (power_is_available,),
    OrderTiedBids: (orders_just_the_tied,),
    ChooseTiedBidder: (is_one_of_the_tied,),
    WildlingChoice: (from_one_castle, track_is_one_of_the_highest),
}
