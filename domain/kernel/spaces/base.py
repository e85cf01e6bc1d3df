"""What every choice space can do: check an answer, draw one, enumerate all.

Each kind of space implements two methods: `check`, and `walk`, which yields every legal answer once in an order that
the chooser decides. Drawing takes the first answer of a random walk; counting reads a plain one to its end.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Protocol, TypeVar

import msgspec

from domain.kernel.refusals import Json, Refusal

T = TypeVar("T")


class Chooser(Protocol):
    """A source of chance, or of a fixed order."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely."""


class _FirstChooser:
    """Always the first: a walk in the order in which the space lists its parts."""

    def below(self, n: int) -> int:
        return 0


FIRST: Chooser = _FirstChooser()


class Space(msgspec.Struct, frozen=True, tag_field="kind"):
    """A machine-readable statement of what may be answered."""

    def check(self, answer: Json) -> Refusal | None:
        """Why an answer is refused: the rule that it breaks; None for a legal one. Never raises on JSON values."""
        raise NotImplementedError

    def has_room_for(self, part: Json) -> bool:
        """Whether a value, whole or in part (some keys, some items), could stand in a legal answer."""
        return self.check(part) is None

    def walk(self, chooser: Chooser) -> Iterator[Json]:
        """Every legal answer, depth first, in the chooser's order."""
        raise NotImplementedError

    def sample(self, chooser: Chooser) -> Json:
        """A legal answer. Raises LookupError where there is none."""
        for answer in self.walk(chooser):
            return answer
        raise LookupError(f"no legal answer in {self!r}")

    def answers(self, limit: int) -> list[Json] | None:
        """All legal answers, or None where there are more than `limit`."""
        found = list(islice(self.walk(FIRST), limit + 1))
        return found if len(found) <= limit else None

    def count(self, limit: int) -> int | None:
        """The number of legal answers, or None where there are more than `limit`."""
        found = sum(1 for _ in islice(self.walk(FIRST), limit + 1))
        return found if found <= limit else None

    def is_plural(self) -> bool:
        """Whether two answers can be seen without a walk; where none can, `answers(1)` tells."""
        return False

    def is_empty(self) -> bool:
        """Whether no answer is legal."""
        return next(self.walk(FIRST), self) is self


def in_order(chooser: Chooser, items: Sequence[T]) -> Iterator[T]:
    """The items in the chooser's order, drawn one at a time (Fisher-Yates, computed as far as it is read)."""
    rest = list(items)
    for start in range(len(rest)):
        drawn = start + chooser.below(len(rest) - start)
        rest[start], rest[drawn] = rest[drawn], rest[start]
        yield rest[start]


def cyclic_range(chooser: Chooser, low: int, high: int, step: int = 1) -> Iterator[int]:
    """The numbers low, low + step ... up to high, beginning anywhere and going round."""
    size = (high - low) // step + 1
    if size < 1:
        return
    start = chooser.below(size)
    for offset in range(size):
        yield low + (start + offset) % size * step


def same(one: Json, other: Json) -> bool:
    """Whether both are equal and of one JSON type: 1 == True, so equality alone takes one for the other."""
    return type(one) is type(other) and one == other


def wrong_type(answer: Json, expected: str) -> Refusal:
    return Refusal("choice.type", {"expected": expected, "given": answer})


def not_among(given: Json, options: Sequence[str]) -> Refusal:
    return Refusal("choice.not-among-options", {"given": given, "options": list(options)})


def wrong_number(given: int, low: int, high: int) -> Refusal | None:
    """Why the number of chosen things is refused: too few or too many."""
    if given < low:
        return Refusal("choice.too-few", {"given": given, "min": low})
    if given > high:
        return Refusal("choice.too-many", {"given": given, "max": high})
    return None


def in_field(refusal: Refusal, field: str) -> Refusal:
    """The same refusal, with the field in which it arose (dotted where it lies deeper)."""
    inner = refusal.because.get("field")
    path = f"{field}.{inner}" if inner else field
    return msgspec.structs.replace(refusal, because={**refusal.because, "field": path})


def must_be_distinct(field: str, names: Sequence[str]) -> None:
    """Raises ValueError, which names the field of a space, where it lists something twice."""
    if len(set(names)) != len(names):
        raise ValueError(f"{field}: not distinct")
