"""The words of log and story."""

from __future__ import annotations

import pytest

from domain.games import GAMES
from service.present.text import facts
from service.present.text.tellers import TELLERS


def test_every_game_has_a_teller() -> None:
    assert TELLERS.keys() == GAMES.keys()


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_of_a_game_has_a_sentence(game: str) -> None:
    worded = {*facts.LOG, *TELLERS[game].TOLD, *TELLERS[game].LOGGED}
    assert [fact.__name__ for fact in GAMES[game].rules.facts if fact not in worded] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_fact_is_worded_twice(game: str) -> None:
    teller = TELLERS[game]
    assert not facts.LOG.keys() & (teller.TOLD.keys() | teller.LOGGED.keys())
    assert not teller.TOLD.keys() & teller.LOGGED.keys()
