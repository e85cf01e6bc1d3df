"""Rows beside the streams in a PostgreSQL database, by a few connections of their own. Read `service.rows` first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil

import psycopg
from eventsourcing.persistence import OperationalError
from psycopg_pool import ConnectionPool

from service.rows import Row, Values
from service.settings import Address
from service.store.postgres import MIGRATING


class PostgresRows:
    """The tables of one database."""

    def __init__(self, address: Address, *, timeout: float, durable: bool, connections: int = 2) -> None:
        self._address = address
        self._pool = ConnectionPool(
            address.conninfo,
            min_size=0,
            max_size=connections,
            timeout=timeout,
            reconnect_timeout=timeout,
            open=True,
            check=ConnectionPool.check_connection,
            kwargs={
                "autocommit": True,
                "connect_timeout": max(1, ceil(timeout)),
                "fallback_application_name": "praetor",
            },
            configure=lambda connection: self._configure(connection, timeout, durable),
        )

    def read(self, statement: str, values: Values = ()) -> list[Row]:
        with self._connection() as connection:
            return connection.execute(spelled(statement), values).fetchall()

    def write(self, statement: str, values: Values = ()) -> int:
        with self._connection() as connection:
            return connection.execute(spelled(statement), values).rowcount

    def create(self, *statements: str) -> None:
        with self._connection() as connection, connection.transaction():
            connection.execute(MIGRATING)
            for statement in statements:
                connection.execute(statement.encode())

    def close(self) -> None:
        self._pool.close()

    @staticmethod
    def _configure(connection: psycopg.Connection[Row], timeout: float, durable: bool) -> None:
        told = {"lock_timeout": f"{ceil(timeout * 1000)}ms", "search_path": "public"}
        if not durable:
            told["synchronous_commit"] = "off"
        for name, value in told.items():
            connection.execute("SELECT set_config(%s, %s, false)", [name, value])

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection[Row]]:
        try:
            with self._pool.connection() as connection:
                yield connection
        except psycopg.Error as error:
            # the first line alone: the details of the server quote whole rows
            raise OperationalError(f"{self._address}: {error.diag.message_primary or error}") from None


def spelled(statement: str) -> bytes:
    """A statement with the driver's own sign for a value."""
    return statement.replace("?", "%s").encode()
