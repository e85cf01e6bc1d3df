"""A projection database in a PostgreSQL schema. Read `projections.database` first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from math import ceil
from threading import Event
from typing import Any

import psycopg
from eventsourcing.persistence import OperationalError
from psycopg import Connection
from psycopg_pool import ConnectionPool

from projections.database import DatabaseRow, DatabaseTable, HeldByOthers, Lead, Values
from projections.outage import outage_of

POLL = 1.0
AT_ONCE = 2000
READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
# No advisory lock: whoever may log in takes those, and keeps them, also who may only read the views of analysts.
# Two that run DDL at once fail with "tuple concurrently updated"; whoever comes first may find nothing to lock yet.
# whoever migrates has its turn after all others, however long they take; for other locks it waits as its session does
MIGRATING = (
    "SELECT set_config('praetor.lock_timeout', current_setting('lock_timeout'), true),"
    " set_config('lock_timeout', '10min', true)",
    "DO $$ BEGIN CREATE TABLE IF NOT EXISTS public.migration_turn ();"
    " EXCEPTION WHEN unique_violation OR duplicate_table THEN NULL; END $$",
    "LOCK TABLE public.migration_turn IN EXCLUSIVE MODE",
    "SELECT set_config('lock_timeout', current_setting('praetor.lock_timeout'), true)",
)
# times are read and written in UTC, whatever the database, its role or the shell of whoever asks would have
TIMES = {"DateStyle": "ISO, YMD", "TimeZone": "UTC"}
# what is locked by who projects: a view, since VACUUM would wait for a table that is locked for weeks
LEAD = "lead"
# whatever the defaults of the database: the transaction that has the lock lasts, and keeps no old rows from VACUUM
ENDLESS = (
    "SELECT set_config(name, '0', false) FROM pg_settings"
    " WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout', 'idle_session_timeout')"
)
LEADING = "BEGIN ISOLATION LEVEL READ COMMITTED"


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
    """A lock, held by the transaction of one connection; another one receives the notifications of the store, which
    the server gives to none that is in a transaction."""

    def __init__(self, holding: Connection[DatabaseRow], listening: Connection[DatabaseRow], address: str) -> None:
        self._holding = holding
        self._listening = listening
        self._address = address

    def wait(self, stopped: Event) -> None:
        # what was stored since LISTEN is kept by the connection; the limit is for a notice that was lost
        with errors(self._address):
            list(self._listening.notifies(timeout=POLL, stop_after=1))
            # raises where the server has ended the transaction, and with it the lock
            self._holding.execute("SELECT")

    def close(self) -> None:
        self._listening.close()
        self._holding.close()


@contextmanager
def errors(address: str) -> Iterator[None]:
    """Turn an error of the driver into one that names the address: raises OperationalError, HeldByOthers."""
    try:
        yield
    except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected) as error:
        raise HeldByOthers(f"{address}: {error.diag.message_primary}") from None
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
        self._settings = {"lock_timeout": f"{ceil(timeout * 1000)}ms", **TIMES, **session}
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
        self._lead = f"{schema}.{LEAD}"
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
            for statement in MIGRATING:
                session.write(statement)
            session.write(f"CREATE SCHEMA IF NOT EXISTS {self._schema}")
            # to replace one that is there would wait for who projects
            if session.read("SELECT to_regclass(?)", [self._lead]) == [(None,)]:
                session.write(f"CREATE VIEW {self._lead} AS SELECT 1 AS nothing")
            yield session

    def lead(self) -> Lead | None:
        with errors(self._address), ExitStack() as connections:
            holding = connections.enter_context(closing(self._connect()))
            for statement in (ENDLESS, LEADING):
                holding.execute(statement)
            try:
                holding.execute(f"LOCK TABLE {self._lead} IN EXCLUSIVE MODE NOWAIT".encode())
            except psycopg.errors.LockNotAvailable:
                return None
            except psycopg.errors.UndefinedTable:
                raise OperationalError(f"{self._address}: no {self._lead}: run `praetor migrate`") from None
            listening = connections.enter_context(closing(self._connect()))
            listening.execute(f"LISTEN {self._channel}".encode())
            connections.pop_all()
            return PostgresLead(holding, listening, self._address)

    def _connect(self) -> Connection[DatabaseRow]:
        return Connection.connect(self._conninfo, **connection_options(self._timeout))

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
