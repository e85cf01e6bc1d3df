"""An ability with all its words and their places, and the form of faults in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.state import CardMatch
from domain.games.agot_lcg.words.constants import Constant
from domain.games.agot_lcg.words.parts.time import Later
from domain.games.agot_lcg.words.select import Cards
from domain.games.agot_lcg.words.triggers import When
from domain.kernel.formats.reading import meant_by
from domain.kernel.occurring.abilities import Ability, Limit

# the descriptions, which are recognised by their place and have no name
PLAIN: tuple[type[Struct], ...] = (Cards, When, CardMatch, Limit, Constant)


class WordFault(Struct, frozen=True):
    """The fault at a place of an ability, and what may have been meant."""

    place: str
    reason: str
    meant: str = ""


class PlacedAbility(Struct, frozen=True):
    """An ability with its card (None: unknown) and all its words, each with its place."""

    ability: Ability
    card: Printed | None
    words: tuple[tuple[str, Struct], ...]

    @property
    def timing(self) -> str:
        return self.ability.timing

    def all(self, *kinds: type[Any]) -> Iterator[tuple[str, Any]]:
        """The words of some types, with their places."""
        return ((place, word) for place, word in self.words if isinstance(word, kinds))

    def now(self) -> Iterator[tuple[str, Struct]]:
        """The words that apply when the ability is used: all except those of delayed effects."""
        put_off = tuple(f"{place}." for place, _ in self.all(Later))
        return ((place, word) for place, word in self.words if not place.startswith(put_off or ("?",)))

    def is_on(self, *types: str) -> bool:
        """Whether the card is of one of these types, or its type is unknown."""
        return self.card is None or self.card.type in types


def places(value: object, place: str) -> Iterator[tuple[str, Struct]]:
    """Every word inside a word, with its place in the data form."""
    if isinstance(value, tuple):
        for number, each in enumerate(value):
            yield from place_word(each, f"{place}[{number}]")
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            inner = getattr(value, name)
            at = f"{place}.{name}"
            yield from place_word(inner, at) if isinstance(inner, Struct) else places(inner, at)


def place_word(word: object, place: str) -> Iterator[tuple[str, Struct]]:
    if isinstance(word, Struct):
        name = "" if isinstance(word, PLAIN) else f".{word.__struct_config__.tag}"
        yield f"{place}{name}", word
        yield from places(word, f"{place}{name}")


def unknown_fault(place: str, given: str, words: tuple[str, ...]) -> WordFault:
    """The fault of a value that is not in a closed list."""
    return WordFault(place, f"{given!r} is none of {', '.join(words)}", meant_by(given, words))


@cache
def fields_of(word: type[Struct]) -> tuple[FieldInfo, ...]:
    """The fields of a word, cached since msgspec's own function evaluates the annotations on every call."""
    return fields(word)


def is_said(word: Struct, field: FieldInfo) -> bool:
    default = field.default_factory() if field.default_factory is not NODEFAULT else field.default
    return bool(getattr(word, field.name) != default)


def unused_fields(word: Struct, names: tuple[str, ...], place: str, why: str) -> Iterator[WordFault]:
    """The fields that are given but would have no effect."""
    for field in fields_of(type(word)):
        if field.name in names and is_said(word, field):
            yield WordFault(f"{place}.{field.name}", why)


def tag(word: Struct) -> str:
    return str(word.__struct_config__.tag)
