"""Views that take long wait for their turn, and some for what happens. Seats, offices and the public wait apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TypeVar

from flask import Response

from domain.match.envelope import SEAT
from projections.windows.queries import Crowded
from service.app.keys import Principal
from service.web.access import NOBODY, asker
from service.web.request_context import request_context

R = TypeVar("R", bound=Response)


def in_turn(view: Callable[..., R]) -> Callable[..., R]:
    """A view that waits for its turn. Raises Crowded where too many wait, Problem 401 for a key that is not valid."""

    @wraps(view)
    def answer(*args: object, **values: object) -> R:
        with request_context().turns[queue_of(asker())].one():
            return view(*args, **values)

    return answer


@contextmanager
def waiting_place(principal: Principal) -> Iterator[None]:
    """Hold one of the places in which requests wait for what happens in a match; raises Crowded where none is free."""
    places = request_context().waiters[queue_of(principal)]
    if not places.acquire(blocking=False):
        raise Crowded
    try:
        yield
    finally:
        places.release()


def queue_of(principal: Principal) -> str:
    """The queue of a principal: those without an office must not keep judges from their questions.

    A seat of another match than a request is about is the public there.
    """
    if principal is NOBODY or not principal.scope:
        return "public"
    return "seats" if principal.scope == SEAT else "offices"
