"""Builders for tests over HTTP: a store, a server of its own beside it, keys, and requests.

Read `serving`, then `Served`; requests go through `service.tools.client`.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec

from service.demo.decks import deck_text
from service.settings import Address, Settings
from service.tools.client import OpenedMatch, Service, expected_body
from service.wiring import keys_of
from tests.forked import Python
from tests.patience import PATIENCE
from tests.stores import make_store

ROOT = Path(__file__).resolve().parents[2]
LOCAL = "127.0.0.1"
OPENING: dict[str, Any] = {
    "game": "agot_lcg",
    "seats": [
        {"name": "alice", "deck": deck_text("stark.txt")},
        {"name": "bob", "deck": deck_text("lannister.txt")},
    ],
}


def text_of(db: Path | Address) -> str:
    """What PRAETOR_DB says."""
    return db.conninfo if isinstance(db, Address) else str(db)


class Served:
    """A server on a store; it may be killed and started again at the same address."""

    def __init__(
        self, db: Path | Address, app: str, workers: int, threads: int, environ: dict[str, str], log: Path
    ) -> None:
        self.db = db
        self._app = app
        self.key = issued(db, "organizer")
        self._workers = (workers, threads)
        self._environ = {**os.environ, "PRAETOR_DB": text_of(db), "PRAETOR_THREADS": str(threads), **environ}
        self._environ.setdefault("PRAETOR_METRICS", str(log.parent / "metrics"))
        self._environ.setdefault("PRAETOR_STORE_TIMEOUT", "60")  # no store is given up because the machine is busy
        self._log = log
        # bound here and handed down: nobody else can take the port between two starts
        self._socket = socket.create_server((LOCAL, 0), backlog=512)
        self.url = f"http://{LOCAL}:{self._socket.getsockname()[1]}"
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers; one that does not is ended with its port.

        Nobody else would end it, and what it left open would be found by another test.
        """
        self._process = self._started()
        try:
            with closing(Service(self.url, patience=PATIENCE)) as service:
                expected_body(service.request("GET", "/readyz", ""), 200)
        except BaseException:
            self.kill()
            self._socket.close()
            raise

    def _started(self) -> Python:
        workers, threads = self._workers
        command = [
            *("-m", "gunicorn", "--config", "deploy/gunicorn.conf.py", self._app),
            *("--bind", f"fd://{self._socket.fileno()}", "--workers", str(workers), "--threads", str(threads)),
        ]
        with self._log.open("ab") as log:
            handed = [self._socket.fileno()]
            return Python(command, env=self._environ, stdout=log, stderr=log, pass_fds=handed, start_new_session=True)

    def workers(self) -> list[int]:
        """The ids of the worker processes."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text()
        return [int(pid) for pid in children.split()]

    def kill(self) -> None:
        """Kill every process of the server at once."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
        self._socket.close()

    def log(self) -> list[dict[str, Any]]:
        """The lines that the server logged as JSON."""
        return [json.loads(line) for line in self._log.read_text().splitlines() if line.startswith("{")]

    def opened(self, name: str, opening: dict[str, Any] = OPENING) -> OpenedMatch:
        """A match, the same for the same name."""
        return opened(self.url, self.key, name, opening)


def opened(url: str, key: str, name: str, opening: dict[str, Any] = OPENING) -> OpenedMatch:
    with closing(Service(url)) as service:
        answer = service.write("/v1/matches", key, opening, name)
    return msgspec.json.decode(expected_body(answer, 201), type=OpenedMatch)


def issued(db: Path | Address, scope: str, actor: str = "tess") -> str:
    """A new API key."""
    with closing(keys_of(Settings(db=db, store_timeout=PATIENCE))) as keys:
        return keys.issue(scope, actor)


@contextmanager
def serving(
    db: Path | Address,
    folder: Path,
    *,
    workers: int | None = None,
    threads: int | None = None,
    environ: dict[str, str] | None = None,
    app: str = "service.web.app:application()",
) -> Iterator[Served]:
    """A server on a migrated store, by default with the processes and threads that its kind of store gets."""
    make_store(Settings(db=db, store_timeout=PATIENCE))
    on_server = isinstance(db, Address)
    served = Served(
        db,
        app,
        workers or (2 if on_server else 1),
        threads or (8 if on_server else 16),
        environ or {},
        folder / "server.log",
    )
    try:
        yield served
    finally:
        served.close()
