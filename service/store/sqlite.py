"""The store in one SQLite file: connections with their pragmas, the recorder, and the queue of writers.

Read `SqliteRecorder` first. `WriteTurn` is how threads and processes queue for the file; `SqliteFactory` is the class
that the application names as its persistence. Errors of the driver leave as those of `eventsourcing.persistence`.
"""

import fcntl
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from time import monotonic, sleep

from eventsourcing import persistence
from eventsourcing.persistence import (
    IntegrityError,
    Notification,
    NotSupportedError,
    OperationalError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteDatastore,
    SQLiteFactory,
)
from eventsourcing.utils import Environment, EnvType

from projections.connections import FileIdentity, keep_private, make_private
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
CURRENT = frozenset({SCHEMA})
LEAST_SQLITE = (3, 35, 0)
POLL = 0.0005
PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA cache_size=-16000",
    "PRAGMA mmap_size=268435456",
)
CREATE_SEEDS = (
    "CREATE TABLE IF NOT EXISTS seeds"
    " (match_id TEXT PRIMARY KEY, seed BLOB NOT NULL CHECK (length(seed) = 32)) WITHOUT ROWID"
)
APPEND = " ON CONFLICT DO NOTHING RETURNING rowid, originator_id, originator_version"
# the cast: a row that a hand has changed into text must reach the check of the chain, not fail in the driver
SINCE = (
    "SELECT originator_version, CAST(state AS BLOB) FROM stored_events WHERE originator_id = ?"
    " AND originator_version > ? AND originator_version <= ? ORDER BY originator_version"
)
FOLLOWING = (
    "SELECT rowid, originator_id, originator_version, topic, CAST(state AS BLOB) FROM stored_events"
    " WHERE rowid >= ? AND rowid <= ?"
)
# the plus keeps the search to the few rows after a position
GROWN = "SELECT originator_id FROM stored_events WHERE rowid > ? AND +originator_id >= ? AND +originator_id < ? LIMIT 1"
LAST = "SELECT COALESCE(MAX(originator_version), 0) FROM stored_events WHERE originator_id = ?"
MATCHES = (
    "SELECT match_id, (SELECT MAX(originator_version) FROM stored_events WHERE originator_id = ? || match_id)"
    " FROM seeds WHERE match_id > ? ORDER BY match_id LIMIT ?"
)
# from each name to the next by the index: to group all rows of the streams takes seven times as long at 300 rows each
STREAMS = (
    "WITH RECURSIVE streams(name) AS ("
    " SELECT MIN(originator_id) FROM stored_events WHERE originator_id >= ?1 AND originator_id < ?2"
    " UNION ALL SELECT (SELECT MIN(originator_id) FROM stored_events WHERE originator_id > name AND originator_id < ?2)"
    " FROM streams WHERE name IS NOT NULL)"
    " SELECT name, (SELECT MAX(originator_version) FROM stored_events WHERE originator_id = name)"
    " FROM streams WHERE name IS NOT NULL ORDER BY name"
)
ENDLESS = 2**62


def _translate_error(error: sqlite3.Error, path: str) -> PersistenceError:
    """The library's error of the same name, with the file named."""
    kind: type[PersistenceError] = getattr(persistence, type(error).__name__, PersistenceError)
    return kind(f"{path}: {error}")


class SqlitePool(SQLiteConnectionPool):
    """Connections to one file; it is created only for `migrate`."""

    def __init__(self, path: str, *, timeout: float, size: int, create: bool) -> None:
        super().__init__(db_name=path, pool_size=size, pool_timeout=timeout)
        self._timeout = timeout
        self._create = create
        self._address = f"{Path(path).absolute().as_uri()}?mode={'rwc' if create else 'rw'}"

    def _create_connection(self) -> SQLiteConnection:
        try:
            return SQLiteConnection(sqlite_conn=self._connect(), max_age=None)
        except sqlite3.Error as error:
            raise _translate_error(error, self.db_name) from error

    def _keep_private(self) -> None:
        try:
            (make_private if self._create else keep_private)(self.db_name)
        except OSError as error:
            raise OperationalError(f"{self.db_name}: {error.strerror}") from error

    def _connect(self) -> sqlite3.Connection:
        self._keep_private()
        connection = sqlite3.connect(
            self._address,
            uri=True,
            timeout=self._timeout,
            isolation_level=None,
            check_same_thread=False,
            # every size of a batch is a statement of its own: the library's pool would keep one prepared
            cached_statements=128,
        )
        try:
            for pragma in PRAGMAS:
                connection.execute(pragma).fetchall()
        except sqlite3.Error:
            connection.close()
            raise
        connection.row_factory = sqlite3.Row
        return connection


