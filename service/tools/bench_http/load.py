"""Load for the HTTP benchmark: many connections driven by one thread, each sending requests that were made before.

`load` answers how many were answered with the expected status, in how many seconds, and how long each took.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from selectors import EVENT_READ, DefaultSelector
from time import perf_counter

from msgspec import Struct

HEAD_END = b"\r\n\r\n"
LENGTH = b"content-length:"
SILENCE = 10.0


class LoadResult(Struct, frozen=True):
    """What came of a load: seconds in all, and of each answered request."""

    seconds: float
    latencies: list[float]

    @property
    def rate(self) -> float:
        """The answers a second."""
        return len(self.latencies) / self.seconds

    def percentile(self, share: float) -> float:
        """The latency in ms that this share of the requests did not pass."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000

    def first(self, count: int) -> LoadResult:
        """The result of the first requests alone, of a load by one connection."""
        return self._of(self.latencies[:count])

    def last(self, count: int) -> LoadResult:
        """The same of its last requests."""
        return self._of(self.latencies[-count:])

    def _of(self, latencies: list[float]) -> LoadResult:
        return LoadResult(sum(latencies), latencies)


class WrongAnswer(Exception):
    """A request of the load was not answered as expected; the text is the answer."""


class LoadConnection:
    """One connection: a request under way, and what has come of its answer."""

    def __init__(self, address: tuple[str, int], requests: Iterator[bytes], status: int) -> None:
        self.socket = socket.create_connection(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._requests = requests
        self._expected = b"HTTP/1.1 %d " % status
        self._came = b""
        self._began = 0.0

    def send(self) -> bool:
        """Send the next request. Returns False where there is none."""
        request = next(self._requests, None)
        if request is None:
            return False
        self._began = perf_counter()
        self.socket.sendall(request)
        return True

    def receive(self) -> float | None:
        """Read the part of an answer that has come.

        Returns the seconds that the answer took once it is whole, else None. Raises WrongAnswer.
        """
        came = self.socket.recv(1 << 16)
        self._came += came
        if came and not is_whole_answer(self._came):
            return None
        if not self._came.startswith(self._expected):
            raise WrongAnswer(self._came[:2000].decode("utf-8", "replace") or "the connection was closed")
        self._came = b""
        return perf_counter() - self._began


def is_whole_answer(answer: bytes) -> bool:
    """Whether an answer has come to its end."""
    head, end, body = answer.partition(HEAD_END)
    if not end:
        return False
    lines = (line for line in head.lower().split(b"\r\n") if line.startswith(LENGTH))
    return len(body) >= int(next(lines)[len(LENGTH) :])


def load(
    address: tuple[str, int], requests: Sequence[Iterator[bytes]], seconds: float, *, status: int = 201
) -> LoadResult:
    """The result of a load by one connection for each sequence of requests; each sends the next when one is answered.

    The load ends after `seconds`, or when nothing is left to send. Raises WrongAnswer.
    """
    connections = [LoadConnection(address, each, status) for each in requests]
    selector = DefaultSelector()
    for connection in connections:
        selector.register(connection.socket, EVENT_READ, connection)
    latencies: list[float] = []
    began = perf_counter()
    try:
        under_way = sum(connection.send() for connection in connections)
        drive(selector, latencies, began + seconds, under_way)
        return LoadResult(perf_counter() - began, latencies)
    finally:
        selector.close()
        for connection in connections:
            connection.socket.close()


def drive(selector: DefaultSelector, latencies: list[float], deadline: float, under_way: int) -> None:
    """Read answers and send the next requests until the deadline, then until no answer is awaited.

    Raises WrongAnswer where none comes.
    """
    while under_way:
        ready = selector.select(SILENCE)
        if not ready:
            raise WrongAnswer(f"no answer for {SILENCE} s")
        for key, _ in ready:
            took = key.data.receive()
            if took is None:
                continue
            latencies.append(took)
            if perf_counter() >= deadline or not key.data.send():
                under_way -= 1
