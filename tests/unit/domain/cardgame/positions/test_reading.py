"""What a reader of positions asks of every document."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.cardgame.positions.reading import Position
from tests.examples.kites.game import rules
from tests.examples.kites.positions import KitesPositions


class OfThree(KitesPositions):
    """Kites for three players."""

    seat_counts = (3,)


@pytest.mark.parametrize(("positions", "accepted"), [(KitesPositions(), 2), (OfThree(), 3)])
def test_the_game_says_how_many_players_sit_at_a_table(positions: KitesPositions, accepted: int) -> None:
    names = ("alice", "bob", "carol", "dave", "eve")
    document: dict[str, Any] = {"round": 1, "phase": "launch", "at": "launch.action"}
    for number in range(1, 6):
        players = {"players": {name: {"play": ["old-marta"]} for name in names[:number]}}
        found = positions.position_from_text(rules, json.dumps(document | players))
        if number == accepted:
            assert isinstance(found, Position)
            assert found.seats == names[:number]
        else:
            assert f"{number} players (kites.setup.two-players)" in str(found)
