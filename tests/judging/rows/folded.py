"""What lies on the table after a version, added up from the facts of a record alone, as its game says.

`touched` says which fact last changed a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from tests.games import ROWS
from tests.games.row_tests import Lies, RowTests
from tests.judging.rows.raw import Raw

MOVED = ("kernel.cards_moved", "kernel.zone_shuffled", "kernel.handles_redrawn")


def rows_of(raw: Raw) -> RowTests:
    """What the game of a record brings to the rows."""
    return ROWS[raw.header["game"]]


def table(raw: Raw, version: int) -> Lies:
    """The table after a version."""
    found = rows_of(raw).lies()
    for _, each, fact in raw.facts(raw.path(version)):
        found.take(each, fact)
    return found


def tables(raw: Raw) -> Iterator[tuple[int, Lies]]:
    """The table after each version in turn; it is looked at at once."""
    found = rows_of(raw).lies()
    for version in raw.path():
        for fact in raw.of(version):
            found.take(version, fact)
        yield version, found


class Story(NamedTuple):
    """The values after each version of the line being played, and each change of one: where, of which, in its order."""

    after: dict[int, dict[str, Any]]
    changes: list[tuple[str, int, str]]


@cache
def story(raw: Raw) -> Story:
    """The whole line, folded once."""
    now = rows_of(raw).lies()
    found, before = Story({}, []), dict[str, Any]()
    for version in raw.path():
        for number, fact in enumerate(raw.of(version), 1):
            now.take(version, fact)
            if fact["fact"].startswith("kernel.") and fact["fact"] not in MOVED:
                continue
            after = now.values(raw.seats)
            changed = [name for name in after if after[name] != before.get(name)]
            found.changes.extend((f"{version}.{number}", version, name) for name in changed)
            before = after
        found.after[version] = before
    return found


def values(raw: Raw, version: int) -> dict[str, Any]:
    """What lies there after a version, by name."""
    return story(raw).after[version]


def touched(raw: Raw, version: int, name: str) -> str:
    """Where a value was changed last on the way to a version, by an action after which it was another than before."""
    told, empty = story(raw), dict[str, Any]()
    for at, each, of in reversed(told.changes):
        if of == name and each <= version and told.after[each][name] != told.after.get(each - 1, empty).get(name):
            return at
    return ""


def shown(game: str, view: dict[str, Any], seats: Iterable[str]) -> dict[str, Any]:
    """The same values by name, as a view shows them."""
    return ROWS[game].shown(view, seats)
