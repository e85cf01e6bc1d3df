"""Load for the HTTP benchmark: one thread drives many connections, each sending prepared requests.

`load` returns how many requests got the expected status, in how many seconds, and the latency of each.
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
    """The result of a load: its seconds, and the latency of each request."""

    seconds: float
    latencies: list[float]

    @property
    def rate(self) -> float:
        """The responses per second."""
        return len(self.latencies) / self.seconds

    def percentile(self, share: float) -> float:
        """The latency in ms that the fraction `share` of the requests did not exceed."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000

    def first(self, count: int) -> LoadResult:
        """The result of the first `count` requests, of a load over one connection."""
        return self._of(self.latencies[:count])

    def last(self, count: int) -> LoadResult:
        """The result of the last `count` requests, of a load over one connection."""
        return self._of(self.latencies[-count:])

    def _of(self, latencies: list[float]) -> LoadResult:
        return LoadResult(sum(latencies), latencies)


class WrongAnswer(Exception):
    """A request of the load got an unexpected response, which is the text of the error."""


class LoadConnection:
    """One connection: the request that it has sent, and the part of the response received."""

    def __init__(self, address: tuple[str, int], requests: Iterator[bytes], status: int) -> None:
        self.socket = socket.create_connection(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._requests = requests
        self._expected = b"HTTP/1.1 %d " % status
        self._came = b""
        self._began = 0.0

    def send(self) -> bool:
        """Send the next request. Returns False if none is left."""
        request = next(self._requests, None)
        if request is None:
            return False
        self._began = perf_counter()
        self.socket.sendall(request)
        return True

    def receive(self) -> float | None:
        """Read what has arrived of a response.

        Returns the latency in seconds once the response is complete, else None. Raises WrongAnswer.
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
    """Whether a response is complete."""
    head, end, body = answer.partition(HEAD_END)
    if not end:
        return False
    lines = (line for line in head.lower().split(b"\r\n") if line.startswith(LENGTH))
    return len(body) >= int(next(lines)[len(LENGTH) :])


def load(
    address: tuple[str, int], requests: Sequence[Iterator[bytes]], seconds: float, *, status: int = 201
) -> LoadResult:
    """The result of a load with one connection for each sequence of requests; a connection has one request at a time.

    The load ends after `seconds`, or when no request is left. Raises WrongAnswer.
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
    """Read responses and send the next requests until the deadline, then wait for the responses still missing.

    Raises WrongAnswer where one does not come.
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
