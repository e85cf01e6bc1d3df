"""A table in words where a game has no words of its own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from service.games.plain_table import plain_lines
from service.present.text.names import CardTitles

KITE = SimpleNamespace(title="Red Diamond")
VIEW: dict[str, Any] = {
    "round": 0,
    "viewer": "alice",
    "first_player": "alice",
    "contest": None,
    "players": {
        "alice": {
            "in_play": [{"card": "abc", "key": "first/red", "lift": 2, "tangled": True, "tokens": {"cord": 1}}],
            "hand": {"count": 1, "cards": [{"card": "def", "key": "first/red"}]},
            "deck": {"count": 0},
        },
        "bob": {},
    },
    "waiting": {"seats": ["alice"]},
}


def test_a_view_is_told_value_by_value_with_the_titles_of_cards() -> None:
    names = CardTitles({"first/red": KITE}, handles=False)
    assert [*plain_lines(VIEW, names)] == [
        "round: 0",
        "first player: alice",
        "players",
        "  alice",
        "    in play: Red Diamond (lift 2, tangled, tokens cord 1)",
        "    hand",
        "      count: 1",
        "      cards: Red Diamond",
        "    deck",
        "      count: 0",
    ]
