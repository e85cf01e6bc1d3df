"""Appending to a stream: decide on the newest version, store, and decide again if another writer was first.

Matches, cases, tournaments, desks and reveals of seeds all append here. The stream is its own receipt: after any
failure the stream is searched for the key of the request before the client is answered. Read `append_with_retry`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import monotonic
from typing import TypeVar

from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError

from service.store.failures import Contended, Unavailable

T = TypeVar("T")
TRIES = 5


@contextmanager
def available(what: str) -> Iterator[None]:
    """Raises Unavailable, with the name `what`, where the store does not answer inside the context."""
    try:
        yield
    except (OperationalError, InterfaceError) as failure:
        raise Unavailable(f"{what}: {failure}") from failure


def append_with_retry(
    name: str,
    attempt: Callable[[], T | None],
    recover: Callable[[], T | None],
    *,
    deadline: float,
    turn: Callable[[], AbstractContextManager[None]] = nullcontext,
    tries: int = TRIES,
) -> T:
    """The answer of the first attempt that gives one, each made in a turn of its own.

    `attempt` decides on what is newest, stores it, and gives None where it saw that another writer was first. Where it
    raises an error of the store, the row may be stored or not: `recover` gives the answer that the stream holds under
    the key of the request, None for none. `deadline` in monotonic seconds.

    Raises Unavailable where the store failed at a try and nothing was found, else Contended; and what both raise.
    """
    doubt: Exception | None = None
    for _ in range(tries):
        with turn():
            try:
                answer = _attempt_once(attempt, recover)
            except (OperationalError, InterfaceError) as failure:
                doubt, answer = failure, None
        if answer is not None:
            return answer
        if monotonic() > deadline:
            break
    if doubt is not None:
        raise Unavailable(f"{name}: {doubt}") from doubt
    raise Contended(name)


def _attempt_once(attempt: Callable[[], T | None], recover: Callable[[], T | None]) -> T | None:
    try:
        return attempt()
    except (IntegrityError, OperationalError, InterfaceError) as failure:
        answer = recover()
        if answer is None and not isinstance(failure, IntegrityError):
            raise
        return answer
