"""The words of log and story."""

from __future__ import annotations

from domain.games import GAMES
from service.told import agot_lcg, facts


def test_every_fact_of_the_game_has_a_sentence() -> None:
    worded = {*facts.LOG, *agot_lcg.TOLD, *agot_lcg.LOGGED}
    assert [fact.__name__ for fact in GAMES["agot_lcg"].rules.facts if fact not in worded] == []


def test_no_fact_is_worded_twice() -> None:
    assert not facts.LOG.keys() & (agot_lcg.TOLD.keys() | agot_lcg.LOGGED.keys())
    assert not agot_lcg.TOLD.keys() & agot_lcg.LOGGED.keys()
