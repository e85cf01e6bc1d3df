"""Requests of several connections at once, spread over the workers of a server."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from threading import Barrier
from time import monotonic
from typing import Any

import msgspec

from service.tools.client import OfferedOptions, OpenedMatch, Service, ServiceAnswer
from tests.api.http_faults import counted
from tests.api.serving import Served, serving
from tests.integration.store.places import Place
from tests.patience import PATIENCE, until

WORKERS = 2


class Race:
    """So many connections to a server with two workers, as many on each, since a connection stays with its worker."""

    def __init__(self, served: Served, connections: int, conflicts: Path) -> None:
        self.served = served
        self._folder = conflicts
        self.connections = spread(served.url, connections)
        self._pool = ThreadPoolExecutor(connections)

    def at_once(self, request: Callable[[Service, int], ServiceAnswer]) -> list[ServiceAnswer]:
        """The answers to one request of each connection, sent at the same moment."""
        barrier = Barrier(len(self.connections))

        def sent(number: int) -> ServiceAnswer:
            barrier.wait()
            return request(self.connections[number], number)

        return list(self._pool.map(sent, range(len(self.connections))))

    def conflicts(self) -> int:
        """How often a worker found that another had stored the version before it."""
        return sum(path.stat().st_size for path in self._folder.glob("*.conflicts"))

    def close(self) -> None:
        self._pool.shutdown()
        for service in self.connections:
            service.close()


def spread(url: str, connections: int) -> list[Service]:
    """Connections to the workers in turn; a worker that starts late is waited for."""
    by_worker: dict[str, list[Service]] = defaultdict(list)
    with ExitStack() as unused:

        def complete() -> bool:
            service = Service(url)
            of_worker = by_worker[service.request("GET", "/healthz", "").headers["x-worker"]]
            unused.callback(service.close)
            of_worker.append(service)
            return len(by_worker) == WORKERS and all(len(each) >= connections // WORKERS for each in by_worker.values())

        until(complete)
        # those that are over are closed with the block: a closed one would connect anew, wherever it may
        chosen = [each for row in zip(*by_worker.values(), strict=False) for each in row][:connections]
        unused.pop_all()
    for service in set().union(*by_worker.values()) - set(chosen):
        service.close()
    return chosen


@contextmanager
def racing(place: Place, folder: Path, connections: int) -> Iterator[Race]:
    """A server of two workers on a store, and the connections to it."""
    environ = {counted.FOLDER: str(folder)}
    app = f"{counted.__name__}:application()"
    with serving(place.db, folder, workers=WORKERS, threads=8, environ=environ, app=app) as served:
        race = Race(served, connections, folder)
        try:
            yield race
        finally:
            race.close()


def until_raced(race: Race, rounds: int) -> Iterator[int]:
    """The numbers of so many rounds, and of more until the workers have met a conflict: without one nothing is shown.

    Raises AssertionError where none comes about within PATIENCE.
    """
    deadline = monotonic() + PATIENCE
    for number in count():
        if number >= rounds and race.conflicts():
            return
        assert number < rounds or monotonic() < deadline, "the workers did not race"
        yield number


def options(service: Service, match: OpenedMatch, seat: int = 0) -> OfferedOptions:
    """What a seat may answer now."""
    key = match.seats[seat].key
    return msgspec.json.decode(service.read(f"/v1/matches/{match.match}/options", key), type=OfferedOptions)


def commands_path(match: OpenedMatch) -> str:
    return f"/v1/matches/{match.match}/commands"


def keys_of(match: OpenedMatch) -> dict[str, str]:
    return {each.seat: each.key for each in match.seats}


def distinct(answers: Sequence[ServiceAnswer]) -> set[tuple[int, bytes, Any]]:
    """The different answers: status, body, version tag."""
    return {(answer.status, answer.body, answer.headers.get("etag")) for answer in answers}