class WriteTurn:
    """Who writes: one thread of the process at a time, and one process where there is a gate (a file lock).

    Without the gate processes wait for each other inside SQLite, which sleeps up to 100 ms at a time.
    """

    def __init__(self, path: str, *, timeout: float, gate: bool) -> None:
        self._path = path
        self._timeout = timeout
        self._thread = Lock()
        self._gated = gate
        self._gate: int | None = None

    def __enter__(self) -> None:
        """Wait for the turn; raises OperationalError when it does not come in time."""
        deadline = monotonic() + self._timeout
        if not self._thread.acquire(timeout=self._timeout):
            raise OperationalError(f"{self._path}: another thread is writing for {self._timeout} s")
        try:
            self._pass_gate(deadline)
        except BaseException:
            self._thread.release()
            raise

    def __exit__(self, *_: object) -> None:
        if self._gate is not None:
            fcntl.flock(self._gate, fcntl.LOCK_UN)
        self._thread.release()

    def close(self) -> None:
        gate, self._gate = self._gate, None
        if gate is not None:
            os.close(gate)

    def _pass_gate(self, deadline: float) -> None:
        if not self._gated:
            return
        if self._gate is None:
            self._gate = _open_gate(f"{self._path}.gate")
        # polled, since a lock that blocks would outlast any deadline behind a stopped process
        while not _try_lock(self._gate):
            if monotonic() > deadline:
                raise OperationalError(f"{self._path}: another process is writing for {self._timeout} s")
            sleep(POLL)


def _open_gate(path: str) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise OperationalError(f"{path}: {error.strerror}") from error


def _try_lock(gate: int) -> bool:
    try:
        fcntl.flock(gate, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


class SqliteRecorder(SQLiteApplicationRecorder, ActionRecorder):
    """The streams and the seeds of one file."""

    def __init__(self, datastore: SQLiteDatastore, turn: WriteTurn) -> None:
        super().__init__(datastore)
        self.path = datastore.pool.db_name
        self._turn = turn
        self._place = FileIdentity(self.path)
        self._failing = False

    def construct_create_table_statements(self) -> list[str]:
        return [*super().construct_create_table_statements(), CREATE_SEEDS, f"PRAGMA user_version={SCHEMA}"]

    def create_table(self) -> None:
        """Create what is missing; several processes may do so at once."""
        with self._writing({0, SCHEMA}) as connection, _transaction(connection):
            self._check_version(connection, {0, SCHEMA})
            for statement in self.create_table_statements:
                connection.execute(statement)

    def check_schema(self) -> int:
        if not Path(self.path).exists():
            raise SchemaMissing(f"{self.path}: no such store: run `praetor migrate`")
        with self._reading() as connection:
            self._check_version(connection, {SCHEMA})
        if self._failing:
            self._try_to_write()
        return SCHEMA

    def _try_to_write(self) -> None:
        """Write what stands there already, which needs room on the disk like anything else."""
        with self._writing() as connection:
            connection.execute(f"PRAGMA user_version={SCHEMA}")

    def _check_version(self, connection: sqlite3.Connection, versions: AbstractSet[int]) -> None:
        found = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if found not in versions:
            raise SchemaMissing.of(self.path, found, SCHEMA)

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: object) -> Sequence[int]:
        """The library's door: all or nothing."""
        return self.append_together(stored_events, {})

    def append_many(self, events: Sequence[StoredEvent]) -> dict[tuple[str, int], int]:
        # one statement is one transaction: no thread waits for the interpreter while the file is locked
        statement = "INSERT INTO stored_events VALUES " + ",".join(["(?,?,?,?)"] * len(events)) + APPEND
        values = [value for event in events for value in _row(event)]
        with self._writing() as connection:
            # fetched to the end, where SQLite commits
            stored = _tuples(connection, statement, values).fetchall()
        return {(stream, version): position for position, stream, version in stored}

    def append_together(
        self,
        events: Sequence[StoredEvent],
        seeds: Mapping[str, bytes],
        unchanged: Unchanged | None = None,
        changes: Sequence[RowChange] = (),
    ) -> list[int]:
        with self._writing() as connection, _transaction(connection):
            if unchanged is not None:
                _check(connection, unchanged)
            connection.executemany("INSERT INTO seeds VALUES (?,?)", seeds.items())
            for change in changes:
                connection.execute(*change)
            return [self._append_next(connection, event) for event in events]

    def _append_next(self, connection: sqlite3.Connection, event: StoredEvent) -> int:
        last: int = _tuples(connection, LAST, [event.originator_id]).fetchone()[0]
        if event.originator_version != last + 1:
            raise IntegrityError(f"{event.originator_id}: version {event.originator_version} after {last}")
        return connection.execute("INSERT INTO stored_events VALUES (?,?,?,?)", _row(event)).lastrowid or 0

    def since(self, stream: str, after: int, upto: int | None = None) -> list[RecordedEvent]:
        with self._reading() as connection:
            rows = _tuples(connection, SINCE, [stream, after, ENDLESS if upto is None else upto]).fetchall()
        return [recorded_of(stream, version, state) for version, state in rows]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """The events of all streams by position, up to `stop` (inclusive)."""
        least = 0 if start is None else start + (not inclusive_of_start)
        among = f" AND topic IN ({','.join('?' * len(topics))})" if topics else ""
        values = [least, ENDLESS if stop is None else stop, *topics, limit]
        with self._reading() as connection:
            rows = _tuples(connection, f"{FOLLOWING}{among} ORDER BY rowid LIMIT ?", values).fetchall()
        return [
            Notification(stream, version, topic, state, position) for position, stream, version, topic, state in rows
        ]

    def seed(self, match_id: str) -> bytes | None:
        with self._reading() as connection:
            row = _tuples(connection, "SELECT seed FROM seeds WHERE match_id = ?", [match_id]).fetchone()
        return row[0] if row else None

    def matches(self, after: str = "", limit: int = 1_000_000) -> list[StoredMatch]:
        with self._reading() as connection:
            rows = _tuples(connection, MATCHES, [STREAM, after, limit]).fetchall()
        return [StoredMatch(match_id, version) for match_id, version in rows]

    def streams(self, prefix: str) -> list[tuple[str, int]]:
        with self._reading() as connection:
            return _tuples(connection, STREAMS, [prefix, next_prefix(prefix)]).fetchall()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        pool = self.datastore.pool
        connection = pool.get_connection()
        try:
            self._place.check()
            yield connection._sqlite_conn
        except sqlite3.Error as error:
            raise _translate_error(error, self.path) from error
        finally:
            pool.put_connection(connection)

    @contextmanager
    def _writing(self, schemas: AbstractSet[int] = CURRENT) -> Iterator[sqlite3.Connection]:
        self._failing = True
        # the pool's own lock for writers would let readers wait behind them
        with self._turn, self._reading() as connection:
            # what a later version has changed meanwhile is not for this one to write
            self._check_version(connection, schemas)
            yield connection
            self._place.check()
        self._failing = False


