"""What is secret in each game: every game brings `tests/games/<game>_secrets.py` with `SECRETS`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec

import pytest

from domain.games import GAMES
from tests.judging.pairs import GameSecrets, Secret

BY_GAME: dict[str, GameSecrets] = {
    name: import_module(f"tests.games.{name}_secrets").SECRETS
    for name in GAMES
    if find_spec(f"tests.games.{name}_secrets")
}
SECRETS: dict[str, Secret] = {name: each for brought in BY_GAME.values() for name, each in brought.secrets.items()}


def of_game(name: str) -> GameSecrets:
    """What the game of a secret brings."""
    return BY_GAME[SECRETS[name].game]


def each_secret(which: Callable[[GameSecrets], Iterable[str]] = lambda game: game.secrets) -> pytest.MarkDecorator:
    """A test of secrets of every game, given as `name`."""
    found = [pytest.param(name, id=f"{game}-{name}") for game, brought in BY_GAME.items() for name in which(brought)]
    return pytest.mark.parametrize("name", found)
