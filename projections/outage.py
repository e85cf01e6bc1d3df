"""A database that has failed to give a connection is tried by one caller at a time; all others are refused at once.

Each would wait as long as the first, and a server has few threads: the answer "not now" comes late for all, and what
needs no database comes late too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from time import monotonic

from eventsourcing.persistence import OperationalError

# the seconds after a failure in which nobody tries
PAUSE = 0.5


class Outage:
    """Whether a database is down, as far as a process knows: from a failure until somebody has reached it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = Lock()
        self._is_down = self._is_tried = False
        self._try_at = 0.0

    @contextmanager
    def asking(self, reach: Callable[[], object]) -> Iterator[None]:
        """A context in which a connection is asked for; an error in it means that the database is down.

        Where it is down already, `reach` is called first, which connects to it or raises: who asks a pool waits long.
        Raises OperationalError at once where somebody else does so, or has just failed.
        """
        if self._is_down and self._begins_to_try():
            self._try_to_reach(reach)
        try:
            yield
        except BaseException:
            self._note(True)
            raise

    def _begins_to_try(self) -> bool:
        with self._lock:
            if self._is_down and (self._is_tried or monotonic() < self._try_at):
                raise OperationalError(f"{self._name}: it did not answer a moment ago")
            self._is_tried = self._is_down
            return self._is_tried

    def _try_to_reach(self, reach: Callable[[], object]) -> None:
        reached = False
        try:
            reach()
            reached = True
        finally:
            self._note(not reached)

    def _note(self, is_down: bool) -> None:
        with self._lock:
            self._is_down, self._is_tried, self._try_at = is_down, False, monotonic() + PAUSE


@cache
def outage_of(conninfo: str, name: str) -> Outage:
    """What this process knows of one database, whoever asks it."""
    return Outage(name)
