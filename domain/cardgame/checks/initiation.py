"""Why an ability cannot be initiated: restrictions, targets, costs, and whether it could change anything."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.abilities.context import AbilityContext, AnyContext
from domain.cardgame.checks.limits import limit_refusal
from domain.cardgame.in_play import active_constants
from domain.cardgame.in_play.costs import can_afford, card_cost
from domain.cardgame.table import CardGameTable, is_gained, rules_of_table
from domain.cardgame.words.parts.interrupting import Instead, Prevent, Save, is_kept_off
from domain.cardgame.words.parts.time import Until, ends_now
from domain.cardgame.words.requirements import Requirement
from domain.kernel.citing import SLOT
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.abilities import Part
from domain.kernel.occurring.conditions import Condition
from domain.kernel.refusals import Refusal

PAYABLE = f"{SLOT}cost-payable"


def requires_refusal(context: AnyContext) -> Refusal | None:
    """Why a restriction of the ability is not met."""
    unmet = first_unmet(context)
    if unmet is None:
        return None
    return Refusal(f"{SLOT}restriction", {"needed": str(unmet.__struct_config__.tag), "means": unmet.in_words()})


def first_unmet(context: AnyContext) -> Requirement | None:
    """The first restriction of the ability that is not met; None where all are. No words are made of it."""
    requires: tuple[Requirement, ...] = context.ability.requires
    for each in requires:
        if not each.holds(context, context.you):
            return each
    return None


def targets_refusal(context: AnyContext) -> Refusal | None:
    """Why there are too few targets."""
    for target in context.ability.targets:
        if refusal := target.refusal(context):
            return refusal
    return None


def costs_refusal(context: AnyContext) -> Refusal | None:
    """Why not all costs can be paid in full, after modifiers."""
    if context.is_event:
        cost = card_cost(context.table, context.you, context.printed, "play").value
        if refusal := payment_refusal(context.table, context.you, cost):
            return refusal
    for each in context.ability.costs:
        if refusal := each.refusal(context):
            return refusal
    return None


def can_pay_costs(context: AnyContext) -> bool:
    """Whether `costs_refusal` finds nothing; no words are made of a cost that cannot be paid."""
    if context.is_event and not can_afford(context.table, context.you, context.printed, "play"):
        return False
    costs = context.ability.costs
    return not costs or all(each.can_be_paid(context) for each in costs)


def payment_refusal(table: CardGameTable, seat: Seat, cost: int) -> Refusal | None:
    """Why a player cannot pay what a card costs."""
    rules = rules_of_table(table)
    have = rules.funds(table, seat)
    return None if have >= cost else Refusal(PAYABLE, {rules.currency: have, "cost": cost})


def impact_refusal(context: AnyContext) -> Refusal | None:
    """Why no part of the effect could change the game, ignoring the consequences of the costs."""
    if any(part.potential(context) for part in attainable(context)):
        return None
    parts = tuple(attainable(context))
    if any(isinstance(part, Save | Prevent | Instead) for part in parts) and context.about and is_kept_off(context):
        return Refusal(f"{SLOT}immune-not-targeted", {"card": context.about.card})
    if late := [part.until for part in parts if isinstance(part, Until) and ends_now(context, part.until)]:
        return Refusal(f"{SLOT}lasting-too-late", {"card": context.key, "until": late[0]})
    return Refusal(f"{SLOT}potential-impact", {"card": context.key})


def attainable(context: AnyContext) -> Iterator[Part]:
    """The parts that may be attempted: a part after "then" only if the part before it is possible."""
    could, before = True, None
    for part in context.parts:
        if not part.then:
            could = True
        elif before is not None:
            could = before.potential(context) or not before.changes
        before = part if could else None
        if could:
            yield part


def applies(table: CardGameTable, card: Handle, index: int, condition: Condition) -> bool:
    """Whether a mandatory ability of a card applies to a condition and would change something."""
    found = table.cards[card]
    if index >= 0 and not is_gained(index) and active_constants.is_blank(table, found):
        return False
    context = AbilityContext(table, found.key, index, found.controller, card, condition)
    if not context.ability.when.fits(context, condition):
        return False
    return not (
        limit_refusal(context) or requires_refusal(context) or targets_refusal(context) or impact_refusal(context)
    )
