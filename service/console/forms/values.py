"""Values of a command as people write them: lists, pairs, and parts with fields, by the type of the field.

Read `read_value`. A text is only split here; `Meaning` resolves its names later, at the table. The console's own words
for a value (`moves: Kingswood: Knight 1; token: no`) and those of people (`Kingswood: 1 knight, 2 footmen; token`, `1
knight to Kingswood`) are both read.
"""

from __future__ import annotations

import re
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct

from domain.kernel.formats.json_text import NotJson, read_json
from service.files.names_in_commands import NOBODY

DIVIDED = re.compile(r"\s*[,;]\s*")
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SIGNS, TIMES = "+-\N{MINUS SIGN}", "x\N{MULTIPLICATION SIGN}"
NUMBER = rf"[{re.escape(SIGNS)}]?[0-9]{{1,9}}|{'|'.join(NUMBER_WORDS)}"
A_NUMBER = re.compile(NUMBER, re.IGNORECASE)
COUNTED = re.compile(
    rf"(?P<first>{NUMBER})(?:\s*[{TIMES}])?\s+(?P<one>.+)|(?P<other>.+?)[\s:]+(?P<last>{NUMBER})", re.IGNORECASE
)
FIRST_WORD = re.compile(r"\w+")
JSON_BEGINS = ("[", "{")
NO = ("no", "false", "not")
TO = " to "


class HalfPair(ValueError):
    """A pair lacks one side; the argument is the text."""


class NotCounted(ValueError):
    """Several units are named without their number; the argument is the text."""


def read_value(hint: Any, text: str) -> Any:
    """The value of a text for a field of this type; None if it is empty. Raises HalfPair, NotCounted."""
    text = text.strip()
    if text.startswith(JSON_BEGINS):
        return json_or_word(text)
    if get_origin(hint) is tuple:
        return split_names(text)
    if hint is bool:
        return text == "yes"
    if not text:
        return {} if get_origin(hint) is dict else None
    if get_origin(hint) is dict or is_part(hint):
        return read_parts(hint, split_names(text))
    return json_or_word(text) if hint is int else text


def is_part(hint: Any) -> bool:
    """Whether a type is a part of a command, with fields of its own."""
    return isinstance(hint, type) and issubclass(hint, Struct)


def read_parts(hint: Any, parts: list[str]) -> dict[str, Any]:
    """The pairs or fields that the parts of a text make."""
    if is_part(hint):
        return read_fields(hint, parts)
    _, held = get_args(hint)
    if get_origin(held) is dict:
        return counts_by_name(parts)
    return dict(read_pair(held, each) for each in parts)


def read_fields(kind: type[Struct], parts: list[str]) -> dict[str, Any]:
    """The fields of a part of a command; a text without a field name in front belongs to the only field of pairs."""
    hints = get_type_hints(kind)
    pairs = next((name for name, hint in hints.items() if get_origin(hint) is dict), "")
    given: dict[str, Any] = {}
    among: list[str] = []
    for part in parts:
        words = FIRST_WORD.findall(part.lower())
        denied = words[:1] == ["no"] and words[1:] and hints.get(words[1]) is bool
        name = words[1] if denied else words[0] if words else ""
        rest = part[len(name) :].lstrip(" :")
        if hints.get(name) is bool:
            given[name] = not denied and rest.lower() not in NO
        elif name in hints and name != pairs:
            given[name] = read_value(hints[name], rest)
        elif (said := rest if name == pairs else part).lower() not in NOBODY:
            among.append(said)
    return {**({pairs: read_parts(hints[pairs], among)} if pairs else {}), **given}


def counts_by_name(parts: list[str]) -> dict[str, dict[str, Any]]:
    """The counts by name: from `Kingswood: 1 knight, 2 footmen`, or from `1 knight, 2 footmen to Kingswood`.

    Raises HalfPair for a count without a name, NotCounted.
    """
    found: dict[str, dict[str, Any]] = {}
    waiting: list[str] = []
    name = ""
    for part in parts:
        before, divides, after = part.partition(":")
        if divides and not A_NUMBER.fullmatch(after.strip()):
            name = before.strip()
            found.setdefault(name, {}).update(parse_count(after))
        elif TO in part:
            what, _, name = part.rpartition(TO)
            counts = (pair for each in (*waiting, what) for pair in parse_count(each).items())
            found.setdefault(name.strip(), {}).update(counts)
            waiting, name = [], ""
        elif name:
            found[name].update(parse_count(part))
        else:
            waiting.append(part)
    if waiting:
        raise HalfPair(", ".join(waiting))
    return found


def parse_count(text: str) -> dict[str, int]:
    """The count and name in `2 footmen`, `footman 2`, or `footman` for one.

    Raises NotCounted for `footmen`, whose number is unknown.
    """
    text = text.strip()
    found = COUNTED.fullmatch(text)
    if found is None:
        if singular(text) != text:
            raise NotCounted(text)
        return {text: 1} if text else {}
    number = number_read(found["first"] or found["last"])
    name = (found["one"] or found["other"]).strip()
    return {name if number == 1 else singular(name): number}


def number_read(text: str) -> int:
    """The number in digits, with a hyphen or minus sign, or as a word."""
    word = text.lower()
    return NUMBER_WORDS.index(word) if word in NUMBER_WORDS else int(text.replace("\N{MINUS SIGN}", "-"))


def singular(name: str) -> str:
    """The singular of a name in the plural."""
    if name.lower().endswith("men"):
        return f"{name[:-2]}an"
    return name.removesuffix("s")


def plurals(name: str) -> tuple[str, ...]:
    """The plurals that `singular` turns into this name."""
    return (f"{name}s", *([f"{name[:-2]}en"] if name.lower().endswith("man") else []))


def read_pair(held: Any, text: str) -> tuple[str, Any]:
    """The pair in `Arya Stark: Ser Jaime Lannister`, or of a name and a number. Raises HalfPair."""
    one, _, other = (each.strip() for each in text.partition(":"))
    if not one or not other:
        raise HalfPair(text)
    return one, json_or_word(other)


# --- plain values


def split_names(text: str) -> list[str]:
    """The names in a text, separated by commas; none for `none`."""
    return [] if text.lower() in NOBODY else [each for each in DIVIDED.split(text) if each]


def json_or_word(text: str) -> Any:
    try:
        return read_json(text)
    except NotJson:
        return text
