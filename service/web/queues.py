"""Views that take long wait for their turn, and some for what happens. Seats, offices and the public wait apart."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from typing import TypeVar

from flask import Response

from domain.match.envelope import SEAT
from service.app.keys import Principal
from service.web.access import NOBODY, asker
from service.web.request_context import request_context

R = TypeVar("R", bound=Response)


def in_turn(view: Callable[..., R]) -> Callable[..., R]:
    """A view that waits for its turn. Raises Crowded where too many wait, Problem 401 for a key that is not valid."""

    @wraps(view)
    def answer(*args: object, **values: object) -> R:
        principal, match_id = asker(), str(values.get("match_id", ""))
        with request_context().slow_queues[queue_of(principal)].turn(principal.id, match_id):
            return view(*args, **values)

    return answer


def waiting_place(principal: Principal, match_id: str) -> AbstractContextManager[None]:
    """A context that holds one of the places in which requests wait for what happens in a match.

    Entering it raises Crowded where none is free for this key and this match.
    """
    return request_context().waiters[queue_of(principal)].hold(principal.id, match_id)


def held_place(principal: Principal, match_id: str) -> AbstractContextManager[None]:
    """A context that holds one of the places of requests that wait without a thread. Entering it raises Crowded."""
    return request_context().held[queue_of(principal)].hold(principal.id, match_id)


def queue_of(principal: Principal) -> str:
    """The queue of a principal: those without an office must not keep judges from their questions.

    A seat of another match than a request is about is the public there.
    """
    if principal is NOBODY or not principal.scope:
        return "public"
    return "seats" if principal.scope == SEAT else "offices"
