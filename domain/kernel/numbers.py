"""Numbers that the rules compute, with the way they came about.

A traced number is base, modifiers in the order in which the rules apply them, floor. There is no second,
trace-free way to compute one: what a judge is shown is what the engine used.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from msgspec import Struct


class Line(Struct, frozen=True, omit_defaults=True):
    """One line of a trace: who changed the number, how, by how much (`set`: to how much), and since when (a serial)."""

    source: str
    amount: float
    how: str = "add"
    since: int = 0


class Traced(Struct, frozen=True):
    """A computed number and its trace; `value` is a whole number of at least the floor."""

    value: int
    trace: tuple[Line, ...]

    def __int__(self) -> int:
        return self.value


ORDER = {"base": 0, "add": 1, "multiply": 2, "divide": 2, "set": 3}


def traced(base: float, lines: Iterable[Line], floor: int = 0, source: str = "printed") -> Traced:
    """Add and subtract first, then multiply and divide, round up once, the latest `set` wins, floor last."""
    listed = sorted(lines, key=lambda line: (ORDER[line.how], line.since))
    value = base
    for line in listed:
        value = _applied(value, line)
    whole = math.ceil(value)
    trace = (Line(source, base, "base"), *listed)
    if whole < floor:
        return Traced(floor, (*trace, Line("floor", floor, "floor")))
    return Traced(whole, trace)


def _applied(value: float, line: Line) -> float:
    if line.how == "add":
        return value + line.amount
    if line.how == "multiply":
        return value * line.amount
    if line.how == "divide":
        return value / line.amount
    return line.amount


class Computed(Struct, frozen=True):
    """A number that the rules compute now: what it is, of whom or of what, and how it came about."""

    what: str
    of: str
    number: Traced
