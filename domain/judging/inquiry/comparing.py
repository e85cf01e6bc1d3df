"""Two tables side by side: the differences that a viewer sees, and the action that touched each last.

Views are compared, so nobody is told more than the views show. Read `differences`, `compare_versions`,
`touching_places`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs

from domain.games import GAMES
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.view_changes import (
    NO_BOUND,
    Field,
    Flat,
    ViewBudget,
    changed_fields,
    changes_back,
    flatten_view,
    view_at,
    view_of_table,
)
from domain.kernel.cards.card_table import CardTable
from domain.kernel.game import Game
from domain.kernel.ids import Viewer
from domain.kernel.refusals import Json, JsonObject, Refusal
from domain.match.aggregate import Match, Refused


class FieldDifference(Struct, frozen=True, omit_defaults=True):
    """One field of one object in which two tables differ; `touched` is where it was last changed on each side."""

    object: str
    field: str
    left: Any = None
    right: Any = None
    touched_left: str = ""
    touched_right: str = ""


def match_handles(left: Flat, right: Flat) -> dict[str, str]:
    """The cards of the right that are cards of the left under another handle: by key and area, then by key alone."""
    one, other = only_in(left, right), only_in(right, left)
    found: dict[str, str] = {}
    for fields in (("key", "area"), ("key",)):
        free: dict[tuple[Json, ...], list[str]] = {}
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


def rename_cards(table: Flat, names: dict[str, str]) -> Flat:
    """The view with other handles, also where one card names another."""
    return {
        (names.get(object, object), field): rename_in_value(value, names) for (object, field), value in table.items()
    }


def rename_in_value(value: Json, names: dict[str, str]) -> Json:
    if isinstance(value, (list, tuple)):
        return tuple(rename_in_value(each, names) for each in value)
    return names.get(value, value) if isinstance(value, str) else value


def differences(left: JsonObject, right: JsonObject) -> tuple[list[FieldDifference], dict[str, str]]:
    """What differs between two views, and the handles of the right that are others of the left."""
    one, other = flatten_view(left), flatten_view(right)
    names = match_handles(one, other)
    other = rename_cards(other, names)
    rows = [
        FieldDifference(object, field, one.get((object, field)), other.get((object, field)))
        for object, field in dict.fromkeys((*one, *other))
        if one.get((object, field)) != other.get((object, field))
    ]
    return rows, {kept: handle for handle, kept in names.items()}


class TableComparison(Struct, frozen=True):
    """What differs between two sides; `next` is where the search for what touched it goes on, 0 where it is done."""

    differences: list[FieldDifference]
    next: int = 0


def compare_versions(
    chronicle: Chronicle, left: int, right: int, viewer: Viewer, other: Chronicle | None = None, *, judging: bool
) -> list[FieldDifference]:
    """The differences between two versions, with the place that last touched each on the way to either.

    The right one may be a version of another chronicle of the match: of a branch.
    """
    return compare_in_part(chronicle, left, right, viewer, other, judging=judging).differences


def compare_in_part(
    chronicle: Chronicle,
    left: int,
    right: int,
    viewer: Viewer,
    other: Chronicle | None = None,
    *,
    judging: bool,
    before: int = NO_BOUND,
    most: int = NO_BOUND,
) -> TableComparison:
    """The comparison of two versions, as `compare_versions` gives it, from a search that is cut short.

    What touched a difference last is searched before version `before`, in at most `most` views of each side.
    """
    other = other or chronicle
    rows, handles = differences(
        view_at(chronicle, viewer, left, judging=judging), view_at(other, viewer, right, judging=judging)
    )
    # a card that has moved lost its old handle's fields by the move: those are looked for under that handle
    moved = {row.object: handles[row.object] for row in rows if row.object in handles}
    wanted = {(row.object, row.field) for row in rows}
    there = {(handles.get(object, object), field) for object, field in wanted}
    wanted |= {(moved[row.object], row.field) for row in rows if row.left is None and row.object in moved}
    there |= {(row.object, row.field) for row in rows if row.right is None and row.object in moved}
    on_left, one = last_touches(
        chronicle, last_before(chronicle, left, before), viewer, wanted, ViewBudget(most), judging=judging
    )
    on_right, two = last_touches(
        other, last_before(other, right, before), viewer, there, ViewBudget(most), judging=judging
    )
    found = [
        structs.replace(
            row,
            touched_left=touch_of(row, on_left, (row.object, moved.get(row.object, ""))),
            touched_right=touch_of(row, on_right, (moved.get(row.object, row.object), row.object)),
        )
        for row in rows
    ]
    return TableComparison(found, max(one, two) + 1 if one or two else 0)


def touch_of(row: FieldDifference, touches: Mapping[Field, str], handles: tuple[str, ...]) -> str:
    """The place that last touched the field of a row under the first of these handles that it is known by, or empty."""
    return next((touches[handle, row.field] for handle in handles if (handle, row.field) in touches), "")


def last_before(chronicle: Chronicle, version: int, before: int) -> int:
    """The last version before another one on the way to a version; 0 if there is none."""
    return max((each for each in chronicle.path(version) if each < before), default=0)


def compare_with_view(
    chronicle: Chronicle,
    version: int,
    typed: JsonObject,
    viewer: Viewer,
    *,
    judging: bool,
    before: int = NO_BOUND,
    most: int = NO_BOUND,
) -> TableComparison:
    """The differences between a version and the view of a typed position; searched as in `compare_in_part`."""
    rows, _ = differences(view_at(chronicle, viewer, version, judging=judging), typed)
    wanted = {(row.object, row.field) for row in rows}
    last, stopped = last_touches(
        chronicle, last_before(chronicle, version, before), viewer, wanted, ViewBudget(most), judging=judging
    )
    found = [structs.replace(row, touched_left=last.get((row.object, row.field), "")) for row in rows]
    return TableComparison(found, stopped + 1 if stopped else 0)


def view_of_position(match: Match, position: str, viewer: Viewer, *, judging: bool) -> JsonObject:
    """The view of a position (JSON text) on an empty table of the match's rules. Raises Refused."""
    rules = match.rules
    brought = GAMES[rules.name].position(rules, position)
    if isinstance(brought, Refusal):
        raise Refused(brought)
    game: Game[CardTable] = Game(rules, rules.blank(), bytes(32), 1)
    game.table.readings = match.table.readings
    rules.open(game, brought, match.table.policy)
    seen: JsonObject = rules.view(game.table, viewer, judging=judging)
    return seen


