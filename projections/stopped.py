"""Which projections have stopped: there is something to read for them, and for a while they have read nothing.

Read `StoppedProjections`. It knows what requests have told it: who is asked for the first time knows of none.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from threading import Lock
from time import monotonic

LOG = logging.getLogger("praetor.projections")
# in seconds: a batch takes less, and a projector that was restarted has begun again
PATIENCE = 30.0
STOPPED = "projection %s has stopped: %s events behind, and none read for %s s"


class StoppedProjections:
    """The positions at which projections were seen to be behind, and since when."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._behind: dict[str, tuple[int, float]] = {}
        self._logged: set[str] = set()

    def find(self, positions: Mapping[str, int], newest: int) -> dict[str, float]:
        """The projections that have stopped, each with the seconds for which it has read nothing.

        One that is seen to have stopped is logged once, until it moves.
        """
        now, found = monotonic(), dict[str, float]()
        with self._lock:
            for name, position in positions.items():
                at, since = self._behind.get(name, (position, now))
                if position >= newest or position != at:
                    since = now
                    self._logged.discard(name)
                self._behind[name] = (position, since)
                if now - since >= PATIENCE:
                    found[name] = round(now - since, 1)
            new = found.keys() - self._logged
            self._logged |= new
        for name in sorted(new):
            LOG.warning(STOPPED, name, newest - positions[name], found[name])
        return found
