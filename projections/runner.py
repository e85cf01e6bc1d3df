"""The batch loop: read what was stored, fold it match by match, write rows and position in one transaction.

Read `Projector.turn`, then `Projector._fold_match`, then `run_projectors`. Rows, `folded`, `parked` and the position
change together, so each event counts exactly once however often the process dies. An event that cannot be folded parks
its match, and the other matches go on. When the position is moved back (`tables.rebuild`), the projector begins anew.
"""

from __future__ import annotations

import logging
import traceback
from collections import OrderedDict
from collections.abc import Sequence
from itertools import groupby
from pathlib import PurePath
from threading import Event as Signal
from typing import Protocol

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from domain.match.aggregate import GoesBack
from projections import tables
from projections.database import Database, Lead
from projections.tables import FOLDED, PARKED, Changed, Folding, Overtaken, Parked, Projection

LOG = logging.getLogger("praetor.projections")


class MatchEvent(Struct, frozen=True):
    """A stored event of a match; `fault` says why its bytes could not be read."""

    match_id: str
    version: int
    payload: bytes
    fault: str = ""


class Batch(Struct, frozen=True):
    """The events that follow a position in the store, and the position that they reach."""

    position: int
    events: list[MatchEvent]
    beside: tuple[tuple[str, int], ...] = ()
    """The events of other streams: each stream with its version."""


class EventSource(Protocol):
    """The store as a projection reads it."""

    def after(self, position: int, limit: int) -> Batch:
        """The next events of all matches."""

    def events(self, match_id: str, after: int) -> list[MatchEvent]:
        """The events of one match after a version, up to the first that cannot be read."""

    def newest(self) -> int:
        """The position of the newest event, 0 in an empty store."""

    def matches_touched(self, beside: Sequence[tuple[str, int]]) -> list[str]:
        """The matches about which events of other streams say something new."""


class FoldedMatch(Struct):
    """A match in memory, and the version to which it is folded."""

    folding: Folding
    version: int = 0


class FoldResult(Struct, frozen=True):
    """The result of folding some events of a match: its rows, the version reached, and why it stopped there."""

    match_id: str
    version: int
    rows: Changed
    parked: Parked | None = None


class Unfoldable(Exception):
    """An event that could not be folded."""

    def __init__(self, version: int, why: str) -> None:
        super().__init__(why)
        self.version = version


