"""The checks of every command of the board game, in order.

Checks read a `CommandContext`. Those of Westeros cards, marches and combats are in `westeros`, `march` and `combat`;
those of the Planning Phase, of raids and of consolidating are here.
"""

from __future__ import annotations

from domain.games.agot_board.board.geography import raids
from domain.games.agot_board.board.orders import ban_on, ban_refusal, banning_card, is_short, usable
from domain.games.agot_board.chart.action.raid_targets import raidable
from domain.games.agot_board.checks.combat import CHECKS as COMBAT
from domain.games.agot_board.checks.command_context import CommandContext, no_own_order
from domain.games.agot_board.checks.march import CHECKS as MARCHING
from domain.games.agot_board.checks.westeros import CHECKS as WESTEROS
from domain.games.agot_board.commands import AssignOrders, DeclareSupport, RavenReplace, ResolveConsolidate, ResolveRaid
from domain.games.agot_board.components import AREAS, CONSOLIDATE_POWER, DEFENSE, MARCH, ORDERS, RAID, SUPPORT
from domain.games.agot_board.state import BoardTable
from domain.kernel.checks import Check, check
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal

# --- orders


@check("own_areas_only", "agot_board.plan.assign-only-occupied")
def own_areas_only(context: CommandContext) -> Refusal | None:
    """Orders lie in areas with own units; a lone Garrison is not a unit."""
    for area in context.command.orders:
        state = context.table.areas.get(area)
        if state is None or state.house != context.seat:
            rule = (
                "garrison.no-order-alone" if state and state.garrison == context.seat else "plan.assign-only-occupied"
            )
            return Refusal(f"agot_board.{rule}", {"area": area, "own": context.table.areas_of(context.seat)})
    return None


@check("tokens_exist", "agot_board.component.order-tokens")
@enforces(
    "agot_board.order.raid-count",
    "agot_board.order.march-count",
    "agot_board.order.defense-count",
    "agot_board.order.support-count",
    "agot_board.order.consolidate-power-count",
)
def tokens_exist(context: CommandContext) -> Refusal | None:
    """Each token is one of the House's fifteen, used at most as often as the House has it."""
    laid = list(context.command.orders.values())
    for token in laid:
        copies = ORDERS[token].copies if token in ORDERS else 0
        if laid.count(token) > copies:
            because: dict[str, object] = {"token": token, "laid": laid.count(token), "copies": copies}
            return Refusal(COUNTS[ORDERS[token].type] if copies else "agot_board.component.order-tokens", because)
    return None


# the rule for a House's number of tokens, by type of order
COUNTS = {
    RAID: "agot_board.order.raid-count",
    MARCH: "agot_board.order.march-count",
    DEFENSE: "agot_board.order.defense-count",
    SUPPORT: "agot_board.order.support-count",
    CONSOLIDATE_POWER: "agot_board.order.consolidate-power-count",
}


@check("none_banned", "agot_board.ruling.westeros-ban-and-shortage", "tokens_exist")
def none_banned(context: CommandContext) -> Refusal | None:
    """No order is placed that a Westeros card has banned for this round."""
    if not context.table.bans:
        return None
    return next(
        (refusal for token in context.command.orders.values() if (refusal := ban_refusal(context.table, token))), None
    )


@check("stars_suffice", "agot_board.plan.special-order-limit", "tokens_exist")
@enforces("agot_board.plan.shortage-special-limit")
def stars_suffice(context: CommandContext) -> Refusal | None:
    """At most as many Special Orders as stars at the House's position, in a shortage too."""
    found = too_many_specials(context.table, context.seat, list(context.command.orders.values()))
    if found is None or not is_short(context.table):
        return found
    return Refusal("agot_board.plan.shortage-special-limit", found.because)


def too_many_specials(table: BoardTable, seat: Seat, tokens: list[str]) -> Refusal | None:
    special = [token for token in tokens if ORDERS[token].special]
    stars = table.stars(seat)
    if len(special) <= stars:
        return None
    position = table.kings_court.index(seat) + 1
    return Refusal("agot_board.plan.special-order-limit", {"special": special, "stars": stars, "position": position})


@check("every_area_has_one", "agot_board.plan.assign-one-each", "own_areas_only", "tokens_exist")
def every_area_has_one(context: CommandContext) -> Refusal | None:
    """Each area with own units has one order; in a shortage all usable tokens are placed."""
    areas, laid = context.table.areas_of(context.seat), len(context.command.orders)
    wanted = min(len(areas), usable(context.table, context.seat))
    if laid == wanted:
        return None
    missing = [area for area in areas if area not in context.command.orders]
    rule = "plan.assign-one-each" if wanted == len(areas) else "plan.shortage-place-all"
    return Refusal(f"agot_board.{rule}", {"laid": laid, "wanted": wanted, "without": missing})


# --- the Messenger Raven


