"""Checks of using an ability, playing an event and saving with a duplicate.

Their order is that of the steps of initiation: the restrictions, targets and potential of step 1 come before the costs
of step 2, so that a use that fails in both is refused by step 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from domain.cardgame.in_play import active_constants, characteristics
from domain.cardgame.words.parts.interrupting import Instead, Prevent, Save, is_kept_off
from domain.cardgame.words.parts.time import Until, ends_now
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.abilities.registry import DUPLICATE
from domain.games.agot_lcg.checks.command_context import CommandContext
from domain.games.agot_lcg.commands import (
    InitiateAction,
    UseInterrupt,
    UseReaction,
)
from domain.games.agot_lcg.state import AgotContext, AgotTable
from domain.games.agot_lcg.state_checks import DEMANDS, still_demanded
from domain.kernel.checks import Check, check, first_refusal
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat, zone_kind
from domain.kernel.occurring.abilities import Part
from domain.kernel.occurring.conditions import Condition
from domain.kernel.refusals import Refusal

OUT_OF_PLAY_RULE = "agot_lcg.abilities.work-only-from-play"


@check("is_here", "choice.unknown-card")
def is_here(context: CommandContext) -> Refusal | None:
    """The card exists, where its player may use it."""
    if context.handle in context.table.cards:
        return None
    return Refusal("choice.unknown-card", {"card": context.handle})


@check("is_yours", "agot_lcg.abilities.controller-decides-use", "is_here")
def is_yours(context: CommandContext) -> Refusal | None:
    card = context.card
    if card.controller == context.seat:
        return None
    rule = "agot_lcg.duplicates.save-interrupt" if card.duplicate else "agot_lcg.abilities.controller-decides-use"
    return Refusal(rule, {"card": context.handle, "controller": card.controller, "seat": context.seat})


@check("is_active", OUT_OF_PLAY_RULE, "is_here")
@enforces("agot_lcg.duplicates.no-characteristics")
def is_active(context: CommandContext) -> Refusal | None:
    """The card is where its abilities work: in play, an agenda beside the faction card."""
    card = context.card
    if card.duplicate:
        return Refusal("agot_lcg.duplicates.no-characteristics", {"card": context.handle, "is": "a duplicate"})
    is_there = zone_kind(card.zone) in ("play", "plot", "faction", "agenda") and not card.facedown
    if is_there and card.printed.type != "event":
        return None
    return Refusal(OUT_OF_PLAY_RULE, {"card": context.handle, "area": card.zone})


@check("is_coded", "manual.not-coded", "is_here", "is_yours")
def is_coded(context: CommandContext) -> Refusal | None:
    """The card's text is coded; other cards are resolved by hand, with everybody's consent."""
    if context.card.key not in context.registry.uncoded:
        return None
    return Refusal("manual.not-coded", {"card": context.handle, "key": context.card.key, "by_hand": "resolve_manually"})


@check("event_is_coded", "manual.not-coded", "is_here", "is_yours")
def event_is_coded(context: CommandContext) -> Refusal | None:
    """An event that is played from hand is coded."""
    return is_coded.test(context) if context.is_event else None


@check("is_duplicate", "agot_lcg.duplicates.save-interrupt", "is_here")
def is_duplicate(context: CommandContext) -> Refusal | None:
    """Only a duplicate in play is discarded to save the card over it."""
    if context.card.duplicate:
        return None
    because: dict[str, object] = {"card": context.handle, "area": context.card.zone, "is": "no duplicate"}
    return Refusal("agot_lcg.duplicates.save-interrupt", because)


@check("is_event_in_hand", "agot_lcg.events.when-playable", "is_here")
def is_event_in_hand(context: CommandContext) -> Refusal | None:
    if context.is_event and context.registry.abilities(context.card.key):
        return None
    because: dict[str, object] = {"card": context.handle, "area": context.card.zone}
    if context.card.printed.type != "event":
        because |= {"type": context.card.printed.type, "is": "no event"}
    return Refusal("agot_lcg.events.when-playable", because)


@check("has_ability", "choice.unknown-ability", "is_here", "is_yours")
def has_ability(context: CommandContext) -> Refusal | None:
    if not context.registry.has_ability(context.card.key, context.index):
        return Refusal("choice.unknown-ability", {"card": context.handle, "ability": context.index})
    timings, wanted = (
        [each.timing for each in context.registry.abilities(context.card.key)],
        USED_IN[type(context.command)],
    )
    if any(each in wanted for each in timings):
        return None
    return Refusal("choice.unknown-ability", {"card": context.handle, "has_no": wanted[-1], "has": timings})


@check("is_not_blank", "agot_lcg.blank.no-printed-content", "is_here", "has_ability")
def is_not_blank(context: CommandContext) -> Refusal | None:
    if not active_constants.is_blank(context.table, context.card) or context.is_event:
        return None
    return Refusal("agot_lcg.blank.no-printed-content", {"card": context.handle})


WINDOW_RULES = {
    "action": "agot_lcg.actions.only-in-action-window",
    "reaction": "agot_lcg.reactions.window-opens",
    "interrupt": "agot_lcg.interrupts.window-opens",
    "would-interrupt": "agot_lcg.interrupts.window-opens",
    "cancel": "agot_lcg.interrupts.window-opens",
}
INTERRUPTS = ("would-interrupt", "cancel", "interrupt")


USED_IN: dict[type, tuple[str, ...]] = {
    InitiateAction: ("action",),
    UseInterrupt: ("would-interrupt", "cancel", "interrupt"),
    UseReaction: ("reaction",),
}


@check("in_this_window", "agot_lcg.restrictions.must-be-met", "has_ability", "is_event_in_hand", "is_duplicate")
def in_this_window(context: CommandContext) -> Refusal | None:
    """The ability is of the type of the open window and of the command."""
    ability, kind = context.ability_context.ability, context.window.kind if context.window else ""
    if ability.timing == kind and kind in USED_IN.get(type(context.command), (kind,)):
        return None
    if (ability.timing, kind) == ("would-interrupt", "interrupt") and (hopeless := hopeless_save(context)):
        return hopeless
    general = WINDOW_RULES.get(ability.timing, "agot_lcg.restrictions.must-be-met")
    own = "agot_lcg.duplicates.save-interrupt" if context.index == DUPLICATE else general
    because: dict[str, object] = {"ability": ability.timing, "window": kind, **answers_to(context.ability_context)}
    return Refusal(rule_between_interrupts(ability.timing, kind) or own, because)


def answers_to(context: AgotContext) -> dict[str, object]:
    """The condition that the ability answers, in words; empty for an ability that answers none."""
    when = context.ability.when
    return {} if when is None or context.index == DUPLICATE else {"answers_to": when.in_words()}


@enforces("agot_lcg.triggering.step-2-cancels-only-on-initiation", "agot_lcg.would.all-before-others")
def rule_between_interrupts(timing: str, window: str) -> str:
    """The rule that keeps an interrupt out of a window for another kind of interrupt."""
    if timing not in INTERRUPTS or window not in INTERRUPTS or timing == window:
        return ""
    if "cancel" in (timing, window):
        return "agot_lcg.triggering.step-2-cancels-only-on-initiation"
    return "agot_lcg.would.all-before-others"


@check("in_this_phase", "agot_lcg.actions.phase-restricted-action", "in_this_window")
def in_this_phase(context: CommandContext) -> Refusal | None:
    phase = context.ability_context.ability.phase
    if not phase or phase == context.table.phase:
        return None
    return Refusal("agot_lcg.actions.phase-restricted-action", {"phase": context.table.phase, "needed": phase})


@check("condition_is_there", "agot_lcg.triggering.definition", "in_this_window")
def condition_is_there(context: CommandContext) -> Refusal | None:
    """The condition that the ability answers is imminent or has occurred in this window; an action answers none."""
    named = getattr(context.command, "condition", 0)
    is_action = context.window is None or context.window.kind == "action"
    if (is_action and not named) or context.condition is not None:
        return None
    return Refusal("agot_lcg.triggering.definition", {"condition": named})


@check("saves_no_sacrifice", "agot_lcg.sacrifice.cannot-be-saved", "is_here", "has_ability", "is_event_in_hand")
def saves_no_sacrifice(context: CommandContext) -> Refusal | None:
    """No save answers a sacrifice, imminent or done, whatever the text of the save says."""
    condition = context.condition
    if (
        condition is None
        or condition.kind != "sacrificed"
        or not any(isinstance(each, Save) for each in context.ability_context.parts)
    ):
        return None
    return Refusal("agot_lcg.sacrifice.cannot-be-saved", {"card": condition.card})


@check("condition_fits", "agot_lcg.triggering.definition", "condition_is_there")
def condition_fits(context: CommandContext) -> Refusal | None:
    condition, ability_context = context.condition, context.ability_context
    when = ability_context.ability.when
    if condition is None or when is None or when.fits(ability_context, condition):
        return None
    because: dict[str, object] = {"condition": condition.kind, "card": context.handle, **answers_to(ability_context)}
    if context.index == DUPLICATE:
        return Refusal("agot_lcg.duplicates.save-interrupt", {**because, "over": context.card.host})
    return Refusal("agot_lcg.triggering.definition", because)


@check("once_for_each_occurrence", "agot_lcg.reactions.once-per-occurrence", "condition_is_there")
@enforces(
    "agot_lcg.reactions.once-per-occurrence",
    "agot_lcg.interrupts.once-per-occurrence",
    "agot_lcg.reactions.copies-each-once",
    "agot_lcg.interrupts.copies-each-once",
)
def once_for_each_occurrence(context: CommandContext) -> Refusal | None:
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
    rule = "agot_lcg.interrupts.once-per-occurrence" if before else "agot_lcg.reactions.once-per-occurrence"
    return Refusal(rule, {"card": context.handle, "condition": condition.id})


@check("within_limits", "agot_lcg.limits.limit-x-per-period", "has_ability", "is_event_in_hand")
def within_limits(context: CommandContext) -> Refusal | None:
    return limit_refusal(context.ability_context, context.times_used)


@enforces("agot_lcg.limits.limit-x-per-period", "agot_lcg.limits.max-x-per-period")
def limit_refusal(context: AgotContext, times_used: Callable[[str], int] | None = None) -> Refusal | None:
    """Why the ability is used up: by the limit of this copy, or the maximum of all copies with this title.

    `times_used` returns the count for a key; by default it reads the table's counters.
    """
    for limit in context.ability.limits:
        key = context.limit_key(limit)
        used = times_used(key) if times_used is not None else context.table.usage.get(key, 0)
        if used >= limit.times:
            rule = "agot_lcg.limits.max-x-per-period" if limit.title else "agot_lcg.limits.limit-x-per-period"
            return Refusal(rule, {"used": used, "limit": limit.times, "per": limit.per})
    return None


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


@check("may_trigger", "agot_lcg.cannot.absolute", "has_ability", "is_event_in_hand", "is_duplicate")
@enforces("agot_lcg.triggered.definition")
def may_trigger(context: CommandContext) -> Refusal | None:
    """No card forbids this player to trigger card abilities; a duplicate's save counts as one."""
    sources = characteristics.restrictions(context.table, context.seat, "trigger-abilities")
    return Refusal("agot_lcg.cannot.absolute", {"because_of": list(sources)}) if sources else None


