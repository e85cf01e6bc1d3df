"""Matches at earlier versions: those that were asked for last, and stops on the way to them to fold from."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from domain.match.aggregate import Match

MOST = 128  # matches at a version; what did not change between two is one value in memory
STRIDE = 100  # versions between two stops: some milliseconds of folding


class EarlierMatches:
    """Matches at earlier versions; the least recently used is dropped first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, int], Match] = OrderedDict()
        self._lock = Lock()

    def nearest(self, match_id: str, version: int) -> Match | None:
        """The latest cached match that is not after a version, or None."""
        with self._lock:
            before = [kept for name, kept in self._kept if name == match_id and kept <= version]
            if not before:
                return None
            found = (match_id, max(before))
            self._kept.move_to_end(found)
            return self._kept[found]

    def keep(self, match: Match) -> None:
        """Cache a match."""
        with self._lock:
            self._kept[match.id, match.version] = match
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


def stops(after: int, version: int) -> list[int]:
    """The versions at which a fold from one version to another stops: every STRIDE-th between them, and the last."""
    return [*range(after - after % STRIDE + STRIDE, version, STRIDE), version]
