"""Cairn among the games that a match can be of, while a test runs."""

import pytest

from domain.games import GAMES
from tests.examples.cairn import game
from tests.examples.cairn.tests import TESTS
from tests.games import PLAYED


@pytest.fixture
def cairn(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name under which Cairn is registered meanwhile."""
    monkeypatch.setitem(GAMES, game.rules.name, game)
    monkeypatch.setitem(PLAYED, game.rules.name, TESTS)
    return game.rules.name
