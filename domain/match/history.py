"""A match read for its history: the lines that it consists of, each replayed once for the readers of its rows.

The main line is read with all its rows. What a rewind undid is read from the beginning up to where it was given up, and
only the rows of its own versions count: so a row is what its line says, and nothing of an undone line is mixed into the
main one. Read `match_lines`, then `read_match`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from domain.kernel.facts import Fact
from domain.kernel.flow.endings import MatchOver, seats_taken_over
from domain.kernel.flow.waits import Waiting
from domain.kernel.history.nameless_texts import NameVeil
from domain.kernel.history.reading import FactHook, HistoryMoment, HistoryReader
from domain.kernel.history.tables import MatchRow, PlaceRow
from domain.match.aggregate import Flags
from domain.match.events import StoredEvent, event_kind, path

MAIN_LINE = 0
NO_WAIT = Waiting(0, "", "", ())


class HistoryLine(Struct, frozen=True):
    """A line of a match: the versions up to its last, those that are its own, and the rewind that undid them."""

    path: tuple[int, ...]
    own: frozenset[int]
    undone_by: int = MAIN_LINE


class LineRow(Struct, frozen=True):
    """A row, and the version of the rewind that undid it; MAIN_LINE where it stands."""

    row: MatchRow
    undone_by: int


def match_lines(events: Sequence[StoredEvent]) -> list[HistoryLine]:
    """The lines of a match: the main one, then each that a rewind undid and no later one brought back."""
    backs = {version: event.back for version, event in enumerate(events, 1) if event.back}
    main = path(backs, len(events))
    undone: dict[int, int] = {}
    for rewind in backs:
        stands = set(path(backs, rewind))
        undone.update(dict.fromkeys(set(path(backs, rewind - 1)) - stands, rewind))
    for version in main:
        undone.pop(version, None)
    found = [HistoryLine(tuple(main), frozenset(main))]
    for rewind in sorted(set(undone.values())):
        own = frozenset(version for version, by in undone.items() if by == rewind)
        found.append(HistoryLine(tuple(path(backs, rewind - 1)), own, rewind))
    return found


def undone_versions(events: Sequence[StoredEvent]) -> dict[int, int]:
    """The versions that do not stand, each with that of the rewind that undid it."""
    return {version: line.undone_by for line in match_lines(events)[1:] for version in line.own}


def read_match(
    match_id: str,
    events: Sequence[StoredEvent],
    rules: Any,
    veil: NameVeil,
    readers: Callable[[], Sequence[HistoryReader]],
) -> Iterator[LineRow]:
    """The rows that fresh readers make of each line of a match, from all its decoded events."""
    times = [recorded_time(event.at) for event in events]
    seconds = answer_times(events, times, rules.always)
    for line in match_lines(events):
        now = HistoryMoment(match_id, rules, rules.blank(), veil)
        for row in read_line(now, line, events, times, seconds, readers()):
            if line.undone_by == MAIN_LINE or (isinstance(row, PlaceRow) and row.version in line.own):
                yield LineRow(row, line.undone_by)


def read_line(
    now: HistoryMoment,
    line: HistoryLine,
    events: Sequence[StoredEvent],
    times: Sequence[datetime | None],
    seconds: dict[int, float],
    readers: Sequence[HistoryReader],
) -> Iterator[MatchRow]:
    """The rows that readers make of one line."""
    hooks = FactHooks(readers)
    for version in line.path:
        event = events[version - 1]
        now.begin(version, event, times[version - 1], seconds.get(version))
        for reader in readers:
            reader.begin_event(now)
        now.forget_options()
        fold_event(now, event, hooks)
        for reader in readers:
            reader.end_event(now)
    for reader in readers:
        yield from reader.rows(now)


def fold_event(now: HistoryMoment, event: StoredEvent, hooks: FactHooks) -> None:
    """Fold an event into the table of the reading, and tell the readers each fact."""
    table = now.table
    for now.place, fact in enumerate(event.facts, 1):
        fact.apply(table)
        now.remember_handles(fact)
        for hook, reader in hooks.of(type(fact)):
            hook(reader, now, fact)
        for read_fact in hooks.every:
            read_fact(now, fact)
    now.place = 0
    if (flow := event.flow) is not None:
        table.stack[flow.keep :] = flow.frames
        table.counter, table.serial = flow.counter, flow.serial


Hooks = list[tuple[FactHook, HistoryReader]]


class FactHooks:
    """The methods of some readers that want facts of a type, or of one that it comes from, by that type."""

    def __init__(self, readers: Sequence[HistoryReader]) -> None:
        self._readers = readers
        self._found: dict[type[Fact], Hooks] = {}
        self.every = [each.read_fact for each in readers if type(each).read_fact is not HistoryReader.read_fact]

    def of(self, kind: type[Fact]) -> Hooks:
        """The methods that want facts of a type."""
        if kind not in self._found:
            wanted = ((each.after.get(base), each) for each in self._readers for base in kind.__mro__)
            self._found[kind] = [(hook, reader) for hook, reader in wanted if hook is not None]
        return self._found[kind]


def recorded_time(at: str) -> datetime | None:
    """A recorded time, in UTC; None where none is recorded."""
    if not at:
        return None
    read = datetime.fromisoformat(at)
    return read if read.tzinfo is not None else read.replace(tzinfo=UTC)


def answer_times(
    events: Sequence[StoredEvent], times: Sequence[datetime | None], always: tuple[type, ...]
) -> dict[int, float]:
    """The seconds for which a seat was awaited before each of its answers, by the version of the answer.

    They are those of the wait that was answered: what passed before a judge opened it anew, as a rewind does, counts
    for no answer. While a case freezes the match, no seat's time passes. Where a time is not recorded, none is counted.
    """
    found: dict[int, float] = {}
    pending: dict[str, float] = {}
    waits = [NO_WAIT]
    flags, last, wait = Flags(), None, NO_WAIT.wait
    for version, (event, at) in enumerate(zip(events, times, strict=True), 1):
        if not flags.frozen:
            passed = max(0.0, (at - last).total_seconds()) if at is not None and last is not None else 0.0
            if waits[version - 1].wait != wait:
                pending, wait = {}, waits[version - 1].wait
            pending = {seat: pending.get(seat, 0.0) + passed for seat in waits[version - 1].seats}
            answers = event_kind(event) == "action" and not isinstance(event.cmd, always)
            if answers and event.actor in pending and at is not None:
                found[version] = round(pending.pop(event.actor), 6)
        for seat in seats_taken_over(event.facts):
            # whoever sits there now has not been awaited before
            pending.pop(seat, None)
        waits.append(wait_after(event.facts, waits[event.back or version - 1]))
        flags, last = flags.after(event), at
    return found


def wait_after(facts: Iterable[Fact], before: Waiting) -> Waiting:
    """The wait that is open after some facts."""
    found = before
    for fact in facts:
        if isinstance(fact, Waiting):
            found = fact
        elif isinstance(fact, MatchOver):
            found = NO_WAIT
    return found
