"""The lines of a combat: a strength only once it is counted, and the final one also where it is nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.kernel.ids import PUBLIC
from domain.match.events import OpenMatch
from service.games.agot_board.table_lines import strength_words
from service.present.text.table import match_table_lines
from service.present.text.words_of_games import names_for
from tests.builders import begun

WAR = {
    "players": 3,
    "areas": {
        "winterfell": "stark 2 footman, order march-0",
        "moat-cailin": "lannister footman",
        "the-narrow-sea": "baratheon ship, order support",
    },
    "combat": {"origin": "winterfell", "area": "moat-cailin", "units": "stark footman"},
}


@pytest.mark.parametrize(("at", "said"), [("4.1", "strength not counted yet"), ("4.3", "strength 1")])
def test_a_strength_is_told_once_it_is_counted(at: str, said: str) -> None:
    match = begun(OpenMatch("agot_board", (), position=json.dumps({**WAR, "at": at}))).match
    lines = "\n".join(match_table_lines(match, PUBLIC, names_for(match.rules), judging=False))
    assert lines.count(said) == 2
    assert "strength 0" not in lines


@pytest.mark.parametrize(("winner", "other", "said"), [("", 0, "3"), ("", 2, "0"), ("stark", 0, "0")])
def test_a_final_strength_of_nothing_is_told_and_not_the_initial_one(winner: str, other: int, said: str) -> None:
    side = {"initial": 3, "strength": 0}
    fought: dict[str, Any] = {"stage": "fought", "winner": winner}
    assert strength_words({**fought, "sides": {"stark": side, "lannister": {"strength": other}}}, side) == said
