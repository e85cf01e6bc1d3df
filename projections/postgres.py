"""A projection database in a PostgreSQL schema. Read `projections.database` first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from math import ceil
from threading import Event
from typing import Any

import psycopg
from eventsourcing.persistence import OperationalError
from psycopg import Connection
from psycopg_pool import ConnectionPool

from projections.database import DatabaseRow, DatabaseTable, Lead, Values
from projections.outage import outage_of

POLL = 1.0
AT_ONCE = 2000
READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
# the same lock as the store's own migration: two that run DDL at once fail with "tuple concurrently updated"
CREATING = "SELECT pg_advisory_xact_lock(hashtext('praetor'), hashtext('migrate'))"
LEADING = "SELECT pg_try_advisory_lock(hashtext('praetor'), hashtext(?))"


def driver_statement(statement: str) -> bytes:
    """The statement with the driver's own placeholder for a value."""
    return statement.replace("?", "%s").encode()


class PostgresSession:
    """A transaction of one connection."""

    def __init__(self, connection: Connection[DatabaseRow]) -> None:
        self._connection = connection

    def read(self, statement: str, values: Values = ()) -> list[DatabaseRow]:
        return self._connection.execute(driver_statement(statement), values).fetchall()

    def stream(self, statement: str, values: Values = ()) -> Iterator[DatabaseRow]:
        # a cursor of the server: one of the client holds all rows
        with self._connection.cursor("stream") as cursor:
            cursor.itersize = AT_ONCE
            yield from cursor.execute(driver_statement(statement), values)

    def write(self, statement: str, values: Values = ()) -> int:
        return self._connection.execute(driver_statement(statement), values).rowcount

    def upsert(self, table: DatabaseTable, rows: Iterable[Values]) -> None:
        # one statement for all rows: one row at a time costs ten times as much; in binary, since the driver would
        # escape each quotation mark of a text by itself
        columns = [list(column) for column in zip(*rows, strict=True)]
        if columns:
            arrays = ", ".join(f"%b::{kind}[]" for _, kind in table.columns)
            self._connection.execute(table.upsert_statement(f"SELECT * FROM unnest({arrays})").encode(), columns)

    def insert(self, table: DatabaseTable, rows: Iterable[Values]) -> None:
        # the fastest way of the server: a statement for many rows takes three times as long
        statement = f"COPY {table.name} ({', '.join(table.names)}) FROM STDIN"
        with self._connection.cursor() as cursor, cursor.copy(statement.encode()) as copy:
            for row in rows:
                copy.write_row(row)


class PostgresLead:
    """An advisory lock, held by the connection that also receives notifications of the store."""

    def __init__(self, connection: Connection[DatabaseRow], address: str) -> None:
        self._connection = connection
        self._address = address

    def wait(self, stopped: Event) -> None:
        # what was stored since LISTEN is kept by the connection; the limit is for a notice that was lost
        with errors(self._address):
            list(self._connection.notifies(timeout=POLL, stop_after=1))

    def close(self) -> None:
        self._connection.close()


@contextmanager
def errors(address: str) -> Iterator[None]:
    """Turn an error of the driver into one that names the address: raises OperationalError."""
    try:
        yield
    except psycopg.Error as error:
        # the first line alone: the details of the server quote whole rows
        raise OperationalError(f"{address}: {error.diag.message_primary or error}") from None


def connection_options(timeout: float) -> dict[str, Any]:
    """The options of a connection that must be made within `timeout` seconds."""
    return {
        "autocommit": True,
        "connect_timeout": max(1, ceil(timeout)),
        "fallback_application_name": "praetor",
    }


class SmallPool:
    """A few connections with session settings, made on demand and checked before use."""

    def __init__(
        self, conninfo: str, address: str, *, timeout: float, connections: int, session: Mapping[str, str]
    ) -> None:
        self._conninfo = conninfo
        self._options = connection_options(timeout)
        self._settings = {"lock_timeout": f"{ceil(timeout * 1000)}ms", **session}
        self._outage = outage_of(conninfo, address)
        self._pool = ConnectionPool(
            conninfo,
            min_size=0,
            max_size=connections,
            timeout=timeout,
            reconnect_timeout=timeout,
            open=True,
            check=ConnectionPool.check_connection,
            kwargs=self._options,
            configure=self._configure,
        )

    def _configure(self, connection: Connection[DatabaseRow]) -> None:
        for name, value in self._settings.items():
            connection.execute("SELECT set_config(%s, %s, false)", [name, value])

    @contextmanager
    def connection(self) -> Iterator[Connection[DatabaseRow]]:
        """A connection; raises OperationalError at once where the database has just failed to give one."""
        with ExitStack() as stack:
            with self._outage.asking(self._reach):
                connection = stack.enter_context(self._pool.connection())
            yield connection

    def _reach(self) -> None:
        Connection.connect(self._conninfo, **self._options).close()

    def close(self) -> None:
        """Close the connections."""
        self._pool.close()


class PostgresDatabase:
    """A schema of the store's database; `channel` is where the store notifies that it has grown."""

    def __init__(
        self, conninfo: str, address: str, *, schema: str, channel: str, timeout: float, connections: int = 4
    ) -> None:
        self._conninfo = conninfo
        self._address = address
        self._schema = schema
        self._channel = channel
        self._timeout = timeout
        session = {"search_path": schema, "synchronous_commit": "off"}
        self._pool = SmallPool(conninfo, address, timeout=timeout, connections=connections, session=session)

    def reading(self) -> AbstractContextManager[PostgresSession]:
        return self._session(READING)

    def writing(self) -> AbstractContextManager[PostgresSession]:
        return self._session("BEGIN")

    @contextmanager
    def creating(self) -> Iterator[PostgresSession]:
        with self.writing() as session:
            session.read(CREATING)
            session.write(f"CREATE SCHEMA IF NOT EXISTS {self._schema}")
            yield session

    def lead(self) -> Lead | None:
        with errors(self._address):
            connection = Connection.connect(self._conninfo, **connection_options(self._timeout))
            try:
                [(leads,)] = connection.execute(driver_statement(LEADING), [self._schema]).fetchall()
                if leads:
                    connection.execute(f"LISTEN {self._channel}".encode())
                    return PostgresLead(connection, self._address)
            except BaseException:
                connection.close()
                raise
            connection.close()
            return None

    def close(self) -> None:
        self._pool.close()

    @contextmanager
    def _session(self, begin: str) -> Iterator[PostgresSession]:
        with errors(self._address), self._pool.connection() as connection:
            connection.execute(begin.encode())
            try:
                yield PostgresSession(connection)
                connection.execute("COMMIT")
            except BaseException:
                connection.rollback()
                raise
