"""Turns: what takes long is answered one after the other, so that everything else is answered meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from projections.windows.queries import Crowded

# how long to wait for a turn, in seconds
PATIENCE = 5.0


class Turns:
    """One at a time has its turn; so many more, each of which holds a thread, may wait for theirs."""

    def __init__(self, waiting: int, seconds: float = PATIENCE) -> None:
        self._places = BoundedSemaphore(1 + waiting)
        self._turn = BoundedSemaphore()
        self._seconds = seconds

    @contextmanager
    def one(self) -> Iterator[None]:
        """Wait for a turn and have it; raises Crowded where too many wait, or for too long."""
        if not self._places.acquire(blocking=False):
            raise Crowded
        try:
            if not self._turn.acquire(timeout=self._seconds):
                raise Crowded
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._places.release()
