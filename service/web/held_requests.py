"""Requests that wait for the next action of a match, or entry of an event: the server holds them without a thread.

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
from domain.tournaments.tournament import Tournament
from service.app.keys import Principal
from service.app.match.action_waiting import GLANCE, MatchWatch, Watcher
from service.store.recorded import event_stream, stream_of
from service.web.queues import held_place, waiting_place
from service.web.request_context import request_context

# The most seconds that a request can ask to wait for an action.
LONGEST_HOLD = 20

# In the environment of a request: until when it has been held, None for one that has not been held. It is missing in a
# server that cannot hold requests.
HELD_UNTIL = "praetor.held_until"


class Hold:
    """A request that is held: the place that it takes, and what it waits for. `until` is a time of `monotonic`."""

    def __init__(self, watch: MatchWatch, stream: str, after: int, until: float, key: str, place: ExitStack) -> None:
        self.until = until
        self._stream, self._after, self._key = stream, after, key
        self._watch, self._place = watch, place

    def begin(self, call: Callable[[], None]) -> None:
        """Have `call` called once, in another thread, when the request is to be answered."""
        watcher = Watcher(self._stream, self._after, self.until, call, self._key)
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
    matches = request_context().services.matches
    wait_for_growth(stream_of(match.id), match.id, lambda: matches.fresh(match.id).version, principal, after, seconds)


def wait_for_entry(event: Tournament, principal: Principal, after: int, seconds: float) -> None:
    """Wait until an event has passed an entry, at most `seconds`, as `wait_for_action` does."""
    events = request_context().services.events
    wait_for_growth(event_stream(event.id), event.id, lambda: events.one(event.id).version, principal, after, seconds)


def wait_for_growth(
    stream: str, about: str, version: Callable[[], int], principal: Principal, after: int, seconds: float
) -> None:
    """Wait until a stream has passed a version, at most `seconds`, in one of the places of what it is about.

    Raises RequestHeld, Crowded.
    """
    if HELD_UNTIL not in request.environ:
        with waiting_place(principal, about):
            wait_in_thread(version, after, seconds)
        return
    until = request.environ[HELD_UNTIL]
    until = monotonic() + seconds if until is None else until
    if monotonic() < until:
        with ExitStack() as place:
            place.enter_context(held_place(principal, about))
            watch = request_context().services.watch
            raise RequestHeld(Hold(watch, stream, after, until, principal.id, place.pop_all()))


def wait_in_thread(version: Callable[[], int], after: int, seconds: float) -> None:
    """Wait until a version has been passed, at most `seconds`, in the thread of the request."""
    deadline = monotonic() + seconds
    while version() <= after and monotonic() < deadline:
        sleep(GLANCE)
