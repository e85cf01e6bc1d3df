"""What a request works with: the services of its process, and the openings of matches, which never change."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import cast

import msgspec
from flask import current_app
from msgspec import Struct

from domain.events import OpenMatch
from domain.kernel.upcast import upcasted
from service.chronicles import Chronicles
from service.http.metrics import Metrics
from service.matches import Unknown
from service.wiring import Services

MOST_OPENINGS = 10_000
NAME = "praetor"


class Opening(Struct):
    """The first event of a match, as far as anybody may read it: when, by whom, under which options."""

    at: str
    actor: str
    cmd: OpenMatch


OPENING = msgspec.json.Decoder(Opening)


class Here:
    """One process that serves; `waiters` bounds how many requests may wait for something to happen."""

    def __init__(self, services: Services, metrics: Metrics) -> None:
        self.services = services
        self.metrics = metrics
        # a waiter holds a thread: the others must find one
        self.waiters = BoundedSemaphore(max(1, services.settings.threads // 4))
        self.chronicles = Chronicles(services.matches)
        self._openings: dict[str, Opening] = {}

    def opening(self, match_id: str) -> Opening:
        """How a match was opened; raises Unknown, Unavailable."""
        known = self._openings.get(match_id)
        return known if known is not None else self._read_opening(match_id)

    def _read_opening(self, match_id: str) -> Opening:
        payloads = self.services.matches.payloads(match_id, upto=1)
        if not payloads:
            raise Unknown(match_id)
        if len(self._openings) >= MOST_OPENINGS:
            self._openings.clear()
        opening = self._openings[match_id] = OPENING.decode(upcasted(payloads[0]))
        return opening


def here() -> Here:
    """What this process works with."""
    return cast(Here, current_app.extensions[NAME])
