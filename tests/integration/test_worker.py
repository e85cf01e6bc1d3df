"""The worker of the service with a small application: whoever is slow costs a socket and no thread."""

import json
import os
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from select import select
from selectors import DefaultSelector
from threading import Event, Thread
from typing import Any, cast

import pytest
from gunicorn.config import Config  # type: ignore[import-untyped]
from gunicorn.glogging import Logger  # type: ignore[import-untyped]

import service.server.worker
from service.server.request_buffer import BODY_BYTES, CHUNKED_BYTES, HEAD_BYTES
from service.server.worker import EARLY, HELD, SECONDS, TURN, Connection, Worker
from service.web.held_requests import HELD_UNTIL, Hold, RequestHeld
from tests.patience import PATIENCE, until

ASK = b"GET /small HTTP/1.1\r\nHost: x\r\n\r\n"
LARGE = 8 << 20
# a body that is made in pieces
PIECE, LONG = 64 << 10, 24 << 20
CONNECTIONS = 12


class SmallHold:
    """What the worker asks of the hold of a request."""

    def __init__(self) -> None:
        self.until = 5000.0
        self.ended = False
        self.call: Callable[[], None] = lambda: None

    def begin(self, call: Callable[[], None]) -> None:
        self.call = call

    def end(self) -> None:
        self.ended = True


HOLDS: list[SmallHold] = []
# set once what is stuck may be answered
FREED = Event()


class Body:
    """A body that is made as it is sent: how much of it has been made, and whether it was ended."""

    def __init__(self, pieces: int, fails: bool) -> None:
        self.made = 0
        self.ended = False
        self._pieces = pieces
        self._fails = fails

    def __iter__(self) -> Iterator[bytes]:
        for number in range(self._pieces):
            self.made += PIECE
            yield piece(number)
        if self._fails:
            raise ValueError("what is asked cannot be read on")

    def close(self) -> None:
        self.ended = True


