"""The guide to the API: its console blocks, run again with bash and curl against a server of their own.

`python -m tests.api.http.guide` writes api_docs/http.md anew with what is answered today. What a match draws from
chance, the keys and the clock are fixed here, so that the same commands give the same answers; nothing else differs
from a real server.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from unittest.mock import patch

from msgspec import structs
from werkzeug.serving import make_server

from domain.match import aggregate
from service.app.case.case_index import CaseIndex
from service.app.case.cases import CaseApplication
from service.app.case.desks import DeskApplication
from service.app.case.precedents import Precedents
from service.app.match.match_index import MatchIndex
from service.app.match.matches import MatchApplication
from service.app.match.openings import Openings
from service.app.results_at_odds import MatchResults
from service.app.tournaments import TournamentApplication
from service.migrate import migrate
from service.settings import Settings
from service.web.app import create_app
from service.wiring import index_rows_of, services_of, store_environment
from tests.api.cli import ROOT
from tests.api.http.guide_program import praetor_in
from tests.patience import PATIENCE

GUIDE = ROOT / "api_docs" / "http.md"
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
SHOWN_AT = "http://127.0.0.1:8000"
MARK = "--- guide ---"
SEED = bytes(range(7, 39))
CLOCK = "2026-01-02T18:00:00.000000Z"
ATTEMPT = re.compile(r"a-\d{20}-[0-9a-f]{8}")


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A server on a store in a folder, with everything fixed that is else drawn; its address."""
    settings = Settings(db=folder / "praetor.db")
    with patch("service.app.keys.token_bytes", lambda _: SEED):
        migrate(settings)
    ids = count(1)
    matches = MatchApplication(
        store_environment(settings), aggregate, clock=lambda: CLOCK, ids=lambda: f"{next(ids):020x}"
    )
    whole = services_of(settings)
    whole.matches.close()
    desks = DeskApplication(matches)
    cases = CaseApplication(matches, desks)
    openings = Openings(matches)
    own = {
        "desks": desks,
        "cases": cases,
        "openings": openings,
        "events": TournamentApplication(matches, cases, desks, openings),
    }
    index = CaseIndex(index_rows_of(settings), cases, Precedents(matches).traits)
    listed = MatchIndex(index_rows_of(settings), matches, openings)
    lists = {"case_index": index, "match_index": listed, "match_results": MatchResults(matches, listed)}
    services = structs.replace(whole, matches=matches, **lists, **own)
    server = make_server("127.0.0.1", 0, create_app(services), threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        with patch("service.web.match.opening.token_bytes", lambda _: SEED):
            yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        services.close()


@contextmanager
def folder_of_guide() -> Iterator[Path]:
    """A folder with what the guide's commands read, and with a `praetor` whose keys are the same each time."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "service" / "demo", folder / "service" / "demo")
        with praetor_in(folder):
            yield folder


def run_again(text: str) -> str:
    """The text with every console block as its commands are answered today."""
    with folder_of_guide() as folder, served(folder) as address:
        blocks = [commands(block) for block in BLOCK.findall(text)]
        answers = iter(answered([line for block in blocks for line in block], folder, address))
        return BLOCK.sub(lambda block: "".join(f"{each}\n{next(answers)}" for each in commands(block.group())), text)


def commands(block: str) -> list[str]:
    """The commands of a block as they are shown, each with the lines that go on with it."""
    found: list[str] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(line)
        elif line.startswith("> "):
            found[-1] += f"\n{line}"
    return found


def answered(shown: list[str], folder: Path, address: str) -> list[str]:
    """What each command prints, all of them in one shell."""
    lines = ["\n".join(line[2:] for line in each.split("\n")).replace(SHOWN_AT, address) for each in shown]
    script = "".join(f"{line}\necho '{MARK}'\n" for line in lines)
    environ = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "PRAETOR_DB": str(folder / "praetor.db")}
    # each command has the patience of one
    patience = PATIENCE * len(shown)
    ran = subprocess.run(
        ["bash"], input=script, cwd=folder, env=environ, text=True, capture_output=True, check=True, timeout=patience
    )
    assert ran.stderr == "", ran.stderr
    return [timeless(each) for each in ran.stdout.replace(address, SHOWN_AT).split(f"{MARK}\n")[:-1]]


def timeless(text: str) -> str:
    """An answer without what the clock gave it; ended by a line's end."""
    plain = ATTEMPT.sub("a-20260102180000000000-00000000", text)
    return plain if plain.endswith("\n") or not plain else f"{plain}\n"


if __name__ == "__main__":
    GUIDE.write_text(run_again(GUIDE.read_text()))
