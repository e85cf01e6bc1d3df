"""Other names in the place of those in a value: what stands where is said by the types of its fields, never by a text.

A seat may be called like anything else: `1`, `gold`, `seat`, `ruled`. So a text is taken for a seat only where the type
of its field says that a seat stands there. Read `TypedRenaming`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from types import UnionType
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, structs

from domain.kernel.ids import Handle, Seat, ZoneKey

UNIONS = (Union, UnionType)
OTHER = "other"
UNTYPED: object = object
"""The type of a value whose type nothing says."""
SEAT, ZONE, HANDLE, PLAYER, SPOKEN = "seat", "zone", "handle", "player", "spoken"
THING, COUNTER, PUBLIC_WORDS, ANSWER = "thing", "counter", "told", "answer"
KINDS: dict[object, str] = {Seat: SEAT, ZoneKey: ZONE, Handle: HANDLE}
MARKED = {
    "name": PLAYER,
    "words": SPOKEN,
    "seat": SEAT,
    "thing": THING,
    "counter": COUNTER,
    "told": PUBLIC_WORDS,
    "answer": ANSWER,
}


def keep_text(text: str) -> str:
    """The text itself."""
    return text


class TypedRenaming(Struct, frozen=True, kw_only=True):
    """What stands for a seat, for a card by its handle, for the name of a player, for words of people.

    `thing` is asked where a seat or a card by its handle may stand.
    """

    seat: Callable[[str], str] = keep_text
    handle: Callable[[str], str] = keep_text
    thing: Callable[[str], str] = keep_text
    player: Callable[[str], str] = keep_text
    words: Callable[[str], str] = keep_text

    def struct(self, value: Any) -> Any:
        """A struct with other names in its fields."""
        kind: type[Struct] = type(value)
        hints = hints_of(kind)
        found = {name: self.value(getattr(value, name), hint) for name, hint in hints.items()}
        return structs.replace(value, **found) if found else value

    def value(self, value: Any, hint: object) -> Any:
        """A value of a type with other names in it."""
        if isinstance(value, str):
            return self.text(value, kind_of(hint))
        if isinstance(value, Struct):
            return self.struct(value)
        if isinstance(value, dict):
            of_keys, of_values = arguments_of(hint, dict) or (UNTYPED, UNTYPED)
            return {self.value(key, of_keys): self.value(each, of_values) for key, each in value.items()}
        if isinstance(value, (tuple, list, frozenset)):
            return type(value)(self.value(each, of) for each, of in zip(value, entries_of(hint, value), strict=True))
        return value

    def text(self, text: str, kind: str) -> str:
        """What stands for a text of a kind."""
        if not text or kind == OTHER:
            return text
        if kind == ZONE:
            seat, point, of_seat = text.partition(".")
            return f"{self.seat(seat)}{point}{of_seat}"
        writers = {SEAT: self.seat, HANDLE: self.handle, THING: self.thing, PLAYER: self.player, SPOKEN: self.words}
        return writers.get(kind, keep_text)(text)


@cache
def hints_of(kind: type[Struct]) -> dict[str, object]:
    """The fields of a struct in which something may be renamed, each with its type."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__ if may_rename(hints[name])}


@cache
def may_rename(hint: object) -> bool:
    """Whether a type has texts in it that may be renamed."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return True
    if get_origin(hint) is Literal:
        return False
    if kind_of(hint) != OTHER:
        return True
    return any(may_rename(each) for each in get_args(hint) if isinstance(each, Hashable) and not isinstance(each, Meta))


@cache
def kind_of(hint: object) -> str:
    """What a text of a type is."""
    if isinstance(hint, NewType):
        return KINDS.get(hint) or kind_of(hint.__supertype__)
    if metadata := getattr(hint, "__metadata__", ()):
        marks = {mark for each in metadata if isinstance(each, Meta) and each.extra for mark in each.extra}
        found = (kind for mark, kind in MARKED.items() if mark in marks)
        return next(found, "") or kind_of(get_args(hint)[0])
    if get_origin(hint) in UNIONS:
        return next((kind for each in get_args(hint) if (kind := kind_of(each)) != OTHER), OTHER)
    return OTHER


@cache
def arguments_of(hint: object, kind: type) -> tuple[object, ...]:
    """The types within a type, or within that of its alternatives that is of a kind; none where it does not tell."""
    if getattr(hint, "__metadata__", ()):
        return arguments_of(get_args(hint)[0], kind)
    origin = get_origin(hint)
    if origin in UNIONS:
        return next((found for each in get_args(hint) if (found := arguments_of(each, kind))), ())
    return get_args(hint) if isinstance(origin, type) and issubclass(kind, origin) else ()


def entries_of(hint: object, value: Sequence[object] | frozenset[object]) -> tuple[object, ...]:
    """The type of each entry of a list or tuple."""
    found = arguments_of(hint, type(value))
    if isinstance(value, tuple) and found and found[-1] is not Ellipsis:
        return found
    return (found[0] if found else UNTYPED,) * len(value)
