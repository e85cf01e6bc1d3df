"""Two tables side by side: what differs, as a viewer sees them, and which action touched each difference last.

What is compared are views, so nobody is told more than the views would show. Read `flat`, `differences`, `touched`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, structs

from domain.games import GAMES
from domain.judging.chronicle import Chronicle
from domain.kernel.game import Game
from domain.kernel.ids import Viewer
from domain.kernel.refusal import Refusal
from domain.match import Match, Refused

Field = tuple[str, str]
Flat = dict[Field, Any]
LEFT_OUT = ("viewer", "waiting")


class Difference(Struct, frozen=True, omit_defaults=True):
    """One field of one object in which two tables differ; `touched` is where it was last changed on each side."""

    object: str
    field: str
    left: Any = None
    right: Any = None
    touched_left: str = ""
    touched_right: str = ""


def flat(view: dict[str, Any]) -> Flat:
    """A view as fields of objects: a card by its handle, with its area; anything else by its path."""
    return dict(flattened({name: value for name, value in view.items() if name not in LEFT_OUT}, ()))


def flattened(value: Any, path: tuple[str, ...]) -> Iterator[tuple[Field, Any]]:
    if isinstance(value, dict) and "card" in value and "key" in value:
        yield from card_fields(value, path)
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from flattened(each, (*path, str(name)))
    elif isinstance(value, (list, tuple)) and any(isinstance(each, dict) for each in value):
        for number, each in enumerate(value):
            yield from flattened(each, (*path, str(number)))
    else:
        yield (
            (".".join(path[:2]) if len(path) > 2 else path[0], ".".join(path[2:] if len(path) > 2 else path[1:])),
            value,
        )


def card_fields(card: dict[str, Any], path: tuple[str, ...]) -> Iterator[tuple[Field, Any]]:
    """A card's own fields; where it lies is one of them, its place in a pile is none."""
    area = [part for part in path if not part.isdecimal() and part != "cards"]
    yield (card["card"], "area"), ".".join(area)
    for name, value in card.items():
        if name != "card":
            yield (card["card"], name), tuple(value) if isinstance(value, list) else value


def matched(left: Flat, right: Flat) -> dict[str, str]:
    """The cards of the right that are cards of the left under another handle: by key and area, then by key alone."""
    one, other = only_in(left, right), only_in(right, left)
    found: dict[str, str] = {}
    for fields in (("key", "area"), ("key",)):
        free: dict[tuple[Any, ...], list[str]] = {}
        for card in one:
            if card not in found.values():
                free.setdefault(tuple(left.get((card, name)) for name in fields), []).append(card)
        for card in other:
            same = free.get(tuple(right.get((card, name)) for name in fields))
            if card not in found and same:
                found[card] = same.pop(0)
    return found


def only_in(one: Flat, other: Flat) -> list[str]:
    there = {object for object, field in other if field == "key"}
    return [object for object, field in one if field == "key" and object not in there]


def renamed(table: Flat, names: dict[str, str]) -> Flat:
    """The same with other handles; also where one card names another."""
    return {(names.get(object, object), field): named(value, names) for (object, field), value in table.items()}


def named(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(named(each, names) for each in value)
    return names.get(value, value) if isinstance(value, str) else value


def differences(left: dict[str, Any], right: dict[str, Any]) -> tuple[list[Difference], dict[str, str]]:
    """What differs between two views, and the handles of the right that are others of the left."""
    one, other = flat(left), flat(right)
    names = matched(one, other)
    other = renamed(other, names)
    one = renamed(one, {})
    rows = [
        Difference(object, field, one.get((object, field)), other.get((object, field)))
        for object, field in dict.fromkeys((*one, *other))
        if one.get((object, field)) != other.get((object, field))
    ]
    return rows, {kept: handle for handle, kept in names.items()}


def compared(
    told: Chronicle, left: int, right: int, viewer: Viewer, other: Chronicle | None = None
) -> list[Difference]:
    """What differs between two versions, with the place that last touched it on the way to each.

    The right one may be a version of another chronicle of the match: of a branch.
    """
    views, other = told.match.rules.view, other or told
    rows, handles = differences(views(told.at(left).table, viewer), views(other.at(right).table, viewer))
    wanted = {(row.object, row.field) for row in rows}
    on_left = touched(told, left, viewer, wanted)
    on_right = touched(other, right, viewer, {(handles.get(object, object), field) for object, field in wanted})
    return [
        structs.replace(
            row,
            touched_left=on_left.get((row.object, row.field), ""),
            touched_right=on_right.get((handles.get(row.object, row.object), row.field), ""),
        )
        for row in rows
    ]


def against(told: Chronicle, version: int, typed: dict[str, Any], viewer: Viewer) -> list[Difference]:
    """What differs between a version and the view of a position typed in from the table."""
    rows, _ = differences(told.match.rules.view(told.at(version).table, viewer), typed)
    last = touched(told, version, viewer, {(row.object, row.field) for row in rows})
    return [structs.replace(row, touched_left=last.get((row.object, row.field), "")) for row in rows]


def laid_out(match: Match, position: str, viewer: Viewer) -> dict[str, Any]:
    """The view of a position (JSON text) laid on an empty table of the match's rules; raises Refused."""
    rules = match.rules
    brought = GAMES[rules.name].position(rules, position)
    if isinstance(brought, Refusal):
        raise Refused(brought)
    game: Game[Any] = Game(rules, rules.blank(), bytes(32), 1)
    rules.open(game, brought, match.table.policy)
    seen: dict[str, Any] = rules.view(game.table, viewer)
    return seen


def touched(told: Chronicle, version: int, viewer: Viewer, wanted: set[Field]) -> dict[Field, str]:
    """Where each field last changed on the way to a version, as the viewer saw it."""
    left, found = set(wanted), dict[Field, str]()
    view = told.match.rules.view
    now = seen(view, told.at(version).table, viewer)
    for each in reversed(told.path(version)):
        before = seen(view, told.at(told.parent(each)).table, viewer)
        changed = {field for field in left if before.get(field) != now.get(field)}
        if changed:
            found |= places(told, each, viewer, changed)
            left -= changed
        if not left:
            break
        now = before
    return found


def seen(view: Any, table: Any, viewer: Viewer) -> Flat:
    """A table flat; one on which nobody sits yet has nothing."""
    return renamed(flat(view(table, viewer)), {}) if table.seats else {}


def places(told: Chronicle, version: int, viewer: Viewer, fields: set[Field]) -> dict[Field, str]:
    """The fact of an event that last changed each field; the event itself where none alone did."""
    found = {field: str(version) for field in fields}
    view = told.match.rules.view
    before = seen(view, told.at(told.parent(version)).table, viewer)
    for at, _, table in told.inside(version):
        now = seen_inside(view, table, viewer)
        if now is None:
            continue
        for field in fields:
            if before.get(field) != now.get(field):
                found[field] = at
        before = now
    return found


def seen_inside(view: Any, table: Any, viewer: Viewer) -> Flat | None:
    """A table in the middle of an event; None where it cannot be looked at there (cards are being laid)."""
    try:
        return seen(view, table, viewer)
    except (KeyError, IndexError, AssertionError, ValueError):
        return None
