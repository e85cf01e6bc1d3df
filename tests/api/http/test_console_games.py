"""A position from paper says for which game it is."""

from __future__ import annotations

import re

import pytest

from domain.games import GAMES
from service.files.starting_positions import start_text, starts
from tests.api.http.clients import Api
from tests.api.http.test_console_rules import Reader

TITLES = {"agot_lcg": "The Card Game", "agot_board": "The Board Game"}


def test_every_position_to_begin_with_says_its_game_and_chooses_it(api: Api) -> None:
    judge = Reader(api, api.keys["judge"])
    options = dict(re.findall(r'<option value="([^"]+)">([^<]*)</option>', judge.text("/positions")))
    for each in starts():
        assert TITLES[each.game] in options[each.name]
        shown = judge.text("/positions", start=each.name)
        assert f'<option value="{each.game}" selected>' in shown


@pytest.mark.parametrize("game", GAMES)
def test_a_position_of_another_game_is_told_as_such(api: Api, game: str) -> None:
    judge = Reader(api, api.keys["judge"])
    name = {"agot_lcg": "dispute", "agot_board": "board"}[game]
    text = re.sub(r"^game:.*\n", "", start_text(name), flags=re.MULTILINE)
    other = next(each for each in GAMES if each != game)
    told = judge.sends("/positions", text=text, game=other, do="check")
    assert told.status_code == 422
    assert re.search(rf"As a position of [^<]*{TITLES[game]}[^<]* it is valid: is that the game\?", told.text)
    wrong = judge.sends("/positions", text=text.replace("round: 3", "round: many"), game=game, do="check")
    assert wrong.status_code == 422
    assert "is that the game?" not in wrong.text
