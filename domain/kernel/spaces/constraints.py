"""Constraints on a pick as a whole, as data.

Each constraint names the rule that a violating pick breaks. `refusal` judges a complete pick. `hopeless` finds early
that no choice of `left` more out of `open_` can satisfy it: it may overlook a dead end, but never reports one where
there is none.
"""

from collections.abc import Collection, Sequence
from typing import Annotated

import msgspec

from domain.kernel.refusals import Refusal

Count = Annotated[int, msgspec.Meta(ge=0)]


class _Constraint(msgspec.Struct, frozen=True, tag_field="kind"):
    rule: str


class Total(_Constraint, frozen=True, tag="total"):
    """The weights of what is picked sum to at most a limit; an option without a weight weighs nothing.

    Of each group in `once` only the member that is picked first counts; the groups share no member.
    """

    weights: dict[str, int]
    at_most: int
    once: tuple[tuple[str, ...], ...] = ()

    def total(self, picked: Collection[str]) -> int:
        if not self.once:
            return sum(self.weights.get(item, 0) for item in picked)
        grouped = {item for group in self.once for item in group}
        alone = sum(self.weights.get(item, 0) for item in picked if item not in grouped)
        return alone + sum(self._first(picked, group) or 0 for group in self.once)

    def least(self, picked: Collection[str]) -> int:
        """The total in the order that makes it smallest."""
        cheapest_first = sorted(picked, key=lambda item: self.weights.get(item, 0))
        return self.total(cheapest_first)

    def refusal(self, picked: Sequence[str]) -> Refusal | None:
        total = self.total(picked)
        if total <= self.at_most:
            return None
        shown = {item: self.weights.get(item, 0) for item in picked}
        return Refusal(self.rule, {"total": total, "at_most": self.at_most, "picked": shown})

    def hopeless(self, picked: Sequence[str], open_: Sequence[str], left: int) -> bool:
        costs = sorted(self._further_costs(picked, open_)) if left else []
        return self.least(picked) + sum(costs[:left]) > self.at_most

    def _further_costs(self, picked: Sequence[str], open_: Sequence[str]) -> list[int]:
        """What each open option adds at least to the least total: one of a group may be named before those picked."""
        if not self.once:
            return [self.weights.get(item, 0) for item in open_]
        grouped = {item for group in self.once for item in group}
        costs = [self.weights.get(item, 0) for item in open_ if item not in grouped]
        for group in self.once:
            costs += self._group_costs(picked, [item for item in open_ if item in group], group)
        return costs

    def _group_costs(self, picked: Collection[str], members: list[str], group: tuple[str, ...]) -> list[int]:
        if not members:
            return []
        cheapest = min(self.weights.get(item, 0) for item in members)
        already = [self.weights.get(item, 0) for item in group if item in picked]
        first = min(0, cheapest - min(already)) if already else cheapest
        return [first] + [0] * (len(members) - 1)

    def _first(self, picked: Collection[str], group: tuple[str, ...]) -> int | None:
        return next((self.weights.get(item, 0) for item in picked if item in group), None)


class AtMost(_Constraint, frozen=True, tag="at_most"):
    """At most `n` of these are picked."""

    of: tuple[str, ...]
    n: int

    def refusal(self, picked: Sequence[str]) -> Refusal | None:
        found = [item for item in picked if item in self.of]
        return None if len(found) <= self.n else Refusal(self.rule, {"picked": found, "at_most": self.n})

    def hopeless(self, picked: Sequence[str], open_: Sequence[str], left: int) -> bool:
        room = self.n - sum(item in self.of for item in picked)
        return room < 0 or left > room + sum(item not in self.of for item in open_)


class AtLeast(_Constraint, frozen=True, tag="at_least"):
    """At least `n` of these are picked."""

    of: tuple[str, ...]
    n: int

    def refusal(self, picked: Sequence[str]) -> Refusal | None:
        found = [item for item in picked if item in self.of]
        if len(found) >= self.n:
            return None
        return Refusal(self.rule, {"picked": found, "at_least": self.n, "of": list(self.of)})

    def hopeless(self, picked: Sequence[str], open_: Sequence[str], left: int) -> bool:
        lacking = self.n - sum(item in self.of for item in picked)
        return lacking > left or lacking > sum(item in self.of for item in open_)


class SameGroup(_Constraint, frozen=True, tag="same_group"):
    """What is picked belongs to one group; an option without a group goes with any."""

    groups: dict[str, str]

    def refusal(self, picked: Sequence[str]) -> Refusal | None:
        found = {item: self.groups[item] for item in picked if item in self.groups}
        return None if len(set(found.values())) <= 1 else Refusal(self.rule, {"groups": found})

    def hopeless(self, picked: Sequence[str], open_: Sequence[str], left: int) -> bool:
        chosen = {self.groups[item] for item in picked if item in self.groups}
        if len(chosen) > 1:
            return True
        sizes: dict[str, int] = {}
        for item in open_:
            if item in self.groups:
                sizes[self.groups[item]] = sizes.get(self.groups[item], 0) + 1
        free = len(open_) - sum(sizes.values())
        joining = max((n for group, n in sizes.items() if not chosen or group in chosen), default=0)
        return left > free + joining


class Needs(_Constraint, frozen=True, tag="needs"):
    """Where `item` is picked, one of `any_of` is picked too."""

    item: str
    any_of: tuple[str, ...]

    def refusal(self, picked: Sequence[str]) -> Refusal | None:
        if self.item not in picked or any(item in self.any_of for item in picked):
            return None
        return Refusal(self.rule, {"item": self.item, "any_of": list(self.any_of)})

    def hopeless(self, picked: Sequence[str], open_: Sequence[str], left: int) -> bool:
        if self.refusal(picked) is None:
            return False
        return left == 0 or not any(item in self.any_of for item in open_)


Constraint = Total | AtMost | AtLeast | SameGroup | Needs
