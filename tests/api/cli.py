"""Builders for tests of the command line: one store in a folder, commands run in this process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from service.cli import main

ROOT = Path(__file__).resolve().parents[2]
STARK = ROOT / "service" / "demo" / "stark.txt"
LANNISTER = ROOT / "service" / "demo" / "lannister.txt"
DECKS = ("--deck", f"alice={STARK}", "--deck", f"bob={LANNISTER}")


class Praetor:
    """The command line with a store of its own."""

    def __init__(self, folder: Path) -> None:
        self.db = folder / "praetor.db"

    def __call__(self, *words: object, stdin: str | None = None) -> Result:
        """Run one command, whatever comes of it."""
        line = ["--db", str(self.db), *(str(word) for word in words)]
        return CliRunner().invoke(main, line, input=stdin, prog_name="praetor", catch_exceptions=False)

    def does(self, *words: object) -> str:
        """Run a command that must succeed; what it printed."""
        result = self(*words)
        assert result.exit_code == 0, result.output
        return result.stdout

    def refuses(self, *words: object) -> str:
        """Run a command that must fail with status 2; what it printed on stderr."""
        result = self(*words)
        assert (result.exit_code, result.stdout) == (2, ""), result.output
        return result.stderr

    def json(self, *words: object) -> Any:
        return json.loads(self.does(*words, "--json"))


def migrated(folder: Path) -> Praetor:
    """A store that is ready."""
    praetor = Praetor(folder)
    praetor.does("migrate")
    return praetor


def opened(folder: Path, match: str = "m-test") -> Praetor:
    """A store with one match, alice against bob, whose draws are always the same."""
    praetor = migrated(folder)
    praetor.does("match", "new", *DECKS, "--seed", 7, "--id", match)
    return praetor


def simulated(folder: Path, matches: int = 1, *more: object) -> Praetor:
    """A store with random matches, named m-sim-1-public-1 and so on."""
    praetor = migrated(folder)
    praetor.does("simulate", "--matches", matches, "--jobs", 1, *more)
    return praetor


PLAYED = "m-sim-1-public-1"
