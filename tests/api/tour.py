"""The README and the tour: the console blocks of each, run again in a folder of its own.

`python -m tests.api.tour` writes both anew with what the commands print today.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from service.cli import main
from service.demo.invitation import make_invitation
from service.demo.tour import tour
from service.settings import read_settings
from tests.api.cli import ROOT

README = ROOT / "README.md"
TOUR = ROOT / "api_docs" / "tour.md"
PAGES = (README, TOUR)
BOARD = ROOT / "api_docs" / "board.svg"
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
INVITATION = re.compile(r"(?<=```text\n)The store of this tour.*?(?=```)", re.DOTALL)
KEYS = re.compile(r"pra_[\w-]+")
# Time is the one thing that is not the same again.
TIMES = re.compile(r"\d+\.\d s(, \d+ commands/s)?")


@contextmanager
def tour_folder() -> Iterator[None]:
    """Work in a folder that holds what the tour's commands read, and no store yet."""
    before = Path.cwd()
    with TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "service" / "demo", Path(folder) / "service" / "demo")
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def run_again(text: str) -> tuple[str, str]:
    """The text with every console block as its commands print it today, and the board that they drew, if any."""
    with tour_folder():
        again = BLOCK.sub(lambda block: "\n".join(map(shown, commands(block.group()))), text)
        board = Path(BOARD.name)
        return again, board.read_text(encoding="utf-8") if board.exists() else ""


def commands(block: str) -> list[str]:
    return [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]


def shown(line: str) -> str:
    """A command with what it prints on both streams."""
    program, *words = shlex.split(line)
    assert program == "praetor", line
    printed = CliRunner(env={"PRAETOR_DB": ""}).invoke(main, words, catch_exceptions=False).output
    return f"$ {line}\n{printed}"


def invitation() -> str:
    """What the demonstration prints when it serves its store, without the keys, which are others each time."""
    with TemporaryDirectory() as folder:
        settings = read_settings({"PRAETOR_DB": str(Path(folder) / "demo.db")})
        assert list(tour(settings))
        printed = "\n".join(make_invitation(settings).lines("http://127.0.0.1:8000"))
    return KEYS.sub("pra_...", printed).strip() + "\n"


def with_invitation(text: str) -> str:
    return INVITATION.sub(lambda block: invitation(), text)


def timeless(text: str) -> str:
    return TIMES.sub("0.0 s", text)


if __name__ == "__main__":
    for page in PAGES:
        again, board = run_again(page.read_text(encoding="utf-8"))
        page.write_text(timeless(with_invitation(again)), encoding="utf-8")
        if board:
            BOARD.write_text(board, encoding="utf-8")
