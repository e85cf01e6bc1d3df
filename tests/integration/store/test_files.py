"""The files of a store: whom they are for, and that what is acknowledged is in the one that the next start opens."""

import resource
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from eventsourcing.persistence import OperationalError, PersistenceError

from service.migrate import migrate
from service.projector.process import statuses
from service.settings import Settings
from service.store.failures import Unavailable
from service.store.recorded import SchemaMissing, UnreadableRow, recorded_of
from service.wiring import keys_of, services_of
from tests.forked import Python, run
from tests.integration.store.counting import addition, opened, store_in

ROOT = Path(__file__).parents[3]
MIGRATE = ["-c", "from service.cli import main; main()", "migrate"]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    found = Settings(db=tmp_path / "praetor.db")
    migrate(found)
    return found


def modes(folder: Path) -> set[int]:
    return {path.stat().st_mode & 0o777 for path in folder.iterdir()}


def test_only_the_owner_reads_the_files_of_a_store(settings: Settings, tmp_path: Path) -> None:
    with closing(services_of(settings)) as services:
        services.keys.issue("admin", "ada")
        assert modes(tmp_path) == {0o600}


def test_files_that_others_may_read_are_tightened_at_the_next_start(settings: Settings, tmp_path: Path) -> None:
    for path in set(tmp_path.iterdir()) - {Path(f"{settings.db}.gate")}:
        path.chmod(0o644)
    with closing(services_of(settings)) as services:
        services.windows.progress("")
        services.branches.check()
        services.sessions.principal("none")
    # the process that projects opens those of analysts
    statuses(settings)
    assert modes(tmp_path) == {0o600}


def test_a_store_that_was_deleted_takes_nothing_more(settings: Settings) -> None:
    with closing(services_of(settings)) as services:
        services.keys.issue("admin", "before")
        Path(str(settings.db)).unlink()
        with pytest.raises(OperationalError):
            services.keys.issue("admin", "after")
        with pytest.raises(PersistenceError):
            services.matches.check()
        migrate(settings)
        with pytest.raises(OperationalError, match="another file has taken its place"):
            services.keys.issue("admin", "after")
        with pytest.raises(PersistenceError):
            services.matches.check()
    with closing(keys_of(settings)) as keys:
        assert keys.list_keys() == []


@pytest.mark.parametrize("beside", ["audit", "windows"])
def test_a_file_beside_the_store_that_is_deleted_or_replaced_is_noticed(settings: Settings, beside: str) -> None:
    with closing(services_of(settings)) as services:
        check = {"audit": services.audit.check, "windows": services.windows.positions}[beside]
        check()
        Path(f"{settings.db}.{beside}").unlink()
        with pytest.raises(OperationalError):
            check()
        migrate(settings)
        with pytest.raises(OperationalError, match="another file has taken its place"):
            check()
    with closing(services_of(settings)) as services:
        services.audit.check()
        services.windows.positions()


def test_a_row_without_bytes_is_named() -> None:
    with pytest.raises(UnreadableRow, match="match-m-one, version 3"):
        recorded_of("match-m-one", 3, None)


def test_nothing_is_acknowledged_into_a_file_that_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "praetor.db"
    with store_in(path) as matches:
        opened(matches, "m-one")
        path.unlink()
        for key in ("a", "b"):
            with pytest.raises(Unavailable):
                matches.act("m-one", "alice", addition(1), wait=1, key=key, actor="alice")
        with pytest.raises(Unavailable):
            opened(matches, "m-two")


def test_a_store_that_a_later_version_has_changed_takes_nothing_more(tmp_path: Path) -> None:
    path = tmp_path / "praetor.db"
    with store_in(path) as matches:
        opened(matches, "m-one")
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA user_version=99")
        with pytest.raises(SchemaMissing):
            matches.act("m-one", "alice", addition(1), wait=1, key="a", actor="alice")
        assert matches.fresh("m-one").version == 1


@contextmanager
def full_disk() -> Iterator[None]:
    """No file of this process grows any more."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handled = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handled)


def test_a_store_that_takes_no_write_is_not_ready_until_it_does(tmp_path: Path) -> None:
    with store_in(tmp_path / "praetor.db") as matches:
        opened(matches, "m-one")
        with full_disk():
            with pytest.raises(Unavailable):
                opened(matches, "m-two")
            with pytest.raises(PersistenceError):
                matches.check()
        matches.check()
        opened(matches, "m-two")


def test_six_may_make_one_store_at_once(tmp_path: Path) -> None:
    environ = {"PRAETOR_DB": str(tmp_path / "praetor.db"), "PATH": ""}
    pipe = subprocess.PIPE
    running = [Python(MIGRATE, env=environ, stdout=pipe, stderr=pipe, text=True) for _ in range(6)]
    ended = [each.communicate() for each in running]
    assert [each.returncode for each in running] == [0] * 6, ended


def test_no_key_is_written_into_a_store_of_a_later_version(settings: Settings) -> None:
    with closing(sqlite3.connect(str(settings.db))) as connection:
        connection.execute("PRAGMA user_version=99")
    token = [*MIGRATE[:-1], "token", "--scope", "admin", "--name", "ada"]
    done = run(token, env={"PRAETOR_DB": str(settings.db)}, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    with closing(sqlite3.connect(str(settings.db))) as connection:
        assert connection.execute("SELECT count(*) FROM api_keys").fetchone() == (0,)
