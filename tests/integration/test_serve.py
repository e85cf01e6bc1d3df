"""The service as it is started, watched and stopped: `praetor serve`, `praetor demo`, gunicorn with deploy/'s file."""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import pytest

from service.demo.decks import deck_text
from service.migrate import migrate
from service.server.serving import WORKER, ProjectorProcess, check_ready, gunicorn_options
from service.settings import Address, Settings, read_settings
from service.web.request_context import HELD_OF_KEY
from tests.api.serving import issued
from tests.forked import Python, run
from tests.patience import PATIENCE, until

ROOT = Path(__file__).parents[2]
PRAETOR = ["-c", "from service.cli import main; main()"]
GUNICORN = ["-m", "gunicorn", "-c", "deploy/gunicorn.conf.py"]
BUSY = 429
LONG = 20  # seconds, the longest that may be asked for
KEEP = {"type": "decide_mulligan", "mulligan": False}
OPENING = {
    "game": "agot_lcg",
    "seats": [{"name": "alice", "deck": deck_text("stark.txt")}, {"name": "bob", "deck": deck_text("lannister.txt")}],
}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


class Running:
    """A service in processes of its own: where it is, what it logged, which process is which."""

    def __init__(
        self, start: type[subprocess.Popen[Any]], command: list[str], folder: Path, db: Path | Address, **environ: str
    ) -> None:
        self.port = free_port()
        self.out, self.err = folder / "out", folder / "err"
        told = {"PRAETOR_DB": db.conninfo if isinstance(db, Address) else str(db), "PRAETOR_PORT": str(self.port)}
        with self.out.open("w") as out, self.err.open("w") as err:
            told |= {"TMPDIR": str(folder), **environ}
            self.process = start(command, cwd=ROOT, env={**os.environ, **told}, stdout=out, stderr=err)

    def ask(self, path: str, key: str = "", body: object = None, **headers: str) -> tuple[int, dict[str, Any]]:
        """Send a request over a connection of its own: the status and the JSON that came back."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if key:
            sent["Authorization"] = f"Bearer {key}"
        if body is not None:
            sent["Content-Type"] = "application/json"
        try:
            connection.request(
                "GET" if body is None else "POST", path, None if body is None else json.dumps(body), sent
            )
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if "json" in answer.headers["Content-Type"] else {"text": text}
        finally:
            connection.close()

    def healthy(self) -> None:
        """Wait until it is ready."""
        until(self.ready)

    def ready(self) -> bool:
        assert self.process.poll() is None, self.err.read_text()
        try:
            status, answer = self.ask("/readyz")
            return status == 200 and answer["ok"] is True
        except OSError:
            return False

    def log(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.read_text().splitlines()]

    def projectors(self) -> list[int]:
        """Every projector that was started, by its process id."""
        said = (re.fullmatch(r"projector (\d+) started", line["says"]) for line in self.log())
        return [int(found[1]) for found in said if found]

    def children(self) -> list[int]:
        pid = self.process.pid
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def opened(self, db: Path | Address) -> tuple[str, str]:
        """A new match and the key of the seat that is first to act."""
        status, match = self.ask("/v1/matches", issued(db, "organizer"), OPENING, Idempotency_Key=f"open-{monotonic()}")
        assert status == 201, match
        key = match["seats"][0]["key"]
        [awaited] = self.ask(f"/v1/matches/{match['match']}/options", key)[1]["awaited"]
        return match["match"], next(each["key"] for each in match["seats"] if each["seat"] == awaited)

    def keep_hand(self, match: str, key: str) -> int:
        """Have a seat keep its hand; the version that this made."""
        told = {"If_Match": '"w1"', "Idempotency_Key": "keep"}
        status, done = self.ask(f"/v1/matches/{match}/commands", key, KEEP, **told)
        assert status == 201, done
        version: int = done["version"]
        return version


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].startswith("Z")
    except FileNotFoundError:
        return True


@contextmanager
def running(
    command: list[str],
    folder: Path,
    db: Path | Address,
    start: type[subprocess.Popen[Any]] = Python,
    **environ: str,
) -> Iterator[Running]:
    """A service, ended with everything that it started."""
    service = Running(start, command, folder, db, **environ)
    try:
        yield service
    finally:
        service.process.terminate()
        service.process.wait(PATIENCE)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A store in a clean folder."""
    path = tmp_path / "praetor.db"
    migrate(Settings(db=path))
    return path


