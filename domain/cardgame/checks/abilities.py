"""Checks of using an ability and of playing an event.

Their order is that of the steps of initiation: the restrictions, targets and potential of step 1 come before the costs
of step 2, so that a use that fails in both is refused by step 1. Why an ability cannot be used, whoever asks, say the
functions of `initiation`.
"""

from __future__ import annotations

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.checks.command_context import AnyCommandContext
from domain.cardgame.checks.initiation import (
    can_pay_costs,
    costs_refusal,
    impact_refusal,
    requires_refusal,
    targets_refusal,
)
from domain.cardgame.checks.limits import limit_refusal
from domain.cardgame.checks.saves import can_be_saved, hopeless_save, saves_no_sacrifice
from domain.cardgame.commands import InitiateAction, UseInterrupt, UseReaction
from domain.cardgame.in_play import active_constants, characteristics
from domain.cardgame.table import abilities_of, ability_of, is_gained, rules_of_table
from domain.kernel.checks import Check, check
from domain.kernel.citing import SLOT
from domain.kernel.command_moments import is_awaited
from domain.kernel.flow.frames import find_open_wait
from domain.kernel.occurring.abilities import Initiation
from domain.kernel.occurring.conditions import tell_condition
from domain.kernel.occurring.occurrence import CANCEL, INTERRUPT, WOULD
from domain.kernel.refusals import Refusal

CONTROLLER_USES = f"{SLOT}controller-uses"
WORKS_FROM_PLAY = f"{SLOT}works-from-play"
EVENT_PLAYABLE = f"{SLOT}event-playable"
BLANK = f"{SLOT}blank-silences"
RESTRICTION = f"{SLOT}restriction"
CANNOT = f"{SLOT}restrictions"
ANSWERS = f"{SLOT}condition-answered"
SHARED_WINDOW = f"{SLOT}condition-named"
CHANGED = f"{SLOT}condition-changed"
REACTS_ONCE, INTERRUPTS_ONCE = f"{SLOT}reaction-once", f"{SLOT}interrupt-once"
ACTION_RESOLVED = f"{SLOT}action-resolved-first"
PASSED_ON = f"{SLOT}opportunity-passed-on"
PASSED_FOR_GOOD = f"{SLOT}passed-for-good"  # only a game with final passes has a rule for it
WINDOW_RULES = {
    "action": f"{SLOT}action-window-only",
    "reaction": f"{SLOT}reaction-window-only",
    "interrupt": f"{SLOT}interrupt-window-only",
    "would-interrupt": f"{SLOT}interrupt-window-only",
    "cancel": f"{SLOT}interrupt-window-only",
}
"""The rules that say in which window an ability is used, by its timing."""
OPPORTUNITY = {
    "action": f"{SLOT}action-window-turn",
    "reaction": f"{SLOT}reaction-window-turn",
    "interrupt": f"{SLOT}interrupt-window-turn",
    "would-interrupt": f"{SLOT}interrupt-window-turn",
    "cancel": f"{SLOT}interrupt-window-turn",
}
"""The rules that say who acts next in an open window, by its kind."""
INTERRUPTS = ("would-interrupt", "cancel", "interrupt")
USED_IN: dict[type, tuple[str, ...]] = {
    InitiateAction: ("action",),
    UseInterrupt: INTERRUPTS,
    UseReaction: ("reaction",),
}
"""The timings of the abilities that a command uses."""


@check("is_here", "choice.unknown-card")
def is_here(context: AnyCommandContext) -> Refusal | None:
    """There is a card with this handle, wherever it lies; what may be used from there, later checks say."""
    if context.handle in context.table.cards:
        return None
    return Refusal("choice.unknown-card", {"card": context.handle})


@check("is_yours", CONTROLLER_USES, "is_here")
def is_yours(context: AnyCommandContext) -> Refusal | None:
    card = context.card
    if card.controller == context.seat:
        return None
    return Refusal(CONTROLLER_USES, {"card": context.handle, "controller": card.controller, "seat": context.seat})


@check("is_active", WORKS_FROM_PLAY, "is_here")
def is_active(context: AnyCommandContext) -> Refusal | None:
    """The card is faceup where its abilities work."""
    card = context.card
    works = rules_of_table(context.table).works_there(context.table, context.handle, context.index)
    if works and not context.registry.is_event(card.key):
        return None
    return Refusal(WORKS_FROM_PLAY, {"card": context.handle, "area": card.zone})


@check("is_coded", "manual.not-coded", "is_here", "is_yours")
def is_coded(context: AnyCommandContext) -> Refusal | None:
    """The card's text is coded; other cards are resolved by hand, with everybody's consent."""
    if context.card.key not in context.registry.uncoded or is_gained(context.index):
        return None
    return Refusal("manual.not-coded", {"card": context.handle, "key": context.card.key, "by_hand": "resolve_manually"})


