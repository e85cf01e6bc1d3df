"""Requests that wait for the next action of a match: the server holds them without a thread.

The application raises `RequestHeld` and answers nothing. The server keeps the connection and, when the hold calls,
gives the request to the application again, from the beginning: a right may have ended meanwhile. Where the application
runs in another server, the request waits in its thread.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from time import monotonic, sleep

from flask import request

from domain.match.aggregate import Match
from service.app.keys import Principal
from service.app.match.action_waiting import GLANCE, MatchWatch, Watcher
from service.web.queues import held_place, waiting_place
from service.web.request_context import request_context

# The most seconds that a request can ask to wait for an action.
LONGEST_HOLD = 20

# In the environment of a request: until when it has been held, None for one that has not been held. It is missing in a
# server that cannot hold requests.
HELD_UNTIL = "praetor.held_until"


class Hold:
    """A request that is held: the place that it takes, and what it waits for. `until` is a time of `monotonic`."""

    def __init__(self, watch: MatchWatch, match_id: str, after: int, until: float, key: str, place: ExitStack) -> None:
        self.until = until
        self._match, self._after, self._key = match_id, after, key
        self._watch, self._place = watch, place

    def begin(self, call: Callable[[], None]) -> None:
        """Have `call` called once, in another thread, when the request is to be answered."""
        watcher = Watcher(self._match, self._after, self.until, call, self._key)
        self._place.callback(self._watch.remove, watcher)
        self._watch.add(watcher)

    def end(self) -> None:
        """Leave the place and wait for nothing any more."""
        self._place.close()


class RequestHeld(BaseException):
    """The request is to be held and given to the application again. No error: nothing on its way may answer it."""

    def __init__(self, hold: Hold) -> None:
        super().__init__(hold)
        self.hold = hold


def wait_for_action(match: Match, principal: Principal, after: int, seconds: float) -> None:
    """Wait until a match has passed a version, at most `seconds`.

    Returns when it has, or when the time is over. Raises RequestHeld where the server holds the request meanwhile,
    Crowded where too many wait.
    """
    if HELD_UNTIL not in request.environ:
        with waiting_place(principal, match.id):
            wait_in_thread(match, after, seconds)
        return
    until = request.environ[HELD_UNTIL]
    until = monotonic() + seconds if until is None else until
    if monotonic() < until:
        with ExitStack() as place:
            place.enter_context(held_place(principal, match.id))
            watch = request_context().services.watch
            raise RequestHeld(Hold(watch, match.id, after, until, principal.id, place.pop_all()))


def wait_in_thread(match: Match, after: int, seconds: float) -> None:
    """Wait until a match has passed a version, at most `seconds`, in the thread of the request."""
    matches, deadline = request_context().services.matches, monotonic() + seconds
    while match.version <= after and monotonic() < deadline:
        sleep(GLANCE)
        match = matches.fresh(match.id)