def test_from_a_clean_folder_it_becomes_healthy_and_takes_a_match(tmp_path: Path, db: Path) -> None:
    """The command that users have: all others here are forked from a process that has imported the service."""
    installed = str(Path(sys.executable).with_name("praetor"))
    with running([installed, "serve"], tmp_path, db, subprocess.Popen) as service:
        service.healthy()
        match, seat = service.opened(db)
        version = service.keep_hand(match, seat)
        ledger = f"/v1/matches/{match}/windows?wait={version}"
        # the answer waits for the projector, but not as long as that may take to start on a busy machine
        until(lambda: service.ask(ledger, seat)[1]["version"] == version)
    assert version == 2
    assert f"http://127.0.0.1:{service.port}" in service.err.read_text()


def test_a_stop_lets_the_requests_under_way_be_answered(tmp_path: Path, db: Path) -> None:
    with running([*PRAETOR, "serve"], tmp_path, db) as service, ThreadPoolExecutor(HELD_OF_KEY) as pool:
        service.healthy()
        match, seat = service.opened(db)

        def follows(wait: float) -> tuple[int, list[Any]]:
            status, answer = service.ask(f"/v1/matches/{match}/actions?after=1&wait={wait}", seat)
            return status, answer.get("actions", [])

        following: list[Future[tuple[int, list[Any]]]] = []

        def all_wait() -> bool:
            """That all of them wait is told by another that may not, which may have taken the place of one."""
            following[:] = [each for each in following if not each.done()]
            following.extend(pool.submit(follows, LONG) for _ in range(HELD_OF_KEY - len(following)))
            return follows(0.01)[0] == BUSY

        until(all_wait)
        service.process.terminate()
        assert [each.result(PATIENCE) for each in following] == [(200, [])] * HELD_OF_KEY
        assert service.process.wait(PATIENCE) == 0
        assert gone(service.projectors()[-1])
    assert [path.name for path in tmp_path.glob("praetor-*")] == []


def test_a_projector_that_is_killed_is_started_again_and_catches_up(tmp_path: Path, db: Path) -> None:
    with running([*PRAETOR, "serve"], tmp_path, db) as service:
        service.healthy()
        match, seat = service.opened(db)
        [first] = until(service.projectors)  # its start is logged after that of the workers
        os.kill(first, signal.SIGKILL)
        until(lambda: gone(first))
        version = service.keep_hand(match, seat)

        def caught_up() -> bool:
            return service.ask(f"/v1/matches/{match}/windows?wait={version}", seat)[1].get("version") == version

        until(caught_up)
        assert len(service.projectors()) == 2


def test_a_projector_that_ends_at_once_is_not_started_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    now, projector = 0.0, ProjectorProcess(Settings())
    starts: list[float] = []
    monkeypatch.setattr("service.server.serving.monotonic", lambda: now)
    real = projector._start

    def start() -> None:
        starts.append(now)
        real()
        assert projector._process is not None
        projector._process.wait()

    monkeypatch.setattr(projector, "_start", start)
    while now <= 4.0:
        projector.keep()
        now += 0.25
    projector.end()
    assert starts == [0.0, 0.25, 0.75, 1.75, 3.75]


def test_nothing_outlives_an_arbiter_that_is_killed(tmp_path: Path, db: Path) -> None:
    with running([*PRAETOR, "serve"], tmp_path, db) as service:
        service.healthy()
        # the web server may answer before the other process is there
        until(lambda: len(service.children()) == 2)
        children = service.children()
        service.process.kill()
        until(lambda: all(gone(each) for each in children))


def ends(tmp_path: Path, *words: str, **environ: str) -> tuple[int, str]:
    """The exit status of `praetor serve` where it cannot start, and what it says."""
    told = {**os.environ, "PRAETOR_DB": str(tmp_path / "praetor.db"), **environ}
    done = run([*PRAETOR, "serve", *words], env=told, text=True)
    return done.returncode, done.stderr


