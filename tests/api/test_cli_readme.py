"""The README and the tour show what the commands really print; what else the README has run is run here."""

from __future__ import annotations

import os
import re
import shlex
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner

from service.cli import main
from tests.api.cli import ROOT
from tests.api.tour import (
    BLOCK,
    BOARD,
    INVITATION,
    PAGES,
    README,
    TOUR,
    commands,
    run_again,
    shown,
    timeless,
    tour_folder,
    with_invitation,
)
from tests.forked import Python
from tests.patience import PATIENCE, until

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
SHELL = re.compile(r"(?<=```sh\n).*?(?=```)", re.DOTALL)
LANGUAGES = {"console", "sh"}
WRITTEN_FOR = "http://127.0.0.1:8000"
READ_TO_THE_END = 130  # lines of the README


@each_page
def test_every_command_of_a_page_prints_what_is_shown(page: Path) -> None:
    written = page.read_text(encoding="utf-8")
    again, board = run_again(written)
    assert timeless(again) == timeless(written), "read what differs, then run python -m tests.api.tour"
    assert board == (BOARD.read_text(encoding="utf-8") if page == TOUR else "")


@each_page
def test_no_page_shows_an_error_but_a_refusal_by_a_rule_of_a_game(page: Path) -> None:
    """The pages are recorded: a fault of the store or of the recording would be kept as the output that is right."""
    blocks = "".join(BLOCK.findall(page.read_text(encoding="utf-8")))
    assert re.findall(r"^error: .*\n(?!  rule     agot_)", blocks, re.MULTILINE) == []


def test_the_tour_has_a_match_a_window_a_refusal_the_replay_and_the_ledger() -> None:
    lines = [line for block in BLOCK.findall(TOUR.read_text()) for line in commands(block)]
    wanted = (
        "match new",
        "match window",
        "match do",
        "match board",
        "replay",
        "--windows",
        "verify",
        "export",
        "import",
    )
    assert all(any(each in line for line in lines) for each in wanted)
    assert "agot_lcg.stealth.bypassed-cannot-defend" in TOUR.read_text()


@each_page
def test_what_a_page_points_to_is_there(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", page.read_text())
    assert targets
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_service_is_shown_as_the_demonstration_prints_it() -> None:
    written = TOUR.read_text()
    assert len(INVITATION.findall(written)) == 1
    assert with_invitation(written) == written


def test_the_readme_is_short_plays_a_command_and_looks_as_a_judge() -> None:
    text = README.read_text(encoding="utf-8")
    lines = [line for block in BLOCK.findall(text) for line in commands(block)]
    assert len(text.splitlines()) < READ_TO_THE_END
    assert any("match do" in line for line in lines)
    assert any("--as judge" in line for line in lines)
    assert "agot_lcg.stealth.bypassed-cannot-defend" in text


def test_the_readme_has_nothing_run_that_no_test_runs() -> None:
    text = README.read_text(encoding="utf-8")
    install, serve, test = (block.splitlines() for block in SHELL.findall(text))
    assert set(re.findall(r"^```(\w+)$", text, re.MULTILINE)) == LANGUAGES
    # make's targets are run by continuous integration and by tests of their own
    assert (install, test) == (["make demo", ". .venv/bin/activate"], ["make test"])
    assert [line.split()[:2] for line in serve] == [["praetor", "token"], ["praetor", "serve"], ["curl", "-H"]]


def test_what_the_readme_serves_is_answered(tmp_path: Path) -> None:
    """The store of the console blocks, served as the page says, asked as the page says."""
    text = README.read_text(encoding="utf-8")
    token, serve, curl = SHELL.findall(text)[1].splitlines()
    with tour_folder():
        for line in (line for block in BLOCK.findall(text) for line in commands(block)):
            shown(line)
        made = CliRunner(env={"PRAETOR_DB": ""}).invoke(main, shlex.split(token)[1:], catch_exceptions=False)
        _, _, header, address = shlex.split(curl)
        name, _, value = header.replace("KEY", made.output.strip()).partition(": ")
        with running(shlex.split(serve)[1:], tmp_path) as url:
            asked = Request(address.replace(WRITTEN_FOR, url), headers={name: value})
            with urlopen(asked, timeout=PATIENCE) as answer:
                read = answer.read().decode()
    assert address.startswith(WRITTEN_FOR)
    assert '"name":"challenge.initiated.action"' in read.replace(" ", "")


@contextmanager
def running(words: list[str], folder: Path) -> Iterator[str]:
    """A command of `praetor` that serves, in a process of its own; where it answers."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    run = ["-c", "from service.cli import main; main()", *words]
    told = {"PRAETOR_DB": "praetor.db", "PRAETOR_PORT": str(port), "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)}
    with (folder / "log").open("w") as log:
        process = Python(run, cwd=Path.cwd(), env={**os.environ, **told}, stdout=log, stderr=log)
    try:
        until(lambda: is_ready(process, f"http://127.0.0.1:{port}/readyz", folder / "log"))
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


def is_ready(process: Python, address: str, log: Path) -> bool:
    assert process.poll() is None, log.read_text()
    try:
        with urlopen(address, timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except URLError:
        return False