class Projector:
    """One projection and the matches that it keeps in memory, `hot` at most."""

    def __init__(self, projection: Projection, source: EventSource, database: Database, hot: int = 500) -> None:
        self.projection = projection
        self._source = source
        self._database = database
        self._most = hot
        self._hot: OrderedDict[str, FoldedMatch] = OrderedDict()
        self._position = 0

    @property
    def position(self) -> int:
        """The position in the store up to which it has read."""
        return self._position

    def turn(self) -> int:
        """Project the next batch. Returns how many events and parked matches were read."""
        name = self.projection.name
        with self._database.reading() as session:
            position = tables.projected_position(session, self.projection)
            parked = {each.match_id: each for each in tables.parked_matches(session, name)}
        if position != self._position:
            self._hot.clear()
            self._position = position
        batch = self._source.after(position, self.projection.batch)
        refolded = [each.match_id for each in parked.values() if each.again]
        if batch.position == position and not refolded:
            return 0
        touched = self._source.matches_touched(batch.beside) if self.projection.whole and batch.beside else []
        events = [each for each in batch.events if each.match_id not in parked]
        return self._process(batch, events, refolded, [each for each in touched if each not in parked])

    def _process(self, batch: Batch, events: list[MatchEvent], refolded: list[str], touched: list[str]) -> int:
        try:
            results = self._fold_events(events, refolded, touched)
            self._write(results, refolded, batch.position)
        except Overtaken:
            self._hot.clear()
        except BaseException:
            # memory is ahead of the tables
            self._hot.clear()
            raise
        else:
            self._position = batch.position
        return len(batch.events) + len(batch.beside) + len(refolded)

    def _fold_events(self, events: list[MatchEvent], refolded: list[str], touched: list[str]) -> list[FoldResult]:
        # sorting is stable: the events of a match stay in order
        groups = groupby(sorted(events, key=lambda event: event.match_id), lambda event: event.match_id)
        given: dict[str, list[MatchEvent]] = {match_id: list(group) for match_id, group in groups}
        anew = [each for each in touched if each not in given]
        cold = [match_id for match_id in (*given, *refolded, *anew) if match_id not in self._hot]
        with self._database.reading() as session:
            folded = tables.folded_versions(session, self.projection.name, cold)
        results = [self._fold_match(match_id, folded.get(match_id, 0), each) for match_id, each in given.items()]
        results += [self._fold_anew(each, folded.get(each, 0)) for each in anew]
        return results + [
            self._fold_match(each, folded.get(each, 0), self._source.events(each, 0)) for each in refolded
        ]

    def _fold_match(self, match_id: str, folded: int, events: Sequence[MatchEvent]) -> FoldResult:
        """Fold the events of a match that are new; those before them are read from the store where they are missing."""
        held = self._match_in_memory(match_id)
        folded = max(folded, held.version)
        if not events or events[-1].version <= folded:
            return FoldResult(match_id, folded, {})
        if events[0].version > held.version + 1:
            events = self._source.events(match_id, held.version)
        try:
            return FoldResult(match_id, events[-1].version, self._fold(held, events, folded))
        except Unfoldable as fault:
            self._hot.pop(match_id, None)
            return self._park(match_id, folded, fault)

    def _fold_anew(self, match_id: str, folded: int) -> FoldResult:
        """Make the rows of a match anew, as far as it is folded: something was said about it elsewhere."""
        held = self._match_in_memory(match_id)
        folded = max(folded, held.version)
        events = [] if held.version == folded else self._source.events(match_id, held.version)
        held.folding.touch()
        try:
            rows = self._fold(held, [each for each in events if each.version <= folded], folded)
            return FoldResult(match_id, folded, rows)
        except Unfoldable as fault:
            self._hot.pop(match_id, None)
            return FoldResult(match_id, folded, {}, Parked(match_id, fault.version, str(fault)))

    def _park(self, match_id: str, folded: int, fault: Unfoldable) -> FoldResult:
        LOG.error("projection %s parks %s at version %s", self.projection.name, match_id, fault.version)
        parked = Parked(match_id, fault.version, str(fault))
        good = [each for each in self._source.events(match_id, 0) if each.version < fault.version]
        if fault.version <= folded + 1:
            return FoldResult(match_id, folded, {}, parked)
        try:
            rows = self._fold(FoldedMatch(self.projection.begin(match_id)), good, folded)
        except Unfoldable:
            # rows that are made of the match as a whole cannot be made of the part before either
            rows = {}
        return FoldResult(match_id, fault.version - 1, rows, parked)

    def _fold(self, held: FoldedMatch, events: Sequence[MatchEvent], folded: int) -> Changed:
        folding = held.folding
        for event in events:
            if event.version <= held.version:
                continue
            if event.fault:
                raise Unfoldable(event.version, event.fault)
            try:
                fold = folding.take if event.version > folded else folding.recall
                fold(event.version, event.payload)
            except GoesBack as back:
                before = self._source.events(str(back), 0)
                folding.back([each.payload for each in before if each.version <= event.version])
            except Exception as error:
                raise Unfoldable(event.version, describe_fault(error)) from error
            held.version = event.version
        try:
            return folding.rows()
        except PersistenceError:
            raise
        except Exception as error:
            raise Unfoldable(held.version, describe_fault(error)) from error

    def _match_in_memory(self, match_id: str) -> FoldedMatch:
        held = self._hot.get(match_id)
        if held is None:
            held = self._hot[match_id] = FoldedMatch(self.projection.begin(match_id))
        self._hot.move_to_end(match_id)
        while len(self._hot) > self._most:
            self._hot.popitem(last=False)
        return held

    def _write(self, results: list[FoldResult], refolded: list[str], position: int) -> None:
        name = self.projection.name
        changed: Changed = {FOLDED: [(name, each.match_id, each.version) for each in results]}
        rows: Changed = {}
        for each in results:
            for table, found in each.rows.items():
                rows.setdefault(table, []).extend(found)
        parked = [each.parked for each in results if each.parked]
        changed[PARKED] = [(name, each.match_id, each.version, each.error, 0) for each in parked]
        with self._database.writing() as session:
            tables.advance(session, self.projection, self._position, position)
            for match_id in refolded:
                session.write("DELETE FROM parked WHERE projection = ? AND match_id = ?", [name, match_id])
            for table, found in changed.items():
                session.upsert(table, found)
            if self.projection.whole:
                tables.replace_matches(session, self.projection, [each.match_id for each in results if each.rows], rows)
            else:
                for table, found in rows.items():
                    session.upsert(table, found)


def describe_fault(error: Exception) -> str:
    """The kind of an error and where it arose; what it says may quote words of people, and is kept nowhere."""
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {PurePath(last.filename).name}:{last.lineno}"


class Turning(Protocol):
    """What projects by turns."""

    def turn(self) -> int:
        """Project the next batch. Returns how much was read."""


def run_projectors(projectors: Sequence[Turning], lead: Lead, stopped: Signal) -> None:
    """Take turns until `stopped`. Raises OperationalError where store or database cannot be reached."""
    while not stopped.is_set():
        if not sum([projector.turn() for projector in projectors]):
            lead.wait(stopped)


def catch_up(projectors: Sequence[Turning]) -> None:
    """Take turns until nothing is left."""
    while sum([projector.turn() for projector in projectors]):
        pass
