"""Damaged rows are left out of lists, and logged: one damaged row must not hide the others."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

import msgspec
from eventsourcing.persistence import PersistenceError

from domain.match.aggregate import BrokenChain
from service.store.failures import Unavailable
from service.store.recorded import UnreadableRow

T = TypeVar("T")
# what decoding raises where bytes were changed: no JSON, no UTF-8, nested without end, of no game or shape known here
UNDECODED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, LookupError)
# what reading a match raises where its rows are damaged
DAMAGED = (BrokenChain, UnreadableRow)
# and also where a row is as it was stored, by a version that knew more
UNREAD = (*DAMAGED, *UNDECODED)
LOG = logging.getLogger("praetor.store")


def unless_damaged(name: str, read: Callable[[], T]) -> T | None:
    """The value that `read` returns; None where what is stored under the name is damaged.

    Raises PersistenceError, Unavailable.
    """
    try:
        return read()
    except (PersistenceError, Unavailable):
        raise
    except Exception as error:
        # a row that a hand has changed fails in any way, wherever its value is used; none of it may leave
        LOG.error("%s is damaged", name, exc_info=error)
        return None
