"""gunicorn's threaded worker, in which no thread ever waits for a client.

The poller receives requests until they are whole and sends the rest of responses; a thread gets a request only to
answer it. So a client that sends or reads slowly, or not at all, holds a socket and some bytes but no thread. Where
these become too many, the client that has waited longest is dropped for the newest. A long answer is made in turns, a
part each time that the client has taken the part before: its size is not what it costs. Read `Worker`: its sections
follow one connection.
"""

from __future__ import annotations

import errno
import gc
import selectors
import socket
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from http import HTTPStatus
from io import BytesIO
from time import monotonic
from typing import Any

from gunicorn.http import errors, wsgi  # type: ignore[import-untyped]
from gunicorn.http.message import Message  # type: ignore[import-untyped]
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, ThreadWorker  # type: ignore[import-untyped]

from service.server.faults import fault_of
from service.server.request_buffer import LateRequest, RequestBuffer
from service.web.held_requests import HELD_UNTIL, Hold, RequestHeld
from service.web.problems import MEDIA_TYPE, Problem
from service.web.request_context import REQUEST_ID, name_request

SECONDS = 20.0
BYTES_PER_SECOND = 256 << 10
RECEIVED = 64 << 10
AT_ONCE = 64 << 10
# how many bytes of an answer are made in one turn; other requests have theirs in between
TURN = 1 << 20
# what connections that wait may hold together, in bytes
HELD = 256 << 20
# how long a client may take to read the end of an answer after which the connection is closed
PARTING = 2.0
LOOK = 0.5
# what a client may send behind a request that is held, in bytes
EARLY = 64 << 10
# how long a request may be held: the application answers it much earlier, by `wait` of `ActionsPage` in
# service/web/schemas.py
HELD_AT_MOST = 120.0
# what is asked where only the process is in question
ALIVE = "/healthz"
# a time of the past: a request that was held until then waits no more
OVER = 0.0
GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"
NO_MORE_FILES = (errno.EMFILE, errno.ENFILE)


def closing_answer(problem: Problem, request_id: str) -> bytes:
    """A whole response, after which the connection is closed."""
    body = problem.body()
    lines = (
        f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}",
        "Connection: close",
        "Cache-Control: no-store",
        f"{REQUEST_ID}: {request_id}",
        "X-Content-Type-Options: nosniff",
        f"Content-Type: {MEDIA_TYPE}",
        f"Content-Length: {len(body)}",
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def id_of_request(request: Any, error: Exception) -> str:
    """The id of a request that is refused: the one that its head gives, as far as it was read, else a new one."""
    read = request if isinstance(request, Message) else getattr(error, "req", None)
    headers = read.headers if isinstance(read, Message) else ()
    return name_request(next((value for name, value in headers if name == REQUEST_ID.upper()), ""))


class Outbox:
    """The socket to which a thread writes a response: it sends as much as the client takes and holds the rest."""

    def __init__(self, taken: socket.socket) -> None:
        self._socket = taken
        self._rest = bytearray()
        self.broken = False
        # until when the request was held that is answered here, for the application; None if it was not held
        self.held_until: float | None = None

    @property
    def unsent_size(self) -> int:
        """The number of bytes that the client has still to receive."""
        return len(self._rest)

    def sendall(self, data: bytes) -> None:
        """Hold the bytes, and send once they are many; nothing is sent once the client has gone."""
        if not self.broken:
            self._rest += data
        if len(self._rest) >= AT_ONCE:
            self.send_on()

    def send_on(self) -> None:
        """Send as much of the held bytes as the client takes."""
        try:
            del self._rest[: self._socket.send(self._rest)]
        except BlockingIOError:
            return
        except OSError:
            self.broken = True
            self._rest.clear()

    def shutdown(self, _: int) -> None:
        """Raises OSError: gunicorn calls this to break off an answer, but the poller closes the connection."""
        raise OSError(errno.ENOTCONN, "closed by the poller")

    def close(self) -> None:
        """Does nothing: the poller closes the connection."""


