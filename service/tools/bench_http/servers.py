"""Servers of the benchmark, each with a store of its own, whose matches are played by a script.

Read `Subject`, then `Server`. The matches of all stores are opened with one seed, so that the recorded commands of one
match are legal in all of them.
"""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from time import monotonic, sleep

import msgspec
from msgspec import Struct

from domain.games import DEFAULT
from domain.kernel.commands import Command
from domain.match.aggregate import NewVersion, receipt
from service.app.keys import derive_key, key_text
from service.server.serving import WORKER
from service.settings import Address, Settings
from service.tools.bench import demo_opening, play_match
from service.tools.bench_http.apps import SCRIPT, Facts, Script, ScriptStep
from service.tools.bench_http.load import LoadResult, load
from service.tools.client import Service
from service.wiring import keys_of, matches_of

HOST = "127.0.0.1"
SEED = 1
SECRET = random.Random(SEED).randbytes(32)
TICKS = os.sysconf("SC_CLK_TCK")
MOST_A_SECOND = 4000


def seat_key(match_id: str, seat: str) -> str:
    """The key of a seat; every process of the benchmark computes the same one."""
    return key_text(derive_key("bench", f"{match_id} {seat}"))


class LoadRound(Struct, frozen=True):
    """One load of one server: the client's result, and the CPU time of the server for each command, in µs."""

    loaded: LoadResult
    cpu: float


class Server:
    """An application under gunicorn, with the processes and threads that its kind of store uses."""

    def __init__(self, kind: str, settings: Settings, script: Path) -> None:
        self._listener = socket.create_server((HOST, 0), backlog=512)
        self.address: tuple[str, int] = self._listener.getsockname()
        self.url = f"http://{HOST}:{self.address[1]}"
        on_server = isinstance(settings.db, Address)
        workers, threads = (2, 8) if on_server else (1, 16)
        db = settings.db.conninfo if isinstance(settings.db, Address) else str(settings.db)
        command = [
            *(sys.executable, "-m", "gunicorn", f"service.tools.bench_http.apps:application({kind!r})"),
            *("--bind", f"fd://{self._listener.fileno()}", "--worker-class", WORKER, "--no-control-socket"),
            *("--workers", str(workers), "--threads", str(threads), "--keep-alive", "60", "--log-level", "error"),
        ]
        environment = {**os.environ, "PRAETOR_DB": db, "PRAETOR_THREADS": str(threads), SCRIPT: str(script)}
        self._process = subprocess.Popen(
            command,
            env=environment,
            stdout=subprocess.DEVNULL,
            pass_fds=[self._listener.fileno()],
        )
        try:
            with closing(Service(self.url)) as service:
                service.read("/healthz", "")
            self._pids = self._workers(workers)
        except BaseException:
            self.close()
            raise

    def _workers(self, workers: int) -> list[int]:
        """The process ids of all workers, once they have started."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        deadline = monotonic() + 20
        while len(found := children.read_text().split()) < workers and monotonic() < deadline:
            sleep(0.05)
        return [int(pid) for pid in found]

    def cpu(self) -> float:
        """The CPU seconds that the workers have used."""
        stats = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self._pids)
        return sum(int(fields[11]) + int(fields[12]) for fields in stats) / TICKS

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(30)
        self._listener.close()


class Subject:
    """A server with a store of its own, and the matches in it that are not played yet."""

    def __init__(self, kind: str, settings: Settings, script: Script, at: Path) -> None:
        self.kind = kind
        self.script = script
        self._settings = settings
        self._number = count()
        self.server = Server(kind, settings, at)

    def load(self, connections: int, seconds: float) -> LoadRound:
        """Play new matches over `connections` connections. Returns the result, with the CPU time of a command in µs."""
        fresh = iter(self._open_matches(connections + 4 + int(seconds * MOST_A_SECOND / len(self.script.steps))))
        sequences = [self._requests(fresh) for _ in range(connections)]
        before = self.server.cpu()
        loaded = load(self.server.address, sequences, seconds)
        return LoadRound(loaded, (self.server.cpu() - before) / len(loaded.latencies) * 1e6)

    def _open_matches(self, number: int) -> list[str]:
        """Open new matches with keys for their seats. Returns their ids."""
        ids = [f"m-bench-{next(self._number)}" for _ in range(number)]
        matches, keys = matches_of(self._settings), keys_of(self._settings)
        try:
            for match_id in ids:
                if self.kind != "echo":
                    matches.open_match(match_id, demo_opening(), key="open", actor="bench", seed=SECRET)
                keys.issue_seats(match_id, [(seat, seat_key(match_id, seat)) for seat in self.script.seats])
        finally:
            matches.close()
            keys.close()
        return ids

    def _requests(self, fresh: Iterator[str]) -> Iterator[bytes]:
        return (request for match_id in fresh for request in command_requests(match_id, self.script))


def command_requests(match_id: str, script: Script) -> Iterator[bytes]:
    """The commands of a match as HTTP requests."""
    seats = {seat: seat_key(match_id, seat) for seat in script.seats}
    for number, step in enumerate(script.steps):
        head = (
            f"POST /v1/matches/{match_id}/commands HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {seats[step.seat]}"
            f'\r\nContent-Type: application/json\r\nIdempotency-Key: k{number}\r\nIf-Match: "w{step.wait}"'
            f"\r\nContent-Length: {len(step.command)}\r\n\r\n"
        )
        yield head.encode() + step.command


def play_script() -> Script:
    """The commands of a played match, with the stored and returned bytes."""
    steps = (
        ScriptStep(seat, before.wait, msgspec.json.encode(command), after.payload, answered_facts(after, command))
        for (before, seat, command), after in play_match(SEED)
    )
    return Script(DEFAULT, tuple(steps))


def answered_facts(after: NewVersion, command: Command) -> Facts:
    return receipt(after.match, after.payload, command).facts