def _row(event: StoredEvent) -> tuple[object, ...]:
    return (event.originator_id, event.originator_version, event.topic, event.state)


def _check(connection: sqlite3.Connection, unchanged: Unchanged) -> None:
    """Raises IntegrityError where a stream that was read has grown."""
    for prefix in unchanged.prefixes:
        rows = _tuples(connection, GROWN, [unchanged.position, prefix, next_prefix(prefix)]).fetchall()
        if rows:
            raise IntegrityError(f"{rows[0][0]} has grown since it was read")


def _tuples(connection: sqlite3.Connection, statement: str, values: Sequence[object]) -> sqlite3.Cursor:
    cursor = connection.cursor()
    cursor.row_factory = None
    return cursor.execute(statement, values)


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


class SqliteFactory(SQLiteFactory):
    """Builds the recorder of one process; call it after a fork, never before."""

    STORE_TIMEOUT = "STORE_TIMEOUT"
    POOL_SIZE = "POOL_SIZE"
    GATE = "GATE"

    def __init__(self, env: Environment | EnvType | None) -> None:
        if sqlite3.sqlite_version_info < LEAST_SQLITE:
            raise NotSupportedError(f"SQLite {sqlite3.sqlite_version} is too old, 3.35 or later is needed")
        super().__init__(env)
        path = self.datastore.pool.db_name
        timeout = float(self.env.get(self.STORE_TIMEOUT, "2"))
        size = int(self.env.get(self.POOL_SIZE, "17"))
        self.datastore.pool.close()
        self.datastore.pool = SqlitePool(path, timeout=timeout, size=size, create=self.env_create_table())
        self._turn = WriteTurn(path, timeout=timeout, gate=self.env.get(self.GATE, "y") == "y")

    def application_recorder(self) -> SqliteRecorder:
        recorder = SqliteRecorder(self.datastore, self._turn)
        try:
            if self.env_create_table():
                recorder.create_table()
            recorder.check_schema()
        except PersistenceError:
            self.close()
            raise
        return recorder

    def close(self) -> None:
        super().close()
        self._turn.close()
