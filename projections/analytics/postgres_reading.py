"""What analysts may read of the tables on PostgreSQL: as their role. Read `projections.analytics.reading` first.

A statement is one query, in a transaction that only reads and that is rolled back. It names no `set_config`, the one
function by which a query could leave the role, and none that runs a query within a text, which could put that name
together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from typing import Any

from eventsourcing.persistence import OperationalError
from psycopg import Connection
from psycopg.errors import QueryCanceled

from projections.analytics.layouts import ROLE, SCHEMA
from projections.analytics.reading import QueryResult, TookTooLong
from projections.database import Values
from projections.postgres import TIMES, connection_options, driver_statement, errors

AT_ONCE = 1000
QUERIES = ("select", "with", "values", "table", "show")
EXPLAIN = re.compile(r"explain\b(\s*\([^()]*\)|(\s+(analyze|verbose)\b)*)", re.IGNORECASE)
# functions that run a text, those of the modules of the server too
RUN_TEXTS = r"query_to_xml\w*|ts_stat|ts_rewrite|dblink\w*|crosstab\w*|connectby|xpath_table"
# the function that changes settings, and identifiers that could hide a name
BANNED = re.compile(rf"set_config|u&\"|(?<![\w$])(?:{RUN_TEXTS})(?![\w$])", re.IGNORECASE)
WORD = re.compile(r"[(\s]*([a-z]*)", re.IGNORECASE)
NO_QUERY = f"one query is expected: {', '.join(QUERIES).upper()}, or EXPLAIN of one"


class PostgresReader:
    """A connection whose queries run as the role of analysts and change nothing.

    The connection itself is the store's: who has its password is trusted. Who must not read more has a login of their
    own, to which the role was granted.
    """

    def __init__(self, conninfo: str, address: str, *, timeout: float, seconds: float = 0) -> None:
        """Connect; a query is broken off after so many seconds, 0 for never."""
        self._address = address
        with errors(address):
            self._connection = Connection.connect(conninfo, **connection_options(timeout))
            self._connection.execute(f"SET search_path = {SCHEMA}")
            self._connection.execute("SET default_transaction_read_only = on")
            self._connection.execute(f"SET statement_timeout = {ceil(seconds * 1000)}".encode())
            for name, value in TIMES.items():
                self._connection.execute("SELECT set_config(%s, %s, false)", [name, value])
            self._connection.execute(f"SET ROLE {ROLE}")

    def query(self, statement: str, values: Values = ()) -> QueryResult:
        """The result of one query. Raises OperationalError where it is refused, or no query, TookTooLong."""
        if problem := query_problem(statement):
            raise OperationalError(problem)
        with errors(self._address), time_limit(self._address), self._reading():
            # a prepared statement is one command; one that takes no values may have any signs in it
            text, bound = (driver_statement(statement), values) if values else (statement.encode(), None)
            cursor = self._connection.execute(text, bound, prepare=True)
            columns = tuple(each.name for each in cursor.description or ())
            return QueryResult(columns, self._rows(cursor) if columns else iter(()))

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """A transaction that only reads; whatever a query has set is as before, once it is rolled back."""
        self._connection.execute("BEGIN TRANSACTION READ ONLY")
        try:
            yield
        finally:
            if not self._connection.closed:
                self._connection.execute("ROLLBACK")

    def _rows(self, cursor: Any) -> Iterator[tuple[Any, ...]]:
        while rows := cursor.fetchmany(AT_ONCE):
            yield from rows


def query_problem(statement: str) -> str:
    """Why a statement is no query that may be asked; empty where it is one."""
    if BANNED.search(statement):
        return "a query names neither set_config nor functions that run a text, nor identifiers with Unicode escapes"
    beginning = without_comments(statement)
    if explained := EXPLAIN.match(beginning):
        beginning = without_comments(beginning[explained.end() :])
    word = WORD.match(beginning)
    return "" if word is not None and word[1].casefold() in QUERIES else NO_QUERY


def without_comments(statement: str) -> str:
    """A statement from its first word on; comments nest."""
    rest = statement.lstrip()
    while rest.startswith(("--", "/*")):
        rest = rest.partition("\n")[2].lstrip() if rest.startswith("--") else after_comment(rest).lstrip()
    return rest


def after_comment(statement: str) -> str:
    """What follows the comment with which a statement begins; nothing where it does not end."""
    depth = 0
    for found in re.finditer(r"/\*|\*/", statement):
        depth += 1 if found[0] == "/*" else -1
        if not depth:
            return statement[found.end() :]
    return ""


@contextmanager
def time_limit(address: str) -> Iterator[None]:
    """Tell a query that was broken off from one that failed: raises TookTooLong."""
    try:
        yield
    except QueryCanceled as error:
        raise TookTooLong(f"{address}: {error.diag.message_primary}") from None