@check("event_is_coded", "manual.not-coded", "is_here", "is_yours")
def event_is_coded(context: AnyCommandContext) -> Refusal | None:
    """An event that is played from hand is coded."""
    return is_coded.test(context) if context.is_event else None


@check("is_event_in_hand", EVENT_PLAYABLE, "is_here")
def is_event_in_hand(context: AnyCommandContext) -> Refusal | None:
    if context.is_event and context.registry.abilities(context.card.key):
        return None
    because: dict[str, object] = {"card": context.handle, "area": context.card.zone}
    if not context.registry.is_event(context.card.key):
        because |= {"type": context.card.printed.type, "is": "no event"}
    return Refusal(EVENT_PLAYABLE, because)


@check("has_ability", "choice.unknown-ability", "is_here", "is_yours")
def has_ability(context: AnyCommandContext) -> Refusal | None:
    abilities, wanted = dict(abilities_of(context.table, context.card)), USED_IN[type(context.command)]
    timings = [each.timing for each in abilities.values()]
    if context.index not in abilities:
        because: dict[str, object] = {"card": context.handle, "ability": context.index, "has": timings}
        return Refusal("choice.unknown-ability", {**because, "numbers": list(abilities)})
    if any(each in wanted for each in timings):
        return None
    return Refusal("choice.unknown-ability", {"card": context.handle, "has_no": wanted[-1], "has": timings})


@check("is_not_blank", BLANK, "is_here", "has_ability")
def is_not_blank(context: AnyCommandContext) -> Refusal | None:
    if is_gained(context.index) or context.is_event or not active_constants.is_blank(context.table, context.card):
        return None
    return Refusal(BLANK, {"card": context.handle})


@check("in_this_window", RESTRICTION, "has_ability", "is_event_in_hand")
def in_this_window(context: AnyCommandContext) -> Refusal | None:
    """The ability is of the type of the open window and of the command."""
    timing, kind = context.ability_context.ability.timing, context.window.kind if context.window else ""
    if timing == kind and kind in USED_IN.get(type(context.command), (kind,)):
        return None
    if (timing, kind) == (WOULD, INTERRUPT) and (hopeless := hopeless_save(context)):
        return hopeless
    rule = rule_between_interrupts(timing, kind) or WINDOW_RULES.get(timing, RESTRICTION)
    return Refusal(rule, {"ability": timing, "window": kind or "none", **answers_to(context.ability_context)})


def answers_to(context: AnyContext) -> dict[str, object]:
    """The condition that the ability answers, in words; empty for one that answers none or is given by a rule."""
    when = context.ability.when
    return {} if when is None or context.is_by_rule else {"answers_to": when.in_words()}


def rule_between_interrupts(timing: str, window: str) -> str:
    """The rule that keeps an interrupt out of a window for another kind of interrupt; empty if there is none."""
    if timing not in INTERRUPTS or window not in INTERRUPTS or timing == window:
        return ""
    return f"{SLOT}cancel-on-initiation-only" if CANCEL in (timing, window) else f"{SLOT}would-before-others"


@check("in_this_phase", f"{SLOT}action-of-phase", "in_this_window")
def in_this_phase(context: AnyCommandContext) -> Refusal | None:
    phase = context.ability_context.ability.phase
    if not phase or phase == context.table.phase:
        return None
    return Refusal(f"{SLOT}action-of-phase", {"phase": context.table.phase, "needed": phase})


@check("condition_is_there", ANSWERS, "in_this_window")
def condition_is_there(context: AnyCommandContext) -> Refusal | None:
    """The condition that the ability answers is imminent or has occurred in this window; an action answers none."""
    named = getattr(context.command, "condition", 0)
    is_action = context.window is None or context.window.kind == "action"
    if (is_action and not named) or context.condition is not None:
        return None
    return absent_condition(context, named)


def absent_condition(context: AnyCommandContext, named: int) -> Refusal:
    """Why an ability is not used on this condition: it was averted, several are there and none is named, none fits."""
    happening, ability_context = context.happening, context.ability_context
    card: dict[str, object] = {"card": context.handle}
    gone = happening.averted_condition(named) if happening else None
    if gone is not None:
        about = tell_condition(gone.condition, context.seat)
        return Refusal(CHANGED, {**card, **about, "is": "no longer imminent", "because_it_was": gone.how})
    there = happening.conditions if happening else ()
    when = ability_context.ability.when
    fitting = [each for each in there if when is not None and when.fits(ability_context, each)]
    if fitting and not named:
        rule = SHARED_WINDOW if len(there) > 1 else ANSWERS
        one_of = [tell_condition(each, context.seat) for each in fitting]
        return Refusal(rule, {**card, "missing": "condition", "one_of": one_of})
    told_all = [tell_condition(each, context.seat) for each in there]
    return Refusal(ANSWERS, {**card, **answers_to(ability_context), "conditions": told_all})


