"""The plain spaces for one field of a command: pick, number, ordering, flag, multiset."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Annotated

import msgspec

from domain.kernel.refusals import Json, Refusal
from domain.kernel.spaces.base import (
    Chooser,
    Space,
    cyclic_range,
    in_field,
    in_order,
    must_be_distinct,
    not_among,
    wrong_number,
    wrong_type,
)
from domain.kernel.spaces.constraints import Constraint, Count


class Pick(Space, frozen=True, tag="pick"):
    """Between `min` and `max` distinct options, in any order, which matters only to a total that counts some once.

    Where `single`, the answer is one option itself, or null for none.
    """

    options: tuple[str, ...]
    min: int
    max: int
    constraints: tuple[Constraint, ...] = ()
    single: bool = False

    def __post_init__(self) -> None:
        must_be_distinct("options", self.options)
        if self.single and self.max > 1:
            raise ValueError("max: more than 1 of a single pick")

    def check(self, answer: Json) -> Refusal | None:
        picked = self._read_picked(answer)
        if isinstance(picked, Refusal):
            return picked
        return self._shape(picked) or self._first_broken(picked)

    def has_room_for(self, part: Json) -> bool:
        """Whether a legal pick has these options among its own; of a single one it is the pick itself."""
        picked = self._read_picked(part)
        if self.single or isinstance(picked, Refusal) or self.check(part) is None:
            return self.check(part) is None
        if len(set(picked)) < len(picked) or not {*picked} <= {*self.options}:
            return False
        others = [option for option in self.options if option not in picked]
        sizes = range(max(self.min - len(picked), 0), self.max - len(picked) + 1)
        wholes = ({*picked, *more} for size in sizes for more in combinations(others, size))
        return any(self._first_broken([each for each in self.options if each in whole]) is None for whole in wholes)

    def walk(self, chooser: Chooser) -> Iterator[Json]:
        order = list(in_order(chooser, self.options))
        place = {option: n for n, option in enumerate(self.options)}
        sizes = range(max(self.min, 0), min(self.max, len(order)) + 1)
        for size in in_order(chooser, sizes):
            for picked in self._of_size(order, size):
                chosen = sorted(picked, key=place.__getitem__)
                if self._first_broken(chosen) is None:
                    yield (chosen[0] if chosen else None) if self.single else [*chosen]

    def is_plural(self) -> bool:
        least, most = max(self.min, 0), min(self.max, len(self.options))
        return not self.constraints and (least < most or 0 < least == most < len(self.options))

    def _read_picked(self, answer: Json) -> list[str] | Refusal:
        given = ([] if answer is None else [answer]) if self.single else answer
        if not isinstance(given, list):
            return wrong_type(answer, "list of strings")
        names = [item for item in given if isinstance(item, str)]
        if len(names) == len(given):
            return names
        return wrong_type(answer, "string or null" if self.single else "list of strings")

    def _shape(self, picked: list[str]) -> Refusal | None:
        for item in picked:
            if item not in self.options:
                return not_among(item, self.options)
            if picked.count(item) > 1:
                return Refusal("choice.distinct", {"repeated": item})
        return wrong_number(len(picked), self.min, self.max)

    def _first_broken(self, picked: list[str]) -> Refusal | None:
        refusals = (constraint.refusal(picked) for constraint in self.constraints)
        return next((refusal for refusal in refusals if refusal), None)

    def _of_size(self, order: list[str], size: int) -> Iterator[Sequence[str]]:
        if not self.constraints:
            return combinations(order, size)
        return self._grow([], order, size)

    def _grow(self, picked: list[str], open_: list[str], left: int) -> Iterator[Sequence[str]]:
        """The ways to add `left` of `open_` of which no constraint says that they are hopeless."""
        if left > len(open_) or any(c.hopeless(picked, open_, left) for c in self.constraints):
            return
        if left == 0:
            yield picked
            return
        for n, option in enumerate(open_[: len(open_) - left + 1]):
            yield from self._grow([*picked, option], open_[n + 1 :], left - 1)


class Number(Space, frozen=True, tag="number"):
    """An integer from `min` to `max` in steps counted from `min`."""

    min: int
    max: int
    step: Annotated[int, msgspec.Meta(ge=1)] = 1

    def check(self, answer: Json) -> Refusal | None:
        if type(answer) is not int:
            return wrong_type(answer, "integer")
        if self.min <= answer <= self.max and (answer - self.min) % self.step == 0:
            return None
        return Refusal("choice.out-of-range", {"given": answer, "min": self.min, "max": self.max, "step": self.step})

    def walk(self, chooser: Chooser) -> Iterator[Json]:
        return cyclic_range(chooser, self.min, self.max, self.step)

    def is_plural(self) -> bool:
        return self.max - self.min >= self.step


class Ordering(Space, frozen=True, tag="ordering"):
    """All items, in an order."""

    items: tuple[str, ...]

    def __post_init__(self) -> None:
        must_be_distinct("items", self.items)

    def check(self, answer: Json) -> Refusal | None:
        if not isinstance(answer, list):
            return wrong_type(answer, "list of strings")
        if all(isinstance(item, str) for item in answer) and sorted(answer) == sorted(self.items):
            return None
        return Refusal("choice.not-a-permutation", {"given": answer, "items": list(self.items)})

    def walk(self, chooser: Chooser) -> Iterator[Json]:
        return map(list, permutations(in_order(chooser, self.items)))


class Flag(Space, frozen=True, tag="flag"):
    """Yes (true) or no (false)."""

    def check(self, answer: Json) -> Refusal | None:
        return None if isinstance(answer, bool) else wrong_type(answer, "boolean")

    def walk(self, chooser: Chooser) -> Iterator[Json]:
        return in_order(chooser, (True, False))

    def is_plural(self) -> bool:
        return True


class Multiset(Space, frozen=True, tag="multiset"):
    """`n` things in all, so many of each kind as there are at most; kinds taken 0 times may be left out."""

    kinds: dict[str, Count]
    n: int

    def check(self, answer: Json) -> Refusal | None:
        counts = counts_in(answer, self.kinds)
        if isinstance(counts, Refusal):
            return counts
        return wrong_number(sum(counts.values()), self.n, self.n)

    def has_room_for(self, part: Json) -> bool:
        """Whether these counts can be part of a legal answer."""
        counts = counts_in(part, self.kinds)
        if isinstance(counts, Refusal):
            return False
        left = self.n - sum(counts.values())
        return 0 <= left <= sum(most for kind, most in self.kinds.items() if kind not in counts)

    def walk(self, chooser: Chooser) -> Iterator[Json]:
        return self._take(chooser, list(in_order(chooser, tuple(self.kinds))), self.n)

    def _take(self, chooser: Chooser, kinds: list[str], n: int) -> Iterator[dict[str, int]]:
        if not kinds:
            if n == 0:
                yield {}
            return
        others = sum(self.kinds[kind] for kind in kinds[1:])
        for taken in cyclic_range(chooser, max(0, n - others), min(n, self.kinds[kinds[0]])):
            for rest in self._take(chooser, kinds[1:], n - taken):
                yield {kinds[0]: taken, **rest} if taken else rest


def counts_in(answer: Json, available: dict[str, int]) -> dict[str, int] | Refusal:
    """The counts per kind in an answer, or why they are none or too many."""
    if not isinstance(answer, dict):
        return wrong_type(answer, "object of counts")
    counts: dict[str, int] = {}
    for kind, count in answer.items():
        if kind not in available:
            return not_among(kind, tuple(available))
        if type(count) is not int:
            return in_field(wrong_type(count, "integer"), kind)
        if not 0 <= count <= available[kind]:
            return Refusal("choice.supply", {"kind": kind, "given": count, "available": available[kind]})
        counts[kind] = count
    return counts
