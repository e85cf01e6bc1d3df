"""Views that take long wait for their turn. Seats, offices and the public have separate queues."""

from __future__ import annotations

from collections.abc import Callable
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
        with request_context().turns[queue_of(asker())].one():
            return view(*args, **values)

    return answer


def queue_of(principal: Principal) -> str:
    """The queue of a principal: those without an office must not keep judges from their questions."""
    if principal is NOBODY:
        return "public"
    return "seats" if principal.scope == SEAT else "offices"