def test_a_port_in_use_is_named(tmp_path: Path, db: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, said = ends(tmp_path, "--port", str(port))
    assert (status, said) == (2, f"error: --port: 127.0.0.1:{port} is in use; --port or PRAETOR_PORT name another\n")


def test_an_address_that_is_not_this_machines_is_named(tmp_path: Path, db: Path) -> None:
    status, said = ends(tmp_path, "--host", "192.0.2.1")
    assert status == 2
    assert said.startswith("error: --host: cannot listen at 192.0.2.1:")


def test_without_a_store_it_says_how_to_make_one(tmp_path: Path) -> None:
    status, said = ends(tmp_path)
    assert status == 2
    assert said == f"error: {tmp_path / 'praetor.db'}: no such store: run `praetor migrate`\n"


def test_every_wrong_setting_is_named_at_once(tmp_path: Path, db: Path) -> None:
    wrong = {"PRAETOR_PORT": "http", "PRAETOR_WORKERS": "0", "PRAETOR_HOST": "two words", "PRAETOR_THREADS": "many"}
    status, said = ends(tmp_path, **wrong)
    assert status == 2
    assert [name for name in wrong if name not in said] == []


def test_several_workers_do_not_write_into_one_file_without_the_gate(tmp_path: Path, db: Path) -> None:
    status, said = ends(tmp_path, PRAETOR_WORKERS="2", PRAETOR_GATE="n")
    assert status == 2
    assert "PRAETOR_GATE" in said


def test_each_kind_of_store_has_its_processes_and_threads() -> None:
    file, server = (
        gunicorn_options(read_settings({})),
        gunicorn_options(read_settings({"PRAETOR_DB": "postgresql://db.example/games"})),
    )
    told = ("workers", "threads", "worker_class", "preload_app", "control_socket_disable", "graceful_timeout")
    assert [file[name] for name in told] == [1, 16, WORKER, False, True, 30]
    assert [server[name] for name in told] == [2, 8, WORKER, False, True, 30]


def test_looking_at_the_store_before_the_fork_leaves_no_thread_behind(database: Address) -> None:
    before = threading.active_count()
    check_ready(Settings(db=database))
    until(lambda: threading.active_count() == before)


@pytest.mark.parametrize("kind", ["file", "server"])
def test_gunicorn_runs_it_with_the_settings_of_deploy(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    store = request.getfixturevalue("db" if kind == "file" else "database")
    with running(GUNICORN, tmp_path, store) as service:
        service.healthy()
        assert len(service.children()) == (1 if kind == "file" else 2)
        service.keep_hand(*service.opened(store))
        for _ in range(20):
            assert service.ask("/healthz") == (200, {"ok": True})
        text = service.ask("/metrics", issued(store, "admin"))[1]["text"]
        assert b'praetor_requests_total{route="ops.healthz",status="2xx"} 20\n' in text
    assert service.process.returncode == 0
    assert [path.name for path in tmp_path.glob("praetor-*")] == []


def test_gunicorn_says_what_is_missing(tmp_path: Path) -> None:
    environ = {**os.environ, "PRAETOR_DB": str(tmp_path / "none.db"), "PRAETOR_PORT": "0"}
    done = run(GUNICORN, env=environ, text=True)
    assert done.returncode != 0
    assert done.stderr == f"error: {tmp_path / 'none.db'}: no such store: run `praetor migrate`\n"


def test_the_log_is_json_and_holds_nothing_of_a_broken_request(tmp_path: Path, db: Path) -> None:
    with running([*PRAETOR, "serve"], tmp_path, db) as service:
        service.healthy()
        match, seat = service.opened(db)
        service.keep_hand(match, seat)
        for broken in (f"Authorization Bearer {seat}", f"Authorization: Bearer {seat}\x00"):
            with socket.create_connection(("127.0.0.1", service.port)) as connection:
                connection.sendall(f"GET /v1/matches HTTP/1.1\r\nHost: x\r\n{broken}\r\n\r\n".encode())
                assert b" 400 " in connection.recv(4096).splitlines()[0]
    acted = next(line for line in service.log() if line.get("route") == "matches.give_command")
    assert (acted["match"], acted["version"], acted["status"]) == (match, 2, 201)
    assert seat not in service.out.read_text() + service.err.read_text()


def test_the_demonstration_ends_with_a_service_and_four_requests_that_work(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with running([*PRAETOR, "demo"], tmp_path, tmp_path / "unused.db", PRAETOR_PORT=port) as service:
            until(lambda: len(curls(service)) == 4)
            answers = [sent(service, line) for line in curls(service)]
            service.process.send_signal(signal.SIGINT)
            assert service.process.wait(PATIENCE) == 0
    (seen, window), (may, choices), (refused, problem), (drawn, board) = answers
    assert (seen, may, refused, drawn) == (200, 200, 422, 200)
    assert window["open"]
    assert window["options"]
    assert choices["awaited"]
    assert "stealth" in problem["rule"]["id"]
    assert "<svg" in str(board["text"])[:100]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["err", "out"]


def curls(service: Running) -> list[str]:
    """The requests that the demonstration prints, once it has printed all it has to say."""
    return [line for line in service.out.read_text().splitlines() if line.startswith("  curl ")]


def sent(service: Running, line: str) -> tuple[int, dict[str, Any]]:
    """Send what a curl line says."""
    words = shlex.split(line)[1:]
    address = urlsplit(words.pop())
    told = list(zip(words[::2], words[1::2], strict=True))
    headers = dict(value.split(": ", 1) for flag, value in told if flag == "-H")
    body = next((json.loads(value) for flag, value in told if flag == "-d"), None)
    assert address.port is not None
    service.port = address.port
    path = f"{address.path}?{address.query}" if address.query else address.path
    return service.ask(path, body=body, **headers)
