"""The opportunities on the line being played, each with what has been used there until now.

A window that is opened again gives nothing twice. What was used on a condition is used wherever that condition is
reacted to. What counted against a limit counts in a window of that period, though the period has ended since. Both are
read from the record, as a later part of it may have closed the window or reset the counters.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from domain.kernel.facts import Fact
from domain.kernel.flow.priority_windows import Window, WindowOpened
from domain.kernel.flow.waits import StepReached
from domain.kernel.occurring.abilities import AbilityInitiated
from domain.kernel.occurring.conditions import AbilityTable, AbilityUse, ConditionGroup, ConditionsOccurred
from domain.kernel.occurring.occurrence import REACTION
from domain.match.aggregate import Match, evolve_table
from domain.match.events import StoredEvent, path

Events = Mapping[int, StoredEvent]


class Opportunity(Struct, frozen=True):
    """A window that stood open, or ought to have, at a place of the record: its kind, name and step.

    `about` is what it was about, with all that was used on that; `spent` is what counters of limits had come to when
    their period ended, if it has, less what they say now. `fact` is what tells of it, none for a version as a whole.
    """

    at: str
    kind: str
    name: str
    during: str
    about: ConditionGroup | None = None
    spent: tuple[tuple[str, int], ...] = ()
    fact: Fact | None = None


class UsedSince(Struct):
    """What was used, and which counters of limits a period's end took away, with what they had come to."""

    used: list[AbilityUse]
    ended: list[tuple[str, int]]


def opportunities(match: Match, events: Events, first: int) -> list[Opportunity]:
    """The opportunities of the versions of the line being played from `first` on, in their order."""
    table, since = table_at(match, events, dict(match.backs).get(first, first - 1)), UsedSince([], [])
    found: list[tuple[Opportunity, int, int]] = []
    for version in (each for each in match.path() if each >= first):
        inside, step = table.branch(), match.rules.step(table)
        for number, fact in enumerate(events[version].facts, 1):
            counted = dict(inside.usage)
            fact.apply(inside)
            since.ended += [(key, n) for key, n in counted.items() if key not in inside.usage]
            if isinstance(fact, AbilityInitiated):
                since.used.append(AbilityUse(fact.card, fact.ability, fact.condition))
            step = fact.step if isinstance(fact, StepReached) else step
            opportunity = opportunity_of(f"{version}.{number}", fact, inside, step)
            found += [(opportunity, len(since.used), len(since.ended))] if opportunity else []
        evolve_table(table, events[version])
        opportunity = open_opportunity(str(version), table)
        found += [(opportunity, len(since.used), len(since.ended))] if opportunity else []
    since.used += abilities_under_way(match.table)
    return [with_uses_since(each, since.used[used:], since.ended[ended:], match.table) for each, used, ended in found]


def table_at(match: Match, events: Events, version: int) -> AbilityTable:
    """The table at an earlier version, folded along the path to it."""
    table: AbilityTable = match.rules.blank()
    for each in path(dict(match.backs), version):
        evolve_table(table, events[each])
    return table


def opportunity_of(at: str, fact: Fact, table: AbilityTable, step: str) -> Opportunity | None:
    """The opportunity that a fact tells of: a window that opens, or what occurs; `step` is the one under way."""
    if isinstance(fact, WindowOpened):
        return Opportunity(at, fact.kind, fact.name, fact.step or step, innermost_aftermath(table), fact=fact)
    if isinstance(fact, ConditionsOccurred):
        about = table.aftermaths.get(fact.aftermath)
        return Opportunity(at, REACTION, f"{REACTION}:{fact.conditions[0].kind}", step, about, fact=fact)
    return None


def open_opportunity(at: str, table: AbilityTable) -> Opportunity | None:
    """The window in which a seat is awaited at a version."""
    frame = table.stack[-2] if len(table.stack) > 1 else None
    if not isinstance(frame, Window):
        return None
    return Opportunity(at, frame.kind, frame.name, frame.during, innermost_aftermath(table))


def innermost_aftermath(table: AbilityTable) -> ConditionGroup | None:
    """The innermost aftermath: the conditions that had occurred and were being reacted to."""
    aftermaths: Mapping[int, ConditionGroup] = getattr(table, "aftermaths", {})
    return aftermaths[max(aftermaths)] if aftermaths else None


def abilities_under_way(table: AbilityTable) -> list[AbilityUse]:
    """The abilities that have been announced: each counts as used on its condition once its costs are paid."""
    effects = (each for each in getattr(table, "effects", {}).values() if not each.path)
    return [AbilityUse(each.me, each.ability, each.about.id if each.about is not None else 0) for each in effects]


def uses(match: Match, events: Events) -> frozenset[AbilityUse]:
    """The abilities that began on the line being played, each with its condition (0: it answers to none)."""
    facts = (fact for version in match.path() for fact in events[version].facts)
    begun = (
        AbilityUse(each.card, each.ability, each.condition) for each in facts if isinstance(each, AbilityInitiated)
    )
    return frozenset((*begun, *abilities_under_way(match.table)))


def with_uses_since(
    opportunity: Opportunity, used: list[AbilityUse], ended: list[tuple[str, int]], table: AbilityTable
) -> Opportunity:
    """An opportunity with what was used on its conditions since, and counted until the period that it was in ended."""
    counted = dict(reversed(ended))  # the first end of each counter: a later one is of another period
    left = ((key, n - table.usage.get(key, 0)) for key, n in counted.items())
    opportunity = structs.replace(opportunity, spent=tuple((key, n) for key, n in left if n > 0))
    about = opportunity.about
    if about is None:
        return opportunity
    fitting = (each for each in used if about.condition(each.condition) is not None)
    marks = tuple(dict.fromkeys((*about.used, *fitting)))
    return structs.replace(opportunity, about=structs.replace(about, used=marks))
