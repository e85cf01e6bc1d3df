"""Checks of using an ability, playing an event and saving with a duplicate, where this game says more than any.

A duplicate has no characteristics and no ability but its save; at most one limited card a round is played.
"""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.checks import abilities
from domain.cardgame.checks.abilities import is_here, once_for_each_occurrence
from domain.cardgame.checks.saves import can_be_saved, saves_no_sacrifice
from domain.cardgame.in_play import characteristics
from domain.games.agot_lcg.abilities.registry import DUPLICATE
from domain.games.agot_lcg.checks.command_context import CommandContext
from domain.kernel.checks import Check, check, insert_check, replace_checks
from domain.kernel.citing import enforces
from domain.kernel.refusals import Refusal

SAVE_RULE = "agot_lcg.duplicates.save-interrupt"


@check("is_yours", abilities.CONTROLLER_USES, "is_here")
def is_yours(context: CommandContext) -> Refusal | None:
    refusal = abilities.is_yours.test(context)
    return structs.replace(refusal, rule=SAVE_RULE) if refusal is not None and context.card.duplicate else refusal


@check("is_active", abilities.WORKS_FROM_PLAY, "is_here")
@enforces("agot_lcg.duplicates.no-characteristics")
def is_active(context: CommandContext) -> Refusal | None:
    """The card is where its abilities work: in play, an agenda beside the faction card."""
    if context.card.duplicate:
        return Refusal("agot_lcg.duplicates.no-characteristics", {"card": context.handle, "is": "a duplicate"})
    return abilities.is_active.test(context)


@check("is_duplicate", SAVE_RULE, "is_here")
def is_duplicate(context: CommandContext) -> Refusal | None:
    """Only a duplicate in play is discarded to save the card over it."""
    if context.card.duplicate:
        return None
    return Refusal(SAVE_RULE, {"card": context.handle, "area": context.card.zone, "is": "no duplicate"})


# a duplicate's save counts as a triggered ability
may_trigger = structs.replace(abilities.may_trigger, needs=(*abilities.may_trigger.needs, "is_duplicate"))


@check("in_this_window", abilities.RESTRICTION, "has_ability", "is_event_in_hand", "is_duplicate")
def in_this_window(context: CommandContext) -> Refusal | None:
    """The ability is of the type of the open window and of the command."""
    refusal = abilities.in_this_window.test(context)
    if refusal is None or context.index != DUPLICATE or refusal.rule not in abilities.WINDOW_RULES.values():
        return refusal
    return structs.replace(refusal, rule=SAVE_RULE)


@check("condition_fits", abilities.ANSWERS, "condition_is_there")
def condition_fits(context: CommandContext) -> Refusal | None:
    refusal = abilities.condition_fits.test(context)
    if refusal is None or context.index != DUPLICATE:
        return refusal
    return Refusal(SAVE_RULE, {**refusal.because, "over": context.card.host})


@check("within_limited", "agot_lcg.limited.one-per-round", "is_here")
def within_limited(context: CommandContext) -> Refusal | None:
    """At most one limited card a round is marshalled or played."""
    if not any(each.name == "limited" for each in context.card.printed.keywords):
        return None
    used = context.times_used(f"round:limited:{context.seat}")
    allowed = characteristics.allowance(context.table, context.seat, "limited")
    if used < allowed.value:
        return None
    return Refusal("agot_lcg.limited.one-per-round", {"used": used, "allowed": allowed.value})


USE = replace_checks(abilities.USE, is_yours, is_active, in_this_window, may_trigger, condition_fits)

PLAY = insert_check(
    replace_checks(abilities.PLAY, is_yours, in_this_window, may_trigger, condition_fits),
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
    abilities.condition_is_there,
    condition_fits,
    once_for_each_occurrence,
    can_be_saved,
)
