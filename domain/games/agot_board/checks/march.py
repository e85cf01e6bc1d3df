"""Checks of marches: resolving a March order, and support against a Neutral Force."""

from __future__ import annotations

from domain.games.agot_board.board.geography import destinations, next_areas
from domain.games.agot_board.board.transport import missing_chain
from domain.games.agot_board.chart.action.march_destinations import (
    domain_at,
    entry_refusal,
    is_attack,
    limits,
    no_token,
    room_in,
)
from domain.games.agot_board.chart.action.neutral_forces import (
    answers,
    granting_areas,
    order_in,
    strength,
    supporters,
    undecided_areas,
)
from domain.games.agot_board.checks.command_context import CommandContext, no_own_order, no_such_unit, not_own_support
from domain.games.agot_board.commands import DeclareSupport, ResolveMarch
from domain.games.agot_board.components import AREAS, MARCH
from domain.games.agot_board.state import count
from domain.kernel.checks import Check, check
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.distribute import Ranks

# --- marches


@check("own_march_order_lies_there", "agot_board.march.one-at-a-time")
def own_march_order_lies_there(context: CommandContext) -> Refusal | None:
    return no_own_order(context, MARCH, "march.one-at-a-time", "ruling.march-must-resolve")


@check("same_order_after_a_void_declaration", "agot_board.ruling.neutral-insufficient", "own_march_order_lies_there")
def same_order_after_a_void_declaration(context: CommandContext) -> Refusal | None:
    call = context.table.neutral_call
    if call is None or call.area == context.command.area:
        return None
    return Refusal("agot_board.ruling.neutral-insufficient", {"area": context.command.area, "order_in": call.area})


@check("units_are_there", "agot_board.march.any-subset", "own_march_order_lies_there")
def units_are_there(context: CommandContext) -> Refusal | None:
    """No more units march than stand in the area; routed ones do not; each destination is one for some of them."""
    state, moves = context.table.area(context.command.area), context.command.march.moves
    moved = [each for units in moves.values() for each in units.items()]
    if refusal := no_such_unit(kind for kind, _ in moved):
        return refusal
    if any(n < 0 for _, n in moved):
        return Refusal("agot_board.march.any-subset", {"moves": moves})
    for kind in sorted({kind for kind, _ in moved}):
        sent, routed = sum(n for each, n in moved if each == kind), state.routed.get(kind, 0)
        if sent > state.units.get(kind, 0) or kind not in state.units:
            lying = routed and sent <= state.units.get(kind, 0) + routed
            rule = "retreat.routed-cannot-move" if lying else "march.any-subset"
            because: dict[str, object] = {"unit": kind, "sent": sent, "standing": state.units.get(kind, 0)}
            return Refusal(f"agot_board.{rule}", {**because, "routed": routed})
    nobody = next((to for to, units in moves.items() if not any(units.values())), None)
    return None if nobody is None else Refusal("agot_board.march.any-subset", {"to": nobody, "units": moves[nobody]})


@check("ways_lead_there", "agot_board.march.adjacent-only", "own_march_order_lies_there")
def ways_lead_there(context: CommandContext) -> Refusal | None:
    """Land units go to land, Ships to water, each to an area next to theirs, land units also by own Ships."""
    origin = context.command.area
    if all(to in next_areas(origin) for to in context.command.march.moves):
        return None
    near = destinations(context.table, context.seat, origin, domain_at(origin))
    for to in context.command.march.moves:
        if to not in near:
            open_ = [each for each in near if entry_refusal(context.table, context.seat, each) is None]
            because: dict[str, object] = {"area": origin, "to": to, "within_reach": open_}
            return no_chain(context, to) or Refusal(no_way(origin, to), because)
    return None


def no_way(origin: str, to: str) -> str:
    """The rule that keeps units of an area from going to another area."""
    if to not in AREAS or domain_at(origin) == domain_at(to):
        return "agot_board.march.adjacent-only"
    return "agot_board.march.land-units-not-to-sea" if domain_at(to) == "sea" else "agot_board.march.ships-not-to-land"


def no_chain(context: CommandContext, to: str) -> Refusal | None:
    """Why units cannot be transported to another coast: the Ships that a chain would need."""
    origin = context.command.area
    if to not in AREAS or to == origin or (domain_at(origin), domain_at(to)) != ("land", "land"):
        return None
    return missing_chain(context.table, context.seat, origin, to)


@check("areas_are_open", "agot_board.neutral.impassable", "ways_lead_there")
def areas_are_open(context: CommandContext) -> Refusal | None:
    """No unit enters an impassable area or another House's port."""
    found = (entry_refusal(context.table, context.seat, to) for to in context.command.march.moves)
    return next((refusal for refusal in found if refusal), None)


