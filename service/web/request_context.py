"""What a request works with: the services of its process, and its counters; and the id of each request."""

from __future__ import annotations

import re
from secrets import token_hex
from typing import cast

from flask import current_app

from projections.stopped import StoppedProjections
from service.app.match.chronicles import Chronicles
from service.app.match.openings import MatchOpening
from service.web.metrics import Metrics
from service.web.waiting_places import Places, SlowQueue
from service.wiring import Services

NAME = "praetor"
QUEUES = ("public", "seats", "offices")
# How many requests wait without a thread in each queue: each holds a connection. A seat follows its match in a few
# windows, and a match of six is followed by all its players and some more.
MOST_HELD = {"public": 128, "seats": 192, "offices": 64}
HELD_OF_KEY = 8
REQUEST_ID = "X-Request-Id"
FORM_OF_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class RequestContext:
    """The services of one process; `waiters` and `slow_queues` limit how many threads wait, or work on what takes long.

    `held` limits how many requests wait without a thread. All by queue: the public takes no place of a seat or an
    office. In a queue no key takes every place.
    """

    def __init__(self, services: Services, metrics: Metrics) -> None:
        self.services = services
        self.metrics = metrics
        self.waiters = places_to_wait(services.settings.threads)
        self.slow_queues = {queue: SlowQueue(services.settings.threads // 4) for queue in QUEUES}
        self.held = {queue: Places(most, HELD_OF_KEY, most * 3 // 4) for queue, most in MOST_HELD.items()}
        self.chronicles = Chronicles(services.matches)
        self.stopped_projections = StoppedProjections()
        if services.matches.keyring is not None:
            services.matches.keyring.on_erased.append(self.chronicles.forget_all)

    def opening(self, match_id: str) -> MatchOpening:
        """The opening of a match. Raises Unknown, Unavailable."""
        return self.services.openings.of(match_id)


def places_to_wait(threads: int) -> dict[str, Places]:
    """The places of each queue: a waiter holds a thread, and the others must find one.

    Half of the threads wait at most, of eight five; where they are too few for three queues, all have one place
    together. Of eight, seats have three places: both players of one match leave one to another match.
    """
    if threads < 4:
        return dict.fromkeys(QUEUES, places_for_all(1))
    few = max(1, threads // 8)
    seats = max(threads // 4, min(3, threads - 5), 1)
    return {"public": places_for_all(few), "seats": places_for_all(seats), "offices": places_for_all(few)}


def places_for_all(most: int) -> Places:
    """Returns so many places: one key has half of them, one match three quarters, but both its players may wait."""
    return Places(most, max(1, most // 2), max(2, most * 3 // 4))


def request_context() -> RequestContext:
    """The context of this process."""
    return cast(RequestContext, current_app.extensions[NAME])


def name_request(given: str) -> str:
    """The id of a request in the log: the one that it brought, if that has the form of one, else a new one."""
    return given if FORM_OF_ID.fullmatch(given) else token_hex(8)