def last_touches(
    chronicle: Chronicle, version: int, viewer: Viewer, wanted: set[Field], work: ViewBudget, *, judging: bool
) -> tuple[dict[Field, str], int]:
    """The place where each field last changed on the way to a version, as the viewer saw it.

    At least one change is looked at, more while the budget lasts. Also the version at which the search stopped, 0 where
    it was finished.
    """
    left, found = set(wanted), dict[Field, str]()
    for number, change in enumerate(changes_back(chronicle, version, viewer, work, judging=judging)):
        if number and work.is_done:
            return found, change.version
        fields = left & change.before.keys()
        if fields:
            found |= touching_places(chronicle, change.version, viewer, fields, work, judging=judging)
            left -= fields
        if not left:
            break
    return found, 0


def touching_places(
    chronicle: Chronicle, version: int, viewer: Viewer, fields: set[Field], work: ViewBudget, *, judging: bool
) -> dict[Field, str]:
    """The fact of an event that last changed each field; the event itself where none alone did."""
    found = {field: str(version) for field in fields}
    last = chronicle.at(chronicle.parent(version)).table
    before = view_of_table(chronicle, last, viewer, judging=judging)
    for at, _, table in chronicle.inside(version):
        if table.looks_like(last):
            continue
        work.spend()
        now = view_within_event(chronicle, table, viewer, judging=judging)
        if now is None:
            continue
        was, _ = changed_fields(before, now)
        found |= dict.fromkeys(fields & was.keys(), at)
        last, before = table, now
    return found


def view_within_event(chronicle: Chronicle, table: CardTable, viewer: Viewer, *, judging: bool) -> JsonObject | None:
    """A table in the middle of an event; None where it cannot be looked at there (cards are being laid)."""
    try:
        return view_of_table(chronicle, table, viewer, judging=judging)
    except (KeyError, IndexError, AssertionError, ValueError):
        return None
