"""The games as the tests see them: each game of `GAMES` brings a module here, `tests/games/<game>.py`, with `TESTS`,
and for the rows of the judges' table `tests/games/<game>_rows.py` with `ROWS`.

A property is a test under `each_game` or `each_case`: it is run for every game that does not leave it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import cast

import pytest

from domain.games import GAMES
from domain.kernel.cards.card_table import CardTable
from domain.match.aggregate import NewVersion
from tests.builders import begun
from tests.games.bringing import GameTests, PlayTests, Start
from tests.games.row_tests import RowTests

BROUGHT: dict[str, GameTests] = {
    name: import_module(f"{__name__}.{name}").TESTS for name in GAMES if find_spec(f"{__name__}.{name}")
}


PLAYED: dict[str, PlayTests] = {**BROUGHT}
"""What random play is tested with: those, and a game that a test registers meanwhile."""


def register(monkeypatch: pytest.MonkeyPatch, game: ModuleType, tests: PlayTests) -> str:
    """Register a game, and what it brings to the tests, while a test runs. Returns its name."""
    monkeypatch.setitem(GAMES, tests.name, game)
    monkeypatch.setitem(PLAYED, tests.name, tests)
    return tests.name


ROWS: dict[str, RowTests] = {
    name: import_module(f"{__name__}.{name}_rows").ROWS for name in GAMES if find_spec(f"{__name__}.{name}_rows")
}


def game_of(table: CardTable) -> GameTests:
    """What the game of a table brings: of one that a test registers, those topics that the test needs."""
    return cast("GameTests", PLAYED[table.registry.rules.name])


def games_with(what: str) -> list[GameTests]:
    """The games of which a property is tested."""
    return [each for each in BROUGHT.values() if what not in each.left_out]


def each_game(what: str) -> pytest.MarkDecorator:
    """A test of each game that has this property, given as `game`."""
    return pytest.mark.parametrize("game", games_with(what), ids=lambda game: game.name)


def each_case(what: str, cases: Callable[[GameTests], Iterable[object]]) -> pytest.MarkDecorator:
    """A test of each case that a game has of a property, given as `game` and `case`."""
    found = [pytest.param(game, each, id=f"{game.name}-{each}") for game in games_with(what) for each in cases(game)]
    return pytest.mark.parametrize(("game", "case"), found)


def each_start(what: str) -> pytest.MarkDecorator:
    """A test of each match of the sample of a property, given as `game` and `case`."""
    return each_case(what, lambda game: game.samples[what])


def opened(game: PlayTests, start: Start) -> NewVersion:
    """The match of a game that begins so."""
    return begun(game.opening(start), start.seed)


def group_start(game: PlayTests, group: str, seed: int) -> Start:
    """A start of a group: what it can agree on by turns."""
    agreed = game.groups[group]
    return Start(agreed[seed % len(agreed)], seed)