@check("own_order_lies_there", "agot_board.token.raven-replace")
def own_order_lies_there(context: CommandContext) -> Refusal | None:
    area = context.table.areas.get(context.command.area)
    if area is not None and area.order is not None and area.order.house == context.seat:
        return None
    own = context.table.orders_of(context.seat)
    return Refusal("agot_board.token.raven-replace", {"area": context.command.area, "own": own})


@check("token_is_unused", "agot_board.token.raven-replace", "own_order_lies_there")
def token_is_unused(context: CommandContext) -> Refusal | None:
    orders = list(context.table.orders_of(context.seat).values())
    token = context.command.token
    if token not in ORDERS:
        return Refusal("agot_board.component.order-tokens", {"token": token, "tokens": list(ORDERS)})
    copies = ORDERS[token].copies
    if orders.count(token) < copies:
        return None
    because: dict[str, object] = {"token": token, "on_board": orders.count(token), "copies": copies}
    return Refusal("agot_board.token.raven-replace", because)


@check("exchange_is_lawful", "agot_board.ruling.raven-replacement-legality", "token_is_unused")
def exchange_is_lawful(context: CommandContext) -> Refusal | None:
    """The orders after the exchange obey the limit of stars and every ban."""
    if ban := ban_on(context.table, context.command.token):
        because: dict[str, object] = {
            "token": context.command.token,
            "ban": ban,
            "card": banning_card(context.table, ban),
        }
        return Refusal("agot_board.ruling.raven-replacement-legality", because)
    after = {**context.table.orders_of(context.seat), context.command.area: context.command.token}
    found = too_many_specials(context.table, context.seat, list(after.values()))
    return Refusal("agot_board.ruling.raven-replacement-legality", found.because) if found else None


# --- raids and consolidating


@check("own_raid_order_lies_there", "agot_board.raid.one-at-a-time")
def own_raid_order_lies_there(context: CommandContext) -> Refusal | None:
    return no_own_order(context, RAID, "raid.one-at-a-time", "ruling.raid-must-resolve")


@check("own_consolidate_order_lies_there", "agot_board.cp.one-at-a-time")
def own_consolidate_order_lies_there(context: CommandContext) -> Refusal | None:
    return no_own_order(context, CONSOLIDATE_POWER, "cp.one-at-a-time", "ruling.march-must-resolve")


@check("target_is_in_reach", "agot_board.raid.effect", "own_raid_order_lies_there")
def target_is_in_reach(context: CommandContext) -> Refusal | None:
    """The target is adjacent, and a raid reaches it by land or sea."""
    area, target = context.command.area, context.command.target
    if target is None or (target in AREAS and raids(area, target)):
        return None
    because: dict[str, object] = {"area": area, "target": target}
    if target not in AREAS:
        return Refusal("agot_board.raid.effect", because)
    return Refusal(out_of_reach(area, target), because)


def out_of_reach(area: str, target: str) -> str:
    """The rule that keeps a Raid order from reaching an area."""
    printed, there = AREAS[area], AREAS[target]
    if printed.type == "port":
        return "agot_board.port.raid-sea-only"
    if there.type == "port" and printed.type == "land":
        return "agot_board.port.not-raided-from-land"
    if printed.type == "land" and there.type == "sea":
        return "agot_board.raid.land-not-sea"
    return "agot_board.raid.effect"


@check("target_may_be_raided", "agot_board.raid.effect", "target_is_in_reach")
def target_may_be_raided(context: CommandContext) -> Refusal | None:
    """The target holds an enemy order that this Raid order removes."""
    target = context.command.target
    if target is None or target in raidable(context.table, context.seat, context.command.area):
        return None
    order = context.table.area(target).order
    return Refusal("agot_board.raid.effect", {"target": target, "order": order.token if order else "none"})


@check("may_muster_there", "agot_board.special.consolidate-power", "own_consolidate_order_lies_there")
def may_muster_there(context: CommandContext) -> Refusal | None:
    """Mustering needs a special order, on land, with a Castle or Stronghold."""
    area = context.command.area
    order = context.table.area(area).order
    if context.command.how != "muster" or order is None:
        return None
    because: dict[str, object] = {"area": area, "order": order.token}
    if not ORDERS[order.token].special:
        return Refusal("agot_board.special.consolidate-power", because)
    if AREAS[area].type == "port":
        return Refusal("agot_board.port.cp-special-no-muster", because)
    if not AREAS[area].is_fortified:
        return Refusal("agot_board.special.muster-needs-castle", because)
    return None


CHECKS: dict[type, tuple[Check, ...]] = {
    AssignOrders: (own_areas_only, tokens_exist, none_banned, stars_suffice, every_area_has_one),
    RavenReplace: (own_order_lies_there, token_is_unused, exchange_is_lawful),
    ResolveRaid: (own_raid_order_lies_there, target_is_in_reach, target_may_be_raided),
    ResolveConsolidate: (own_consolidate_order_lies_there, may_muster_there),
    **WESTEROS,
    **MARCHING,
    **COMBAT,
    DeclareSupport: (*MARCHING[DeclareSupport], *COMBAT[DeclareSupport]),
}
