"""What became of a thing, action by action: where it was, who had it, what lay on it, as a viewer saw the table.

A thing is a card under any of its handles, a place of the table by its name (an area, a seat, a track), or what several
words with dots between them concern (`stark.knight`: the Knights of House Stark, area by area). Read `ways`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.judging.chronicle import Chronicle
from domain.judging.comparing import card_fields
from domain.judging.things import Things
from domain.kernel.ids import Viewer

# what is of the moment, and no state of the thing
LEFT_OUT = ("card", "key")


def ways(told: Chronicle, thing: str, things: Things, viewer: Viewer) -> list[dict[str, Any]]:
    """The way of a thing; of a card's key that of each card with this key, which `card` names."""
    found = []
    for handle, names in copies(thing, things).items():
        found += [{**row, "card": handle} for row in way(told, handle, names, viewer)]
    return sorted(found, key=lambda row: row["version"]) or way(told, thing, things.names(thing), viewer)


def copies(key: str, things: Things) -> dict[str, frozenset[str]]:
    """The cards with a key that a viewer can tell apart: the last handle of each, and all its names."""
    last = {things.names(handle): handle for handle, each in things.keys.items() if each == key}
    return {handle: names for names, handle in last.items()}


def way(told: Chronicle, thing: str, names: frozenset[str], viewer: Viewer) -> list[dict[str, Any]]:
    """Each version after which something of a thing is otherwise than before it: the fields, before and after.

    `names` are all names of the thing. A field that was not there is left out on that side.
    """
    views = told.match.rules.view
    states: dict[int, dict[str, Any]] = {0: {}}
    found = []
    for version in told.events:
        table = told.at(version).table
        now = states[version] = state(views(table, viewer), names, thing) if table.seats else {}
        if rows := changes(states[told.parent(version)], now):
            found.append({"version": version, "line": told.line(version), "changes": rows})
    return found


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[dict[str, Any]]:
    """The fields in which two states of a thing differ."""
    return [
        {
            "field": field,
            **({"before": before[field]} if field in before else {}),
            **({"after": after[field]} if field in after else {}),
        }
        for field in dict.fromkeys((*before, *after))
        if (field in before, before.get(field)) != (field in after, after.get(field))
    ]


def state(view: dict[str, Any], names: frozenset[str], thing: str) -> dict[str, Any]:
    """A thing in a view: the fields of a card, with its area and what is attached, of a place, or pieces by place."""
    parts = set(thing.split("."))
    found: dict[str, Any] = {}
    attached = []
    for path, each in dicts(view, ()):
        if each.get("card") in names:
            found |= of_card(each, path)
        elif each.get("host") in names:
            attached.append(each.get("card", ""))
        elif path and path[-1] in names:
            found |= of_place(each)
        elif len(parts) > 1 and parts <= {*path, *map(str, each.values())}:
            field = ".".join(part for part in path if not part.isdecimal())
            found.setdefault(field, []).append(rest_of(each, parts))
    return found | ({"attached": attached} if attached else {})


def dicts(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Every mapping within a view with its path, the outer ones first."""
    if isinstance(value, dict):
        yield path, value
        for name, each in value.items():
            yield from dicts(each, (*path, str(name)))
    elif isinstance(value, (list, tuple)):
        for number, each in enumerate(value):
            yield from dicts(each, (*path, str(number)))


def of_card(card: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    fields = dict(card_fields({"key": "", **card}, path))
    return {name: value for (_, name), value in fields.items() if name not in LEFT_OUT}


def of_place(place: dict[str, Any]) -> dict[str, Any]:
    """What lies at a place: plain values by their names, lists of pieces as they are."""
    return {
        name: value
        for name, value in place.items()
        if not isinstance(value, dict) or not any(isinstance(each, (dict, list)) for each in value.values())
    }


def rest_of(piece: dict[str, Any], parts: set[str]) -> dict[str, Any]:
    """What is said of a piece beyond the words by which it was found."""
    return {name: value for name, value in piece.items() if str(value) not in parts}
