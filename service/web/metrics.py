"""Counters for Prometheus: requests by route and status, their seconds, refusals by rule.

The names are known when the application is made, so the numbers lie in one fixed array: the memory of this process,
or a file for each process in a folder, where whoever is asked adds up what all have counted.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Sequence
from mmap import mmap
from pathlib import Path
from threading import Lock

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
CLASSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
WIDTH = 8


class Metrics:
    """The counters of one process; `folder` has those of all processes."""

    def __init__(self, routes: Sequence[str], rules: Sequence[str], folder: Path | None = None) -> None:
        self._routes = {route: place for place, route in enumerate(sorted(routes))}
        self._rules = {rule: place for place, rule in enumerate(sorted(rules))}
        self._row = len(CLASSES) + len(BUCKETS) + 2
        self._lock = Lock()
        self._folder = folder
        self._counts = memoryview(self._memory()).cast("d")

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self._routes) * self._row + len(self._rules)

    def count(self, route: str, status: int, seconds: float, rule: str = "") -> None:
        """Count one answered request; `rule` is the one that refused it."""
        place = self._routes.get(route)
        with self._lock:
            if place is not None:
                self._count_request(place * self._row, status, seconds)
            if rule in self._rules:
                self._counts[len(self._routes) * self._row + self._rules[rule]] += 1

    def lines(self) -> Iterator[str]:
        """The text that Prometheus reads, of all processes that share the folder."""
        counts = self._sums()
        yield "# TYPE praetor_requests_total counter"
        for route, place in self._routes.items():
            for status, n in zip(CLASSES, counts[place * self._row :], strict=False):
                if n:
                    yield f'praetor_requests_total{{route="{route}",status="{status}"}} {n:.0f}'
        yield "# TYPE praetor_request_seconds histogram"
        for route, place in self._routes.items():
            yield from self._histogram(route, counts[place * self._row + len(CLASSES) : (place + 1) * self._row])
        yield "# TYPE praetor_refusals_total counter"
        for rule, place in self._rules.items():
            if n := counts[len(self._routes) * self._row + place]:
                yield f'praetor_refusals_total{{rule="{rule}"}} {n:.0f}'

    def _histogram(self, route: str, numbers: Sequence[float]) -> Iterator[str]:
        *buckets, beyond, seconds = numbers
        total = 0.0
        for most, n in zip((*BUCKETS, "+Inf"), (*buckets, beyond), strict=True):
            total += n
            if total:
                yield f'praetor_request_seconds_bucket{{route="{route}",le="{most}"}} {total:.0f}'
        if total:
            yield f'praetor_request_seconds_sum{{route="{route}"}} {seconds:.6f}'
            yield f'praetor_request_seconds_count{{route="{route}"}} {total:.0f}'

    def _count_request(self, start: int, status: int, seconds: float) -> None:
        self._counts[start + status // 100 - 1] += 1
        bucket = next((n for n, most in enumerate(BUCKETS) if seconds <= most), len(BUCKETS))
        self._counts[start + len(CLASSES) + bucket] += 1
        self._counts[start + self._row - 1] += seconds

    def _memory(self) -> mmap:
        if self._folder is None:
            return mmap(-1, self.size * WIDTH)
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{os.getpid()}.counts"
        path.touch()
        os.truncate(path, self.size * WIDTH)
        with path.open("r+b") as file:
            return mmap(file.fileno(), self.size * WIDTH)

    def _sums(self) -> list[float]:
        if self._folder is None:
            return list(self._counts)
        # processes that have ended go on counting: a counter never falls
        files = [array("d", path.read_bytes()) for path in self._folder.glob("*.counts")]
        return [sum(numbers) for numbers in zip(*(each for each in files if len(each) == self.size), strict=True)]
