"""The slots of the kernel: what it carries out for every game that has a rule of it.

A game says in its `cites.toml` which of its rules stand in a slot (see `citing`). One table, in the order of the
kernel's packages: flow, windows, occurrences, abilities, cards, conditions, numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.kernel import deciding, numbers
from domain.kernel.cards import moving_cards
from domain.kernel.citing import enforce_slots
from domain.kernel.flow import frames, priority_windows
from domain.kernel.occurring import abilities, occurrence
from domain.kernel.occurring.conditions import ConditionReplaced

KERNEL_SLOTS: dict[str, Callable[..., Any]] = {
    "step-carried-out": frames.advance,
    "restrictions-checked-first": deciding.refusal_of,
    "window-first-seat": priority_windows.open_for_all,
    "window-closes-on-passes": priority_windows.offer_priority,
    "window-closed": priority_windows.close_window,
    "priority-used": priority_windows.use_priority,
    "condition-imminent": occurrence.begin_occurrence,
    "reactions-collected": occurrence.collect_reactions,
    "conditions-resolved": occurrence.resolve_conditions,
    "forced-ability-begun": occurrence.begin_forced,
    "occurrence-order": occurrence.Occurrence,
    "aftermath-order": occurrence.Aftermath,
    "cancel-window": occurrence.cancel_window,
    "would-window": occurrence.would_window,
    "interrupt-window": occurrence.interrupt_window,
    "reaction-window": occurrence.reaction_window,
    "condition-window-opened": occurrence.open_condition_window,
    "imminent-resolved": occurrence.resolve_imminent,
    "costs-paid": abilities.pay,
    "payment-prevented": abilities.finish_payment,
    "targets-chosen": abilities.next_target,
    "ability-initiated": abilities.initiate,
    "then-void": abilities.is_void,
    "effect-resolved": abilities.resolve_part,
    "card-gets-new-handle": moving_cards.make_move,
    "cards-looked-at": moving_cards.look_at_cards,
    "cards-shown": moving_cards.show_cards,
    "shuffle-ends-look": moving_cards.shuffle,
    "condition-replaced": ConditionReplaced.apply,
    "number-computed": numbers.trace_number,
}

enforce_slots(KERNEL_SLOTS)
