"""Views that take long: each is answered in its turn. Seats, offices and the public wait apart."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from flask import Response

from service.app.keys import SEAT, Principal
from service.web.access import NOBODY, asker
from service.web.request_context import request_context

View = Callable[..., Response]


def in_turn(view: View) -> View:
    """A view that is answered in its turn; raises Crowded where too many wait, Problem 401 for a key not valid."""

    @wraps(view)
    def answering(*args: object, **values: object) -> Response:
        with request_context().turns[queue_of(asker())].one():
            return view(*args, **values)

    return answering


def queue_of(known: Principal) -> str:
    """Where somebody waits: nobody who has no office may keep judges from their questions."""
    if known is NOBODY:
        return "public"
    return "seats" if known.scope == SEAT else "offices"
