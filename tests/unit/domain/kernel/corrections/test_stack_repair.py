"""Every type of frame says what becomes of it when a correction has changed the table under it."""

import pytest

from domain.games import GAMES
from domain.games.agot_board.corrections import stack_repair as board
from domain.games.agot_lcg.corrections import stack_repair as lcg
from domain.games.l5r.corrections import stack_repair as rings

ANSWERS = {"agot_lcg": lcg.FITS_BY_FRAME, "agot_board": board.FITS_BY_FRAME, "l5r": rings.FITS_BY_FRAME}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_frame_of_a_game_answers_whether_it_fits(game: str) -> None:
    assert set(GAMES[game].rules.frames) == set(ANSWERS[game])
