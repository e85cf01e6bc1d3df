"""Connections to one SQLite file, each kept for whoever asks next."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, LifoQueue

from eventsourcing.persistence import OperationalError


class FilePool:
    """The connections of one process to a file; `holds` says in errors what the file is, only `make` makes it.

    What is not durable may cost its last transactions in a power cut.
    """

    def __init__(self, path: str, *, timeout: float, durable: bool, holds: str) -> None:
        self.path = path
        self._timeout = timeout
        self._synchronous = "FULL" if durable else "NORMAL"
        self._holds = holds
        self._idle: LifoQueue[sqlite3.Connection] = LifoQueue()

    def make(self) -> None:
        """Make the file where it is missing; raises OperationalError."""
        try:
            Path(self.path).touch()
        except OSError as error:
            raise OperationalError(f"{self.path}: {error.strerror}") from error

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """A connection on which each statement is a transaction; raises OperationalError where there is no file."""
        connection = self._taken()
        try:
            yield connection
        finally:
            self._idle.put_nowait(connection)

    def close(self) -> None:
        """Close the connections that nobody uses."""
        while not self._idle.empty():
            self._idle.get_nowait().close()

    def _taken(self) -> sqlite3.Connection:
        try:
            return self._idle.get_nowait()
        except Empty:
            return self._connected()

    def _connected(self) -> sqlite3.Connection:
        if not Path(self.path).exists():
            raise OperationalError(f"{self.path}: no such {self._holds}: run `praetor migrate`")
        connection = sqlite3.connect(self.path, timeout=self._timeout, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL").fetchall()
        connection.execute(f"PRAGMA synchronous={self._synchronous}")
        return connection