@check("may_play", "agot_lcg.cannot.absolute", "is_event_in_hand")
def may_play(context: CommandContext) -> Refusal | None:
    sources = characteristics.restrictions(context.table, context.seat, "play-events")
    return Refusal("agot_lcg.cannot.absolute", {"because_of": list(sources)}) if sources else None


@check("restrictions_are_met", "agot_lcg.restrictions.must-be-met", "in_this_window")
def restrictions_are_met(context: CommandContext) -> Refusal | None:
    return requires_refusal(context.ability_context)


@enforces(
    "agot_lcg.restrictions.play-restriction",
    "agot_lcg.restrictions.must-be-met",
    "agot_lcg.initiation.step-1-restrictions",
)
def requires_refusal(context: AgotContext) -> Refusal | None:
    for each in context.ability.requires:
        if not each.holds(context, context.you):
            needed = {"needed": str(each.__struct_config__.tag), "means": each.in_words()}
            return Refusal("agot_lcg.restrictions.must-be-met", {**needed})
    return None


@check("costs_are_payable", "agot_lcg.abilities.cost-must-be-payable", "has_ability", "is_event_in_hand")
def costs_are_payable(context: CommandContext) -> Refusal | None:
    return costs_refusal(context.ability_context)


@enforces("agot_lcg.abilities.cost-must-be-payable", "agot_lcg.initiation.step-2-determine-cost")
def costs_refusal(context: AgotContext) -> Refusal | None:
    """Why not all costs can be paid in full, after modifiers."""
    if context.is_event:
        refusal = gold_refusal(
            context.table, context.you, numbers_in_play.cost(context.table, context.you, context.printed, "play").value
        )
        if refusal:
            return refusal
    return first_refusal(cost.refusal(context) for cost in context.ability.costs)


