"""The limits of abilities: whether one is used up."""

from __future__ import annotations

from collections.abc import Callable

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.table import rules_of_table
from domain.kernel.citing import SLOT
from domain.kernel.refusals import Refusal


def limit_refusal(context: AnyContext, times_used: Callable[[str], int] | None = None) -> Refusal | None:
    """Why the ability is used up: by the limit of this copy, or the maximum of all copies with this title.

    `times_used` returns the count for a key; by default it reads the table's counters.
    """
    for limit in context.ability.limits:
        key = context.limit_key(limit)
        used = times_used(key) if times_used is not None else context.table.usage.get(key, 0)
        if used < limit.times:
            continue
        extra = 0 if limit.title else rules_of_table(context.table).extra_uses(context.table, context.me)
        if used >= limit.times + extra:
            rule = f"{SLOT}limit-of-title" if limit.title else f"{SLOT}limit-of-copy"
            return Refusal(limit.rule or rule, {"used": used, "limit": limit.times + extra, "per": limit.per})
    return None
