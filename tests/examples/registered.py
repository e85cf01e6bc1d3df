"""Cairn is registered after the whole program was imported, and served, replayed and verified; run by itself.

`python -m tests.examples.registered FOLDER` plays with a store in the folder and prints what it found as JSON.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from traceback import extract_stack
from typing import Any

from click.testing import CliRunner

from domain import games
from domain.games import Definition

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ("domain", "projections", "service")
NAME = "cairn"


class WatchedGames(dict[str, Definition]):
    """The registered games; `eager` are the lines at which a module that is being imported goes through all of them."""

    def __init__(self, given: dict[str, Definition]) -> None:
        super().__init__(given)
        self.eager: set[str] = set()

    def __iter__(self) -> Iterator[str]:
        self.note()
        return super().__iter__()

    def keys(self) -> Any:
        self.note()
        return super().keys()

    def values(self) -> Any:
        self.note()
        return super().values()

    def items(self) -> Any:
        self.note()
        return super().items()

    def note(self) -> None:
        """Note the module of the program that is being imported now, if one is."""
        folders = tuple(str(ROOT / each) for each in PROGRAM)
        for frame in reversed(extract_stack()):
            if frame.name == "<module>" and frame.filename.startswith(folders):
                self.eager.add(f"{Path(frame.filename).relative_to(ROOT)}:{frame.lineno}")
                return


def import_all() -> list[str]:
    """Import every module of the program. Returns the lines that go through all games meanwhile."""
    watched = games.GAMES = WatchedGames(games.GAMES)
    for name in PROGRAM:
        package = import_module(name)
        for module in walk_packages(package.__path__, f"{name}."):
            import_module(module.name)
    return sorted(watched.eager)


def run(db: Path, *arguments: str) -> str:
    """What a command of `praetor` prints; it must succeed."""
    ran = CliRunner().invoke(import_module("service.cli").main, ["--db", str(db), *arguments])
    assert ran.exit_code == 0, (arguments, ran.output, ran.exception)
    return ran.output


def played_over(there: Any) -> list[int]:
    """Answer what is offered until the match is over. Returns the statuses of the answers."""
    choose, statuses = random.Random(4), []
    builders, matches = import_module("tests.builders"), there.api.services.matches
    while (match := matches.fresh(there.id)).table.over is None:
        (seat,) = match.table.waiting.seats
        command = choose.choice(builders.options_of(match.rules, match.table, seat).answers(50))
        statuses.append(there.gives(seat, command).status_code)
    return statuses


def found_in(folder: Path) -> dict[str, Any]:
    """Everything that the test looks at."""
    eager = import_all()
    clients = import_module("tests.api.http.clients")
    games.GAMES[NAME] = import_module("tests.examples.cairn.game")
    db = folder / "store.db"
    with clients.api_of(db) as api:
        there = api.opened(game=NAME, seats=[{"name": "alice"}, {"name": "bob"}])
        statuses = played_over(there)
        newest = there.read("")["version"]
        answers = {
            "listed": api.get(f"/v1/matches?game={NAME}", "admin"),
            "window": there.get("/window?at=2"),
            "first": there.get("/view?at=1"),
            "integrity": there.get("/integrity"),
            "document": api.get("/v1/openapi.json"),
            "rules": api.get(f"/v1/games/{NAME}/rules"),
            "unknown game": api.get("/v1/matches?game=carin", "admin"),
        }
    said = {name: (each.status_code, each.get_data(as_text=True)) for name, each in answers.items()}
    shown = run(db, "match", "show", there.id, "--at", "1", "--json")
    run(db, "match", "new", "--game", NAME, "--seat", "alice", "--seat", "bob", "--id", "m-by-command")
    verified = run(db, "verify", "--jobs", "1")  # another process does not know what this one registered
    folded = [run(db, "project", "rebuild", model) for model in ("windows", "offers")]
    return {
        "eager": eager,
        "statuses": statuses,
        "newest": newest,
        "said": said,
        "shown": json.loads(shown),
        "verified": verified,
        "folded": folded,
    }


if __name__ == "__main__":
    print(json.dumps(found_in(Path(sys.argv[1]))))
