"""Things that happened together and were put in an order: which, in which order, who chose it and by which rule.

A question asks for an order if an answer puts all of several things in a row, or says which of several mandatory
abilities is next. Such questions are public; where only one answer was possible nobody chose. Read `orderings`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.games import AnyRules
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.timeline import address
from domain.kernel.citing import rule_of
from domain.kernel.commands import Command
from domain.kernel.deciding import open_wait, seat_options
from domain.kernel.ids import Seat
from domain.kernel.occurring.conditions import AbilityTable, Condition
from domain.kernel.occurring.occurrence import OrderMandatory
from domain.kernel.refusals import JsonObject
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Ordering
from domain.match.events import OpenMatch, event_kind


class OrderedThing(Struct, frozen=True):
    """A thing that was put in order: a card's handle or a seat; of an ability its number and what it answers to."""

    schema_name: ClassVar[str] = "OrderedThing"

    name: str
    ability: int | UnsetType = UNSET
    about: str | UnsetType = UNSET


class OrderingChoice(Struct, frozen=True):
    """A choice of an order: where, by whom, to which question, by which rules.

    `together` are the things that happened at once, `order` those that were put in order: all of them, or the one that
    is next, with what is left where only one is.
    """

    schema_name: ClassVar[str] = "OrderingChoice"

    at: str
    address: str
    line: str
    seat: str
    question: str
    step: str
    rule: str
    rules: tuple[str, ...]
    together: tuple[OrderedThing, ...]
    order: tuple[OrderedThing, ...]


Order = tuple[tuple[OrderedThing, ...], tuple[OrderedThing, ...]]
"""What happened together, and what was put in order."""


def orderings(chronicle: Chronicle, first: int, last: int, seat: str = "") -> list[OrderingChoice]:
    """Each choice of an order in some versions, of all seats or of one."""
    found = []
    for version in range(max(1, first), last + 1):
        event = chronicle.events[version]
        if event_kind(event) == "action" and not isinstance(event.cmd, OpenMatch) and seat in ("", event.actor):
            found += list(orders_in(chronicle, version))
    return found


def orders_in(chronicle: Chronicle, version: int) -> Iterator[OrderingChoice]:
    """What an action put in order, if it did."""
    event, before = chronicle.events[version], chronicle.at(chronicle.parent(version))
    rules, table = before.rules, before.table
    if table.over is not None or isinstance(event.cmd, rules.always):
        return
    wait, _, decision = open_wait(table)
    if not decision.public:
        return
    forms = command_forms(seat_options(rules, table, Seat(event.actor)), event.cmd)
    order = chosen_next(rules, table, forms, event.cmd) or ordered_row(forms, event.cmd)
    if order is not None:
        together, chosen = order
        yield OrderingChoice(
            at=str(version),
            address=address(chronicle.match.id, version),
            line=chronicle.line(version),
            seat=event.actor,
            question=wait.question,
            step=rules.step(table),
            rule=rule_of(rules.cites, decision.rule),
            rules=tuple(sorted({rule for form in forms for rule in form.rules})),
            together=together,
            order=chosen,
        )


def command_forms(space: Commands | None, command: Command) -> list[Form]:
    """The forms in which a command of this type might be given."""
    tag = command.__struct_config__.tag
    return [form for form in space.forms if form.type == tag] if isinstance(space, Commands) else []


def chosen_next(rules: AnyRules, table: AbilityTable, forms: list[Form], command: Command) -> Order | None:
    """The mandatory abilities of which one was chosen to be next."""
    if not isinstance(command, OrderMandatory):
        return None
    together = tuple(ability(rules, table, form.fixed) for form in forms)
    chosen = ability(rules, table, msgspec.to_builtins(command))
    left = [each for each in together if each != chosen]
    return together, (chosen, *left) if len(left) == 1 else (chosen,)


def ability(rules: AnyRules, table: AbilityTable, fixed: JsonObject) -> OrderedThing:
    """A mandatory ability: of which card, which of its abilities, what it answers to."""
    condition = next((each for each in conditions(table) if each.id == fixed.get("condition")), None)
    about = rules.describe(table, condition) if condition is not None else UNSET
    return OrderedThing(fixed["card"], fixed.get("ability", 0), about)


def conditions(table: AbilityTable) -> Iterator[Condition]:
    """The conditions on a table to which abilities may answer."""
    for shelf in (table.occurrences, table.aftermaths):
        for happening in shelf.values():
            yield from happening.conditions


def ordered_row(forms: list[Form], command: Command) -> Order | None:
    """The things that were put in a row."""
    for form in forms:
        for name, field in form.fields.items():
            if isinstance(field, Ordering):
                rows = (field.items, getattr(command, name))
                together, order = (tuple(OrderedThing(each) for each in row) for row in rows)
                return together, order
    return None
