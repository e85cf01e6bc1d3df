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
QUEUES = ("public", "seats", "offices")


class RequestContext:
    """The services of one process; `waiters` and `turns` limit how many threads wait, or work on what takes long.

    Both by queue: the public takes no place of a seat or an office.
    """

    def __init__(self, services: Services, metrics: Metrics) -> None:
        self.services = services
        self.metrics = metrics
        self.waiters = places_to_wait(services.settings.threads)
        self.turns = {queue: Turns(services.settings.threads // 4) for queue in QUEUES}
        self.chronicles = Chronicles(services.matches)

    def opening(self, match_id: str) -> MatchOpening:
        """The opening of a match. Raises Unknown, Unavailable."""
        return self.services.openings.of(match_id)


def places_to_wait(threads: int) -> dict[str, BoundedSemaphore]:
    """The places of each queue: a waiter holds a thread, and the others must find one.

    Half of the threads wait at most; where they are too few for three queues, all have one place together.
    """
    if threads < 4:
        return dict.fromkeys(QUEUES, BoundedSemaphore())
    shares = {"seats": 4, "offices": 8, "public": 8}
    return {queue: BoundedSemaphore(max(1, threads // shares[queue])) for queue in QUEUES}


def request_context() -> RequestContext:
    """The context of this process."""
    return cast(RequestContext, current_app.extensions[NAME])
