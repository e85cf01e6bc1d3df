"""Rows beside the streams: small tables that are read and written by one statement at a time.

API keys, refused attempts and the like; what takes several statements is done in a session `alone`. The statements are
the same for both stores, with `?` for a value; `SqliteRows` is a file (the store's own, or one beside it),
`postgres_side_tables` the same on PostgreSQL. Errors of the driver leave as those of `eventsourcing.persistence`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import monotonic, sleep
from typing import Any, Protocol

from eventsourcing.persistence import OperationalError

from projections.connections import FilePool
from projections.database import SqliteSession

Row = tuple[Any, ...]
Values = Sequence[object]


SCRUBBED_IN = 10.0
PAUSE = 0.1


class RowSession(Protocol):
    """Statements of one transaction, which an exception undoes."""

    def read(self, statement: str, values: Values = ()) -> list[Row]:
        """The rows that a query finds."""

    def write(self, statement: str, values: Values = ()) -> int:
        """Run a statement that changes rows. Returns how many it changed."""


class Rows(Protocol):
    """Tables, one statement at a time; every method raises OperationalError where they cannot be reached."""

    def read(self, statement: str, values: Values = ()) -> list[Row]:
        """The rows that a query finds."""

    def write(self, statement: str, values: Values = ()) -> int:
        """Run a statement that changes rows. Returns how many it changed."""

    def alone(self) -> AbstractContextManager[RowSession]:
        """A session of statements that take effect together, while no other such session of any process runs."""

    def create(self, *statements: str) -> None:
        """Run the statements that create tables; several processes may do so at once."""

    def scrub(self, *tables: str) -> bool:
        """Write tables anew, so that nothing stands in their files that was deleted or changed.

        Returns False where others, who read or write, kept it from being done in time.
        """

    def close(self) -> None:
        """Close the connections."""


class SqliteRows:
    """The tables of one SQLite file; `turn` is held while one is written, for the file that others write too."""

    def __init__(
        self,
        path: str,
        *,
        timeout: float,
        durable: bool,
        turn: AbstractContextManager[None] | None = None,
    ) -> None:
        self._pool = FilePool(path, timeout=timeout, durable=durable, holds="store")
        self._turn = turn or nullcontext()

    def read(self, statement: str, values: Values = ()) -> list[Row]:
        with self._connection() as connection:
            return connection.execute(statement, values).fetchall()

    def write(self, statement: str, values: Values = ()) -> int:
        with self._connection() as connection, self._turn:
            return connection.execute(statement, values).rowcount

    @contextmanager
    def alone(self) -> Iterator[RowSession]:
        with self._connection() as connection, self._turn:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield SqliteSession(connection)
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def create(self, *statements: str) -> None:
        self._pool.make()
        for statement in statements:
            self.write(statement)

    def scrub(self, *tables: str) -> bool:
        """Write the whole file anew, and empty what is written ahead of it. Returns False where others hinder it."""
        with self._connection() as connection, self._turn:
            return done_in_time(lambda: is_scrubbed(connection))

    def close(self) -> None:
        self._pool.close()

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._pool.connection() as connection:
                yield connection
        except sqlite3.Error as error:
            hint = ": run `praetor migrate`" if "no such table" in str(error) else ""
            raise OperationalError(f"{self._pool.path}: {error}{hint}") from error


def done_in_time(attempt: Callable[[], bool]) -> bool:
    """Whether something that others may hinder was done in time."""
    deadline = monotonic() + SCRUBBED_IN
    while not (done := attempt()) and monotonic() < deadline:
        sleep(PAUSE)
    return done


def is_scrubbed(connection: sqlite3.Connection) -> bool:
    """Whether a file was written anew and nothing is left ahead of it."""
    try:
        connection.execute("VACUUM")
        [(busy, _, _)] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.OperationalError:
        return False
    return not busy