@check("condition_fits", ANSWERS, "condition_is_there")
def condition_fits(context: AnyCommandContext) -> Refusal | None:
    condition, ability_context = context.condition, context.ability_context
    when = ability_context.ability.when
    if condition is None or when is None or when.fits(ability_context, condition):
        return None
    about = tell_condition(condition, context.seat)
    return Refusal(ANSWERS, {**about, "card": context.handle, **answers_to(ability_context)})


@check("once_for_each_occurrence", REACTS_ONCE, "condition_is_there")
def once_for_each_occurrence(context: AnyCommandContext) -> Refusal | None:
    happening, condition = context.happening, context.condition
    if happening is None or condition is None:
        return None
    used = any(
        (each.card, each.ability, each.condition) == (context.handle, context.index, condition.id)
        for each in happening.used
    )
    if not used:
        return None
    before = context.window is not None and context.window.kind != "reaction"
    rule = INTERRUPTS_ONCE if before else REACTS_ONCE
    return Refusal(rule, {"card": context.handle, **tell_condition(condition, context.seat)})


@check("within_limits", f"{SLOT}limit-of-copy", "has_ability", "is_event_in_hand")
def within_limits(context: AnyCommandContext) -> Refusal | None:
    return limit_refusal(context.ability_context, context.times_used)


@check("may_trigger", CANNOT, "has_ability", "is_event_in_hand")
def may_trigger(context: AnyCommandContext) -> Refusal | None:
    """No card forbids this player to trigger card abilities; one that a rule gives counts as such."""
    sources = characteristics.restrictions(context.table, context.seat, "trigger-abilities")
    return Refusal(CANNOT, {"because_of": list(sources)}) if sources else None


@check("may_play", CANNOT, "is_event_in_hand")
def may_play(context: AnyCommandContext) -> Refusal | None:
    sources = characteristics.restrictions(context.table, context.seat, "play-events")
    return Refusal(CANNOT, {"because_of": list(sources)}) if sources else None


@check("restrictions_are_met", RESTRICTION, "in_this_window")
def restrictions_are_met(context: AnyCommandContext) -> Refusal | None:
    return requires_refusal(context.ability_context)


@check("costs_are_payable", f"{SLOT}cost-payable", "has_ability", "is_event_in_hand")
def costs_are_payable(context: AnyCommandContext) -> Refusal | None:
    ability = context.ability_context
    return None if can_pay_costs(ability) else costs_refusal(ability)


@check("enough_targets", f"{SLOT}too-few-targets", "condition_fits", "restrictions_are_met")
def enough_targets(context: AnyCommandContext) -> Refusal | None:
    return targets_refusal(context.ability_context)


@check("could_change_something", f"{SLOT}potential-impact", "enough_targets", "condition_fits")
def could_change_something(context: AnyCommandContext) -> Refusal | None:
    return impact_refusal(context.ability_context)


INITIATED: tuple[Check, ...] = (
    condition_is_there,
    condition_fits,
    once_for_each_occurrence,
    within_limits,
    restrictions_are_met,
    can_be_saved,
    enough_targets,
    could_change_something,
    costs_are_payable,
)
"""The checks of whatever initiates an ability, after those of the card and the window."""

USE: tuple[Check, ...] = (
    is_here,
    is_yours,
    is_active,
    is_coded,
    has_ability,
    saves_no_sacrifice,
    in_this_window,
    in_this_phase,
    is_not_blank,
    may_trigger,
    *INITIATED,
)
"""The checks of using an ability of a card in play."""

PLAY: tuple[Check, ...] = (
    is_here,
    is_yours,
    event_is_coded,
    is_event_in_hand,
    saves_no_sacrifice,
    in_this_window,
    in_this_phase,
    may_play,
    may_trigger,
    *INITIATED,
)
"""The checks of playing an event from hand."""


# --- a command that does not fit the open wait


@check("has_the_opportunity", OPPORTUNITY["action"])
def has_the_opportunity(context: AnyCommandContext) -> Refusal | None:
    """In a window one player after the other has the opportunity to act or pass."""
    window = context.window
    if window is None or is_awaited(context.table, context.seat):
        return None
    if context.seat in window.out:
        return Refusal(PASSED_FOR_GOOD, {"window": window.name, "opportunity": window.turn})
    # to the one who had the first opportunity it is said that it has passed on
    rule = PASSED_ON if context.seat == window.first else OPPORTUNITY[window.kind]
    return Refusal(rule, {"window": window.name, "opportunity": window.turn})


@check("action_is_resolved", ACTION_RESOLVED)
def action_is_resolved(context: AnyCommandContext) -> Refusal | None:
    """While an action asks for a cost, a target or a choice, no further action is initiated."""
    found = find_open_wait(context.table.stack)
    if found is None or not isinstance(found[1], Initiation):
        return None
    effect = context.table.effects[found[1].effect]
    timing = ability_of(context.table, effect.key, effect.ability).timing
    if timing != "action" or context.ability_context.ability.timing != "action":
        return None
    return Refusal(ACTION_RESOLVED, {"resolving": effect.key})
