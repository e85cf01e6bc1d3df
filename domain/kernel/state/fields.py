"""The description of a field of the state: one line in the struct, from which all that handles the field follows.

A field of a card or a player is annotated with what it is:

    kneeling: Annotated[bool, MarkField("knelt", "standing")] = False

Its name is its key in positions, views, expectations and changes by hand. A struct lists in `taken_keys` those under
which they say something else of such a thing. Read `MarkField`, `CountField`, then `described_fields`.

ValueError
  Misdescribed      a field cannot be what it is described as; names all such fields
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, get_args

from msgspec import Struct, structs

from domain.kernel.formats.closed_lists import hints_of
from domain.kernel.formats.reading import DocumentNode

FieldValue = bool | int


class Misdescribed(ValueError):
    """A field of the state cannot be what it is described as."""


class MarkField(Struct, frozen=True):
    """A flag, by the words for a thing that has it (`knelt`) and for one that has not (`standing`; default: "not ...").

    A thing has no mark until it gets it: positions list the things that have one, and views name it alone.
    A card with a mark that is `turned` is drawn on its side. Only cards of these `types` can have it; every thing can
    where none are named.
    """

    on: str
    off: str = ""
    turned: bool = False
    types: tuple[str, ...] = ()

    @property
    def opposite(self) -> str:
        """The words for a thing that has not the mark."""
        return self.off or f"not {self.on}"


class CountField(Struct, frozen=True):
    """A number of something (`power`), from 0 to `most` if there is a limit.

    One that is not set `by_hand` is no amount, such as the number of a place: no correction sets it
    (`counts_by_hand`). Only cards of these `types` can have any; every thing can where none are named.
    """

    title: str
    most: int | None = None
    by_hand: bool = True
    types: tuple[str, ...] = ()

    def allows(self, n: int) -> bool:
        """Whether there can be so many."""
        return n >= 0 and (self.most is None or n <= self.most)


class StateField(Struct, frozen=True):
    """A described field of a struct: its name, its default, and what it is."""

    name: str
    default: FieldValue
    said: MarkField | CountField

    @property
    def type(self) -> type[FieldValue]:
        """The type of its values."""
        return bool if isinstance(self.said, MarkField) else int

    def read(self, at: DocumentNode) -> FieldValue:
        """The value that a document gives it. Raises Unreadable for another type, and for a number over the limit."""
        if isinstance(self.said, MarkField):
            return at.flag()
        n = at.number()
        if self.said.most is not None and n > self.said.most:
            raise at.wrong(f"expected at most {self.said.most}")
        return n


@cache
def described_fields(kind: type[Struct]) -> tuple[StateField, ...]:
    """The described fields of a type of thing, in their order. Raises Misdescribed."""
    if faults := [*field_faults(kind)]:
        raise Misdescribed("; ".join(faults))
    return fields_as_described(kind)


def fields_as_described(kind: type[Struct]) -> tuple[StateField, ...]:
    """The fields of a type of thing with what they are described as, whether they can be that or not."""
    hints = hints_of(kind)
    return tuple(
        StateField(each.name, each.default, said)
        for each in structs.fields(kind)
        for said in get_args(hints[each.name])
        if isinstance(said, MarkField | CountField)
    )


def field_faults(kind: type[Struct]) -> Iterator[str]:
    """What is wrong with the descriptions of a type of thing, each with its field."""
    taken: frozenset[str] = getattr(kind, "taken_keys", frozenset())
    for each in fields_as_described(kind):
        if each.name in taken:
            yield f"{kind.__name__}.{each.name}: the key {each.name!r} says something else of it"
        if isinstance(each.said, MarkField) and each.default is not False:
            said = each.said.opposite
            yield f"{kind.__name__}.{each.name}: a mark is False of a new thing: describe what is {said!r} as the mark"
        if isinstance(each.said, CountField) and not each.said.allows(each.default):
            range = "below 0" if each.said.most is None else f"not from 0 to {each.said.most}"
            yield f"{kind.__name__}.{each.name}: a new thing has {each.default}, which is {range}"


@cache
def mark_fields(kind: type[Struct]) -> dict[str, MarkField]:
    """The marks of a type of thing, by name."""
    return {each.name: each.said for each in described_fields(kind) if isinstance(each.said, MarkField)}


@cache
def count_fields(kind: type[Struct]) -> dict[str, CountField]:
    """The counts of a type of thing, by name."""
    return {each.name: each.said for each in described_fields(kind) if isinstance(each.said, CountField)}


@cache
def counts_by_hand(kind: type[Struct]) -> dict[str, CountField]:
    """The counts of a type of thing that a correction sets, by name."""
    return {name: count for name, count in count_fields(kind).items() if count.by_hand}


class DescribedValues:
    """The described fields of a type of thing, whose values are read at once."""

    def __init__(self, kind: type[Struct]) -> None:
        fields = described_fields(kind)
        self.names = tuple(each.name for each in fields)
        self.defaults = tuple(each.default for each in fields)
        # `attrgetter` gives a tuple for two names and more
        self.read: Callable[[Struct], Any] = (
            attrgetter(*self.names) if len(fields) > 1 else lambda thing: tuple(getattr(thing, n) for n in self.names)
        )


described_values = cache(DescribedValues)


def field_state(thing: Struct) -> dict[str, FieldValue]:
    """The described fields of a thing that are not at their default, by name."""
    described = described_values(type(thing))
    values, defaults = described.read(thing), described.defaults
    if values == defaults:
        return {}  # as most are
    changed = zip(described.names, values, defaults, strict=True)
    return {name: value for name, value, default in changed if value != default}


def read_fields_of(kind: type[Struct], nodes: Mapping[str, DocumentNode]) -> dict[str, FieldValue]:
    """The values of the described fields among these nodes of a document, by name. Raises Unreadable."""
    return {each.name: each.read(nodes[each.name]) for each in described_fields(kind) if each.name in nodes}


def write_fields(thing: Struct, state: Mapping[str, FieldValue]) -> None:
    """Write the values of described fields to a thing."""
    for name, value in state.items():
        setattr(thing, name, value)


def reset_fields(thing: Struct) -> None:
    """Give the described fields of a thing their defaults."""
    write_fields(thing, {each.name: each.default for each in described_fields(type(thing))})


def split_state(
    state: Mapping[str, FieldValue], stored: Collection[str]
) -> tuple[dict[str, FieldValue], dict[str, FieldValue]]:
    """The values of fields that are stored under names of their own, and all others."""
    own = {name: value for name, value in state.items() if name in stored}
    return own, {name: value for name, value in state.items() if name not in stored}
