"""What analysts may read of the tables, and nothing else: each store's own way to refuse the rest.

Read `AnalystReader`. On PostgreSQL a query runs as the role `praetor_analyst`, in a transaction that only reads. SQLite
has no roles: the file is opened for reading, and each access of a statement is asked for while it is compiled.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Protocol
from urllib.parse import quote

from eventsourcing.persistence import OperationalError
from msgspec import Struct

from projections.analytics.column_types import views_of
from projections.analytics.schema import all_tables
from projections.database import Values

# of the machine of SQLite, after which the time is looked at
STEPS = 10_000
AT_ONCE = 1000
TABLE = re.compile(r"g[0-9]+_[a-z][a-z0-9_]*")
# what a view lists of a file, and what a statement needs beside reads
SCHEMAS = frozenset({"sqlite_master", "sqlite_schema"})
# unpack lists and objects in JSON
UNPACKING = frozenset({"json_each", "json_tree"})
ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE, sqlite3.SQLITE_TRANSACTION})
# of the functions of SQLite itself the one that reaches outside of the file
BANNED = frozenset({"load_extension"})


class TookTooLong(OperationalError):
    """A query was broken off, since its time was over."""


class QueryResult(Struct, frozen=True):
    """The names of a query's columns, and its rows, read as they are asked for."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]


class AnalystReader(Protocol):
    """A connection that may read the views of analysts."""

    def query(self, statement: str, values: Values = ()) -> QueryResult:
        """The result of one query, with a value for each `?` in it.

        Raises OperationalError where it is refused, or no query, TookTooLong where it is broken off.
        """

    def close(self) -> None:
        """Close the connection."""


class SqliteReader:
    """The file of the tables, opened for reading; views can be read, and what they read."""

    def __init__(self, path: str | Path, seconds: float = 0) -> None:
        """Open the file; a query is broken off after so many seconds, 0 for never."""
        self._path = path
        self._seconds = seconds
        with sqlite_errors(path):
            self._connection = sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, check_same_thread=False)
            self._connection.execute("PRAGMA query_only = 1")
            # SQLite declares a table of this kind at its first use, by what no statement of an analyst may do
            for each in UNPACKING:
                self._connection.execute(f"SELECT 1 FROM {each}('[]')")
            there = frozenset(name for (name,) in self._connection.execute("SELECT lower(name) FROM sqlite_master"))
        views = frozenset(view.name for view in views_of(all_tables()))

        def decide(action: int, one: str | None, other: str | None, database: str | None, source: str | None) -> int:
            allowed = may(views, there, action, one, other, source)
            return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY

        self._connection.set_authorizer(decide)

    def query(self, statement: str, values: Values = ()) -> QueryResult:
        if self._seconds:
            last = monotonic() + self._seconds
            self._connection.set_progress_handler(lambda: monotonic() > last, STEPS)
        with sqlite_errors(self._path):
            cursor = self._connection.execute(statement, values)
        columns = tuple(name for name, *_ in cursor.description or ())
        return QueryResult(columns, self._rows(cursor))

    def close(self) -> None:
        self._connection.close()

    def _rows(self, cursor: sqlite3.Cursor) -> Iterator[tuple[Any, ...]]:
        with sqlite_errors(self._path):
            # a cursor that is left in the middle closes itself, which it cannot once its connection is closed
            while rows := cursor.fetchmany(AT_ONCE):
                yield from rows


def may(
    views: frozenset[str], there: frozenset[str], action: int, one: str | None, other: str | None, source: str | None
) -> bool:
    """Whether an access of a statement is allowed; `there` are the names of all that the file has.

    A column of a table is read for the view that names it (`source`); a statement can give a table expression the name
    of a view, so tables that hold more than the views tell are not readable for any of them.
    """
    if action == sqlite3.SQLITE_READ:
        # as the statement writes it
        name = (one or "").lower()
        if name in views or name in SCHEMAS or (name in UNPACKING and name not in there):
            return True
        if TABLE.fullmatch(name) is not None:
            # a count of a view reads no column of its table
            return not other or (source or "").lower() in views
        # nor does a count of a table expression, whose name is none of the file's
        return not other and name not in there
    if action == sqlite3.SQLITE_FUNCTION:
        return other not in BANNED
    return action in ALLOWED


@contextmanager
def sqlite_errors(path: str | Path) -> Iterator[None]:
    """Turn an error of the driver into one that names the file: raises OperationalError, TookTooLong."""
    try:
        yield
    except sqlite3.Error as error:
        over = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT
        raise (TookTooLong if over else OperationalError)(f"{path}: {error}") from error
