"""Clients under whose load a server is hurt, and what must hold of the store afterwards.

Read `Load`: so many threads, each playing matches and keeping what was acknowledged; then `Load.compare`, which counts
what is stored against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

import msgspec

from service.app.record.verification import verify_match
from service.settings import Address, Settings
from service.tools.client import Dice, OpenedMatch, Service, play_seats
from service.wiring import matches_of
from tests.api.serving import Served, opened
from tests.patience import PATIENCE, until


class Accepted(msgspec.Struct):
    """The body of an acknowledgement."""

    match: str
    version: int
    action: str


class Counts(NamedTuple):
    """Actions acknowledged and stored, requests sent again, and matches whose chain, fold and decisions hold."""

    acknowledged: int
    stored: int
    lost: int
    repeats: int
    matches: int
    whole: int


class Load:
    """Threads that play until they are stopped; `acknowledged` is what they were told."""

    def __init__(self, served: Served, threads: int) -> None:
        self._served = served
        self._stopped = Event()
        self.acknowledged: list[Accepted] = []
        self.opened: list[OpenedMatch] = []
        self.repeats = 0
        self.failures: list[Exception] = []
        self._threads = [Thread(target=self._play, args=(each,), daemon=True) for each in range(threads)]

    def goes_on(self, actions: int) -> None:
        """Wait until so many more actions were acknowledged."""
        told = len(self.acknowledged)
        until(lambda: self.failures or len(self.acknowledged) >= told + actions)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Load for as long as the block takes; afterwards every thread has its last answer."""
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            self._stopped.set()
            for thread in self._threads:
                thread.join(60)
        assert not self.failures, self.failures
        assert not [thread for thread in self._threads if thread.is_alive()]

    def _play(self, thread: int) -> None:
        service = Service(self._served.url)
        try:
            number = 0
            while not self._stopped.is_set():
                number += 1
                match = opened(self._served.url, self._served.key, f"load-{thread}-{number}")
                self.opened.append(match)
                self._play_match(service, match, Dice(f"{thread} {number}"))
        except Exception as failure:
            self.failures.append(failure)
        finally:
            self.repeats += service.repeats
            service.close()

    def _play_match(self, service: Service, match: OpenedMatch, dice: Dice) -> None:
        for answer in play_seats(service, match, dice):
            self.acknowledged.append(msgspec.json.decode(answer.body, type=Accepted))
            if self._stopped.is_set():
                return

    def compare(self, db: Path | Address) -> Counts:
        """What the store holds against what was acknowledged; lost is what was acknowledged and is not there."""
        with closing(matches_of(Settings(db=db, store_timeout=PATIENCE))) as matches:
            ids = [match.match for match in self.opened]
            whole = sum(verify_match(matches, each).holds for each in ids)
            stored = {
                (each, version): msgspec.json.decode(payload)["id"]
                for each in ids
                for version, payload in enumerate(matches.payloads(each), 1)
            }
        lost = sum(stored.get((each.match, each.version)) != each.action for each in self.acknowledged)
        commands = sum(version > 1 for _, version in stored)
        return Counts(len(self.acknowledged), commands, lost, self.repeats, len(ids), whole)


def assert_nothing_lost(counts: Counts) -> None:
    """Every acknowledged action is stored, every stored one was acknowledged, every match is whole."""
    assert counts.lost == 0
    assert counts.stored == counts.acknowledged
    assert counts.whole == counts.matches
