"""Facts of the board in words."""

from __future__ import annotations

from domain.games import GAMES
from domain.games.agot_board.facts.board import UnitsPlaced
from domain.kernel.ids import Seat
from service.present.text.facts import sentence
from service.present.text.words_of_games import names_for


def test_units_that_come_to_an_area_are_not_told_as_all_that_stand_there() -> None:
    fact = UnitsPlaced(Seat("greyjoy"), "riverrun", {"knight": 1})
    assert sentence(fact, names_for(GAMES["agot_board"].rules)) == "greyjoy: 1 Knight placed in Riverrun"
