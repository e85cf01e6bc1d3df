"""Views that take long wait for their turn. Seats, offices and the public have separate queues."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from projections.windows.queries import Crowded

# how long to wait for a turn, in seconds
PATIENCE = 5.0


class Turns:
    """A view that waits for its turn. Raises Crowded where too many wait, Problem 401 for a key that is not valid."""

    def __init__(self, waiting: int, seconds: float = PATIENCE) -> None:
        self._places = BoundedSemaphore(1 + waiting)
        self._turn = BoundedSemaphore()
        self._seconds = seconds

    @contextmanager
    def one(self) -> Iterator[None]:
    """The queue of a principal: those without an office must not keep judges from their questions."""
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
