"""Who listens to conditions: whether a window can matter, and the mandatory abilities that apply to a happening."""

from __future__ import annotations

from domain.cardgame.table import HAND, CardGameTable, rules_of_table
from domain.kernel.ids import zone_kind
from domain.kernel.occurring.conditions import Condition, ConditionGroup
from domain.kernel.occurring.occurrence import OrderMandatory
from domain.kernel.spaces.commands import Commands, Form

FORCED_ORDER = "slot.forced-order"


def is_any_heard(table: CardGameTable, conditions: tuple[Condition, ...], timings: tuple[str, ...]) -> bool:
    """Whether a public card, or an event of the format, listens to one of the conditions."""
    for each in conditions:
        for key in table.registry.heard_keys(each.kind, timings):
            if is_heard(table, key):
                return True
    return False


def is_heard(table: CardGameTable, key: str) -> bool:
    """Whether a public card or an event of the format listens to this key."""
    if key in table.registry.events:
        return True
    listeners = table.listeners(key)
    return bool(listeners) and any(zone_kind(table.cards[handle].zone) != HAND for handle, _ in listeners)


def forced_abilities(table: CardGameTable, happening: ConditionGroup, timing: str) -> list[OrderMandatory]:
    """The mandatory abilities of a timing that apply and were not used on this occurrence."""
    rules, found, timings = rules_of_table(table), [], (timing,)
    for condition in happening.conditions:
        heard = table.registry.heard_keys(condition.kind, timings)
        for handle, index in table.listeners(heard[0]) if heard else ():
            used = any((u.card, u.ability, u.condition) == (handle, index, condition.id) for u in happening.used)
            if not used and rules.applies(table, handle, index, condition):
                found.append(OrderMandatory(handle, index, condition.id))
    return found


def mandatory_space(listed: tuple[OrderMandatory, ...]) -> Commands:
    """The space of the choice among mandatory abilities."""
    return Commands(
        tuple(
            Form(
                "order_mandatory",
                {"card": each.card, "ability": each.ability, "condition": each.condition},
                {},
                (FORCED_ORDER,),
            )
            for each in listed
        )
    )