@enforces("agot_lcg.gold.currency")
def gold_refusal(table: AgotTable, seat: Seat, cost: int) -> Refusal | None:
    have = table.players[seat].gold
    if have >= cost:
        return None
    return Refusal("agot_lcg.abilities.cost-must-be-payable", {"gold": have, "cost": cost})


@check("can_be_saved", "agot_lcg.save.cannot-be-saved", "condition_fits")
def can_be_saved(context: CommandContext) -> Refusal | None:
    """The card can be saved, and a state check would not at once remove it again."""
    return hopeless_save(context)


def hopeless_save(context: CommandContext) -> Refusal | None:
    """Why a save could not be used on its condition in any window; None for what is no save, or does not answer it."""
    condition, happening, ability_context = context.condition, context.happening, context.ability_context
    if condition is None or happening is None or not any(isinstance(part, Save) for part in ability_context.parts):
        return None
    when = ability_context.ability.when
    if when is not None and not when.fits(ability_context, condition):
        return None
    if happening.sure:
        return Refusal("agot_lcg.save.cannot-be-saved", {"card": condition.card})
    if condition.how not in DEMANDS:
        return None
    if context.index == DUPLICATE:
        return Refusal("agot_lcg.save.duplicate-not-against-persistent", {"card": condition.card})
    if takes_demand_away(ability_context, condition):
        return None
    return Refusal("agot_lcg.save.persistent-condition-needs-removal", {"card": condition.card})


