"""Every word inside an ability with its place in the data form, and faults in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from domain.kernel.formats.reading import meant_by
from domain.kernel.occurring.vocabulary import is_plain


class WordFault(Struct, frozen=True):
    """A fault: the place in the ability, the reason, and the word that may have been meant."""

    place: str
    reason: str
    meant: str = ""


def places(value: object, place: str) -> Iterator[tuple[str, Struct]]:
    """Yield every word inside a value, each with its place in the data form. `place` is the place of the value."""
    if isinstance(value, tuple):
        for number, each in enumerate(value):
            yield from place_word(each, f"{place}[{number}]")
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            inner = getattr(value, name)
            if isinstance(inner, Struct):
                yield from place_word(inner, f"{place}.{name}")
            elif inner and isinstance(inner, tuple):  # most fields are neither
                yield from places(inner, f"{place}.{name}")


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
    return not is_same(getattr(word, field.name), default)


def is_same(value: object, default: object) -> bool:
    """Whether a value says what a default says; a game's own word may stand for the shared word that it extends."""
    if not isinstance(value, Struct) or not isinstance(default, Struct) or not isinstance(value, type(default)):
        return bool(value == default)
    return all(
        getattr(value, each.name) == getattr(default, each.name, each.default) for each in fields_of(type(value))
    )


def unused_fields(word: Struct, names: tuple[str, ...], place: str, why: str) -> Iterator[WordFault]:
    """Yield a fault with the reason `why` for each of these fields that is given, since it has no effect."""
    for field in fields_of(type(word)):
        if field.name in names and is_said(word, field):
            yield WordFault(f"{place}.{field.name}", why)


def tag(word: Struct) -> str:
    """The name of a word in the data form."""
    return str(word.__struct_config__.tag)
