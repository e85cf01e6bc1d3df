"""Slow requests are answered one after the other, so that everything else is answered meanwhile.

`Places` bound how many requests wait, and how many of them are of one key or about one match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from projections.windows.queries import Crowded

# how long to wait for a turn, in seconds
PATIENCE = 5.0


class Places:
    """Places in which requests wait: one key has `of_key` of them at most, the requests about one match `of_match`."""

    def __init__(self, most: int, of_key: int, of_match: int) -> None:
        self.most = most
        self._shares = {"key": of_key, "match": of_match}
        self._taken = Counter[tuple[str, str]]()
        self._count = 0
        self._lock = Lock()

    def take(self, key: str = "", match: str = "") -> bool:
        """Take a place for a key, which is empty for whoever has none, about a match. Returns whether one was free."""
        holders = _holders(key, match)
        with self._lock:
            if self._count >= self.most or any(self._taken[each] >= self._shares[each[0]] for each in holders):
                return False
            self._count += 1
            self._taken.update(holders)
            return True

    def leave(self, key: str = "", match: str = "") -> None:
        """Leave a place that was taken so."""
        with self._lock:
            self._count -= 1
            self._taken.subtract(_holders(key, match))
            # what nobody holds is forgotten: keys and matches come and go
            self._taken = +self._taken

    @contextmanager
    def hold(self, key: str = "", match: str = "") -> Iterator[None]:
        """Hold a place; raises Crowded where none is free for the key and the match."""
        if not self.take(key, match):
            raise Crowded
        try:
            yield
        finally:
            self.leave(key, match)


def _holders(key: str, match: str) -> list[tuple[str, str]]:
    return [(kind, name) for kind, name in (("key", key), ("match", match)) if name]


class SlowQueue:
    """One request at a time has its turn; at most `waiting` more, each of which holds a thread, wait for theirs.

    Where more than one may be there, a key leaves one place to others, and so do the requests about a match.
    """

    def __init__(self, waiting: int, seconds: float = PATIENCE) -> None:
        share = max(1, waiting)
        self._places = Places(1 + waiting, share, share)
        self._turn = BoundedSemaphore()
        self._seconds = seconds

    @contextmanager
    def turn(self, key: str = "", match: str = "") -> Iterator[None]:
        """Wait for a turn and have it; raises Crowded where too many wait, or for too long."""
        with self._places.hold(key, match):
            if not self._turn.acquire(timeout=self._seconds):
                raise Crowded
            try:
                yield
            finally:
                self._turn.release()
