"""Every game brings what the properties need, and says why where it leaves one out."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.games import GAMES
from tests.games import BROUGHT
from tests.games.bringing import PROPERTIES, GameTests

each = pytest.mark.parametrize("game", BROUGHT.values(), ids=lambda game: game.name)


def test_every_game_brings_a_module() -> None:
    assert sorted(BROUGHT) == sorted(GAMES)
    assert [game.name for game in BROUGHT.values()] == [*BROUGHT]


@each
def test_what_is_left_out_is_a_property_and_has_a_reason(game: GameTests) -> None:
    assert set(game.left_out) <= PROPERTIES
    assert all(len(reason.split()) > 5 for reason in game.left_out.values())


@each
def test_every_property_that_is_not_left_out_has_matches(game: GameTests) -> None:
    sampled = ("play", "resume", "offers", "conservation", "ledger", "policies", "handles")
    assert [what for what in sampled if bool(game.samples.get(what)) == (what in game.left_out)] == []
    rest = (game.groups, game.wrong, game.beginnings, game.leaks, game.positions.groups, game.silenced, game.parts)
    assert all(rest)


def test_no_property_names_a_game() -> None:
    here = Path(__file__).parent
    found = {path.name: [name for name in GAMES if name in path.read_text()] for path in sorted(here.glob("*.py"))}
    assert {name: games for name, games in found.items() if games} == {}
