"""What a request works with: the services of its process, and its counters."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import cast

from flask import current_app

from service.app.match.chronicles import Chronicles
from service.app.match.openings import MatchOpening
from service.web.metrics import Metrics
from service.web.turns import Turns
from service.wiring import Services

NAME = "praetor"


class RequestContext:
    """The services of one process; `waiters` and `turns` limit how many threads wait, or work on what takes long.

    Both by queue: the public takes no place of a seat or an office.
    """

    def __init__(self, services: Services, metrics: Metrics) -> None:
        self.services = services
        self.metrics = metrics
        # a waiter holds a thread: the others must find one, so that half of the threads wait at most
        shares = {"seats": 4, "offices": 8, "public": 8}
        self.waiters = {
            queue: BoundedSemaphore(max(1, services.settings.threads // share)) for queue, share in shares.items()
        }
        self.turns = {queue: Turns(services.settings.threads // 4) for queue in ("public", "seats", "offices")}
        self.chronicles = Chronicles(services.matches)

    def opening(self, match_id: str) -> MatchOpening:
        """The opening of a match. Raises Unknown, Unavailable."""
        return self.services.openings.of(match_id)


def request_context() -> RequestContext:
    """The context of this process."""
    return cast(RequestContext, current_app.extensions[NAME])
