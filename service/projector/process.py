"""The process that projects: the store as projections read it, the loop that recovers from faults, and its status.

Read `StoreSource`, then `project`, then `rebuild_projection`. One process at a time projects; another one stands by.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event as Signal

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from projections import tables
from projections.database import Database
from projections.runner import Batch, MatchEvent, Projector, catch_up, run_projectors
from projections.tables import Parked, Projection
from projections.windows.store import PROJECTIONS
from service.settings import Settings
from service.store.recorded import STREAM, ActionRecorder, UnreadableRow, recorded_of, stream_of
from service.wiring import matches_of, windows_database

LOG = logging.getLogger("praetor.projecting")
PAUSE = 1.0
STANDS_BY = "another process projects: standing by until it has gone"


class StoreSource:
    """The matches of the store, for projections."""

    def __init__(self, recorder: ActionRecorder) -> None:
        self._recorder = recorder

    def after(self, position: int, limit: int) -> Batch:
        found = self._recorder.select_notifications(position, limit, inclusive_of_start=False)
        events = [event_of(str(each.originator_id), each.originator_version, each.state) for each in found]
        return Batch(found[-1].id if found else position, [event for event in events if event.match_id])

    def events(self, match_id: str, after: int) -> list[MatchEvent]:
        try:
            found = self._recorder.since(stream_of(match_id), after)
        except UnreadableRow:
            return self._readable(match_id, after)
        return [MatchEvent(match_id, each.originator_version, each.payload) for each in found]

    def _readable(self, match_id: str, after: int) -> list[MatchEvent]:
        """The events one by one, the last with its fault."""
        events: list[MatchEvent] = []
        while not (events and events[-1].fault):
            version = after + len(events) + 1
            try:
                [read] = self._recorder.since(stream_of(match_id), version - 1, version)
                events.append(MatchEvent(match_id, version, read.payload))
            except UnreadableRow as error:
                events.append(MatchEvent(match_id, version, b"", str(error)))
        return events

    def newest(self) -> int:
        return self._recorder.max_notification_id() or 0


def event_of(stream: str, version: int, state: bytes) -> MatchEvent:
    """The event in a row; without a match for a stream of another kind."""
    match_id = stream.removeprefix(STREAM) if stream.startswith(STREAM) else ""
    try:
        return MatchEvent(match_id, version, recorded_of(stream, version, state).payload)
    except UnreadableRow as error:
        return MatchEvent(match_id, version, b"", str(error))


class ProjectionStatus(Struct, frozen=True):
    """The progress of a projection: its position and the store's newest, matches folded, and those that are parked."""

    projection: str
    position: int
    newest: int
    matches: int
    parked: list[Parked]

    @property
    def behind(self) -> int:
        """The number of positions of the store that are still to be read."""
        return self.newest - self.position


@contextmanager
def projection_stores(settings: Settings) -> Iterator[tuple[Database, StoreSource]]:
    """The projection database and the store. Raises PersistenceError where `praetor migrate` has not run."""
    matches = matches_of(settings)
    database = windows_database(settings)
    try:
        yield database, StoreSource(matches.recorder)
    finally:
        database.close()
        matches.close()


def projectors(settings: Settings, database: Database, source: StoreSource) -> list[Projector]:
    """A projector for each projection."""
    return [Projector(each, source, database, settings.cache_matches) for each in PROJECTIONS]


def project(settings: Settings, stopped: Signal) -> None:
    """Project until `stopped`; while the store does not answer, try again each second.

    Raises PersistenceError where `praetor migrate` has not run.
    """
    statuses(settings)
    while not stopped.is_set():
        try:
            lead(settings, stopped)
        except PersistenceError as fault:
            LOG.warning("projecting stopped, again in %s s: %s", PAUSE, fault)
        stopped.wait(PAUSE)


def lead(settings: Settings, stopped: Signal) -> None:
    """Project until `stopped`, as soon as no other process does."""
    with projection_stores(settings) as (database, source):
        right = database.lead()
        if right is None:
            LOG.warning(STANDS_BY)
        while right is None and not stopped.wait(PAUSE):
            right = database.lead()
        if right is None:
            return
        try:
            run_projectors(projectors(settings, database, source), right, stopped)
        finally:
            right.close()


def project_once(settings: Settings) -> list[ProjectionStatus]:
    """Project all events that are stored by now, or wait until the process that projects has done so.

    Returns how far each projection is.
    """
    with projection_stores(settings) as (database, source):
        newest = source.newest()
        while min(each.position for each in projection_statuses(database, source)) < newest:
            right = database.lead()
            if right is None:
                Signal().wait(PAUSE)
                continue
            try:
                catch_up(projectors(settings, database, source))
            finally:
                right.close()
        return projection_statuses(database, source)


def rebuild_projection(settings: Settings, projection: Projection) -> list[ProjectionStatus]:
    """Delete the rows of a projection and fold them again from the first event. Returns how far each projection is."""
    with projection_stores(settings) as (database, _):
        tables.rebuild(database, projection)
    return project_once(settings)


def statuses(settings: Settings) -> list[ProjectionStatus]:
    """How far each projection is. Raises PersistenceError."""
    with projection_stores(settings) as (database, source):
        return projection_statuses(database, source)


def projection_statuses(database: Database, source: StoreSource) -> list[ProjectionStatus]:
    newest = source.newest()
    with database.reading() as session:
        return [
            ProjectionStatus(
                each.name,
                tables.projected_position(session, each),
                newest,
                tables.folded_match_count(session, each.name),
                tables.parked_matches(session, each.name),
            )
            for each in PROJECTIONS
        ]