@check("attacks_once", "agot_board.march.one-enemy-area", "ways_lead_there")
def attacks_once(context: CommandContext) -> Refusal | None:
    """One March order enters one area with enemy units, with a lone Garrison, or with a Neutral Force."""
    entered = [to for to in context.moves if is_attack(context.table, context.seat, to)]
    if len(entered) < 2:
        return None
    there = [context.table.area(to) for to in entered]
    rule = "march.one-enemy-area"
    if any(each.neutral for each in there):
        rule = "neutral.counts-as-combat"
    elif any(not each.house for each in there):
        rule = "ruling.garrison-is-the-attack"
    return Refusal(f"agot_board.{rule}", {"entered": entered, "at_most": 1})


@check("neutral_force_can_be_defeated", "agot_board.neutral.entry", "units_are_there", "areas_are_open")
def neutral_force_can_be_defeated(context: CommandContext) -> Refusal | None:
    """With the support granted and all that may still be granted, the strength reaches that of the Neutral Force."""
    table, origin, moves = context.table, context.command.area, context.moves
    for target in (to for to in moves if table.area(to).neutral):
        needed = table.area(target).neutral
        support = [*granting_areas(table, origin, target), *undecided_areas(table, origin, target)]
        most = strength(table, origin, target, moves, support)
        if needed > most.value:
            counted = {line.source: line.amount for line in most.trace}
            because: dict[str, object] = {"target": target, "needed": needed, "at_most": most.value, "counted": counted}
            return Refusal(too_weak(context, target), because)
    return None


def too_weak(context: CommandContext, target: str) -> str:
    """The rule that refuses a force: after answers, before asking, or where no House can support."""
    support = supporters(context.table, target)
    if any(area in answers(context.table, context.command.area) for area in support):
        return "agot_board.ruling.neutral-insufficient"
    return "agot_board.ruling.neutral-support-window" if support else "agot_board.neutral.match-or-exceed"


@check("port_takes_the_ships", "agot_board.port.three-ships", "units_are_there", "areas_are_open")
def port_takes_the_ships(context: CommandContext) -> Refusal | None:
    """No more Ships enter a port than it has room for."""
    for to, units in context.moves.items():
        if AREAS[to].type == "port" and count(units) > room_in(context.table, to):
            because: dict[str, object] = {"dest": to, "units": count(units), "room": room_in(context.table, to)}
            return Refusal("agot_board.port.three-ships", because)
    return None


@check("supply_carries_the_march", "agot_board.ruling.march-supply-check", "units_are_there", "ways_lead_there")
def supply_carries_the_march(context: CommandContext) -> Refusal | None:
    """After all moves, with the attackers counted as if they had won, the armies comply with supply."""
    held = context.sizes()
    ranks = Ranks(held, limits(context.table, context.seat, held))
    found = ranks.armies_after(context.command.area, context.moves)
    if ranks.fit(found):
        return None
    return Refusal("agot_board.ruling.march-supply-check", {"armies": found, "flags": list(ranks.flags)})


@check("token_may_be_left", "agot_board.control.establish", "units_are_there")
def token_may_be_left(context: CommandContext) -> Refusal | None:
    """A Power token is left only where all units leave, on land, with Power to spare."""
    area = context.command.area
    if not context.command.march.token:
        return None
    sent = sum(n for units in context.moves.values() for n in units.values())
    staying = context.table.area(area).size - sent
    if staying:
        return Refusal("agot_board.control.establish", {"area": area, "staying": staying})
    return no_token(context.table, context.seat, area)


# --- support against a Neutral Force


@check("own_order_reaches_the_neutral_force", "agot_board.ruling.neutral-support-window")
def own_order_reaches_the_neutral_force(context: CommandContext) -> Refusal | None:
    """During an attack on a Neutral Force, an own unanswered Support order lies next to it."""
    call = context.table.neutral_call
    if call is None or not call.target:
        return None
    open_ = undecided_areas(context.table, call.area, call.target)
    own = [area for area in open_ if order_in(context.table, area).house == context.seat]
    if context.command.area in own:
        return None
    return not_own_support(context, "agot_board.ruling.neutral-support-window", own)


@check("nobody_supports_the_neutral_force", "agot_board.neutral.no-support-for-neutral")
def nobody_supports_the_neutral_force(context: CommandContext) -> Refusal | None:
    call = context.table.neutral_call
    if call is None or not call.target or context.command.side != "defender":
        return None
    return Refusal("agot_board.neutral.no-support-for-neutral", {"target": call.target, "side": context.command.side})


CHECKS: dict[type, tuple[Check, ...]] = {
    ResolveMarch: (
        own_march_order_lies_there,
        same_order_after_a_void_declaration,
        units_are_there,
        ways_lead_there,
        areas_are_open,
        attacks_once,
        neutral_force_can_be_defeated,
        port_takes_the_ships,
        supply_carries_the_march,
        token_may_be_left,
    ),
    DeclareSupport: (own_order_reaches_the_neutral_force, nobody_supports_the_neutral_force),
}
