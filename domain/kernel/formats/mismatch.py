"""Why a value does not fit its type, in plain words: msgspec's messages, for people who do not read Python.

Read `explain_mismatch`; the words of a type (names of fields, tags, closed lists) are what somebody may have meant.
msgspec does not say which entry of a mapping is wrong: `name_entries` finds it.
"""

from __future__ import annotations

import re
from ast import literal_eval
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec

from domain.kernel.formats.reading import Unreadable, list_known, meant_by
from domain.kernel.refusals import Json, JsonObject

TYPES = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "a text",
    "array": "a list",
    "object": "an object of named fields",
    "null": "nothing",
}
# Those of a JSON schema that can stand beside a closed list of words.
PLAIN_TYPES = {"integer": "a whole number", "number": "a number", "boolean": "true or false"}
AT = re.compile(r" - at (?:`key` in )?`\$\.?(.*?)`$")
UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
MISSING = re.compile(r"Object missing required field `(.*)`")
NO_VALUE = re.compile(r"Invalid (?:enum )?value '(.*)'")
TYPE = re.compile(r"`([a-z |]+)`")
WHOLE = re.compile(r"`(?:[a-z]+ \| )*int(?: \| [a-z]+)*`")
FORM = re.compile(r"Expected `str` matching regex (.*)")
INDEX = re.compile(r"\[[^\]]*\]")
STEP = re.compile(r"([^.\[\]]+)|(\[[^\]]*\])")
SOME_ENTRY = "[...]"
ENTRY = re.compile(r"\[([^\]]*[a-z][^\]]*)\]")
LENGTH = re.compile(r"`(str|array|object)` of length (<=|>=|==) (\d+)")
RANGE = re.compile(r"(`(?:int|float)`) (<=|>=|<|>) ")
BOUND = {"<=": "at most", ">=": "at least", "==": "just", "<": "less than", ">": "more than"}
PARTS = {"str": ("character", "characters"), "array": ("entry", "entries"), "object": ("field", "fields")}


def explain_mismatch(error: Exception, *kinds: object) -> Unreadable:
    """The place, the problem and what may have been meant, of an error of msgspec about one of these types."""
    said = str(error)
    found = AT.search(said)
    place, said = (found[1], said[: found.start()]) if found else ("", said)
    shown = ENTRY.sub(r".\1", place)
    allowed = schema_field_words(kinds) if kinds else ()
    if field := UNKNOWN.fullmatch(said):
        # what is a name elsewhere is none here, and nobody means the word that they wrote
        others = [each for each in allowed if each != field[1]]
        return Unreadable(join_place(shown, field[1]), "unknown field", meant_by(field[1], others))
    if field := MISSING.fullmatch(said):
        return Unreadable(join_place(shown, field[1]), "missing")
    if value := NO_VALUE.fullmatch(said):
        lists = lists_at(kinds, place) if kinds else frozenset()
        if lists and all(len(each) == 1 for each in lists):
            # the words of the types among which one is chosen
            lists = frozenset([tuple(sorted(word for (word,) in lists))])
        if len(lists) == 1:
            (allowed,) = lists
        words = list_known(allowed) if len(lists) == 1 else "the known words"
        beside = "".join(f", and not {each}" for each in types_beside(kinds, place))
        others = [each for each in allowed if each != value[1]]
        return Unreadable(shown, f"{value[1]!r} is none of {words}{beside}", meant_by(value[1], others))
    if form := FORM.fullmatch(said):
        return Unreadable(shown, f"expected {describe_pattern(literal_eval(form[1]), kinds)}")
    return Unreadable(shown, with_words_at(kinds, place, in_words(f"{said[:1].lower()}{said[1:]}")))


def name_entries(error: msgspec.ValidationError, value: Any, read: Callable[[Any], object]) -> msgspec.ValidationError:
    """The same error with the names of the wrong entries in its place: `moves[oldtown]` for `moves[...]`.

    `value` is what `read` found wrong.
    """
    said = str(error)
    found = AT.search(said)
    if found is None or SOME_ENTRY not in found[1]:
        return error

    def is_wrong_alike(part: Any) -> bool:
        try:
            read(part)
        except msgspec.ValidationError as other:
            return str(other) == said
        return False

    path: list[str | int] = []
    for name, index in STEP.findall(found[1]):
        if index != SOME_ENTRY:
            path.append(name or int(index[1:-1]))
            continue
        entries = value_at(value, path)
        if not isinstance(entries, dict):
            return error
        names = list(entries)
        # msgspec tells of the first entry that is wrong, so those before it are right
        first = bisect_left(range(1, len(names)), True, key=lambda n: is_wrong_alike(keep_some(value, path, names[:n])))
        value = keep_some(value, path, [names[first]])
        path.append(names[first])
    named = iter(path)
    place = STEP.sub(lambda step: f"[{next(named)}]" if step[2] else str(next(named)), found[1])
    return msgspec.ValidationError(f"{said[: found.start(1)]}{place}{said[found.end(1) :]}")


def value_at(value: Any, path: list[str | int]) -> Any:
    for step in path:
        value = value[step]
    return value


def keep_some(value: Any, path: list[str | int], names: list[str]) -> Any:
    """The value with these entries alone in the mapping at a path."""
    if not path:
        return {name: value[name] for name in names}
    copy = value.copy()
    copy[path[0]] = keep_some(copy[path[0]], path[1:], names)
    return copy


