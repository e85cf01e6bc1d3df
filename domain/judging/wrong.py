"""When the table that the players have parted from the record, and whether that was one error or several.

Each difference parted where the record last stopped being as the players have it. Differences that parted in one action
are one error; a later one follows from an earlier one if its action is about a card or a place that was wrong by then.
Read `parted`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct, structs

from domain.judging.chronicle import Chronicle
from domain.judging.comparing import against, places
from domain.judging.looking import Field, Flat, changes_back
from domain.judging.things import Things, mentions
from domain.kernel.ids import Viewer
from domain.kernel.sight import read_facts, seen_command

Names = dict[str, frozenset[str]]


class Parting(Struct, frozen=True):
    """An action after which the players' table was no longer the record's: the first fact that did it, in which fields.

    `follows` is the place of the earlier one whose things it is about; nothing for an error of its own.
    """

    at: str
    line: str
    fields: tuple[Field, ...]
    follows: str = ""


class Wrong(Struct, frozen=True):
    """Where a table parted from the record, the first first; `never` has what was never so on the record."""

    partings: tuple[Parting, ...]
    never: tuple[Field, ...]

    @property
    def errors(self) -> int:
        """How many errors there are: those that follow from none."""
        return sum(not each.follows for each in self.partings)


def parted(told: Chronicle, version: int, typed: dict[str, Any], viewer: Viewer, *, judging: bool) -> Wrong:
    """Where the table of a view that was typed in parted from the record, as far as a version."""
    known = Things(told.events.values(), viewer, judging=judging)
    wanted = {(row.object, row.field): row.right for row in against(told, version, typed, viewer)}
    names = {object: known.names(object) for object, _ in wanted}
    since = stopped(told, version, viewer, wanted, names)
    found: list[Parting] = []
    for each in sorted(set(since.values())):
        fields = {field for field, at in since.items() if at == each}
        found.append(parting(told, each, fields, viewer, names))
    rests = [structs.replace(each, follows=rests_on(told, each, found, viewer, names, judging)) for each in found]
    return Wrong(tuple(rests), tuple(sorted(field for field in wanted if field not in since)))


def stopped(told: Chronicle, version: int, viewer: Viewer, wanted: dict[Field, Any], names: Names) -> dict[Field, int]:
    """The version after which each field was last no more as it is wanted; those that never were so are left out."""
    found: dict[Field, int] = {}
    for change in changes_back(told, version, viewer):
        for field in wanted.keys() - found.keys():
            under = [(each, field[1]) for each in names[field[0]] if (each, field[1]) in change.before]
            if under and value_of(change.before, under) == wanted[field]:
                found[field] = change.version
        if len(found) == len(wanted):
            break
    return found


def value_of(before: Flat, under: list[Field]) -> Any:
    """The value of a field, of a card under whatever handle it had then; None where it was not there."""
    return next((before[each] for each in under if before[each] is not None), None)


def parting(told: Chronicle, version: int, fields: set[Field], viewer: Viewer, names: Names) -> Parting:
    """The parting of an action, at the first fact that changed one of the fields."""
    under = {(each, name) for object, name in fields for each in names[object]}
    changed = places(told, version, viewer, under).values()
    first = min((at for at in changed if "." in at), key=placed, default=str(version))
    return Parting(first, told.line(version), tuple(sorted(fields)))


def rests_on(
    told: Chronicle, parting: Parting, all: Iterable[Parting], viewer: Viewer, names: Names, judging: bool
) -> str:
    """The place of the first earlier parting that an action is about; nothing if there is none."""
    version, seats = placed(parting.at)[0], told.match.table.seats
    said = list(read_of(told, version, viewer, judging=judging))
    for each in all:
        wrong = frozenset(things(each.fields, names, seats))
        if placed(each.at)[0] < version and any(mentions(one, wrong, "") for one in said):
            return each.at
    return ""


def read_of(told: Chronicle, version: int, viewer: Viewer, *, judging: bool) -> Iterator[Any]:
    """What a viewer may read of an event: its facts and its command."""
    event = told.events[version]
    for _, fact in read_facts(event.facts, viewer, judging=judging):
        yield msgspec.to_builtins(fact)
    if event.cmd is not None:
        yield seen_command(event.actor, event.cmd, event.facts, viewer, judging=judging)


def placed(at: str) -> tuple[int, int]:
    version, _, fact = at.partition(".")
    return int(version), int(fact or 0)


def things(fields: Iterable[Field], names: Names, seats: Iterable[str]) -> Iterator[str]:
    """The names of the cards and places of fields; a seat is none: nearly every action names it."""
    for object, name in fields:
        if "." in object:
            yield from {object.rpartition(".")[2]} - {*seats}
        elif name:
            yield from names[object]
