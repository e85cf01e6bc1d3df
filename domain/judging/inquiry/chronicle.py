"""A match for questions: every event by version, undone lines included, and the match at each version.

A `Chronicle` is a value of a match at its newest version; it keeps what it has folded once. Every answer about a
version names the line on which it lies: `main` (the line being played) or `undone`.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from typing import Any, ClassVar

from msgspec import Struct, structs

from domain.kernel.facts import Fact
from domain.match.aggregate import Flags, Match, evolve_table
from domain.match.events import StoredEvent, event_kind, path

MAIN, UNDONE = "main", "undone"


class Interval(Struct, frozen=True):
    """Consecutive versions of one line; `parent` is the version that the first of them follows."""

    schema_name: ClassVar[str] = "Interval"

    first: int
    last: int
    line: str
    parent: int


class Chronicle:
    """The whole stream of a match up to its newest version."""

    def __init__(
        self, match: Match, events: Mapping[int, StoredEvent], matches: Mapping[int, Match] | None = None
    ) -> None:
        self.match = match
        self.events = events
        self.backs = dict(match.backs)
        self.main = frozenset(match.path())
        blank = structs.replace(match, version=0, table=match.rules.blank(), backs=(), flags=Flags())
        self._matches: dict[int, Match] = {**(matches or {}), 0: blank, match.version: match}

    @property
    def folded_versions(self) -> Mapping[int, Match]:
        """The versions that have been folded: a longer chronicle of the same match may begin with them."""
        return self._matches

    @property
    def newest(self) -> int:
        return self.match.version

    def parent(self, version: int) -> int:
        return self.backs.get(version, version - 1)

    def line(self, version: int) -> str:
        """The line on which a version lies."""
        return MAIN if version in self.main or version == 0 else UNDONE

    def path(self, version: int) -> list[int]:
        """The versions that make up the state at a version, oldest first."""
        return path(self.backs, version)

    def onward(self, version: int) -> list[int]:
        """The versions after this one on its own line, in order."""
        if self.line(version) == MAIN:
            return [each for each in range(version + 1, self.newest + 1) if each in self.main]
        found = []
        while version < self.newest and self.parent(version + 1) == version:
            version += 1
            found.append(version)
        return found

    def onward_to(self, first: int, last: int) -> list[int]:
        """The versions after one up to another on the path to the later one."""
        return [each for each in self.path(last) if each > first]

    def intervals(self) -> list[Interval]:
        """The lines of the match as intervals of versions."""
        found: list[Interval] = []
        for version in range(1, self.newest + 1):
            line, parent = self.line(version), self.parent(version)
            if found and found[-1].line == line and parent == version - 1:
                found[-1] = structs.replace(found[-1], last=version)
            else:
                found.append(Interval(version, version, line, parent))
        return found

    def at(self, version: int) -> Match:
        """The match after a version, 0 before it was opened; for questions only: it has no idempotency keys.

        Raises KeyError for a version that does not exist.
        """
        if version not in self._matches:
            missing = []
            while version not in self._matches:
                missing.append(version)
                version = self.parent(version)
            for each in reversed(missing):
                self._matches[each] = self._fold_event(self._matches[version], each)
                version = each
        return self._matches[version]

    def _fold_event(self, before: Match, version: int) -> Match:
        table = before.table.branch()
        evolve_table(table, self.events[version])
        backs = tuple(each for each in self.match.backs if each[0] <= version)
        return structs.replace(self.match, version=version, table=table, backs=backs, flags=self.flags(version))

    def flags(self, version: int) -> Flags:
        """The flags of the stream at a version, which are folded over all lines."""
        return self._flags[bisect(self._judged_versions, version)]

    # who asks for the lines alone has no events

    @cached_property
    def _judged_versions(self) -> list[int]:
        return [each for each in range(1, self.newest + 1) if event_kind(self.events[each]) != "action"]

    @cached_property
    def _flags(self) -> list[Flags]:
        return list(accumulate((self.events[each] for each in self._judged_versions), Flags.after, initial=Flags()))

    def is_seen(self, version: int) -> bool:
        """Whether an event changed anything that a view could show, other than who is awaited."""
        return not self.at(version).table.looks_like(self.at(self.parent(version)).table)

    def inside(self, version: int) -> Iterator[tuple[str, Fact, Any]]:
        """Each fact of an event with its place (`42.7`) and the table after it."""
        table = self.at(self.parent(version)).table
        for number, fact in enumerate(self.events[version].facts, 1):
            table = table.branch()
            fact.apply(table)
            yield f"{version}.{number}", fact, table
