"""A projection database: small statements with `?` for a value, the same for SQLite and PostgreSQL.

Read `DatabaseTable`, `Session` and `Database`, then `SqliteDatabase`; `projections.postgres` is the other one.
Everything in it can be folded again, so a power cut may cost its last transactions. Errors of the driver leave as
OperationalError of `eventsourcing.persistence`.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from threading import Event
from typing import Any, Protocol

from eventsourcing.persistence import OperationalError
from msgspec import Struct

from projections.connections import FilePool

Values = Sequence[object]
DatabaseRow = tuple[Any, ...]
IDLE = 0.010
TIME = "%Y-%m-%d %H:%M:%S.%f"


class HeldByOthers(OperationalError):
    """Others kept what a statement needs for itself longer than it waits."""


class DatabaseTable(Struct, frozen=True):
    """A table: its columns with their types, of which the first `key` are the primary key.

    Those that are `optional` may be null.
    """

    name: str
    columns: tuple[tuple[str, str], ...]
    key: int
    optional: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.columns)

    def create_statement(self) -> str:
        """The statement that creates it where it is missing."""
        columns = ", ".join(
            f"{name} {kind}{'' if name in self.optional else ' NOT NULL'}" for name, kind in self.columns
        )
        return f"CREATE TABLE IF NOT EXISTS {self.name} ({columns}, PRIMARY KEY ({', '.join(self.names[: self.key])}))"

    def insert_statement(self) -> str:
        """The statement that writes one new row, with a placeholder for each value."""
        return f"INSERT INTO {self.name} ({', '.join(self.names)}) VALUES ({','.join('?' * len(self.columns))})"

    def upsert_statement(self, values: str) -> str:
        """The statement that writes rows, with placeholders for their values."""
        changed = ", ".join(f"{name} = excluded.{name}" for name in self.names[self.key :])
        where = f"ON CONFLICT ({', '.join(self.names[: self.key])}) DO UPDATE SET {changed}"
        return f"INSERT INTO {self.name} ({', '.join(self.names)}) {values} {where}"


class Session(Protocol):
    """One transaction."""

    def read(self, statement: str, values: Values = ()) -> list[DatabaseRow]:
        """The rows that a query finds."""

    def stream(self, statement: str, values: Values = ()) -> Iterator[DatabaseRow]:
        """The rows that a query finds, a few at a time in memory; one stream of a transaction at a time."""

    def write(self, statement: str, values: Values = ()) -> int:
        """Run a statement that changes rows. Returns how many it changed."""

    def upsert(self, table: DatabaseTable, rows: Iterable[Values]) -> None:
        """Insert rows of different keys, or replace those that have the same key."""

    def insert(self, table: DatabaseTable, rows: Iterable[Values]) -> None:
        """Insert many rows of which the table has none."""


class Lead(Protocol):
    """The right to project into a database, which one process at a time has."""

    def wait(self, stopped: Event) -> None:
        """Sleep until there may be something new in the store."""

    def close(self) -> None:
        """Give the right up."""


class Database(Protocol):
    """A projection database; every method raises OperationalError where it cannot be reached."""

    def reading(self) -> AbstractContextManager[Session]:
        """A transaction that sees one state of all tables."""

    def writing(self) -> AbstractContextManager[Session]:
        """A transaction that changes rows, or nothing if an exception ends it."""

    def creating(self) -> AbstractContextManager[Session]:
        """A transaction that creates tables; several processes may do so at once."""

    def lead(self) -> Lead | None:
        """The right to project, None while another process has it."""

    def close(self) -> None:
        """Close the connections."""


class SqliteSession:
    """A transaction of one connection."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def read(self, statement: str, values: Values = ()) -> list[DatabaseRow]:
        return self._connection.execute(statement, stored_values(values)).fetchall()

    def stream(self, statement: str, values: Values = ()) -> Iterator[DatabaseRow]:
        yield from self._connection.execute(statement, stored_values(values))

    def write(self, statement: str, values: Values = ()) -> int:
        return self._connection.execute(statement, values).rowcount

    def upsert(self, table: DatabaseTable, rows: Iterable[Values]) -> None:
        self._connection.executemany(table.upsert_statement(f"VALUES ({','.join('?' * len(table.columns))})"), rows)

    def insert(self, table: DatabaseTable, rows: Iterable[Values]) -> None:
        self._connection.executemany(table.insert_statement(), (stored_values(row) for row in rows))


def stored_values(row: Values) -> Values:
    """The values of a row as SQLite stores them, which has no times: as text, in UTC, as its functions read it."""
    return [each.astimezone(UTC).strftime(TIME) if isinstance(each, datetime) else each for each in row]


class SqliteLead:
    """The lock of a file beside the database; SQLite has no notification, so `wait` is a short sleep."""

    def __init__(self, file: int) -> None:
        self._file = file

    def wait(self, stopped: Event) -> None:
        stopped.wait(IDLE)

    def close(self) -> None:
        os.close(self._file)


class SqliteDatabase:
    """A file; only `creating` makes it."""

    def __init__(self, path: str, *, timeout: float) -> None:
        self._path = path
        self._pool = FilePool(path, timeout=timeout, durable=False, holds="database")

    def reading(self) -> AbstractContextManager[SqliteSession]:
        return self._session("BEGIN")

    def writing(self) -> AbstractContextManager[SqliteSession]:
        return self._session("BEGIN IMMEDIATE")

    @contextmanager
    def creating(self) -> Iterator[SqliteSession]:
        self._pool.make()
        with self.writing() as session:
            yield session

    def lead(self) -> Lead | None:
        try:
            file = os.open(f"{self._path}.lead", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise OperationalError(f"{self._path}.lead: {error.strerror}") from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return None
        return SqliteLead(file)

    def close(self) -> None:
        self._pool.close()

    @contextmanager
    def _session(self, begin: str) -> Iterator[SqliteSession]:
        try:
            with self._pool.connection() as connection:
                try:
                    connection.execute(begin)
                    yield SqliteSession(connection)
                    connection.execute("COMMIT")
                finally:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            # errors of the module itself have no code
            held = getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
            raise (HeldByOthers if held else OperationalError)(f"{self._path}: {error}") from error
