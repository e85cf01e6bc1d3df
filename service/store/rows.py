"""Rows beside the streams: small tables that are read and written by one statement at a time.

API keys, refused attempts and the like. The statements are the same for both stores, with `?` for a value; `SqliteRows`
is a file (the store's own, or one beside it), `postgres_rows` the same on PostgreSQL. Errors of the driver leave as
those of `eventsourcing.persistence`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Protocol

from eventsourcing.persistence import OperationalError

from projections.connections import FilePool

Row = tuple[Any, ...]
Values = Sequence[object]


class Rows(Protocol):
    """Tables, one statement at a time; every method raises OperationalError where they cannot be reached."""

    def read(self, statement: str, values: Values = ()) -> list[Row]:
        """The rows that a query finds."""

    def write(self, statement: str, values: Values = ()) -> int:
        """Run a statement that changes rows. Returns how many it changed."""

    def create(self, *statements: str) -> None:
        """Run the statements that create tables; several processes may do so at once."""

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

    def create(self, *statements: str) -> None:
        self._pool.make()
        for statement in statements:
            self.write(statement)

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