def takes_demand_away(context: AgotContext, condition: Condition) -> bool:
    """Whether an effect or cost of a save besides the saving could remove the reason why the card leaves play."""
    tables = (ahead for word in (*context.parts, *context.ability.costs) for ahead in word.foresee(context))
    return any(each.is_in_play(condition.card) and not still_demanded(each, condition) for each in tables)


@check("enough_targets", "agot_lcg.targets.too-few-blocks-initiation", "condition_fits", "restrictions_are_met")
@enforces("agot_lcg.targets.checked-with-play-restrictions")
def enough_targets(context: CommandContext) -> Refusal | None:
    return targets_refusal(context.ability_context)


@enforces(
    "agot_lcg.choose.selects-targets",
    "agot_lcg.targets.choose-means-target",
    "agot_lcg.targets.post-initiation-not-checked",
)
def targets_refusal(context: AgotContext) -> Refusal | None:
    return first_refusal(target.refusal(context) for target in context.ability.targets)


@check("could_change_something", "agot_lcg.abilities.must-have-potential-impact", "enough_targets", "condition_fits")
def could_change_something(context: CommandContext) -> Refusal | None:
    return impact_refusal(context.ability_context)


@enforces(
    "agot_lcg.abilities.must-have-potential-impact",
    "agot_lcg.abilities.impact-judged-alone",
    "agot_lcg.costs.no-impact-no-initiation",
    "agot_lcg.effects.not-part-of-effect",
)
def impact_refusal(context: AgotContext) -> Refusal | None:
    """Why no part of the effect could change the game, ignoring the consequences of the costs."""
    parts = tuple(attainable(context))
    if any(part.potential(context) for part in parts):
        return None
    if any(isinstance(part, Save | Prevent | Instead) for part in parts) and context.about and is_kept_off(context):
        return Refusal("agot_lcg.immune.not-targeted-not-affected", {"card": context.about.card})
    if late := [part.until for part in parts if isinstance(part, Until) and ends_now(context, part.until)]:
        return Refusal("agot_lcg.lasting.too-late-cannot-initiate", {"card": context.key, "until": late[0]})
    return Refusal("agot_lcg.abilities.must-have-potential-impact", {"card": context.key})


@enforces("agot_lcg.then.no-attempt-after-failure")
def attainable(context: AgotContext) -> Iterator[Part]:
    """The parts that may be attempted: a part after "then" only if the part before it is possible."""
    could = True
    for part in context.parts:
        could = could or not part.then
        if could:
            yield part
            could = part.potential(context) or not part.changes


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
    within_limited,
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
