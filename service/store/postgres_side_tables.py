"""Rows beside the streams in a PostgreSQL database, by a few connections of their own. Read `side_tables` first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from projections.postgres import MIGRATING, PostgresSession, SmallPool, driver_statement, errors
from service.settings import Address
from service.store.side_tables import Row, RowSession, Values, done_in_time

ALONE = "LOCK TABLE public.rows_turn IN EXCLUSIVE MODE"


class PostgresRows:
    """The tables of one database."""

    def __init__(self, address: Address, *, timeout: float, durable: bool, connections: int = 2) -> None:
        self._address = address
        session = {"search_path": "public", **({} if durable else {"synchronous_commit": "off"})}
        self._pool = SmallPool(
            address.conninfo, address.name, timeout=timeout, connections=connections, session=session
        )

    def read(self, statement: str, values: Values = ()) -> list[Row]:
        with self._connection() as connection:
            return connection.execute(driver_statement(statement), values).fetchall()

    def write(self, statement: str, values: Values = ()) -> int:
        with self._connection() as connection:
            return connection.execute(driver_statement(statement), values).rowcount

    @contextmanager
    def alone(self) -> Iterator[RowSession]:
        with self._connection() as connection, connection.transaction():
            # a lock of its own: the rows that such a session decides by may not be there yet
            connection.execute(ALONE)
            yield PostgresSession(connection)

    def create(self, *statements: str) -> None:
        with self._connection() as connection, connection.transaction():
            for statement in (*MIGRATING, *statements):
                connection.execute(statement.encode())

    def scrub(self, *tables: str) -> bool:
        # the planner keeps samples of the values that it found in a table: they are taken anew, the old ones destroyed
        vacuums = [*(f"VACUUM (FULL, ANALYZE) {table}" for table in tables), "VACUUM FULL pg_catalog.pg_statistic"]
        with self._connection() as connection:
            return done_in_time(lambda: all(is_done(connection, vacuum) for vacuum in vacuums))

    def close(self) -> None:
        self._pool.close()

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection[Row]]:
        with errors(str(self._address)), self._pool.connection() as connection:
            yield connection


def is_done(connection: psycopg.Connection[Row], vacuum: str) -> bool:
    """Whether a table was written anew, which waits until nobody reads it."""
    try:
        connection.execute(vacuum.encode())
    except psycopg.errors.LockNotAvailable:
        return False
    return True
