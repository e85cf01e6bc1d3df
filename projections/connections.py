"""Connections to one SQLite file, each kept for the next caller."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, LifoQueue

from eventsourcing.persistence import OperationalError

# a database file and what SQLite keeps beside it
BESIDE = ("", "-wal", "-shm")


def make_private(path: str) -> None:
    """Create a file that only its owner can read, unless it exists. Raises OSError."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    except FileExistsError:
        keep_private(path)


def keep_private(path: str) -> None:
    """Let only its owner read a database file; a file of another owner stays as it is."""
    for each in BESIDE:
        with suppress(FileNotFoundError, PermissionError):
            if os.stat(f"{path}{each}").st_mode & 0o077:
                os.chmod(f"{path}{each}", 0o600)


class FileIdentity:
    """The file that a path named at first; a file that replaced it later must not be written by this process."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._first: tuple[int, int] | None = None

    def check(self) -> None:
        """Raises OperationalError where the path names another file by now, or none."""
        try:
            found = os.stat(self._path)
        except OSError as error:
            raise OperationalError(f"{self._path}: {error.strerror}") from error
        self._first = self._first or (found.st_dev, found.st_ino)
        if self._first != (found.st_dev, found.st_ino):
            raise OperationalError(f"{self._path}: another file has taken its place: start the service again")


class FilePool:
    """The connections of one process to a file; `holds` says in errors what the file is, only `make` makes it.

    What is not durable may cost its last transactions in a power cut.
    """

    def __init__(self, path: str, *, timeout: float, durable: bool, holds: str) -> None:
        self.path = path
        self._timeout = timeout
        self._synchronous = "FULL" if durable else "NORMAL"
        self._holds = holds
        self._place = FileIdentity(path)
        self._idle: LifoQueue[sqlite3.Connection] = LifoQueue()

    def make(self) -> None:
        """Create the file where it is missing. Raises OperationalError."""
        try:
            make_private(self.path)
        except OSError as error:
            raise OperationalError(f"{self.path}: {error.strerror}") from error

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """A connection on which each statement is a transaction. Raises OperationalError where there is no file."""
        connection = self._take()
        try:
            self._place.check()
            yield connection
            self._place.check()
        finally:
            self._idle.put_nowait(connection)

    def close(self) -> None:
        """Close the connections that nobody uses."""
        while not self._idle.empty():
            self._idle.get_nowait().close()

    def _take(self) -> sqlite3.Connection:
        try:
            return self._idle.get_nowait()
        except Empty:
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        if not Path(self.path).exists():
            raise OperationalError(f"{self.path}: no such {self._holds}: run `praetor migrate`")
        keep_private(self.path)
        connection = sqlite3.connect(self.path, timeout=self._timeout, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL").fetchall()
        connection.execute(f"PRAGMA synchronous={self._synchronous}")
        return connection
