"""Closed lists of names: the values that a field of a command can have at all, in any state of play.

A field's type gives its list: `Annotated[str, ClosedList("area", tuple(AREAS))]`, also inside a mapping, a tuple or a
struct. Scenarios are read with it (a misspelled name shows no rule); a game refuses such a name by its own checks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import Annotated, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct, structs

from domain.kernel.formats.reading import DocumentNode, meant_by
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal


class ClosedList(Struct, frozen=True):
    """What a name stands for, all the names there are, and the rule of the game that refuses any other (or none)."""

    what: str
    names: tuple[str, ...]
    rule: str = ""


def check_names(
    kind: type, field: str, at: DocumentNode, seats: tuple[Seat, ...], expected: Collection[str] = ()
) -> None:
    """Raises Unreadable where a field of a command names something that does not exist; an empty name is allowed.

    Any name is allowed where one of the `expected` rules refuses it for itself.
    """
    if any(rule.startswith(("choice.", "command.")) for rule in expected):
        return
    for each, listed in named_in(hints_of(kind)[field], at, seats):
        if listed.rule not in expected and each.value not in ("", *listed.names):
            raise each.unknown_word(f"no {listed.what} is called {each.value!r}", each.value, listed.names)


@cache
def hints_of(kind: type) -> dict[str, object]:
    """The types of the fields of a struct, with their lists."""
    return get_type_hints(kind, include_extras=True)


def named_in(hint: object, at: DocumentNode, seats: tuple[Seat, ...]) -> Iterator[tuple[DocumentNode, ClosedList]]:
    """Each word of a value whose place has a closed list."""
    value = at.value
    if isinstance(value, str):
        yield from ((at, listed) for listed in lists_of(hint, seats))
    elif isinstance(value, list):
        yield from (found for inner in get_args(hint) for each in at.items() for found in named_in(inner, each, seats))
    elif isinstance(value, dict):
        yield from named_in_mapping(hint, at, seats)


def named_in_mapping(
    hint: object, at: DocumentNode, seats: tuple[Seat, ...]
) -> Iterator[tuple[DocumentNode, ClosedList]]:
    """Each word of a mapping or of the fields of a struct, keys too."""
    fields = at.mapping()
    if get_origin(hint) is dict:
        of_keys, of_values = get_args(hint)
        for key, each in fields.items():
            yield from named_in(of_keys, DocumentNode(each.place, key), seats)
            yield from named_in(of_values, each, seats)
    elif isinstance(hint, type) and issubclass(hint, Struct):
        hints = hints_of(hint)
        for name in fields.keys() & hints.keys():
            yield from named_in(hints[name], fields[name], seats)


def lists_of(hint: object, seats: tuple[Seat, ...]) -> Iterator[ClosedList]:
    """The closed lists of a type that a word may have."""
    if hint is Seat:
        yield ClosedList("seat", seats)
    elif get_origin(hint) is Annotated:
        yield from (each for each in get_args(hint) if isinstance(each, ClosedList))
    else:
        yield from (found for inner in get_args(hint) for found in lists_of(inner, seats))


def with_suggestion(refusal: Refusal, command: Struct, seats: tuple[Seat, ...]) -> Refusal:
    """The refusal, with the field of the command that names something unknown, and what may have been meant."""
    if refusal.because.keys() & {"field", "meant"}:
        return refusal
    for each, listed in names_of(command, seats):
        if each.value not in ("", *listed.names):
            meant = meant_by(each.value, listed.names)
            named = {"field": each.place, **({"meant": meant} if meant else {})}
            return structs.replace(refusal, because={**refusal.because, **named})
    return refusal


def names_of(command: Struct, seats: tuple[Seat, ...]) -> Iterator[tuple[DocumentNode, ClosedList]]:
    """Each word of a command whose place has a closed list."""
    kind: type = type(command)
    said, hints = msgspec.to_builtins(command), hints_of(kind)
    for field in command.__struct_fields__:
        if field in said:
            yield from named_in(hints[field], DocumentNode(field, said[field]), seats)
