"""Forms of texts: patterns for the whole text of a field.

Python's `$` matches before a line end too, that of JSON Schema only at the end. So `form` ends a pattern in another
way, and `with_json_schema_patterns` writes it for the document.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, partial
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Meta

from domain.kernel.formats.mismatch import name_entries
from domain.kernel.refusals import Json

T = TypeVar("T")

END = r"\Z"
# what breaks a line or is no character to read: controls, the separators of lines and of paragraphs
BREAKS = r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
NAMED = "a name of one line with no space before or behind it, as `Ann Ames`"
LINE = rf"[^\s{BREAKS}]([^{BREAKS}]*[^\s{BREAKS}])?"


def form(pattern: str, description: str, **limits: Any) -> Meta:
    """The constraint of a text that matches a pattern as a whole, with a description and other limits."""
    return Meta(pattern=f"^{pattern}{END}", description=description, **limits)


def line(most: int, **limits: Any) -> Meta:
    """The constraint of a name: one line of at most `most` characters, no control, no space at its ends, not empty."""
    return form(LINE, NAMED, min_length=1, max_length=most, **limits)


# what Unicode shows as nothing and does not call a format: joiners, fillers, selectors of variants
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# the mark of a text that somebody is to read: the pattern of a form cannot list all that is invisible
READ = {"read": True}
# the marks by which what is stored is told apart: a player's name, words of people that may have one in them, a text of
# JSON in which a player may be named; a seat where the type is no `Seat`, a seat or a card by its handle, the key of a
# counter with a seat in it, public words that name seats, a command as a text of JSON
NAME = {"name": True}
WORDS = {"words": True}
SEATED = {"seated": True}
SEAT = {"seat": True}
THING = {"thing": True}
COUNTER = {"counter": True}
PUBLIC_WORDS = {"told": True}
ANSWER = {"answer": True}
# a term of the rules, such as a step, a phase or an area: no name, no seat, no handle
TERM = {"term": True}
PlayerName = Annotated[str, Meta(extra=NAME)]
StoredWords = Annotated[str, Meta(extra=WORDS)]
SeatName = Annotated[str, Meta(extra=SEAT)]
ThingName = Annotated[str, Meta(extra=THING)]
CounterKey = Annotated[str, Meta(extra=COUNTER)]
PublicWords = Annotated[str, Meta(extra=PUBLIC_WORDS)]
AnswerText = Annotated[str, Meta(extra=ANSWER)]
Term = Annotated[str, Meta(extra=TERM)]
SeatingText = Annotated[str, Meta(extra=SEATED)]
UNREAD = "Expected words, not blanks or invisible characters alone"


def is_hidden(sign: str) -> bool:
    """Whether a character is invisible: it formats, or is shown as nothing."""
    return unicodedata.category(sign) == "Cf" or UNSEEN.match(sign) is not None


def without_hidden(text: str) -> str:
    """The text without its invisible characters."""
    return "".join(each for each in text if not is_hidden(each))


def is_legible(text: str) -> bool:
    """Whether a text has anything to read: a character that is no blank and can be seen."""
    return any(not each.isspace() and not is_hidden(each) for each in text)


def read_command(value: Any, kind: type[T]) -> T:
    """A value as a type whose texts marked with `READ` have words, or are empty where they may be.

    Raises ValidationError, as msgspec does.
    """
    try:
        made = msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise name_entries(error, value, partial(msgspec.convert, type=kind)) from None
    for place, text in marked_texts(made):
        if text and not is_legible(text):
            raise msgspec.ValidationError(f"{UNREAD} - at `$.{place}`")
    return made


def marked_texts(made: Any) -> Iterator[tuple[str, str]]:
    """The texts of a struct that are marked with `READ`, in its lists too, each with its place."""
    for name in marked_fields(made.__class__):
        value = getattr(made, name)
        if isinstance(value, str):
            yield name, value
        else:
            yield from ((f"{name}[{n}]", each) for n, each in enumerate(value))


@cache
def marked_fields(kind: type) -> tuple[str, ...]:
    """The fields of a struct whose texts are marked with `READ`."""
    if not issubclass(kind, msgspec.Struct):
        return ()
    hints = get_type_hints(kind, include_extras=True)
    return tuple(name for name in kind.__struct_fields__ if is_marked(hints[name]))


def is_marked(hint: Any) -> bool:
    """Whether a type, or that of its entries, is marked with `READ`."""
    return any(isinstance(each, Meta) and each.extra == READ for each in getattr(hint, "__metadata__", ())) or any(
        map(is_marked, get_args(hint))
    )


BROKEN = re.compile(rf"[{BREAKS}]|\A\s+|\s+\Z")
PICTURES = {**{n: chr(0x2400 + n) for n in range(0x21)}, 0x7F: "\u2421"}  # of controls, of a space
NO_PICTURE = "\ufffd"


def mark_line(text: str) -> str:
    """A text as a name of one line that is as long: what may not stand in one is written by its picture."""
    return BROKEN.sub(lambda found: "".join(PICTURES.get(ord(each), NO_PICTURE) for each in found.group()), text)


def with_json_schema_patterns(schema: Json) -> Json:
    """The schema of msgspec with the patterns of its forms as JSON Schema writes them."""
    if isinstance(schema, list | tuple):
        return [with_json_schema_patterns(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    whole = {name: with_json_schema_patterns(each) for name, each in schema.items()}
    pattern = whole.get("pattern")
    if not isinstance(pattern, str) or not pattern.endswith(END):
        return whole
    return {**whole, "pattern": f"{pattern.removesuffix(END)}$"}
