"""Numbers that the rules compute, each with its trace.

A traced number is base, modifiers in the order in which the rules apply them, floor. There is no second way to compute
one without a trace: a judge is shown what the engine used.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec import Struct

from domain.kernel.formats.text_forms import Term


class TraceLine(Struct, frozen=True, omit_defaults=True):
    """One line of a trace: who changed the number, how, by how much (`set`: to how much), and since when (a serial)."""

    schema_name: ClassVar[str] = "TraceLine"

    source: Term
    amount: float
    how: Term = "add"
    since: int = 0


class TracedNumber(Struct, frozen=True):
    """A computed number and its trace; `value` is a whole number of at least the floor."""

    value: int
    trace: tuple[TraceLine, ...]

    def __int__(self) -> int:
        return self.value


ORDER = {"add": 1, "multiply": 2, "divide": 2, "set": 3}


def trace_number(
    base: float,
    lines: Iterable[TraceLine],
    floor: int | None = 0,
    source: str = "printed",
    order: Mapping[str, int] = ORDER,
) -> TracedNumber:
    """The number with its trace: lines by kind, of one kind the oldest first; it is rounded up once.

    In the usual order lines add and subtract, then multiply and divide, and the latest `set` wins. The floor comes
    last; a number without one (None) may be negative. What multiplies or divides counts for nothing below 0, and by 0
    nothing is divided.
    """
    listed = sorted(lines, key=lambda line: (order[line.how], line.since)) if lines else ()
    value = base
    for line in listed:
        value = _apply_line(value, line)
    whole = math.ceil(value)
    trace = (TraceLine(source, base, "base"), *listed)
    if floor is not None and whole < floor:
        return TracedNumber(floor, (*trace, TraceLine("floor", floor, "floor")))
    return TracedNumber(whole, trace)


def _apply_line(value: float, line: TraceLine) -> float:
    if line.how == "add":
        return value + line.amount
    if line.how == "multiply":
        return value * max(line.amount, 0)
    if line.how == "divide":
        return value / line.amount if line.amount > 0 else value
    return line.amount


class RuleNumber(Struct, frozen=True):
    """A number that the rules compute now: what it is, of whom or of what, and how it came about."""

    what: str
    of: str
    number: TracedNumber
