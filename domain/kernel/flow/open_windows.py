"""The open window at one version: who may do what in it, by which rule.

The answer is read from the stack and the conditions on the table, as far as the viewer may know them: kind and step of
the timing chart, nesting from the outside in, who is first, who has passed, who holds priority, and what each seat may
do whose options the viewer may see, with the rule ids.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from domain.kernel.citing import rule_of
from domain.kernel.deciding import open_wait, seat_options
from domain.kernel.flow.frames import Procedure, Wait
from domain.kernel.flow.priority_windows import Window, seats_passed
from domain.kernel.ids import OFFICIALS, Seat, Viewer
from domain.kernel.occurring.conditions import AbilityTable, Condition, EffectObject, condition_group, redact_condition
from domain.kernel.occurring.occurrence import Aftermath, Occurrence
from domain.kernel.refusals import JsonObject
from domain.kernel.spaces.codec import to_builtins
from domain.kernel.table import Table

if TYPE_CHECKING:
    from domain.kernel.rules import Rules

T = TypeVar("T", bound=Table)


def describe_open_window(rules: Rules[T], table: T, viewer: Viewer) -> JsonObject:
    """The open window or question as a viewer may know it; a match that is over has none."""
    if table.over is not None:
        return {"open": False, "over": {"winner": table.over.winner, "how": table.over.how, "rule": table.over.rule}}
    wait, frame, decision = open_wait(table)
    waiting = table.waiting
    answer: JsonObject = {
        "open": True,
        "wait": waiting.wait if waiting else 0,
        "kind": wait.kind,
        "name": wait.question,
        "step": frame.during if isinstance(frame, Window) else rules.step(table),
        "within": rules.within(table),
        "awaited": [seat for seat in wait.seats if not (wait.sealed and seat in table.sealed)],
        "answered": [seat for seat in wait.seats if wait.sealed and seat in table.sealed],
        "sealed": wait.sealed,
        "rule": rule_of(rules.cites, decision.rule),
        "nesting": frame_nesting(rules, table, viewer),
        "options": {seat: visible_options(rules, table, seat) for seat in wait.seats if may_know(viewer, seat)},
        "always": [each.__struct_config__.tag for each in rules.always],
    }
    if isinstance(frame, Window):
        answer |= priority(table, frame)
        answer["about"] = window_conditions(rules, table, frame, viewer)
    return answer


def may_know(viewer: Viewer, seat: Seat) -> bool:
    """Whether a viewer may see a seat's options: a seat its own, a judge all."""
    return viewer == seat or viewer in OFFICIALS


def priority(table: Table, window: Window) -> JsonObject:
    """The seat that is first, the one that holds priority, and those that have passed, in order."""
    passed = seats_passed(window, table.clockwise_from(window.turn))
    return {"first": window.first, "priority": window.turn, "passed": list(passed)}


def window_conditions(rules: Rules[T], table: T, window: Window, viewer: Viewer) -> list[JsonObject]:
    """The conditions that a window is about, each with its id, as the viewer may read them."""
    happening = condition_group(table, window.about)
    return [redacted_condition(rules, table, each, viewer) for each in happening.conditions] if happening else []


def redacted_condition(rules: Rules[T], table: T, condition: Condition, viewer: Viewer) -> JsonObject:
    shown = redact_condition(condition, viewer)
    fields = {name: getattr(shown, name) for name in ("card", "seat", "other", "n", "name", "how")}
    filled = {name: value for name, value in fields.items() if value}
    return {"condition": condition.id, "kind": condition.kind, "says": rules.describe(table, condition), **filled}


def frame_nesting(rules: Rules[T], table: T, viewer: Viewer) -> list[JsonObject]:
    """The frames from the outside in: their names, steps, and the conditions of sequences under way."""
    return [described for frame in table.stack if (described := describe_frame(rules, table, frame, viewer))]


def describe_frame(rules: Rules[T], table: T, frame: Procedure, viewer: Viewer) -> JsonObject:
    name = str(frame.__struct_config__.tag).rpartition(".")[2]
    if isinstance(frame, Wait):
        return {}
    described: JsonObject = {"frame": name}
    if step := rules.step_of(frame):
        described["step"] = step
    if isinstance(frame, Window):
        described |= {"kind": frame.kind, "name": frame.name}
    elif isinstance(frame, (Occurrence, Aftermath)):
        happening = condition_group(table, frame.id)
        if happening is None:
            return {}
        described["conditions"] = [redacted_condition(rules, table, each, viewer) for each in happening.conditions]
    elif effect := effect_of(table, frame):
        described |= {"of": effect.key, "ability": effect.ability, "by": effect.you}
    return described


def effect_of(table: Table, frame: Procedure) -> EffectObject | None:
    """The effect that a frame resolves, if it resolves one; a game without abilities has none."""
    id = getattr(frame, "effect", 0)
    return table.effects.get(id) if id and isinstance(table, AbilityTable) else None


def visible_options(rules: Rules[T], table: T, seat: Seat) -> JsonObject | None:
    """What a seat may answer, as the space in JSON."""
    space = seat_options(rules, table, seat)
    return to_builtins(space) if space is not None else None
