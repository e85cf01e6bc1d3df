"""The process that projects: the store as projections read it, the loop that recovers from faults, and its status.

Read `StoreSource`, then `project`, then `rebuild_projection`. One process at a time projects; another one stands by.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event as Signal

from eventsourcing.persistence import Notification, PersistenceError
from msgspec import Struct

from projections import tables
from projections.analytics.schema import layout_number
from projections.analytics.store import NAME as ANALYTICS
from projections.analytics.store import (
    AnalyticsProjector,
    AnalyticsTables,
    live_generation,
    rebuild_tables,
    tracked_name,
)
from projections.database import Database, Session
from projections.runner import Batch, MatchEvent, Projector, Turning, catch_up, run_projectors
from projections.tables import Parked, Projection
from projections.windows.store import PROJECTIONS
from service.projector.surroundings import StoreSurroundings, matches_touched
from service.settings import Settings
from service.store.recorded import CASES, EVENTS, STREAM, ActionRecorder, UnreadableRow, recorded_of, stream_of
from service.wiring import analytics_tables, matches_of, services_of, surroundings_of, windows_database

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
        beside = tuple((str(each.originator_id), each.originator_version) for each in found if is_beside(each))
        return Batch(found[-1].id if found else position, [event for event in events if event.match_id], beside)

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

    def matches_touched(self, beside: Sequence[tuple[str, int]]) -> list[str]:
        return matches_touched(self._recorder, beside)


def is_beside(stored: Notification) -> bool:
    """Whether an event is of a stream that says something about matches."""
    return str(stored.originator_id).startswith((CASES, EVENTS))


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


class ProjectionStores(Struct, frozen=True):
    """The databases of the projections, the store as they read it, and what stands about its matches."""

    database: Database
    analytics: AnalyticsTables
    source: StoreSource
    around: StoreSurroundings


@contextmanager
def all_stores(settings: Settings) -> Iterator[ProjectionStores]:
    """What the projections are made of and into. Raises PersistenceError where `praetor migrate` has not run."""
    services = services_of(settings)
    database, analytics = windows_database(settings), analytics_tables(settings)
    try:
        yield ProjectionStores(database, analytics, StoreSource(services.matches.recorder), surroundings_of(services))
    finally:
        database.close()
        analytics.database.close()
        services.close()


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


def all_projectors(settings: Settings, stores: ProjectionStores) -> list[Turning]:
    """A projector for each projection, that of the tables for analysts too."""
    analytics = AnalyticsProjector(stores.analytics, stores.source, stores.around, settings.cache_matches)
    return [*projectors(settings, stores.database, stores.source), analytics]


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
    with all_stores(settings) as stores:
        right = stores.database.lead()
        if right is None:
            LOG.warning(STANDS_BY)
        while right is None and not stopped.wait(PAUSE):
            right = stores.database.lead()
        if right is None:
            return
        try:
            run_projectors(all_projectors(settings, stores), right, stopped)
        finally:
            right.close()


def project_once(settings: Settings) -> list[ProjectionStatus]:
    """Project all events that are stored by now, or wait until the process that projects has done so.

    Returns how far each projection is.
    """
    with all_stores(settings) as stores:
        newest = stores.source.newest()
        while min(each.position for each in projection_statuses(stores)) < newest:
            right = stores.database.lead()
            if right is None:
                Signal().wait(PAUSE)
                continue
            try:
                catch_up(all_projectors(settings, stores))
            finally:
                right.close()
        return projection_statuses(stores)


def rebuild_projection(settings: Settings, projection: Projection) -> list[ProjectionStatus]:
    """Delete the rows of a projection and fold them again from the first event. Returns how far each projection is."""
    with projection_stores(settings) as (database, _):
        tables.rebuild(database, projection)
    return project_once(settings)


def rebuild_analytics(
    settings: Settings, progress: Callable[[int, int], None] = lambda position, newest: None
) -> list[ProjectionStatus]:
    """Make the tables for analysts anew beside those that are read, and switch to them at once.

    `progress` is told the position that is reached and the newest. Returns how far each projection is. Raises
    PersistenceError.
    """
    with all_stores(settings) as stores:
        newest = stores.source.newest()
        rebuild_tables(stores.analytics, stores.source, stores.around, lambda position: progress(position, newest))
    return project_once(settings)


def unpark_match(settings: Settings, match_id: str) -> int:
    """Have a parked match tried again. Returns in how many projections it was parked. Raises PersistenceError."""
    with all_stores(settings) as stores:
        return sum(tables.unpark(each, match_id) for each in (stores.database, stores.analytics.database))


def statuses(settings: Settings) -> list[ProjectionStatus]:
    """How far each projection is. Raises PersistenceError."""
    with all_stores(settings) as stores:
        return projection_statuses(stores)


def projection_statuses(stores: ProjectionStores) -> list[ProjectionStatus]:
    """How far each projection is, that of the tables for analysts too."""
    newest = stores.source.newest()
    with stores.database.reading() as session:
        found = [projection_status(session, each.name, each.name, each.layout, newest) for each in PROJECTIONS]
    with stores.analytics.database.reading() as session:
        tracked = tracked_name(live_generation(session))
        return [*found, projection_status(session, ANALYTICS, tracked, layout_number(), newest)]


def projection_status(session: Session, name: str, tracked: str, layout: int, newest: int) -> ProjectionStatus:
    """How far a projection is whose position is kept under another name."""
    return ProjectionStatus(
        name,
        tables.tracked_position(session, tracked, layout),
        newest,
        tables.folded_match_count(session, tracked),
        tables.parked_matches(session, tracked),
    )
