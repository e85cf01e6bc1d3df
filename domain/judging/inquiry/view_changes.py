"""A viewer's view of a table as flat fields of objects; and what each event of a match changed of it.

Views are costly and matches are long. So an event that changes no view is skipped, and only the differing parts of two
views are flattened. Read `flatten_view`, `ViewChange`, then `changes_back`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from domain.judging.inquiry.chronicle import Chronicle
from domain.kernel.cards.card_table import CardTable
from domain.kernel.ids import Viewer
from domain.kernel.refusals import Json, JsonObject

Field = tuple[str, str]
Flat = dict[Field, Json]
LEFT_OUT = ("viewer", "waiting")
# More views than any match has, a version after any.
NO_BOUND = 10**9


class ViewChange(Struct, frozen=True):
    """An event that changed what a viewer sees: the fields that it changed, as they were before and after it."""

    version: int
    before: Flat
    after: Flat


class ViewBudget:
    """How many more views may be taken for an answer: views are what costs, so to count them bounds its time."""

    def __init__(self, most: int = NO_BOUND) -> None:
        self.left = most

    def spend(self) -> None:
        """Count a view; an event that was begun is looked at to its end, whatever is left."""
        self.left -= 1

    @property
    def is_done(self) -> bool:
        return self.left <= 0


def changes_back(
    chronicle: Chronicle, version: int, viewer: Viewer, work: ViewBudget, *, judging: bool
) -> Iterator[ViewChange]:
    """The events on the way to a version that changed what a viewer sees, newest first."""
    after = view_at(chronicle, viewer, version, judging=judging)
    for each in filter(chronicle.is_seen, reversed(chronicle.path(version))):
        work.spend()
        before = view_at(chronicle, viewer, chronicle.parent(each), judging=judging)
        yield ViewChange(each, *changed_fields(before, after))
        after = before


def view_at(chronicle: Chronicle, viewer: Viewer, version: int, *, judging: bool) -> JsonObject:
    """The view of a version; `judging` is whether a judge looks, also as a seat."""
    return view_of_table(chronicle, chronicle.at(version).table, viewer, judging=judging)


def view_of_table(chronicle: Chronicle, table: CardTable, viewer: Viewer, *, judging: bool) -> JsonObject:
    """The view of a table, without what is of the moment and of the viewer; nothing where nobody sits yet."""
    view = chronicle.match.rules.view(table, viewer, judging=judging) if table.seats else {}
    return {name: value for name, value in view.items() if name not in LEFT_OUT}


def changed_fields(before: JsonObject, after: JsonObject) -> tuple[Flat, Flat]:
    """The fields in which two views differ, as each has them; one that a view has not is None there."""
    was, now = Flat(), Flat()
    for path, one, other in differing_parts(before, after, ()):
        was.update(flatten_value(one, path))
        now.update(flatten_value(other, path))
    fields = [field for field in {**was, **now} if was.get(field) != now.get(field)]
    return {field: was.get(field) for field in fields}, {field: now.get(field) for field in fields}


def differing_parts(one: Any, other: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """The innermost parts by name in which two views differ, with the path to each; cards and lists are whole."""
    if one == other:
        return
    if not (is_part(one) and is_part(other)):
        yield path, one, other
        return
    for name in dict.fromkeys((*one, *other)):
        yield from differing_parts(one.get(name, {}), other.get(name, {}), (*path, str(name)))


def is_part(value: Json) -> bool:
    return isinstance(value, dict) and not is_card(value)


def is_card(value: JsonObject) -> bool:
    return "card" in value and "key" in value


def flatten_view(view: JsonObject) -> Flat:
    """A view as fields of objects: a card by its handle, with its area; anything else by its path."""
    return dict(flatten_value({name: value for name, value in view.items() if name not in LEFT_OUT}, ()))


def flatten_value(value: Json, path: tuple[str, ...]) -> Iterator[tuple[Field, Json]]:
    if isinstance(value, dict):
        if is_card(value):
            yield from card_fields(value, path)
            return
        for name, each in value.items():
            yield from flatten_value(each, (*path, str(name)))
    elif isinstance(value, (list, tuple)) and any(isinstance(each, dict) for each in value):
        for number, each in enumerate(value):
            yield from flatten_value(each, (*path, str(number)))
    else:
        object, rest = (".".join(path[:2]), path[2:]) if len(path) > 2 else (path[0], path[1:])
        yield (object, ".".join(rest)), with_tuples(value)


def card_fields(card: JsonObject, path: tuple[str, ...]) -> Iterator[tuple[Field, Json]]:
    """A card's own fields; where it lies is one of them, its place in a pile is none."""
    area = [part for part in path if not part.isdecimal() and part != "cards"]
    yield (card["card"], "area"), ".".join(area)
    for name, value in card.items():
        if name != "card":
            yield (card["card"], name), with_tuples(value)


def with_tuples(value: Json) -> Json:
    """A value with its lists as tuples: so that one of a view equals one that was read."""
    return tuple(with_tuples(each) for each in value) if isinstance(value, (list, tuple)) else value
