"""When the players' table parted from the record, and whether that was one error or several.

Each difference has the place where the record last was as the players have it. Differences that began in one action are
one error; a later one follows from an earlier one if its action is about a card or a place that was wrong by then. Read
`find_divergence`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec
from msgspec import Struct, structs

from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.comparing import differences, last_before, touching_places
from domain.judging.inquiry.subjects import ThingNames, mentions
from domain.judging.inquiry.view_changes import NO_BOUND, Field, Flat, ViewBudget, changes_back, view_at
from domain.kernel.ids import Viewer
from domain.kernel.redaction import read_facts
from domain.kernel.refusals import Json, JsonObject
from domain.match.aggregate import told_command

Names = dict[str, frozenset[str]]


class Parting(Struct, frozen=True):
    """An action after which the players' table was no longer the record's: the first fact that did it, in which fields.

    `follows` is the place of the earlier one whose things it is about; nothing for an error of its own.
    """

    schema_name: ClassVar[str] = "Parting"

    at: str
    line: str
    fields: tuple[Field, ...]
    follows: str = ""


class Divergence(Struct, frozen=True):
    """Where a table parted from the record, the first first; `never` has what was never so on the record.

    Where the search stopped before its end, `stopped` is the version that it did not look at any more: what parted
    there or before is not told yet, and of nothing it is known that it was never so.
    """

    partings: tuple[Parting, ...]
    never: tuple[Field, ...]
    stopped: int = 0

    @property
    def errors(self) -> int:
        """How many errors there are: those that follow from none."""
        return sum(not each.follows for each in self.partings)


def find_divergence(
    chronicle: Chronicle,
    version: int,
    typed: JsonObject,
    viewer: Viewer,
    *,
    judging: bool,
    before: int = NO_BOUND,
    most: int = NO_BOUND,
) -> Divergence:
    """The places where a typed table parted from the record, up to a version.

    They are searched before a version, in at most `most` views.
    """
    thing_names = ThingNames(chronicle.events.values(), viewer, judging=judging)
    rows, _ = differences(view_at(chronicle, viewer, version, judging=judging), typed)
    left = {(row.object, row.field): row.right for row in rows}
    names = {object: thing_names.names(object) for object, _ in left}
    found: list[Parting] = []
    work, stopped = ViewBudget(most), 0
    for number, change in enumerate(
        changes_back(chronicle, last_before(chronicle, version, before), viewer, work, judging=judging)
    ):
        if not left:
            break
        if number and work.is_done:
            stopped = change.version
            break
        fields = {field for field, wanted in left.items() if was_so(change.before, field, wanted, names)}
        if fields:
            found.insert(0, find_parting(chronicle, change.version, fields, viewer, names, work, judging))
            left = {field: wanted for field, wanted in left.items() if field not in fields}
    rests = [
        structs.replace(each, follows=place_followed(chronicle, each, found, viewer, names, judging)) for each in found
    ]
    return Divergence(tuple(rests), () if stopped else tuple(sorted(left)), stopped)


def was_so(before: Flat, field: Field, wanted: Json, names: Names) -> bool:
    """Whether a change took a field from the value that is wanted."""
    under = [(each, field[1]) for each in names[field[0]] if (each, field[1]) in before]
    return bool(under) and value_of(before, under) == wanted


def value_of(before: Flat, under: list[Field]) -> Json:
    """The value of a field, of a card under whatever handle it had then; None where it was not there."""
    return next((before[each] for each in under if before[each] is not None), None)


def find_parting(
    chronicle: Chronicle,
    version: int,
    fields: set[Field],
    viewer: Viewer,
    names: Names,
    work: ViewBudget,
    judging: bool,
) -> Parting:
    """The parting of an action, at the first fact that changed one of the fields."""
    under = {(each, name) for object, name in fields for each in names[object]}
    changed = touching_places(chronicle, version, viewer, under, work, judging=judging).values()
    first = min((at for at in changed if "." in at), key=place_key, default=str(version))
    return Parting(first, chronicle.line(version), tuple(sorted(fields)))


def place_followed(
    chronicle: Chronicle, parting: Parting, all: Iterable[Parting], viewer: Viewer, names: Names, judging: bool
) -> str:
    """The place of the first earlier parting that an action is about; empty if there is none."""
    version, seats = place_key(parting.at)[0], chronicle.match.table.seats
    said = list(readable_parts(chronicle, version, viewer, judging=judging))
    for each in all:
        wrong = frozenset(subject_names(each.fields, names, seats))
        if place_key(each.at)[0] < version and any(mentions(one, wrong, "") for one in said):
            return each.at
    return ""


def readable_parts(chronicle: Chronicle, version: int, viewer: Viewer, *, judging: bool) -> Iterator[JsonObject]:
    """The parts of an event that a viewer may read: its facts and its command."""
    event = chronicle.events[version]
    for _, fact in read_facts(event.facts, viewer, judging=judging):
        yield msgspec.to_builtins(fact)
    if event.cmd is not None:
        yield told_command(event, viewer, judging=judging)


def place_key(at: str) -> tuple[int, int]:
    version, _, fact = at.partition(".")
    return int(version), int(fact or 0)


def subject_names(fields: Iterable[Field], names: Names, seats: Iterable[str]) -> Iterator[str]:
    """The names of the cards and places of fields; a seat is none: nearly every action names it."""
    for object, name in fields:
        if "." in object:
            yield from {object.rpartition(".")[2]} - {*seats}
        elif name:
            yield from names[object]
