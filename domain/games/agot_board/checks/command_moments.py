"""The moment of each command of the board game, and the rule that names it, for a command out of place.

A line of `MOMENTS` has the command, the rule and the moment; before these come checks that know a more specific rule,
from the board, public decks and tracks, and the House's own cards. Commands of the Westeros Phase and of combats are in
`westeros_moments` and `combat_moments`; planning and the Action Phase are here.
"""

from __future__ import annotations

from domain.games.agot_board.chart.action.consolidate_power import ResolveConsolidates
from domain.games.agot_board.chart.action.march import ResolveMarches
from domain.games.agot_board.chart.action.neutral_forces import order_in
from domain.games.agot_board.chart.action.ports import CapturePort
from domain.games.agot_board.chart.action.raid import ResolveRaids
from domain.games.agot_board.checks.combat_moments import MOMENTS as COMBAT
from domain.games.agot_board.checks.command_context import CommandContext
from domain.games.agot_board.checks.westeros_moments import MOMENTS as WESTEROS
from domain.games.agot_board.commands import (
    AssignOrders,
    CaptureShips,
    RavenDecline,
    RavenLook,
    RavenPlace,
    RavenReplace,
    ResolveConsolidate,
    ResolveMarch,
    ResolveRaid,
)
from domain.kernel.checks import check
from domain.kernel.command_moments import CommandMoment, question_of
from domain.kernel.flow.frames import Procedure
from domain.kernel.refusals import Refusal

# --- planning


@check("orders_are_laid_in_turn", "agot_board.plan.shortage-turn-order")
def orders_are_laid_in_turn(context: CommandContext) -> Refusal | None:
    """In a shortage one House after the other lays its orders."""
    if question_of(context.table) != "assign-orders-in-turn":
        return None
    return Refusal("agot_board.plan.shortage-turn-order", {"turn_order": list(context.table.turn_order())})


@check("has_units_to_order", "agot_board.ruling.no-units-no-orders")
def has_units_to_order(context: CommandContext) -> Refusal | None:
    if context.table.phase != "planning" or context.table.areas_of(context.seat):
        return None
    return Refusal("agot_board.ruling.no-units-no-orders", {"units": 0})


@check("orders_are_still_laid", "agot_board.plan.steps")
def orders_are_still_laid(context: CommandContext) -> Refusal | None:
    """In the Planning Phase orders are laid in its first step, before the reveal."""
    return Refusal("agot_board.plan.steps", {}) if context.table.phase == "planning" else None


@check("holds_the_raven", "agot_board.track.kings-court-token-holder")
def holds_the_raven(context: CommandContext) -> Refusal | None:
    if context.table.raven == context.seat:
        return None
    return Refusal("agot_board.track.kings-court-token-holder", {"holder": context.table.raven})


@check("raven_is_unused", "agot_board.token.raven-choice")
def raven_is_unused(context: CommandContext) -> Refusal | None:
    """The Raven is used once in a round, for one of its two uses."""
    return Refusal("agot_board.token.raven-choice", {"raven": "used"}) if context.table.raven_used else None


@check("raven_may_still_fly", "agot_board.ruling.raven-timing")
def raven_may_still_fly(context: CommandContext) -> Refusal | None:
    """The Raven is used before the orders are resolved."""
    if context.table.phase != "action":
        return None
    return Refusal("agot_board.ruling.raven-timing", {"phase": context.table.phase})


# --- the Action Phase


def goes_round(context: CommandContext, rotation: type[Procedure], rule: str) -> Refusal | None:
    """Why it is not this House's turn, while orders of a type are resolved one by one in turn order."""
    if not any(isinstance(frame, rotation) for frame in context.table.stack):
        return None
    return Refusal(rule, {"turn_order": list(context.table.turn_order())})


@check("own_declaration_is_settled", "agot_board.ruling.neutral-support-window")
def own_declaration_is_settled(context: CommandContext) -> Refusal | None:
    """A House that attacks a Neutral Force declares nothing else while others grant or refuse support."""
    call = context.table.neutral_call
    if call is None or not call.target or order_in(context.table, call.area).house != context.seat:
        return None
    return Refusal("agot_board.ruling.neutral-support-window", {"area": call.area, "target": call.target})


