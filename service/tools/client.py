"""A client of the API that plays matches at random, from `options` alone, without knowing the game.

Read `Service` (a request is repeated until it is answered), then `play_order` (every seat of a match) and `sit` (one
seat among others), then `players`. The player is a program of its own, `python -m service.tools.client`: it reads a
`MatchToPlay` or a `SeatToPlay` in JSON from each line of its input and writes the result on a line of its output. It
draws its answers from the choice spaces in the API's JSON.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from queue import SimpleQueue
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from domain.kernel.spaces.codec import AnySpace

CONTENDED = "match.contended"
PATIENCE = 60.0
CROWDED = 429
TIMEOUT = 30.0


class MatchToPlay(Struct, frozen=True, tag=True):
    """A match to play: URL, API key, opening command, and the idempotency name of the opening."""

    url: str
    key: str
    opening: dict[str, Any]
    name: str


class SeatToPlay(Struct, frozen=True, tag=True):
    """A seat to play in a match whose other seats have other players: URL, match, seat, and the seat's key."""

    url: str
    match: str
    seat: str
    key: str


class MatchResult(Struct, frozen=True, tag=True):
    """How a match ended; `commands` counts this player's commands, `repeats` the requests that were sent again."""

    match: str
    versions: int
    winner: str
    how: str
    commands: int
    repeats: int


class FailedRequest(Struct, frozen=True, tag=True):
    """An unexpected response of the service; status 0 if there was none."""

    status: int
    rule: str
    text: str


class ServiceAnswer(Struct, frozen=True):
    """The response to a request."""

    status: int
    body: bytes
    headers: dict[str, str]


class Unexpected(Exception):
    """The service returned a problem that the player cannot resolve, or did not respond."""

    def __init__(self, failed: FailedRequest) -> None:
        super().__init__(f"{failed.status} {failed.rule}: {failed.text}")
        self.failed = failed


class CitedRule(Struct):
    """The rule that a problem document cites."""

    id: str = ""


class ReadProblem(Struct):
    """The fields of a problem document that the client needs."""

    detail: str = ""
    rule: CitedRule = msgspec.field(default_factory=CitedRule)


class NewSeatKey(Struct):
    """A seat of the new match and its key."""

    seat: str
    key: str


class OpenedMatch(Struct):
    """The response to opening a match."""

    match: str
    seats: list[NewSeatKey]


class OfferedOptions(Struct):
    """The options that the viewer may know."""

    open: bool
    version: int
    wait: int = 0
    awaited: list[str] = []
    options: dict[str, AnySpace | None] = {}


class MatchEnd(Struct):
    """How a match ended."""

    winner: str
    how: str


class MatchHead(Struct):
    """The version of a match, and its end if it is over."""

    version: int
    over: MatchEnd | None