class AnswerUnderWay:
    """An answer under way: what writes it, and the pieces of its body that are still to be made."""

    def __init__(self, response: Any, body: Any) -> None:
        self._response = response
        self._body = body
        self._pieces = iter(body)

    @property
    def has_begun(self) -> bool:
        """Whether something of it is written already."""
        return bool(self._response.headers_sent)

    @property
    def ends_connection(self) -> bool:
        """Whether the connection is closed after it."""
        return bool(self._response.should_close())

    def write_turn(self, outbox: Outbox) -> bool:
        """Write the pieces of one turn. Returns whether it is all written."""
        last = self._response.sent + TURN
        while self._response.sent < last and not outbox.broken:
            piece = next(self._pieces, None)
            if piece is None:
                self._response.close()
                return True
            self._response.write(piece)
        return False

    def end(self) -> None:
        """Have the body give back what it holds, whether it was all made or not."""
        if hasattr(self._body, "close"):
            self._body.close()


class Connection:
    """A client: its socket, the bytes received, the bytes still to send, and until when it may wait."""

    def __init__(self, config: Any, taken: socket.socket, client: Any, server: Any) -> None:
        self.socket = taken
        self.client = client
        self.server = server
        self.buffer = RequestBuffer(config, client)
        # as gunicorn names what it writes to
        self.sock = Outbox(taken)
        self.request: Any = None
        self.answer: AnswerUnderWay | None = None
        self.hold: Hold | None = None
        self.began = 0.0
        self.deadline = 0.0
        self.kept = True

    @property
    def held_bytes(self) -> int:
        """The number of bytes that the service holds for the client."""
        return self.buffer.received_size + self.sock.unsent_size

    def end_answer(self) -> None:
        """End the answer that is under way, if one is."""
        answer, self.answer = self.answer, None
        if answer is not None:
            answer.end()


