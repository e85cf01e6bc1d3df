"""What analysts may read of the tables on PostgreSQL: as their role. Read `projections.analytics.reading` first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from typing import Any

from psycopg import Connection
from psycopg.errors import QueryCanceled

from projections.analytics.layouts import ROLE, SCHEMA
from projections.analytics.reading import QueryResult, TookTooLong
from projections.database import Values
from projections.postgres import connection_options, driver_statement, errors

AT_ONCE = 1000


class PostgresReader:
    """A connection whose queries run as the role of analysts and change nothing.

    It keeps from mistakes whoever has the password of the store. Who must not read more has a login of their own, to
    which the role was granted.
    """

    def __init__(self, conninfo: str, address: str, *, timeout: float, seconds: float = 0) -> None:
        """Connect; a query is broken off after so many seconds, 0 for never."""
        self._address = address
        with errors(address):
            self._connection = Connection.connect(conninfo, **connection_options(timeout))
            self._connection.execute(f"SET search_path = {SCHEMA}")
            self._connection.execute("SET default_transaction_read_only = on")
            self._connection.execute(f"SET statement_timeout = {ceil(seconds * 1000)}".encode())
            self._connection.execute(f"SET ROLE {ROLE}")

    def query(self, statement: str, values: Values = ()) -> QueryResult:
        """The result of one query. Raises OperationalError where it is refused, or no query, TookTooLong."""
        with errors(self._address), time_limit(self._address):
            # a prepared statement is one command; one that takes no values may have any signs in it
            text, bound = (driver_statement(statement), values) if values else (statement.encode(), None)
            cursor = self._connection.execute(text, bound, prepare=True)
            columns = tuple(each.name for each in cursor.description or ())
            return QueryResult(columns, self._rows(cursor))

    def close(self) -> None:
        self._connection.close()

    def _rows(self, cursor: Any) -> Iterator[tuple[Any, ...]]:
        while rows := cursor.fetchmany(AT_ONCE):
            yield from rows


@contextmanager
def time_limit(address: str) -> Iterator[None]:
    """Tell a query that was broken off from one that failed: raises TookTooLong."""
    try:
        yield
    except QueryCanceled as error:
        raise TookTooLong(f"{address}: {error.diag.message_primary}") from None