class Service:
    """One connection to the API; `repeats` counts the requests that were sent again."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        parts = urlsplit(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._connection = kind(parts.netloc, timeout=TIMEOUT)
        self._prefix = parts.path.rstrip("/")
        self._patience = patience
        self.repeats = 0

    def request(
        self, method: str, path: str, key: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> ServiceAnswer:
        """Send a request until the response is not 503. Returns that response.

        Only for requests that may be sent twice: reads, and commands with an Idempotency-Key. Raises Unexpected when
        the client's patience (seconds) ends.
        """
        deadline = monotonic() + self._patience
        while True:
            answer = self.once(method, path, key, body, headers)
            if isinstance(answer, ServiceAnswer) and not should_repeat(answer):
                return answer
            if monotonic() > deadline:
                raise Unexpected(read_problem(answer) if isinstance(answer, ServiceAnswer) else answer)
            self.repeats += 1
            sleep(pause(answer))

    def close(self) -> None:
        self._connection.close()

    def once(
        self, method: str, path: str, key: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> ServiceAnswer | FailedRequest:
        """Send a request once. Returns the response, or a FailedRequest if there was none."""
        all_headers = {"Authorization": f"Bearer {key}", **(headers or {})}
        try:
            self._connection.request(method, self._prefix + path, body, all_headers)
            response = self._connection.getresponse()
            return ServiceAnswer(response.status, response.read(), {n.lower(): v for n, v in response.getheaders()})
        except (OSError, HTTPException) as error:
            self._connection.close()
            return FailedRequest(0, "", f"{type(error).__name__}: {error}")

    def read(self, path: str, key: str) -> bytes:
        """The body of a GET request with status 200; raises Unexpected."""
        return expected_body(self.request("GET", path, key), 200)

    def write(self, path: str, key: str, body: Any, name: str, wait: int | None = None) -> ServiceAnswer:
        """Send a body under an idempotency name, to a wait if one is given. Returns the response."""
        return self.request("POST", path, key, msgspec.json.encode(body), keyed_headers(name, wait))


def keyed_headers(name: str, wait: int | None = None) -> dict[str, str]:
    """The headers with an idempotency name, and with the wait if one is given."""
    precondition = {} if wait is None else {"If-Match": f'"w{wait}"'}
    return {"Content-Type": "application/json", "Idempotency-Key": name, **precondition}


def should_repeat(answer: ServiceAnswer) -> bool:
    """Whether the response asks for the same request again."""
    return answer.status == 503 or (answer.status == 409 and read_problem(answer).rule == CONTENDED)


def pause(answer: ServiceAnswer | FailedRequest) -> float:
    """The seconds to wait before the request is sent again."""
    if isinstance(answer, FailedRequest):
        return 0.05
    given = answer.headers.get("retry-after", "")
    return min(float(given), 5.0) if given.isdecimal() else 0.05


def read_problem(answer: ServiceAnswer) -> FailedRequest:
    """The problem in a problem document."""
    try:
        said = msgspec.json.decode(answer.body, type=ReadProblem)
    except msgspec.MsgspecError:
        said = ReadProblem()
    return FailedRequest(answer.status, said.rule.id, said.detail)


def expected_body(answer: ServiceAnswer, status: int) -> bytes:
    """The body of a response with this status; raises Unexpected for another status."""
    if answer.status != status:
        raise Unexpected(read_problem(answer))
    return answer.body


# --- playing


class Dice:
    """The random choices of one player, seeded by a name or number."""

    def __init__(self, name: str | int) -> None:
        self._random = random.Random(name)

    def below(self, n: int) -> int:
        return self._random.randrange(n)


def play_order(order: MatchToPlay) -> MatchResult:
    """Open the match of an order and play every seat until it is over; continues a match that was begun.

    Returns the result. Raises Unexpected.
    """
    with closing(Service(order.url)) as service:
        answer = service.write("/v1/matches", order.key, order.opening, order.name)
        opened = msgspec.json.decode(expected_body(answer, 201), type=OpenedMatch)
        commands = sum(1 for _ in play_seats(service, opened, Dice(order.name)))
        return match_result(service, opened.match, opened.seats[0].key, commands)


def match_result(service: Service, match: str, key: str, commands: int) -> MatchResult:
    """The result of a match after `commands` commands of this player."""
    head = msgspec.json.decode(service.read(f"/v1/matches/{match}", key), type=MatchHead)
    over = head.over or MatchEnd("", "")
    return MatchResult(match, head.version, over.winner, over.how, commands, service.repeats)


def play_seats(service: Service, opened: OpenedMatch, dice: Dice) -> Iterator[ServiceAnswer]:
    """Answer for each awaited seat until no seat is awaited. Yields the response to each accepted command.

    Raises Unexpected for a refused command, since the API offered it.
    """
    keys = {each.seat: each.key for each in opened.seats}
    path = f"/v1/matches/{opened.match}"
    awaited = list(keys)
    while awaited:
        seat = awaited[dice.below(len(awaited))]
        found = options_of(service, path, keys[seat])
        awaited = found.awaited
        if (space := found.options.get(seat)) is None:
            continue
        if answer := send_command(service, path, keys[seat], space.sample(dice), found):
            yield answer


def options_of(service: Service, path: str, key: str) -> OfferedOptions:
    return msgspec.json.decode(service.read(f"{path}/options", key), type=OfferedOptions)


def send_command(service: Service, path: str, key: str, command: Any, found: OfferedOptions) -> ServiceAnswer | None:
    """Send a command for the wait that was read. Returns the response; None if another player answered first."""
    answer = service.write(f"{path}/commands", key, command, f"v{found.version}", found.wait)
    if answer.status == 412:
        return None
    expected_body(answer, 201)
    return answer


def sit(chair: SeatToPlay) -> MatchResult:
    """Play one seat until the match is over. Returns the result. Raises Unexpected."""
    with closing(Service(chair.url)) as service:
        commands = sum(1 for _ in play_seat(service, chair, Dice(f"{chair.match} {chair.seat}")))
        return match_result(service, chair.match, chair.key, commands)


def play_seat(service: Service, chair: SeatToPlay, dice: Dice) -> Iterator[ServiceAnswer]:
    """Answer for one seat whenever it is awaited, until the match is over. Yields each response.

    Raises Unexpected for a refused command, since the API offered it.
    """
    path = f"/v1/matches/{chair.match}"
    while (found := options_of(service, path, chair.key)).open:
        if (space := found.options.get(chair.seat)) is None:
            await_action(service, f"{path}/actions?after={found.version}&limit=1&wait=2", chair.key)
        elif answer := send_command(service, path, chair.key, space.sample(dice), found):
            yield answer


def await_action(service: Service, path: str, key: str) -> None:
    """Wait until something happens, or as long as the service asks if too many wait; raises Unexpected."""
    answer = service.request("GET", path, key)
    if answer.status == CROWDED:
        sleep(pause(answer))
    else:
        expected_body(answer, 200)


# --- processes


def players(orders: Sequence[MatchToPlay | SeatToPlay], jobs: int) -> Iterator[MatchResult]:
    """Play all orders in `jobs` processes.

    Yields the results in order; raises Unexpected at the first order that fails.
    """
    with ExitStack() as stack:
        processes = [stack.enter_context(start_player()) for _ in range(jobs)]
        pool = stack.enter_context(ThreadPoolExecutor(jobs))
        idle: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        for process in processes:
            idle.put(process)
            # the players stop when nobody reads their results any more
            stack.callback(process.terminate)
        stack.callback(pool.shutdown, wait=False, cancel_futures=True)
        yield from pool.map(lambda order: hand_order(idle, order), orders)


def start_player() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "service.tools.client"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def hand_order(idle: SimpleQueue[subprocess.Popen[bytes]], order: MatchToPlay | SeatToPlay) -> MatchResult:
    """Give an order to the next idle player. Returns its result. Raises Unexpected where the match failed."""
    process = idle.get()
    try:
        line = answer_line(process, order)
    finally:
        idle.put(process)
    came: MatchResult | FailedRequest = msgspec.json.decode(line, type=MatchResult | FailedRequest)
    if isinstance(came, FailedRequest):
        raise Unexpected(came)
    return came


def answer_line(process: subprocess.Popen[bytes], order: MatchToPlay | SeatToPlay) -> bytes:
    """The next line of output of a player's process; raises Unexpected if the process has ended."""
    assert process.stdin
    assert process.stdout
    try:
        process.stdin.write(msgspec.json.encode(order) + b"\n")
        process.stdin.flush()
    except BrokenPipeError:
        line = b""
    else:
        line = process.stdout.readline()
    if not line:
        raise Unexpected(FailedRequest(0, "", "the player's process ended"))
    return line


def run_player() -> None:
    """Read orders from standard input and play them, one result a line."""
    for line in sys.stdin.buffer:
        order: MatchToPlay | SeatToPlay = msgspec.json.decode(line, type=MatchToPlay | SeatToPlay)
        try:
            came: MatchResult | FailedRequest = play_order(order) if isinstance(order, MatchToPlay) else sit(order)
        except Unexpected as unexpected:
            came = unexpected.failed
        sys.stdout.buffer.write(msgspec.json.encode(came) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    run_player()
