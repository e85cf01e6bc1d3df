"""The two kinds of place that a store can be in, and what a test does to one from outside."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from service.settings import Address
from service.store.postgres import PostgresRecorder
from service.store.sqlite import SqliteRecorder


class SqlitePlace:
    """A file that is not there yet."""

    recorder = SqliteRecorder

    def __init__(self, folder: Path) -> None:
        self.db = folder / "p.db"
        self.text = str(self.db)

    @contextmanager
    def locked(self) -> Iterator[sqlite3.Connection]:
        """Somebody else holds the lock of writers until the end, or until `rollback`."""
        outside = sqlite3.connect(self.db, isolation_level=None, check_same_thread=False)
        outside.execute("BEGIN IMMEDIATE")
        try:
            yield outside
        finally:
            outside.close()

    def spoil(self, version: int, found: str, put: str) -> None:
        """Change a text within a stored action."""
        with sqlite3.connect(self.db) as outside:
            outside.execute(
                "UPDATE stored_events SET state = replace(state, ?, ?) WHERE originator_version = ?",
                [found, put, version],
            )
        outside.close()

    def age(self, schema: int) -> None:
        """Pretend that another version of the service made the store."""
        sqlite3.connect(self.db).execute(f"PRAGMA user_version={schema}").connection.close()


class PostgresPlace:
    """A migrated database."""

    recorder = PostgresRecorder

    def __init__(self, address: Address) -> None:
        self.db = address
        self.text = address.conninfo

    @contextmanager
    def locked(self) -> Iterator[psycopg.Connection]:
        """Somebody else holds the lock of writers until the end, or until `rollback`."""
        with psycopg.connect(self.text) as outside:
            outside.execute("LOCK TABLE match_events IN EXCLUSIVE MODE")
            yield outside

    def spoil(self, version: int, found: str, put: str) -> None:
        """Change a text within a stored action."""
        with psycopg.connect(self.text) as outside:
            row = outside.execute("SELECT state FROM match_events WHERE originator_version = %s", [version]).fetchone()
            assert row is not None
            [state] = row
            outside.execute(
                "UPDATE match_events SET state = %s WHERE originator_version = %s",
                [state.replace(found.encode(), put.encode()), version],
            )

    def age(self, schema: int) -> None:
        """Pretend that another version of the service made the store."""
        with psycopg.connect(self.text) as outside:
            outside.execute("UPDATE schema_version SET schema = %s", [schema])


Place = SqlitePlace | PostgresPlace
