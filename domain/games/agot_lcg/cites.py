"""The rules that the kernel carries out for this game, cited here since the kernel names no game.

One table, in the order of the kernel's packages: flow, windows, occurrences, abilities, cards, numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.kernel import cards, deciding, numbers
from domain.kernel.citing import enforces
from domain.kernel.flow import frames, windows
from domain.kernel.occurring import abilities, occurrence
from domain.kernel.occurring.conditions import ConditionReplaced

BY_KERNEL: dict[Callable[..., Any], tuple[str, ...]] = {
    frames.Step.run: ("timing-chart.framework-events-mandatory",),
    deciding.refusal_of: ("initiation.step-1-restrictions",),
    windows.open_for_all: (
        "first-player.first-opportunity",
        "action-window.first-player-first",
        "interrupts.first-player-first",
        "reactions.first-player-first",
        "nesting.first-player-first-everywhere",
        "step.3-window-first-player-first",
    ),
    windows.offer_priority: (
        "pass.until-consecutive-passes",
        "action-window.closes-on-consecutive-passes",
        "interrupts.window-closes-on-consecutive-passes",
        "reactions.window-closes-on-consecutive-passes",
        "step.3-window-closes",
    ),
    windows.close_window: ("interrupts.none-after-close", "reactions.none-after-close"),
    windows.use_priority: (
        "pass.may-act-later",
        "action-window.pass-not-final",
        "action-window.resolve-fully",
        "actions.resolve-before-next",
        "step.3-window-no-marshal-limit",
        "framework.one-at-a-time",
        "interrupts.many-per-condition",
        "reactions.many-per-condition",
    ),
    occurrence.begin_occurrence: (
        "triggering.step-1-imminent",
        "triggering.shared-window",
        "interrupts.before-condition-resolves",
        "nesting.new-condition-nests",
    ),
    occurrence.collect_reactions: ("reactions.after-whole-ability", "triggering.shared-window"),
    occurrence.resolve_conditions: ("delayed.automatic-before-reactions",),
    occurrence.begin_forced: ("forced.resolve-completely",),
    occurrence.Occurrence: ("nesting.base-sequence", "forced.before-optional-interrupts", "would.all-before-others"),
    occurrence.Aftermath: ("forced.before-optional-reactions", "reactions.definition"),
    occurrence.cancel_window: (
        "cancel.priority-over-all-interrupts",
        "triggering.step-2-cancels-only-on-initiation",
    ),
    occurrence.would_window: ("triggering.step-2-would-interrupts", "would.marks-higher-priority"),
    occurrence.interrupt_window: ("triggering.step-4-interrupt-window", "interrupts.window-opens"),
    occurrence.reaction_window: ("triggering.step-7-reaction-window", "reactions.window-opens"),
    occurrence.open_condition_window: ("would.change-ends-interrupts",),
    occurrence.resolve_imminent: ("triggering.step-5-occurs", "triggering.step-2-canceled-stops"),
    abilities.pay: (
        "initiation.step-4-pay",
        "initiation.abilities-during-process",
        "costs.multiple-paid-simultaneously",
        "costs.to-clause-is-cost",
    ),
    abilities.finish_payment: ("costs.prevented-payment-aborts", "costs.aborted-card-stays-in-hand"),
    abilities.next_target: ("initiation.step-5-targets",),
    abilities.initiate: (
        "initiation.step-6-cancel-window",
        "limits.max-counts-initiations",
        "limits.canceled-still-counts",
        "cancel.ability-still-used",
    ),
    abilities.is_void: ("then.requires-complete-success", "then.no-attempt-after-failure"),
    abilities.resolve_part: (
        "initiation.step-7-resolve",
        "effects.card-effect-definition",
        "effects.resolve-as-much-as-possible",
        "events.affect-state-on-resolution",
        "simultaneous.effect-after-all-choices",
        "then.must-attempt-after-success",
    ),
    cards.make_move: ("leaves-play.effects-expire", "limits.reentry-is-new-copy"),
    cards.look_at_cards: ("look.not-shown-to-opponents", "search.see-without-revealing"),
    cards.show_cards: ("reveal.show-to-opponents",),
    cards.shuffle: ("look.ends",),
    ConditionReplaced.apply: ("replacement.last-initiated-wins",),
    numbers.trace_number: (
        "modifiers.recalculate-from-base",
        "modifiers.add-before-multiply",
        "modifiers.round-up",
        "modifiers.set-overrides",
        "modifiers.latest-set-wins",
        "modifiers.floor-zero",
        "modifiers.floor-after-all",
    ),
}

for _function, _rules in BY_KERNEL.items():
    enforces(*(f"agot_lcg.{rule}" for rule in _rules))(_function)
