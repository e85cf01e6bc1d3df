"""Closed lists of names: the values that a field of a command can have at all, in any state of play.

A field's type gives its list: `Annotated[str, ClosedList("area", tuple(AREAS))]`, also inside a mapping, a tuple or a
struct. Scenarios are read with it (a misspelled name shows no rule); a game refuses such a name by its own checks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from itertools import pairwise
from typing import Annotated, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct, structs

from domain.kernel.formats.reading import DocumentNode, meant_by
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal

WORD = re.compile(r"[^\s,:]+")


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
    check_mappings(hints_of(kind)[field], at)
    for each, listed in named_in(hints_of(kind)[field], at, seats):
        if listed.rule not in expected and each.value not in ("", *listed.names):
            raise each.unknown_word(f"no {listed.what} is called {each.value!r}", each.value, listed.names)


def check_mappings(hint: object, at: DocumentNode) -> None:
    """Raises Unreadable for a text where a mapping of names stands, with the mapping that may have been meant."""
    if get_origin(hint) is dict and isinstance(at.value, str):
        raise at.wrong("expected named fields", as_mapping(hint, at.value))
    if not isinstance(at.value, dict):
        return
    is_struct = isinstance(hint, type) and issubclass(hint, Struct)
    hints = hints_of(hint) if isinstance(hint, type) and is_struct else {}
    for name, each in at.mapping().items():
        check_mappings(get_args(hint)[1] if get_origin(hint) is dict else hints.get(name), each)


def as_mapping(hint: object, text: str) -> str:
    """The mapping that a text means: names with their numbers, by default 1, or with the word after each; or empty."""
    of_keys, of_values = get_args(hint)
    keys = {name for listed in lists_of(of_keys, ()) for name in listed.names}
    words = WORD.findall(text)
    found: dict[str, str] = dict(zip(words[::2], words[1::2], strict=False))
    if of_values is int:
        found = {word: before if before.isdigit() else "1" for before, word in pairwise(["", *words]) if word in keys}
        words = [word for word in words if not word.isdigit()]
    is_whole = len(words) == len(found) * (1 if of_values is int else 2)
    return (
        f"{{{', '.join(f'{name}: {each}' for name, each in found.items())}}}"
        if is_whole and found.keys() <= keys
        else ""
    )


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