class Worker(ThreadWorker):  # type: ignore[misc]
    """The threaded worker of the service."""

    wsgi: Any

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        # in the order in which they began to wait
        self.waiting: dict[Connection, None] = {}
        self._looked = 0.0
        # of its own: all the others may wait for a store that does not answer
        self._reserved = ThreadPoolExecutor(1)

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        """Raises ValueError for settings that belong to a proxy before the service."""
        if cfg.is_ssl:
            raise ValueError("TLS is for a proxy before the service")

    def load_wsgi(self) -> None:
        """Build the application; it stays to the end, so the collector of garbage never looks at it again."""
        super().load_wsgi()
        gc.freeze()

    # --- a request comes

    def accept(self, listener: socket.socket) -> None:
        """Accept a new connection; where there are too many, the one that has waited longest is closed."""
        if self.nr_conns + 1 >= self.worker_connections:
            self._give_way()
        try:
            taken, client = listener.accept()
        except OSError as error:
            self._not_accepted(error)
            return
        taken.setblocking(False)
        self.nr_conns += 1
        self._await_request(Connection(self.cfg, taken, client, listener.getsockname()))

    def _give_way(self) -> None:
        if self.waiting:
            # who follows a match keeps the place before those that send nothing
            self._close(next((each for each in self.waiting if each.hold is None), next(iter(self.waiting))))

    def _not_accepted(self, error: OSError) -> None:
        if error.errno in NO_MORE_FILES:
            self._give_way()
        elif error.errno not in (errno.EAGAIN, errno.ECONNABORTED):
            raise error

    def _await_request(self, connection: Connection) -> None:
        connection.began = 0.0
        self._wait(connection, selectors.EVENT_READ, self._receive, self._idle_seconds())
        # a client may send several requests at once
        if connection.buffer.received_size:
            self._look_for_request(connection)

    def _idle_seconds(self) -> float:
        return float(self.cfg.keepalive if self.alive else STOP_KEEPALIVE_LINGER)

    def _receive(self, connection: Connection) -> None:
        if data := receive_bytes(connection.socket):
            connection.buffer.add(data)
            self._look_for_request(connection)
        elif data is not None:
            self._close(connection)

    def _look_for_request(self, connection: Connection) -> None:
        try:
            connection.request = connection.buffer.whole_request()
        except (errors.ParseException, errors.NoMoreData) as error:
            self._refuse(connection, error)
            return
        if connection.request is None:
            self._await_rest(connection)
        else:
            connection.began = 0.0
            self._leave(connection)
            self.enqueue_req(connection)

    def enqueue_req(self, connection: Connection) -> None:
        """Have a thread answer a request; whether the process answers is told by one that is kept for it."""
        threads = self._reserved if connection.request.path == ALIVE else self.tpool
        answered = threads.submit(self.handle, connection)
        answered.add_done_callback(lambda done: self.method_queue.defer(self.finish_request, connection, done))

    def _await_rest(self, connection: Connection) -> None:
        if connection.buffer.asks_to_go_on():
            connection.sock.sendall(GO_ON)
            connection.sock.send_on()
        if connection.buffer.has_begun:
            connection.began = connection.began or monotonic()
            connection.deadline = connection.began + seconds_for(connection.buffer.announced_size)

    def _refuse(self, connection: Connection, error: Exception) -> None:
        self._leave(connection)
        self.handle_error(connection.buffer.request, connection.sock, connection.client, error)
        connection.sock.send_on()
        connection.kept = False
        self._send(connection)

    # --- a thread answers it

    def handle(self, conn: Connection) -> bool:
        """Answer a request that is all there, or go on with its answer.

        Returns whether the connection may be used again, once what is left of the answer has been sent.
        """
        try:
            if conn.answer is None:
                conn.request.body = BytesIO(conn.request.body.read())
                conn.answer = self._begin_answer(conn)
            if not conn.answer.write_turn(conn.sock):
                return True
            kept = not conn.answer.ends_connection
            conn.end_answer()
            return kept
        except RequestHeld as held:
            conn.hold = held.hold
            return True
        except Exception as error:
            self._break_off(conn, error)
            return False
        finally:
            conn.sock.send_on()

    def _begin_answer(self, conn: Connection) -> AnswerUnderWay:
        response, environ = wsgi.create(conn.request, conn.sock, conn.client, conn.server, self.cfg)
        environ["wsgi.multithread"] = True
        # for the application: which requests have been held
        environ[HELD_UNTIL] = conn.sock.held_until
        if not self.alive:
            response.force_close()
        return AnswerUnderWay(response, self.wsgi(environ, response.start_response))

    def _break_off(self, conn: Connection, error: Exception) -> None:
        """Answer an error; where part of the answer is written, what comes after it would be taken for the rest."""
        if conn.answer is None or not conn.answer.has_begun:
            self.handle_error(conn.request, conn.sock, conn.client, error)
        else:
            self.log.error("an answer was broken off", exc_info=error)
        conn.end_answer()

    def handle_error(self, req: Any, client: Outbox, addr: Any, exc: Exception) -> None:
        """Answer an error that the application has not answered; the log has nothing of what the client sent."""
        request_id = id_of_request(req, exc)
        problem = fault_of(exc, request_id)
        fields = {"request": request_id, "status": problem.status, "rule": problem.rule}
        if problem.status == HTTPStatus.INTERNAL_SERVER_ERROR:
            self.log.error("a request failed outside the application", exc_info=exc, extra={"fields": fields})
        else:
            self.log.warning("request that is not HTTP refused", extra={"fields": fields})
        client.sendall(closing_answer(problem, request_id))

    # --- the client reads the answer

    def finish_request(self, conn: Connection, fs: Future[bool]) -> None:
        """Leave it to the poller to send what the thread could not send, or to hold the request."""
        if conn.hold is not None:
            self._hold(conn, conn.hold)
            return
        conn.kept = fs.exception() is None and fs.result()
        if conn.answer is None:
            conn.request, conn.sock.held_until = None, None
        self._send(conn)

    def _send(self, connection: Connection) -> None:
        if connection.sock.broken:
            self._close(connection)
        elif connection.sock.unsent_size:
            self._wait(connection, selectors.EVENT_WRITE, self._send_on, seconds_for(connection.sock.unsent_size))
        elif connection.answer is not None:
            self.enqueue_req(connection)
        elif connection.kept:
            self._await_request(connection)
        else:
            self._part(connection)

    def _send_on(self, connection: Connection) -> None:
        connection.sock.send_on()
        if not connection.sock.unsent_size:
            self._leave(connection)
            self._send(connection)

    def _part(self, connection: Connection) -> None:
        """Close once the client has: what it still sends would make the system drop what it has not read."""
        try:
            connection.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self._close(connection)
        else:
            connection.began = 0.0
            self._wait(connection, selectors.EVENT_READ, self._drain, PARTING)

    def _drain(self, connection: Connection) -> None:
        if receive_bytes(connection.socket) == b"":
            self._close(connection)

    # --- it waits for what happens

    def _hold(self, connection: Connection, hold: Hold) -> None:
        connection.sock.held_until = hold.until if self.alive else OVER
        self._wait(connection, selectors.EVENT_READ, self._receive_meanwhile, HELD_AT_MOST)
        connection.deadline = min(connection.deadline, hold.until)
        if self.alive:
            hold.begin(partial(self.method_queue.defer, self._answer_held, connection, hold))
        else:
            self._answer_held(connection, hold)

    def _receive_meanwhile(self, connection: Connection) -> None:
        # the next request may come early; who sends more than that is let go
        if data := receive_bytes(connection.socket):
            connection.buffer.add(data)
        if connection.buffer.received_size > EARLY:
            self._close(connection)
        elif data == b"":
            # who has gone leaves the place; who has only ended sending is told what is known by now
            self._answer_now(connection)

    def _answer_now(self, connection: Connection) -> None:
        connection.sock.held_until = OVER
        if connection.hold is not None:
            self._answer_held(connection, connection.hold)

    def _answer_held(self, connection: Connection, hold: Hold) -> None:
        if connection.hold is hold:
            self._leave(connection)
            self._end_hold(connection)
            self.enqueue_req(connection)

    def _end_hold(self, connection: Connection) -> None:
        if connection.hold is not None:
            connection.hold.end()
            connection.hold = None

    # --- who waits

    def _wait(self, connection: Connection, event: int, proceed: Callable[[Connection], None], seconds: float) -> None:
        connection.deadline = monotonic() + seconds
        self.waiting[connection] = None
        self.poller.register(connection.socket, event, partial(self._proceed, connection, proceed))

    def _proceed(self, connection: Connection, proceed: Callable[[Connection], None], _: socket.socket) -> None:
        # another connection's turn may have closed it
        if connection in self.waiting:
            proceed(connection)

    def _leave(self, connection: Connection) -> None:
        del self.waiting[connection]
        self.poller.unregister(connection.socket)

    def _close(self, connection: Connection) -> None:
        if connection in self.waiting:
            self._leave(connection)
        self._end_hold(connection)
        connection.end_answer()
        self.nr_conns -= 1
        connection.socket.close()

    def murder_pending(self) -> None:
        """Close connections that have waited too long or hold too much; gunicorn calls it in each turn of its loop."""
        now = monotonic()
        if now - self._looked >= LOOK:
            self._looked = now
            for each in [each for each in self.waiting if each.deadline <= now]:
                self._end(each)
            self._hold_less()

    def _end(self, connection: Connection) -> None:
        if connection.hold is not None:
            # nobody has called it in time: the store does not answer
            self._answer_now(connection)
        elif connection.began:
            self._refuse(connection, LateRequest())
        else:
            self._close(connection)

    def _hold_less(self) -> None:
        too_much = sum(each.held_bytes for each in self.waiting) - HELD
        for each in [each for each in self.waiting if each.held_bytes]:
            if too_much <= 0:
                break
            too_much -= each.held_bytes
            self._close(each)

    def _cap_keepalive(self, deadline: float) -> None:
        # gunicorn calls it when it stops: who has no request under way has little time to send one
        for each in list(self.waiting):
            if each.hold is not None:
                self._answer_now(each)
            elif not each.sock.unsent_size:
                each.deadline = min(each.deadline, deadline)


def receive_bytes(taken: socket.socket) -> bytes | None:
    """The bytes that have arrived; empty once the client has gone, None where nothing has come."""
    try:
        return taken.recv(RECEIVED)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def seconds_for(size: int) -> float:
    """The seconds that so many bytes may take over the network."""
    return SECONDS + size / BYTES_PER_SECOND
