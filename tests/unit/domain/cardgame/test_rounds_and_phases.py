"""How a phase begins and ends: the steps of a procedure that carry it."""

from __future__ import annotations

from domain.cardgame.facts.cards import LastingEnded
from domain.cardgame.rounds_and_phases import first_step, last_steps, round_step
from domain.cardgame.table import LastingEffect
from domain.kernel.occurring.occurrence import Aftermath
from tests.examples.duel import ALICE, duel


def test_a_phase_begins_with_a_step_of_the_chart() -> None:
    game = duel()
    begins = first_step("1.1", "dawn")
    begins.do(game, Aftermath(id=0))
    assert (begins.label, begins.title, begins.chart) == ("1.1", "the dawn phase begins", True)
    assert game.table.phase == "dawn"


def test_a_round_begins_with_its_number_and_new_limits() -> None:
    game = duel()
    game.table.round = 2
    game.table.usage.put("round:a:0", 1)
    begins = round_step("1")
    begins.do(game, Aftermath(id=0))
    assert (begins.label, begins.title) == ("1", "the round begins")
    assert (game.table.round, dict(game.table.usage)) == (3, {})


def test_what_lasts_for_a_phase_expires_before_it_ends() -> None:
    game = duel()
    game.table.lasting.put(4, LastingEffect(4, "sword", "lift", ALICE, "phase"))
    game.table.lasting.put(5, LastingEffect(5, "sword", "lift", ALICE, "round"))
    expires, ends = last_steps("1.2", "dawn")
    expires.do(game, Aftermath(id=0))
    assert [each.effects for each in game.facts if isinstance(each, LastingEnded)] == [(4,)]
    assert [*game.table.lasting] == [5]
    assert not expires.chart
    assert (ends.label, ends.title) == ("1.2", "the dawn phase ends")