def piece(number: int) -> bytes:
    """A piece of a body."""
    return (b"%07d\n" % number) * (PIECE // 8)


BODIES: list[Body] = []


def small_application(environ: dict[str, Any], start: Callable[..., Any]) -> Body | list[bytes]:
    """Answers with what was sent, or with very much; what is to be held, the second time with until when it was."""
    held_until = environ[HELD_UNTIL]
    if environ["PATH_INFO"] in ("/made", "/failing"):
        BODIES.append(Body(LONG // PIECE, environ["PATH_INFO"] == "/failing"))
        start("200 OK", [("Content-Type", "text/plain")])
        return BODIES[-1]
    if environ["PATH_INFO"] == "/held":
        if held_until is None:
            HOLDS.append(SmallHold())
            raise RequestHeld(cast(Hold, HOLDS[-1]))
        body = b"held until %d " % held_until
        start("200 OK", [("Content-Length", str(len(body))), ("Content-Type", "text/plain")])
        return [body]
    assert held_until is None
    if environ["PATH_INFO"] == "/stuck":
        assert FREED.wait(PATIENCE)
    sent = environ["wsgi.input"].read()
    body = b"x" * LARGE if environ["PATH_INFO"] == "/large" else b"sent " + sent
    start("200 OK", [("Content-Length", str(len(body))), ("Content-Type", "text/plain")])
    return [body]


class Clock:
    """The worker's time, set by the test."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Site:
    """A worker of two threads that runs in this process, and clients of it."""

    def __init__(self, clock: Clock, clients: ExitStack) -> None:
        self.clock = clock
        self.clients = clients
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        config = Config()
        for name, value in {"threads": 2, "worker_connections": CONNECTIONS, "keepalive": 5}.items():
            config.set(name, value)
        self.worker = Worker(0, os.getppid(), [self._listener], None, 30, config, Logger(config))
        self.worker.wsgi = small_application
        self.worker.tpool, self.worker.poller = self.worker.get_thread_pool(), DefaultSelector()
        self.worker.method_queue.init()
        self._thread = Thread(target=self.worker.run)
        self._thread.start()

    def client(self, sent: bytes = b"") -> socket.socket:
        """A connection on which something has been sent, and which takes little that it does not read."""
        connection = self.clients.enter_context(socket.socket())
        connection.settimeout(60)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
        connection.connect(self._listener.getsockname())
        connection.sendall(sent)
        return connection

    def answers(self) -> bool:
        """Whether a new client is answered."""
        return read_until(self.client(ASK), b"sent ").startswith(b"HTTP/1.1 200 OK\r\n")

    def until(self, so: Callable[[Connection], object], number: int) -> None:
        """Wait until so many connections that wait are so."""
        until(lambda: sum(bool(so(each)) for each in list(self.worker.waiting)) >= number)

    def close(self) -> None:
        """Stop the worker as SIGTERM does."""
        self.worker.handle_exit(15, None)
        while self._thread.is_alive():
            self.clock.now += SECONDS
            self.worker.method_queue.defer(lambda: None)
            self._thread.join(0.1)
        self._listener.close()
        self.worker.tmp.close()


def read_until(connection: socket.socket, end: bytes) -> bytes:
    """What arrives until it ends so, or the connection does."""
    text = b""
    while not text.endswith(end) and (more := connection.recv(1 << 16)):
        text += more
    return text


def read_all(connection: socket.socket) -> bytes:
    return b"".join(iter(lambda: connection.recv(1 << 16), b""))


END_OF = {b"GET ": b"sent ", b"HEAD": b"\r\n\r\n"}
ASK_HELD = b"GET /held HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    clock = Clock()
    monkeypatch.setattr(service.server.worker, "monotonic", clock)
    with ExitStack() as clients:
        made = Site(clock, clients)
        try:
            yield made
        finally:
            made.close()


SLOW = {
    "nothing": b"",
    "half a line": b"GET /sm",
    "half a head": b"GET /small HTTP/1.1\r\nHost: x\r\n",
    "half a body": b"POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc",
    "half a chunk": b"POST /small HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
    "an answer nobody reads": b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n",
}


@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW)
def test_any_number_of_slow_clients_leave_the_threads_to_the_others(site: Site, sent: bytes) -> None:
    for _ in range(3 * CONNECTIONS):
        site.client(sent)
        assert site.answers()
    assert site.worker.nr_conns <= CONNECTIONS


def held_in(site: Site, number: int) -> list[SmallHold]:
    """The holds of so many requests that the worker holds."""
    site.until(lambda each: each.hold is not None, number)
    return HOLDS[-number:]


def test_any_number_of_held_requests_leave_the_threads_to_the_others(site: Site) -> None:
    clients = [site.client(ASK_HELD) for _ in range(CONNECTIONS - 2)]
    holds = held_in(site, len(clients))
    assert site.answers()
    for each in holds:
        each.call()
    assert {read_until(each, b"5000 ")[:15] for each in clients} == {b"HTTP/1.1 200 OK"}
    assert all(each.ended for each in holds)


def test_a_worker_whose_threads_all_wait_still_says_that_it_lives(site: Site) -> None:
    FREED.clear()
    try:
        stuck = [site.client(b"GET /stuck HTTP/1.1\r\nHost: x\r\n\r\n") for _ in range(4)]
        for sent in (b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", b"HEAD /healthz?now HTTP/1.1\r\nHost: x\r\n\r\n"):
            assert read_until(site.client(sent), END_OF[sent[:4]]).startswith(b"HTTP/1.1 200 OK\r\n")
        assert not select(stuck, [], [], 0)[0]
    finally:
        FREED.set()
    assert all(read_until(each, b"sent ").startswith(b"HTTP/1.1 200 OK\r\n") for each in stuck)


def test_a_held_request_that_nobody_calls_is_answered_when_its_time_is_over(site: Site) -> None:
    connection = site.client(ASK_HELD)
    [hold] = held_in(site, 1)
    site.clock.now = hold.until
    site.worker.method_queue.defer(lambda: None)
    assert b"held until 0 " in read_until(connection, b"0 ")
    assert hold.ended


def test_a_client_that_ends_sending_while_its_request_is_held_is_answered_at_once(site: Site) -> None:
    connection = site.client(ASK_HELD)
    [hold] = held_in(site, 1)
    connection.shutdown(socket.SHUT_WR)
    assert read_all(connection).endswith(b"held until 0 ")
    assert hold.ended


def test_after_a_held_request_the_connection_is_used_again_also_for_one_that_came_early(site: Site) -> None:
    connection = site.client(ASK_HELD)
    [hold] = held_in(site, 1)
    connection.sendall(ASK + ASK_HELD)
    assert site.answers()
    hold.call()
    assert read_until(connection, b"sent ").count(b"HTTP/1.1 200 OK\r\n") == 2
    [again] = held_in(site, 1)
    assert (again is hold, hold.ended, again.ended) == (False, True, False)
    again.call()
    assert read_until(connection, b"until 5000 ").startswith(b"HTTP/1.1 200 OK\r\n")


def test_the_hold_of_a_client_that_has_gone_ends(site: Site) -> None:
    connection = site.client(ASK_HELD)
    [hold] = held_in(site, 1)
    connection.close()
    until(lambda: hold.ended)
    # that it is called all the same does no harm
    hold.call()
    assert site.answers()


def test_who_sends_on_and_on_behind_a_held_request_is_let_go(site: Site) -> None:
    connection = site.client(ASK_HELD)
    [hold] = held_in(site, 1)
    with suppress(ConnectionError):
        while not hold.ended:
            connection.sendall(b"x" * EARLY)
    until(lambda: hold.ended)
    assert all(each.buffer.received_size <= 2 * EARLY for each in list(site.worker.waiting))
    assert site.answers()


def test_who_sends_nothing_gives_way_before_who_is_held(site: Site) -> None:
    held = site.client(ASK_HELD)
    [hold] = held_in(site, 1)
    for _ in range(2 * CONNECTIONS):
        site.client(SLOW["half a line"])
        assert site.answers()
    hold.call()
    assert b"held until 5000 " in read_until(held, b"5000 ")


def test_what_is_held_is_answered_at_once_when_the_worker_stops(site: Site) -> None:
    held = site.client(ASK_HELD)
    [hold] = held_in(site, 1)
    site.worker.handle_exit(15, None)
    assert read_all(held).endswith(b"held until 0 ")
    assert hold.ended


def test_a_request_that_arrives_in_pieces_is_answered(site: Site) -> None:
    connection = site.client(b"POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab")
    assert site.answers()
    connection.sendall(b"cd" + ASK)
    assert b"\r\n\r\nsent abcdHTTP/1.1 200 OK\r\n" in read_until(connection, b"sent ")


def test_an_answer_that_is_read_slowly_comes_whole(site: Site) -> None:
    connection = site.client(b"GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert site.answers()
    head, _, body = read_all(connection).partition(b"\r\n\r\n")
    assert (head.splitlines()[0], len(body)) == (b"HTTP/1.1 200 OK", LARGE)


def test_a_client_that_waits_for_a_word_gets_it(site: Site) -> None:
    connection = site.client(b"POST /small HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
    assert read_until(connection, b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
    connection.sendall(b"a")
    assert read_until(connection, b"sent a").startswith(b"HTTP/1.1 200 OK\r\n")


def problem_in(answer: bytes) -> tuple[int, str]:
    """The status and the rule of a problem, which says its length and closes the connection."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"\r\nContent-Type: application/problem+json\r\nContent-Length: %d" % len(body) in head
    assert b"\r\nConnection: close\r\n" in head
    document = json.loads(body)
    assert int(head.split()[1]) == document["status"]
    return document["status"], document["rule"]["id"]


def test_half_a_request_is_told_that_it_is_late_and_an_idle_connection_is_closed(site: Site) -> None:
    half, idle = site.client(SLOW["half a body"]), site.client()
    site.until(lambda each: each.began, 1)
    site.until(lambda each: True, 2)
    site.clock.now += 6
    assert read_all(idle) == b""
    site.clock.now += SECONDS
    assert problem_in(read_all(half)) == (408, "request.late")


def test_who_does_not_read_is_let_go_in_time(site: Site) -> None:
    connection = site.client(SLOW["an answer nobody reads"])
    site.until(lambda each: each.sock.unsent_size, 1)
    site.clock.now += SECONDS + LARGE / (256 << 10) + 1
    assert site.answers()
    assert len(read_all(connection)) < LARGE


def test_who_waits_longest_gives_way_where_too_much_is_held(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    assert HELD > LARGE
    monkeypatch.setattr(service.server.worker, "HELD", LARGE)
    first = site.client(SLOW["an answer nobody reads"])
    site.until(lambda each: each.sock.unsent_size, 1)
    second = site.client(SLOW["an answer nobody reads"])
    site.until(lambda each: each.sock.unsent_size, 2)
    site.clock.now += 1
    assert site.answers()
    assert len(read_all(first)) < LARGE
    assert second.recv(1)


MADE = b"GET /made HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


def test_of_an_answer_that_nobody_reads_little_is_made(site: Site) -> None:
    clients = [site.client(MADE) for _ in range(4)]
    site.until(lambda each: each.sock.unsent_size, len(clients))
    bodies = BODIES[-len(clients) :]
    assert site.answers()
    assert max(each.held_bytes for each in list(site.worker.waiting)) <= TURN + 2 * PIECE
    assert max(each.made for each in bodies) < LONG // 2
    # and who reads at last gets all of it, in order and to its end
    text = read_all(clients[0]).partition(b"\r\n\r\n")[2]
    chunks = b"".join(b"%X\r\n%b\r\n" % (PIECE, piece(number)) for number in range(LONG // PIECE))
    assert text == chunks + b"0\r\n\r\n"
    until(lambda: sum(each.ended for each in bodies) == 1)


def test_the_answer_of_a_client_that_has_gone_ends(site: Site) -> None:
    connection = site.client(MADE)
    site.until(lambda each: each.sock.unsent_size, 1)
    connection.close()
    until(lambda: BODIES[-1].ended)
    assert BODIES[-1].made < LONG
    slow = site.client(MADE)
    site.until(lambda each: each.sock.unsent_size, 1)
    site.clock.now += SECONDS + TURN / (256 << 10) + 1
    assert site.answers()
    until(lambda: BODIES[-1].ended)
    assert len(read_all(slow)) < LONG


def test_an_answer_that_fails_midway_is_broken_off(site: Site) -> None:
    answer = read_all(site.client(b"GET /failing HTTP/1.1\r\nHost: x\r\n\r\n"))
    assert answer.endswith(piece(LONG // PIECE - 1) + b"\r\n")
    assert answer.count(b"HTTP/1.1") == 1
    assert BODIES[-1].ended


LENGTH, CODING = "Content-Length", "Transfer-Encoding"
POST = b"POST / HTTP/1.1\r\nHost: x\r\n"
# what was sent, the status, the rule, and what `because` has
BELOW: dict[str, tuple[bytes, int, str, dict[str, Any]]] = {
    "no request": (b"hello\r\n\r\n", 400, "request.malformed", {}),
    "no header": (b"GET / HTTP/1.1\r\nno header\r\n\r\n", 400, "request.malformed", {}),
    "no version": (b"GET / HTTP/7.1\r\n\r\n", 400, "request.malformed", {}),
    "no name": (b"GET / HTTP/1.1\r\nse cret: 1\r\n\r\n", 400, "request.malformed", {}),
    "no chunk": (SLOW["half a chunk"] + b"dexxx\r\n", 400, "request.malformed", {}),
    "a long chunk": (SLOW["half a chunk"] + b"1\r\nxyz0\r\n\r\n", 400, "request.malformed", {}),
    "two lengths": (
        POST + b"Content-Length: 1\r\nContent-Length: 1\r\n\r\n",
        400,
        "request.malformed",
        {"header": LENGTH},
    ),
    "a signed length": (POST + b"Content-Length: +43\r\n\r\n", 400, "request.malformed", {"header": LENGTH}),
    "length and chunks": (
        POST + b"Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
        400,
        "request.malformed",
        {"header": LENGTH},
    ),
    "old chunks": (
        b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
        400,
        "request.malformed",
        {"header": CODING},
    ),
    "gzip alone": (POST + b"Transfer-Encoding: gzip\r\n\r\n", 400, "request.malformed", {"header": CODING}),
    "large body": (
        POST + b"Content-Length: 99999999999\r\n\r\n",
        413,
        "request.too-large",
        {"of": "body", "most": BODY_BYTES, "given": 99999999999},
    ),
    "many chunks": (
        POST + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % (CHUNKED_BYTES + 1),
        413,
        "request.too-large",
        {"of": "body", "most": CHUNKED_BYTES},
    ),
    "long line": (
        b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\n\r\n",
        414,
        "request.too-large",
        {"of": "request line", "most": 4094},
    ),
    "expectation": (
        b"GET / HTTP/1.1\r\nExpect: 200-ok\r\n\r\n",
        417,
        "request.expectation",
        {"header": "Expect", "known": ["100-continue"]},
    ),
    "large head": (
        b"GET / HTTP/1.1\r\nA: " + b"x" * 70_000,
        431,
        "request.too-large",
        {"of": "head", "most": HEAD_BYTES},
    ),
    "long header": (
        b"GET / HTTP/1.1\r\nA: " + b"x" * 9000 + b"\r\n\r\n",
        431,
        "request.too-large",
        {"of": "header", "most": 8190},
    ),
    "many headers": (
        b"GET / HTTP/1.1\r\n" + b"A: x\r\n" * 101 + b"\r\n",
        431,
        "request.too-large",
        {"of": "number of headers", "most": 100},
    ),
    "coding": (
        POST + b"Transfer-Encoding: secret\r\n\r\n",
        501,
        "request.coding",
        {"header": CODING, "known": ["chunked"]},
    ),
    "packed chunks": (
        POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        501,
        "request.coding",
        {"header": CODING, "known": ["chunked"]},
    ),
    "packed, on two lines": (
        POST + b"Transfer-Encoding: deflate\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        501,
        "request.coding",
        {"header": CODING},
    ),
}


@pytest.mark.parametrize(("sent", "status", "rule", "because"), BELOW.values(), ids=BELOW)
def test_what_never_comes_to_the_application_is_answered_with_a_problem(
    site: Site, sent: bytes, status: int, rule: str, because: dict[str, Any]
) -> None:
    answer = read_all(site.client(sent))
    assert problem_in(answer) == (status, rule)
    document = json.loads(answer.partition(b"\r\n\r\n")[2])
    assert because.items() <= document["because"].items()
    assert document["because"]
    if status == 400:
        assert document["because"]["problem"] in document["detail"]
    # nothing that was sent is sent back: it may be a key
    assert b"secret" not in answer
    assert re.search(rb"\r\nX-Request-Id: [0-9a-f]{16}\r\n", answer)


NAMED = b"X-Request-Id: mine-7\r\n"


@pytest.mark.parametrize(
    "sent",
    [
        POST + NAMED + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % (CHUNKED_BYTES + 1),
        POST + NAMED + b"Transfer-Encoding: chunked\r\n\r\n1\r\nxyz0\r\n\r\n",
        POST + NAMED + b"Content-Length: 1\r\nContent-Length: 1\r\n\r\n",
    ],
    ids=["too large", "no chunk", "two lengths"],
)
def test_a_request_that_is_refused_keeps_the_id_that_it_brought(site: Site, sent: bytes) -> None:
    assert b"\r\nX-Request-Id: mine-7\r\n" in read_all(site.client(sent))


def test_an_id_that_is_none_is_not_sent_back(site: Site) -> None:
    sent = POST + b"X-Request-Id: a b\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n"
    assert re.search(rb"\r\nX-Request-Id: [0-9a-f]{16}\r\n", read_all(site.client(sent)))


def test_tls_is_left_to_a_proxy() -> None:
    config = Config()
    config.set("certfile", __file__)
    with pytest.raises(ValueError, match="proxy"):
        Worker.check_config(config, None)
