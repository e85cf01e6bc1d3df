"""All words of an ability with their places, and faults in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.words.parts.time import Later
from domain.kernel.formats.reading import meant_by
from domain.kernel.occurring.abilities import Ability
from domain.kernel.occurring.vocabulary import is_plain


class WordFault(Struct, frozen=True):
    """A fault: the place in the ability, the reason, and the word that may have been meant."""

    place: str
    reason: str
    meant: str = ""


class PlacedAbility(Struct, frozen=True):
    """An ability, its card (None if unknown), and all its words, each with its place in the data form."""

    ability: Ability
    card: Printed | None
    words: tuple[tuple[str, Struct], ...]

    @property
    def timing(self) -> str:
        """The timing of the ability, as `Ability` has it."""
        return self.ability.timing

    def all(self, *kinds: type[Any]) -> Iterator[tuple[str, Any]]:
        """Yield the words of some types, each with its place."""
        return ((place, word) for place, word in self.words if isinstance(word, kinds))

    def now(self) -> Iterator[tuple[str, Struct]]:
        """Yield the words that apply when the ability is used, each with its place.

        The words inside delayed effects apply later and are left out.
        """
        put_off = tuple(f"{place}." for place, _ in self.all(Later))
        return ((place, word) for place, word in self.words if not place.startswith(put_off or ("?",)))

    def is_on(self, *types: str) -> bool:
        """Whether the card has one of these types. True if the card is unknown."""
        return self.card is None or self.card.type in types


def places(value: object, place: str) -> Iterator[tuple[str, Struct]]:
    """Yield every word inside a value, each with its place in the data form. `place` is the place of the value."""
    if isinstance(value, tuple):
        for number, each in enumerate(value):
            yield from place_word(each, f"{place}[{number}]")
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            inner = getattr(value, name)
            at = f"{place}.{name}"
            yield from place_word(inner, at) if isinstance(inner, Struct) else places(inner, at)


def place_word(word: object, place: str) -> Iterator[tuple[str, Struct]]:
    """Yield a word and every word inside it, each with its place; nothing for a value that is no word."""
    if isinstance(word, Struct):
        name = "" if is_plain(type(word)) else f".{word.__struct_config__.tag}"
        yield f"{place}{name}", word
        yield from places(word, f"{place}{name}")


def unknown_fault(place: str, given: str, words: tuple[str, ...]) -> WordFault:
    """The fault of a value that is not in a closed list."""
    return WordFault(place, f"{given!r} is none of {', '.join(words)}", meant_by(given, words))


@cache
def fields_of(word: type[Struct]) -> tuple[FieldInfo, ...]:
    """The fields of a word.

    They are cached, since msgspec evaluates the annotations on every call.
    """
    return fields(word)


def is_said(word: Struct, field: FieldInfo) -> bool:
    """Whether a field of a word differs from its default."""
    default = field.default_factory() if field.default_factory is not NODEFAULT else field.default
    return bool(getattr(word, field.name) != default)


def unused_fields(word: Struct, names: tuple[str, ...], place: str, why: str) -> Iterator[WordFault]:
    """Yield a fault with the reason `why` for each of these fields that is given, since it has no effect."""
    for field in fields_of(type(word)):
        if field.name in names and is_said(word, field):
            yield WordFault(f"{place}.{field.name}", why)


def tag(word: Struct) -> str:
    """The name of a word in the data form."""
    return str(word.__struct_config__.tag)
