"""The projection `analytics`: it follows the store, and writes the rows of a match when that is over.

Its tables stand in generations. One of them is live: the views read it. A rebuild makes another one beside it from the
first event on, and switches in one transaction: who reads sees the old tables or the new ones, never a part, and a
rebuild that dies leaves the old ones. Read `AnalyticsFolding`, `AnalyticsProjector`, then `create` and `rebuild`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import sleep

import msgspec
from eventsourcing.persistence import OperationalError
from msgspec import Struct

from domain.kernel.flow.endings import MatchOver
from domain.kernel.formats.upcasters import upcast
from projections import tables
from projections.analytics.fold import TableRows, over_rows, running_rows
from projections.analytics.layouts import AnalyticsLayout, database_tables
from projections.analytics.schema import all_tables, layout_number
from projections.analytics.surroundings import Surroundings
from projections.database import Database, DatabaseTable, HeldByOthers, Session
from projections.runner import EventSource, Projector
from projections.tables import TABLES, Changed, Projection

LOG = logging.getLogger("praetor.projections")
NAME = "analytics"
# events at a time: the ledger, for which requests wait, takes turns with who follows the store
FOLLOWING, REBUILDING = 100, 1000
# a query of an analyst may take minutes, and a rebuild that has come to its end is not lost by that
TRIES, PAUSE = 600, 1.0
IS_READ = "analysts read the tables: their transactions, also idle ones, must end before these change; again in %s s"
IS_CLOSED = (
    "nobody can ask the tables for analysts through this service until a superuser has run: %s - then run `praetor"
    " migrate` again"
)
LIVE = DatabaseTable("generations", (("projection", "text"), ("live", "bigint")), 1)
MARK = f'"{MatchOver.__struct_config__.tag}"'.encode()


class FactTag(Struct):
    """The tag of a fact."""

    fact: str = ""


class EventTurn(Struct):
    """The part of a stored event by which a match goes back or ends."""

    back: int = 0
    facts: tuple[msgspec.Raw, ...] = ()


TURN = msgspec.json.Decoder(EventTurn)
FACT_TAG = msgspec.json.Decoder(FactTag)


class AnalyticsTables(Struct, frozen=True):
    """The database with the tables, and where they stand in it."""

    database: Database
    layout: AnalyticsLayout


class AnalyticsFolding:
    """One match: whether it is over at each of its versions, and whether its rows are still to be made."""

    def __init__(
        self, match_id: str, source: EventSource, around: Surroundings, by_name: dict[str, DatabaseTable]
    ) -> None:
        self.match_id = match_id
        self._source = source
        self._around = around
        self._tables = by_name
        self._over = bytearray([0])
        self._changed = False
        self._opening = b""

    def recall(self, version: int, payload: bytes) -> None:
        turn = TURN.decode(upcast(payload))
        before = self._over[turn.back or version - 1]
        self._over.append(before or is_ending(payload, turn))
        self._opening = self._opening or payload

    def take(self, version: int, payload: bytes) -> None:
        before = self._over[-1]
        self.recall(version, payload)
        # of a match that goes on nothing is told that an action changes
        self._changed = self._changed or version == 1 or bool(before or self._over[-1])

    def back(self, payloads: list[bytes]) -> None:
        """Raises OperationalError: nothing here needs the table of an earlier version."""
        raise OperationalError(self.match_id)

    def touch(self) -> None:
        self._changed = True

    def rows(self) -> Changed:
        if not self._changed:
            return {}
        self._changed = False
        made = self._make_rows()
        return {table: made.get(name, []) for name, table in self._tables.items()}

    def _make_rows(self) -> TableRows:
        if not self._over[-1]:
            return running_rows(self.match_id, self._opening)
        newest = len(self._over) - 1
        events = [each for each in self._source.events(self.match_id, 0) if each.version <= newest]
        return over_rows(self.match_id, [each.payload for each in events], self._around)


def is_ending(payload: bytes, turn: EventTurn) -> bool:
    """Whether an event ends its match."""
    ends = (each for each in turn.facts if MARK in bytes(each))
    return MARK in payload and any(FACT_TAG.decode(each).fact == MatchOver.__struct_config__.tag for each in ends)


# --- generations


def projection_of(
    generation: int, analytics: AnalyticsTables, source: EventSource, around: Surroundings, batch: int
) -> Projection:
    """The projection into the tables of a generation, so many events at a time."""
    by_name = dict(
        zip((table.name for table in all_tables()), database_tables(analytics.layout, generation), strict=True)
    )

    def begin(match_id: str) -> AnalyticsFolding:
        return AnalyticsFolding(match_id, source, around, by_name)

    return Projection(tracked_name(generation), layout_number(), tuple(by_name.values()), begin, batch, whole=True)


def tracked_name(generation: int) -> str:
    """The name under which the position of a generation is kept."""
    return f"{NAME}.{generation}"


def live_generation(session: Session) -> int:
    """The generation that the views read. Raises OperationalError without one."""
    found = session.read("SELECT live FROM generations WHERE projection = ?", [NAME])
    if not found:
        raise OperationalError(f"projection {NAME}: no tables: run `praetor migrate`")
    return int(found[0][0])


def live_position(session: Session) -> int:
    """The position in the store up to which the live generation has read. Raises OperationalError without one."""
    return tables.tracked_position(session, tracked_name(live_generation(session)), layout_number())


class AnalyticsProjector:
    """Projects into the live generation, whichever that is."""

    def __init__(self, analytics: AnalyticsTables, source: EventSource, around: Surroundings, hot: int = 500) -> None:
        self._analytics = analytics
        self._source = source
        self._around = around
        self._hot = hot
        self._generation = 0
        self._projector: Projector | None = None

    def turn(self) -> int:
        """Project the next batch. Returns how many events were read."""
        with self._analytics.database.reading() as session:
            live = live_generation(session)
        if self._projector is None or live != self._generation:
            self._generation, self._projector = live, self._of(live)
        return self._projector.turn()

    def _of(self, generation: int) -> Projector:
        projection = projection_of(generation, self._analytics, self._source, self._around, FOLLOWING)
        return Projector(projection, self._source, self._analytics.database, self._hot)


def create(analytics: AnalyticsTables) -> None:
    """Create what is missing; where the layout of the tables has changed, they begin anew.

    The log says what a superuser must run before the store can ask as analysts do. Raises HeldByOthers where analysts
    read the old ones for too long.
    """
    when_free(analytics, lambda session: create_missing(session, analytics.layout))
    with analytics.database.creating() as session:
        needed = analytics.layout.admit(session)
    if needed:
        LOG.warning(IS_CLOSED, needed)


def create_missing(session: Session, layout: AnalyticsLayout) -> None:
    for table in (*TABLES, LIVE):
        session.write(table.create_statement())
    found = session.read("SELECT live FROM generations WHERE projection = ?", [NAME])
    live = int(found[0][0]) if found else 0
    kept = session.read("SELECT layout FROM tracking WHERE projection = ?", [tracked_name(live)])
    if kept != [(layout_number(),)]:
        begin_generation(session, layout, live + 1)
        switch(session, layout, live, live + 1)
        layout.drop_others(session, live + 1)


def begin_generation(session: Session, layout: AnalyticsLayout, generation: int) -> None:
    """Create the empty tables of a generation, and its position."""
    name = tracked_name(generation)
    session.upsert(tables.TRACKING, [(name, layout_number(), 0)])
    for table in (tables.FOLDED, tables.PARKED):
        session.write(f"DELETE FROM {table.name} WHERE projection = ?", [name])
    layout.create(session, generation)


def switch(session: Session, layout: AnalyticsLayout, before: int, after: int) -> None:
    """Make another generation the live one, in one transaction with the views."""
    session.upsert(LIVE, [(NAME, after)])
    # whoever projects into the one before finds no position of it, and begins with the new one
    for table in TABLES:
        session.write(f"DELETE FROM {table.name} WHERE projection = ?", [tracked_name(before)])
    layout.publish(session, after)


def rebuild_tables(
    analytics: AnalyticsTables,
    source: EventSource,
    around: Surroundings,
    progress: Callable[[int], None] = lambda position: None,
) -> None:
    """Make a new generation beside the live one from the first event on, and switch to it.

    Raises OperationalError where another process rebuilds, HeldByOthers where analysts read for too long.
    """
    right = analytics.database.lead()
    if right is None:
        raise OperationalError(f"projection {NAME}: another process rebuilds it")
    try:
        with analytics.database.creating() as session:
            live = live_generation(session)
            begin_generation(session, analytics.layout, live + 1)
        projection = projection_of(live + 1, analytics, source, around, REBUILDING)
        projector = Projector(projection, source, analytics.database)
        while projector.turn():
            progress(projector.position)
        when_free(analytics, lambda session: switch(session, analytics.layout, live, live + 1))
        # apart: it waits for those who still read the old tables
        when_free(analytics, lambda session: analytics.layout.drop_others(session, live + 1))
    finally:
        right.close()


def when_free(analytics: AnalyticsTables, change: Callable[[Session], None]) -> None:
    """Make a change that needs the views or tables for itself; while somebody reads them for long, try again.

    Raises HeldByOthers after the last try.
    """
    for left in reversed(range(TRIES)):
        try:
            with analytics.database.creating() as session:
                change(session)
            return
        except HeldByOthers:
            if not left:
                raise
            # once a minute
            if not (left + 1) % 60:
                LOG.warning(IS_READ, PAUSE)
            sleep(PAUSE)
