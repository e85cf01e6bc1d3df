"""What is damaged in the store is left out of lists, and told to the log: one row spoils nobody else's."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from eventsourcing.persistence import PersistenceError

from service.matches import Unavailable

T = TypeVar("T")
LOG = logging.getLogger("praetor.store")


def unless_damaged(name: str, read: Callable[[], T]) -> T | None:
    """What is read; None where what is stored under the name cannot be. Raises PersistenceError, Unavailable."""
    try:
        return read()
    except (PersistenceError, Unavailable):
        raise
    except Exception as error:
        # a row that a hand has changed fails in any way, wherever its value is used; none of it may leave
        LOG.error("%s is damaged", name, exc_info=error)
        return None
