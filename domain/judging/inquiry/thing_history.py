"""What became of a thing, action by action: where it was, who had it, what lay on it, as a viewer saw the table.

A thing is a card under any of its handles, a place of the table by its name (an area, a seat, a track), or what several
words with dots between them concern (`stark.knight`: the Knights of House Stark, area by area). Read `thing_histories`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import ClassVar

from msgspec import UNSET, Struct, UnsetType

from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.subjects import ThingNames
from domain.judging.inquiry.view_changes import card_fields, is_card, view_at
from domain.kernel.ids import Viewer
from domain.kernel.refusals import Json, JsonObject

# How a thing of some names stood after a version.
States = Callable[[int, frozenset[str]], JsonObject]
# what is of the moment, and no state of the thing
LEFT_OUT = ("card", "key")


class FieldChange(Struct, frozen=True):
    """A field of a thing that an event changed; a side on which the field was not there is left out."""

    schema_name: ClassVar[str] = "FieldChange"

    field: str
    before: Json | UnsetType = UNSET
    after: Json | UnsetType = UNSET


class HistoryStep(Struct, frozen=True):
    """A version that changed a thing; `card` says which of several copies of a card."""

    schema_name: ClassVar[str] = "HistoryStep"

    version: int
    line: str
    changes: tuple[FieldChange, ...]
    card: str | UnsetType = UNSET


def thing_histories(
    chronicle: Chronicle, thing: str, thing_names: ThingNames, viewer: Viewer, versions: range, *, judging: bool
) -> list[HistoryStep]:
    """The way of a thing in some versions; of a card's key that of each card with it, which `card` names."""
    view = cache(partial(view_at, chronicle, viewer, judging=judging))

    @cache
    def state_at(version: int, names: frozenset[str]) -> JsonObject:
        return state_of_thing(view(version), names, thing)

    of_copies = (copies(thing, thing_names), {"": thing_names.names(thing)})
    told_of = (
        [row for version in versions for row in history_steps(chronicle, each, state_at, version)] for each in of_copies
    )
    return next(filter(None, told_of), [])


def copies(key: str, thing_names: ThingNames) -> dict[str, frozenset[str]]:
    """The cards with a key that a viewer can tell apart: the last handle of each, and all its names."""
    last = {thing_names.names(handle): handle for handle, each in thing_names.keys.items() if each == key}
    return {handle: names for names, handle in last.items()}


def history_steps(
    chronicle: Chronicle, copies: dict[str, frozenset[str]], stood: States, version: int
) -> Iterator[HistoryStep]:
    """What an event made otherwise of each copy of a thing, by all its names: the fields, before and after."""
    if not copies or not chronicle.is_seen(version):
        return
    for card, names in copies.items():
        if rows := state_changes(stood(chronicle.parent(version), names), stood(version, names)):
            yield HistoryStep(version, chronicle.line(version), rows, card or UNSET)


def state_changes(before: JsonObject, after: JsonObject) -> tuple[FieldChange, ...]:
    """The fields in which two states of a thing differ."""
    return tuple(
        FieldChange(field, before.get(field, UNSET), after.get(field, UNSET))
        for field in dict.fromkeys((*before, *after))
        if (field in before, before.get(field)) != (field in after, after.get(field))
    )


def state_of_thing(view: JsonObject, names: frozenset[str], thing: str) -> JsonObject:
    """A thing in a view: the fields of a card, with its area and what is attached, of a place, or pieces by place."""
    parts = set(thing.split("."))
    found: JsonObject = {}
    attached = []
    for path, each in dicts(view, ()):
        if each.get("card") in names:
            found |= card_state(each, path)
        elif each.get("host") in names:
            attached.append(each.get("card", ""))
        elif path and path[-1] in names:
            found |= place_state(each)
        elif len(parts) > 1 and parts <= {*path, *map(str, each.values())}:
            field = ".".join(part for part in path if not part.isdecimal())
            found.setdefault(field, []).append(rest_of(each, parts))
    if not found:
        lists = [".".join(path) for path, word in listed_words(view) if word in names]
        found = {"area": lists[0]} if lists else {}
    return found | ({"attached": attached} if attached else {})


def listed_words(view: JsonObject) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every word of the lists of a view with the path of its list: so cards without handles lie in hands and piles.

    The lists of a card with a handle, as its keywords, hold nothing that lies there.
    """
    for path, each in dicts(view, ()):
        if is_card(each):
            continue
        for name, value in each.items():
            if isinstance(value, (list, tuple)):
                yield from (((*path, name), word) for word in value if isinstance(word, str))


def dicts(
    value: JsonObject | list[Json] | tuple[Json, ...], path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], JsonObject]]:
    """Every mapping within a view with its path, the outer ones first."""
    if isinstance(value, dict):
        yield path, value
    within: Iterable[tuple[str | int, Json]] = value.items() if isinstance(value, dict) else enumerate(value)
    for name, each in within:
        if isinstance(each, (dict, list, tuple)):
            yield from dicts(each, (*path, str(name)))


def card_state(card: JsonObject, path: tuple[str, ...]) -> JsonObject:
    fields = dict(card_fields({"key": "", **card}, path))
    return {name: value for (_, name), value in fields.items() if name not in LEFT_OUT}


def place_state(place: JsonObject) -> JsonObject:
    """What lies at a place: plain values by their names, lists of pieces as they are."""
    return {
        name: value
        for name, value in place.items()
        if not isinstance(value, dict) or not any(isinstance(each, (dict, list)) for each in value.values())
    }


def rest_of(piece: JsonObject, parts: set[str]) -> JsonObject:
    """What is said of a piece beyond the words by which it was found."""
    return {name: value for name, value in piece.items() if str(value) not in parts}
