"""The store in a PostgreSQL database: its connections, the recorder, and the application's persistence class.

Read `postgres.sql` first, then `PostgresRecorder`, which calls it. `Connections` configures each connection, drops
those whose server has gone, and lets few wait for a server that is down. Errors of the driver leave as those of
`eventsourcing.persistence`.
"""

import select
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from math import ceil
from typing import Any, cast

import psycopg
from eventsourcing import persistence
from eventsourcing.persistence import IntegrityError, Notification, PersistenceError, StoredEvent
from eventsourcing.postgres import (
    ConnectionPool,
    PostgresApplicationRecorder,
    PostgresDatastore,
    PostgresFactory,
)
from eventsourcing.utils import Environment, EnvType
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow, dict_row, tuple_row

from projections.outage import outage_of
from projections.postgres import MIGRATING, driver_statement
from service.store.recorded import (
    STREAM,
    ActionRecorder,
    RecordedEvent,
    RowChange,
    SchemaMissing,
    StoredMatch,
    Unchanged,
    next_prefix,
    recorded_of,
)

SCHEMA = 1
EVENTS = "match_events"
ENDLESS = 2**62
CREATE = files("service.store").joinpath("postgres.sql").read_text()
EXISTS = "SELECT to_regclass('public.schema_version') IS NOT NULL"
VERSION = "SELECT COALESCE(MAX(schema), 0) FROM public.schema_version"
REWRITE_VERSION = "UPDATE public.schema_version SET schema = schema RETURNING schema"
SET_VERSION = "INSERT INTO public.schema_version SELECT %s WHERE NOT EXISTS (SELECT FROM public.schema_version)"
# a lock that does not come is an error in time; an acknowledged action is on the disk, whatever the database's default
SESSION = (
    "SELECT set_config('lock_timeout', %s, false), set_config('synchronous_commit',"
    " COALESCE(NULLIF(current_setting('synchronous_commit'), 'off'), 'on'), false)"
)
CONNECTION = {
    "fallback_application_name": "praetor",
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
APPEND_MANY = "SELECT * FROM public.match_events_append_many(%s::text[], %s::bigint[], %s::text[], %s::bytea[])"
APPEND_TOGETHER = (
    "SELECT * FROM public.match_events_append_together("
    "%s::text[], %s::bigint[], %s::text[], %s::bytea[], %s::text[], %s::bytea[])"
)
ALONE = "LOCK TABLE public.append_turn IN EXCLUSIVE MODE"
# as whoever changes several rows beside the streams
ROWS_ALONE = "LOCK TABLE public.rows_turn IN EXCLUSIVE MODE"
GROWN = (
    "SELECT originator_id FROM public.match_events"
    " WHERE notification_id > %s AND originator_id >= %s AND originator_id < %s LIMIT 1"
)
SINCE = (
    "SELECT originator_version, state FROM public.match_events WHERE originator_id = %s"
    " AND originator_version > %s AND originator_version <= %s ORDER BY originator_version"
)
FOLLOWING = (
    "SELECT originator_id, originator_version, topic, state, notification_id FROM public.match_events"
    " WHERE notification_id >= %s AND notification_id <= %s AND (%s::text[] = '{}' OR topic = ANY(%s))"
    " ORDER BY notification_id LIMIT %s"
)
NEWEST = "SELECT MAX(notification_id) FROM public.match_events"
SEED = "SELECT seed FROM public.seeds WHERE match_id = %s"
MATCHES = (
    "SELECT match_id, (SELECT MAX(originator_version) FROM public.match_events WHERE originator_id = %s || match_id)"
    " FROM public.seeds WHERE match_id > %s ORDER BY match_id LIMIT %s"
)
# from each name to the next by the index: to group all rows of the streams takes several times as long
STREAMS = (
    "WITH RECURSIVE streams(name) AS ("
    " (SELECT originator_id FROM public.match_events WHERE originator_id >= %s AND originator_id < %s"
    " ORDER BY originator_id LIMIT 1)"
    " UNION ALL SELECT (SELECT originator_id FROM public.match_events WHERE originator_id > name AND originator_id < %s"
    " ORDER BY originator_id LIMIT 1) FROM streams WHERE name IS NOT NULL)"
    " SELECT name, (SELECT MAX(originator_version) FROM public.match_events WHERE originator_id = name)"
    " FROM streams WHERE name IS NOT NULL ORDER BY name"
)


def _translate_error(error: psycopg.Error, address: str) -> PersistenceError:
    """The library's error of the same name, with the database named.

    Only the server's first line: its details quote whole rows, seeds and hidden facts among them.
    """
    kinds = (getattr(persistence, each.__name__, None) for each in type(error).__mro__)
    kind: type[PersistenceError] = next(filter(None, kinds), PersistenceError)
    return kind(f"{address}: {error.diag.message_primary or error}")


@contextmanager
def _errors(address: str) -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise _translate_error(error, address) from None


class Connections(PostgresDatastore):
    """The connections of one process to one database; `address` names it in errors, without a password."""

    def __init__(self, conninfo: str, address: str, *, timeout: float, size: int) -> None:
        super().__init__("", "", "", "", "", originator_id_type="text")
        self.address = address
        self._outage = outage_of(conninfo, address)
        self._timeout = timeout
        self._keywords: dict[str, Any] = {
            **CONNECTION,
            **conninfo_to_dict(conninfo),
            "connect_timeout": max(1, ceil(timeout)),
            "row_factory": dict_row,
            "autocommit": True,
        }
        self.pool = ConnectionPool(
            kwargs=self._keywords,
            connection_class=Connection[DictRow],
            configure=self._configure,
            open=False,
            min_size=1,
            max_size=size,
            timeout=timeout,
            # one that gives up leaves room for the next request to try at once
            reconnect_timeout=timeout,
        )

    def _configure(self, connection: Connection[DictRow]) -> None:
        connection.execute(SESSION, [f"{ceil(self._timeout * 1000)}ms"])

    def register_type_adapters(self) -> None:
        """None are needed: the functions take plain arrays."""

    @contextmanager
    def alone(self) -> Iterator[Connection[Any]]:
        """A connection outside the pool, whose errors say why it could not be made."""
        with _errors(self.address), Connection.connect(**self._keywords) as connection:
            self._configure(connection)
            yield connection

    @contextmanager
    def get_connection(self) -> Iterator[Connection[DictRow]]:
        with _errors(self.address):
            with self._outage.asking(self._reach):
                connection = self._live_connection()
            try:
                yield connection
            finally:
                self.pool.putconn(connection)

    def _reach(self) -> None:
        Connection.connect(**self._keywords).close()

    def _live_connection(self) -> Connection[DictRow]:
        """A connection whose server has not hung up; without asking it, which would cost each read a round trip."""
        while _hung_up(connection := self.pool.getconn()):
            connection.close()
            self.pool.putconn(connection)
        return connection


def _hung_up(connection: Connection[DictRow]) -> bool:
    # an idle connection has nothing to read until the server says goodbye
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return bool(poll.poll(0))


class PostgresRecorder(PostgresApplicationRecorder, ActionRecorder):
    """The streams and the seeds of one database; nothing here repeats a write or a read that failed."""

    datastore: Connections

    def __init__(self, datastore: Connections) -> None:
        super().__init__(datastore, events_table_name=EVENTS)
        self._failing = False

    def create_table(self) -> None:
        """Create what is missing; several processes may do so at once."""
        with self.datastore.alone() as connection, connection.transaction():
            for statement in MIGRATING:
                connection.execute(statement)
            self._check_version(connection, {0, SCHEMA})
            connection.execute(CREATE)
            connection.execute(SET_VERSION, [SCHEMA])

    def check_schema(self) -> int:
        with self.datastore.alone() as connection:
            self._check_version(connection, {SCHEMA})
        if self._failing:
            # what stands there already, which needs room and rights like anything else
            self._write(REWRITE_VERSION, [])
        return SCHEMA

    def _check_version(self, connection: Connection[Any], versions: set[int]) -> None:
        cursor = connection.cursor(row_factory=tuple_row)
        [exists] = cursor.execute(EXISTS).fetchall()
        [(found,)] = cursor.execute(VERSION).fetchall() if exists[0] else [(0,)]
        if found not in versions:
            raise SchemaMissing.of(self.datastore.address, found, SCHEMA)

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: object) -> Sequence[int]:
        """The library's door: all or nothing."""
        return self.append_together(stored_events, {})

    def append_many(self, events: Sequence[StoredEvent]) -> dict[tuple[str, int], int]:
        stored = self._write(APPEND_MANY, _columns(events))
        return {(stream, version): position for position, stream, version in stored}

    def append_together(
        self,
        events: Sequence[StoredEvent],
        seeds: Mapping[str, bytes],
        unchanged: Unchanged | None = None,
        changes: Sequence[RowChange] = (),
    ) -> list[int]:
        values = [*_columns(events), list(seeds), list(seeds.values())]
        if changes and unchanged is None:
            unchanged = self.as_it_stands()
        return [position for (position,) in self._write(APPEND_TOGETHER, values, unchanged, changes)]

    def since(self, stream: str, after: int, upto: int | None = None) -> list[RecordedEvent]:
        rows = self._rows(SINCE, [stream, after, ENDLESS if upto is None else upto])
        return [recorded_of(stream, version, state) for version, state in rows]

    def seed(self, match_id: str) -> bytes | None:
        rows = self._rows(SEED, [match_id])
        return rows[0][0] if rows else None

    def matches(self, after: str = "", limit: int = 1_000_000) -> list[StoredMatch]:
        return [StoredMatch(match_id, version) for match_id, version in self._rows(MATCHES, [STREAM, after, limit])]

    def streams(self, prefix: str) -> list[tuple[str, int]]:
        end = next_prefix(prefix)
        return self._rows(STREAMS, [prefix, end, end])

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """The events of all streams by position, up to `stop` (inclusive); positions may have gaps."""
        least = 0 if start is None else start + (not inclusive_of_start)
        most = ENDLESS if stop is None else stop
        rows = self._rows(FOLLOWING, [least, most, list(topics), list(topics), limit])
        return [Notification(*row) for row in rows]

    def max_notification_id(self) -> int | None:
        """The newest position, None in an empty store."""
        [(position,)] = self._rows(NEWEST, [])
        return cast(int | None, position)

    def _write(
        self,
        statement: str,
        values: Sequence[object],
        unchanged: Unchanged | None = None,
        changes: Sequence[RowChange] = (),
    ) -> list[tuple[Any, ...]]:
        """What a statement that writes returns; what a later version has changed meanwhile is not written."""
        self._failing = True
        [(found,)] = self._rows(VERSION, [])
        if found != SCHEMA:
            raise SchemaMissing.of(self.datastore.address, found, SCHEMA)
        rows = (
            self._rows(statement, values) if unchanged is None else self._rows_if(unchanged, statement, values, changes)
        )
        self._failing = False
        return rows

    def _rows_if(
        self, unchanged: Unchanged, statement: str, values: Sequence[object], changes: Sequence[RowChange]
    ) -> list[tuple[Any, ...]]:
        """What a statement returns that is carried out where no stream has grown; raises IntegrityError where one has.

        One transaction, which appends alone from its first statement on, and changes rows beside the streams alone.
        """
        with self.datastore.get_connection() as connection, connection.transaction():
            cursor = connection.cursor(row_factory=tuple_row)
            cursor.execute(ALONE)
            for prefix in unchanged.prefixes:
                found = [unchanged.position, prefix, next_prefix(prefix)]
                if rows := cursor.execute(GROWN, found, prepare=True, binary=True).fetchall():
                    raise IntegrityError(f"{rows[0][0]} has grown since it was read")
            stored = cursor.execute(statement, values, prepare=True, binary=True).fetchall()
            if changes:
                cursor.execute(ROWS_ALONE)
            for change in changes:
                cursor.execute(driver_statement(change.statement), change.values)
            return stored

    def _rows(self, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        with self.datastore.get_connection() as connection:
            cursor = connection.cursor(row_factory=tuple_row)
            return cursor.execute(statement, values, prepare=True, binary=True).fetchall()


def _columns(events: Sequence[StoredEvent]) -> list[list[Any]]:
    return [
        [event.originator_id for event in events],
        [event.originator_version for event in events],
        [event.topic for event in events],
        [event.state for event in events],
    ]


class PostgresStore(PostgresFactory):
    """Builds the recorder of one process; call it after a fork, never before."""

    CONNINFO = "CONNINFO"
    ADDRESS = "ADDRESS"
    STORE_TIMEOUT = "STORE_TIMEOUT"
    POOL_SIZE = "POOL_SIZE"

    datastore: Connections

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        conninfo = self.env.get(self.CONNINFO, "")
        self.datastore = Connections(
            conninfo,
            self.env.get(self.ADDRESS, ""),
            timeout=float(self.env.get(self.STORE_TIMEOUT, "2")),
            size=int(self.env.get(self.POOL_SIZE, "17")),
        )

    def application_recorder(self) -> PostgresRecorder:
        recorder = PostgresRecorder(self.datastore)
        if self.env_create_table():
            recorder.create_table()
        recorder.check_schema()
        self.datastore.pool.open()
        return recorder