@check("own_attack_is_fought", "agot_board.combat.steps")
def own_attack_is_fought(context: CommandContext) -> Refusal | None:
    """An attacking House completes the steps of the combat before any House marches on."""
    now = context.table.combat
    if now is None or context.seat != now.attacker.house:
        return None
    return Refusal("agot_board.combat.steps", {"area": now.area, "stage": now.stage})


@check("own_captures_are_made", "agot_board.port.capture-replace")
def own_captures_are_made(context: CommandContext) -> Refusal | None:
    """A House that is asked about the Ships in a port answers that first."""
    ports = [frame.port for frame in context.table.stack if isinstance(frame, CapturePort) and frame.by == context.seat]
    return Refusal("agot_board.port.capture-replace", {"port": ports[-1]}) if ports else None


@check("raids_go_round", "agot_board.raid.one-at-a-time")
def raids_go_round(context: CommandContext) -> Refusal | None:
    return goes_round(context, ResolveRaids, "agot_board.raid.one-at-a-time")


@check("marches_go_round", "agot_board.march.one-at-a-time")
def marches_go_round(context: CommandContext) -> Refusal | None:
    return goes_round(context, ResolveMarches, "agot_board.march.one-at-a-time")


@check("consolidating_goes_round", "agot_board.cp.one-at-a-time")
def consolidating_goes_round(context: CommandContext) -> Refusal | None:
    """Each House resolves one order in turn; one that musters by its order is not done with it."""
    mustering = context.table.mustering
    if mustering is not None and mustering.house == context.seat and context.table.phase == "action":
        return Refusal("agot_board.cp.one-at-a-time", {"mustering": mustering.house, "points": dict(mustering.points)})
    return goes_round(context, ResolveConsolidates, "agot_board.cp.one-at-a-time")


@check("order_gives_one_of_both", "agot_board.ruling.cp-no-mustering-points")
def order_gives_one_of_both(context: CommandContext) -> Refusal | None:
    """A House that musters by an order gains no Power by it."""
    mustering, rotation = (
        context.table.mustering,
        any(isinstance(each, ResolveConsolidates) for each in context.table.stack),
    )
    if mustering is None or not rotation or context.command.area not in mustering.points:
        return None
    return Refusal("agot_board.ruling.cp-no-mustering-points", {"area": context.command.area})


RAVEN = CommandMoment(
    "agot_board.token.raven-choice",
    "once a round, by the Raven's holder, right after the orders are revealed",
    (holds_the_raven, raven_is_unused, raven_may_still_fly),
)

MOMENTS: dict[type, CommandMoment] = {
    AssignOrders: CommandMoment(
        "agot_board.round.planning-summary",
        "the first step of the Planning Phase",
        (has_units_to_order, orders_are_laid_in_turn, orders_are_still_laid),
    ),
    RavenReplace: RAVEN,
    RavenLook: RAVEN,
    RavenDecline: RAVEN,
    RavenPlace: CommandMoment(
        "agot_board.token.raven-look",
        "after the top card of the Wildling deck was looked at with the Raven",
        (holds_the_raven,),
    ),
    **WESTEROS,
    ResolveRaid: CommandMoment("agot_board.order.raid", "step 1 of the Action Phase", (raids_go_round,)),
    ResolveMarch: CommandMoment(
        "agot_board.order.march",
        "step 2 of the Action Phase",
        (own_declaration_is_settled, own_captures_are_made, own_attack_is_fought, marches_go_round),
    ),
    CaptureShips: CommandMoment(
        "agot_board.port.capture-replace",
        "as soon as the land of a port with Ships of another House has a new controller, by that controller",
    ),
    ResolveConsolidate: CommandMoment(
        "agot_board.order.consolidate-power",
        "step 3 of the Action Phase",
        (order_gives_one_of_both, consolidating_goes_round),
    ),
    **COMBAT,
}