def with_words_at(kinds: tuple[object, ...], place: str, said: str) -> str:
    """The message about a type, with the words themselves where the field takes only some texts."""
    lists = lists_at(kinds, place) if kinds else frozenset()
    expected, got, given = said.partition(", got ")
    if len(lists) == 1 and types_beside(kinds, place):
        (allowed,) = lists
        expected = expected.replace("a text", " or ".join(allowed))
    return f"{expected}{got}{given}"


def describe_pattern(pattern: str, kinds: tuple[object, ...]) -> str:
    """The form of a text in words, as the types describe it."""
    return (
        form_descriptions(kinds).get(pattern, f"a text of the form {pattern}")
        if kinds
        else f"a text of the form {pattern}"
    )


@cache
def form_descriptions(kinds: tuple[object, ...]) -> dict[str, str]:
    """The descriptions of these types' forms of texts, by pattern."""
    return dict(pattern_descriptions(msgspec.json.schema_components(kinds)))


def pattern_descriptions(schema: Json) -> Iterator[tuple[str, str]]:
    """The descriptions of the patterns in a JSON schema."""
    if isinstance(schema, (list, tuple)):
        for each in schema:
            yield from pattern_descriptions(each)
    elif isinstance(schema, dict):
        if {"pattern", "description"} <= schema.keys() and isinstance(schema["pattern"], str):
            yield schema["pattern"], schema["description"]
        for each in schema.values():
            yield from pattern_descriptions(each)


def in_words(said: str) -> str:
    """The message of msgspec with types, lengths and ranges in plain words."""
    expected, _, got = said.partition(", got ")
    if got == "`float`" and WHOLE.search(expected):
        said = f"{expected}, got a number with a fraction"
    said = LENGTH.sub(lambda found: f"`{found[1]}` with {BOUND[found[2]]} {parts(found[1], int(found[3]))}", said)
    said = RANGE.sub(lambda found: f"{found[1]} of {BOUND[found[2]]} ", said)
    return TYPE.sub(lambda each: " or ".join(TYPES.get(name, name) for name in each[1].split(" | ")), said)


def parts(kind: str, many: int) -> str:
    """The number of parts in words, by the kind of value that consists of them."""
    return f"{many} {PARTS[kind][many != 1]}"


def join_place(place: str, field: str) -> str:
    return f"{place}.{field}" if place else field


@cache
def schema_field_words(kinds: tuple[object, ...]) -> tuple[str, ...]:
    """The names of the fields of these types and of all within them, with the words of their closed lists."""
    _, components = msgspec.json.schema_components(kinds)
    return tuple(dict.fromkeys(words_in(components)))


@cache
def lists_at(kinds: tuple[object, ...], place: str) -> frozenset[tuple[str, ...]]:
    """The closed lists of words of the fields with the last name of a place."""
    _, components = msgspec.json.schema_components(kinds)
    name = INDEX.sub("", place).rpartition(".")[2]
    return frozenset(found for schema in properties_in(components, name) for found in enums_in(schema, components))


@cache
def types_beside(kinds: tuple[object, ...], place: str) -> tuple[str, ...]:
    """The types that the fields with the last name of a place take besides words, in words."""
    _, components = msgspec.json.schema_components(kinds) if kinds else ((), {})
    name = INDEX.sub("", place).rpartition(".")[2]
    types = (each.get("type", "") for schema in properties_in(components, name) for each in schema.get("anyOf", ()))
    return tuple(dict.fromkeys(PLAIN_TYPES[each] for each in types if each in PLAIN_TYPES))


def properties_in(schema: Json, name: str) -> Iterator[JsonObject]:
    """The schemas of the fields of this name."""
    if isinstance(schema, dict):
        properties = schema.get("properties")
        if isinstance(properties, dict) and name in properties:
            yield properties[name]
    if isinstance(schema, dict | list):
        for each in schema.values() if isinstance(schema, dict) else schema:
            yield from properties_in(each, name)


def enums_in(schema: JsonObject, components: JsonObject) -> Iterator[tuple[str, ...]]:
    """The closed lists of a field: its own, those of its items, values and several types, of an enumeration by name."""
    if "enum" in schema:
        yield tuple(str(each) for each in schema["enum"])
    named = components.get(str(schema.get("$ref", "")).rpartition("/")[2], {})
    inner = [each for name in ("items", "additionalProperties") if isinstance(each := schema.get(name), dict)]
    for each in (*inner, *schema.get("anyOf", ()), *([named] if "enum" in named else [])):
        yield from enums_in(each, components)


def words_in(schema: Json) -> Iterator[str]:
    """The words of a JSON schema."""
    if isinstance(schema, list):
        for each in schema:
            yield from words_in(each)
    elif isinstance(schema, dict):
        yield from (str(each) for each in schema.get("enum", ()))
        yield from schema.get("properties", {})
        for name, each in schema.items():
            if name != "enum":
                yield from words_in(each)


def because_of(error: Exception, *kinds: object) -> dict[str, object]:
    """The same as the values of a refusal: `field` where there is a place, `problem`, `meant` where a word is close."""
    found = explain_mismatch(error, *kinds)
    where = {"field": found.place} if found.place else {}
    return {**where, "problem": found.reason, **({"meant": found.meant} if found.meant else {})}
