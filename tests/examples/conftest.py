"""Cairn and Kites among the games that a match can be of, while a test runs."""

import pytest

from tests.examples.cairn import game as cairn_game
from tests.examples.cairn.tests import TESTS as CAIRN_TESTS
from tests.examples.kites import game as kites_game
from tests.examples.kites.tests import TESTS as KITES_TESTS
from tests.games import register


@pytest.fixture
def cairn(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name under which Cairn is registered meanwhile."""
    return register(monkeypatch, cairn_game, CAIRN_TESTS)


@pytest.fixture
def kites(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name under which Kites is registered meanwhile."""
    return register(monkeypatch, kites_game, KITES_TESTS)
