"""A position from paper says for which game it is."""

from __future__ import annotations

import re

import pytest

from domain.games import GAMES
from service.files.starting_positions import start_text, starts
from service.files.typed_positions import count_known_keys
from tests.api.http.clients import Api
from tests.api.http.test_console_rules import Reader

TITLES = {"agot_lcg": "The Card Game", "agot_board": "The Board Game", "l5r": "Legend of the Five Rings"}


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
    name = next(each.name for each in starts() if each.game == game)
    text = re.sub(r"^game:.*\n", "", start_text(name), flags=re.MULTILINE)
    other = next(each for each in GAMES if each != game)
    told = judge.sends("/positions", text=text, game=other, do="check")
    assert told.status_code == 422
    assert re.search(rf"As a position of [^<]*{TITLES[game]}[^<]* it is valid: is that the game\?", told.text)
    assert count_known_keys(text, game) > count_known_keys(text, other)
    wrong = judge.sends("/positions", text=text.replace("round: 3", "round: many"), game=game, do="check")
    assert wrong.status_code == 422
    assert "is that the game?" not in wrong.text


WRONG = {
    "agot_lcg": (
        "Round: 3\nPhase: Challenges\nplayers:\n  Alice:\n    faction: Stark\n    Hand: [Ice]\n",
        "players:\n  alice: {faction: Strak}\n  bob: {hand: [Ice]}\n",
    ),
    "agot_board": (
        "areas:\n  Winterfell: stark 3 kights\n",
        "areas:\n  kings landing: lannister footman\n",
        "position:\n  players: 3\n  round: 2\n  supply: {stark: many}\n",
    ),
}


@pytest.mark.parametrize(("game", "text"), [(game, text) for game, texts in WRONG.items() for text in texts])
def test_a_wrong_position_is_of_the_game_whose_keys_it_has(api: Api, game: str, text: str) -> None:
    judge = Reader(api, api.keys["judge"])
    own = judge.sends("/positions", text=text, game=game, do="check")
    assert (own.status_code, "is that the game?" in own.text) == (422, False)
    other = judge.sends("/positions", text=text, game=next(each for each in GAMES if each != game), do="check")
    assert other.status_code == 422
    assert re.search(
        rf"As a position of [^<]*{TITLES[game]}[^<]* it has more known keys: is that the game\?", other.text
    )


@pytest.mark.parametrize("text", ["round: 3\n", "players\n", "[1, 2]\n", "a: [\n", "position: 3\n", ""])
def test_a_text_that_tells_no_game_is_told_none(api: Api, text: str) -> None:
    judge = Reader(api, api.keys["judge"])
    for game in GAMES:
        told = judge.sends("/positions", text=text, game=game, do="check")
        assert (told.status_code, "is that the game?" in told.text) == (422, False)
