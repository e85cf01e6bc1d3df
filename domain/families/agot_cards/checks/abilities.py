"""Checks of using an ability, playing an event and saving with a duplicate, where both games say more than any.

A duplicate has no characteristics and no ability but its save; at most one limited card a round is played.
"""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.checks import abilities
from domain.cardgame.checks.abilities import is_here, once_for_each_occurrence
from domain.cardgame.checks.saves import can_be_saved, saves_no_sacrifice
from domain.cardgame.in_play import characteristics
from domain.families.agot_cards.abilities.registry import DUPLICATE
from domain.families.agot_cards.checks.command_context import AnyAgotContext
from domain.families.agot_cards.in_play.entering import is_limited
from domain.kernel.checks import Check, check, insert_check, replace_checks
from domain.kernel.citing import SLOT
from domain.kernel.refusals import Refusal

SAVE_RULE = f"{SLOT}duplicate-saves"
BLANK_DUPLICATE = f"{SLOT}duplicate-blank"
ONE_LIMITED = f"{SLOT}limited-once"


@check("is_yours", abilities.CONTROLLER_USES, "is_here")
def is_yours(context: AnyAgotContext) -> Refusal | None:
    refusal = abilities.is_yours.test(context)
    return structs.replace(refusal, rule=SAVE_RULE) if refusal is not None and context.card.duplicate else refusal


@check("is_active", abilities.WORKS_FROM_PLAY, "is_here")
def is_active(context: AnyAgotContext) -> Refusal | None:
    """The card is where its abilities work, and no duplicate, which has none but its save."""
    if context.card.duplicate:
        return Refusal(BLANK_DUPLICATE, {"card": context.handle, "is": "a duplicate"})
    return abilities.is_active.test(context)


@check("is_duplicate", SAVE_RULE, "is_here")
def is_duplicate(context: AnyAgotContext) -> Refusal | None:
    """Only a duplicate in play is discarded to save the card over it."""
    if context.card.duplicate:
        return None
    return Refusal(SAVE_RULE, {"card": context.handle, "area": context.card.zone, "is": "no duplicate"})


# a duplicate's save counts as a triggered ability
may_trigger = structs.replace(abilities.may_trigger, needs=(*abilities.may_trigger.needs, "is_duplicate"))


@check("in_this_window", abilities.RESTRICTION, "has_ability", "is_event_in_hand", "is_duplicate")
def in_this_window(context: AnyAgotContext) -> Refusal | None:
    """The ability is of the type of the open window and of the command."""
    refusal = abilities.in_this_window.test(context)
    if refusal is None or context.index != DUPLICATE or refusal.rule not in abilities.WINDOW_RULES.values():
        return refusal
    return structs.replace(refusal, rule=SAVE_RULE)


@check("condition_is_there", abilities.ANSWERS, "in_this_window")
def condition_is_there(context: AnyAgotContext) -> Refusal | None:
    """The condition that the ability answers is imminent or has occurred in this window; an action answers none."""
    return cite_duplicate(context, abilities.condition_is_there.test(context))


@check("condition_fits", abilities.ANSWERS, "condition_is_there")
def condition_fits(context: AnyAgotContext) -> Refusal | None:
    return cite_duplicate(context, abilities.condition_fits.test(context))


def cite_duplicate(context: AnyAgotContext, refusal: Refusal | None) -> Refusal | None:
    """A refusal by what an ability answers; of a duplicate's save by the rule that gives it, with the card over it."""
    if refusal is None or context.index != DUPLICATE or refusal.rule != abilities.ANSWERS:
        return refusal
    return Refusal(SAVE_RULE, {**refusal.because, "over": context.card.host})


@check("within_limited", ONE_LIMITED, "is_here")
def within_limited(context: AnyAgotContext) -> Refusal | None:
    """At most one limited card a round is marshalled or played."""
    if not is_limited(context.card.printed):
        return None
    used = context.times_used(f"round:limited:{context.seat}")
    allowed = characteristics.allowance(context.table, context.seat, "limited")
    if used < allowed.value:
        return None
    return Refusal(ONE_LIMITED, {"used": used, "allowed": allowed.value})


USE = replace_checks(
    abilities.USE, is_yours, is_active, in_this_window, may_trigger, condition_is_there, condition_fits
)

PLAY = insert_check(
    replace_checks(abilities.PLAY, is_yours, in_this_window, may_trigger, condition_is_there, condition_fits),
    within_limited,
    after=may_trigger,
)

SAVE: tuple[Check, ...] = (
    is_here,
    is_yours,
    saves_no_sacrifice,
    is_duplicate,
    in_this_window,
    may_trigger,
    condition_is_there,
    condition_fits,
    once_for_each_occurrence,
    can_be_saved,
)
