"""A character is killed while its STR is 0, where an effect says so."""

from __future__ import annotations

import pytest

from domain.cardgame.facts.cards import LastingBegan
from domain.cardgame.table import LastingEffect, rules_of_table
from domain.families.agot_cards.state_checks import PERSISTENT, continuous_conditions
from domain.families.agot_cards.view import seen_card, seen_challenge, seen_faction
from domain.kernel.ids import Handle, zone
from tests.first_edition import ALICE, BOB, SEATS, attack, table_of

WOLF = Handle("wolf1")


@pytest.mark.parametrize(("less", "dies"), [(1, False), (2, True), (5, True)])
def test_who_has_no_strength_left_is_killed_by_an_effect_that_says_so(less: int, dies: bool) -> None:
    game = table_of(wolf1="alice_play")
    assert not continuous_conditions(game)
    for id, (what, amount) in enumerate((("strength", -less), ("killed-at-zero", 0)), 1):
        game.emit(LastingBegan(LastingEffect(id, "card", what, ALICE, "phase", "", amount, cards=(WOLF,))))
    assert rules_of_table(game.table).demands[PERSISTENT](game.table, game.table.cards[WOLF]) is dies
    assert continuous_conditions(game) is dies
    assert bool(game.table.zone(zone(ALICE, "dead"))) is dies


def test_a_view_shows_who_fights_and_with_what() -> None:
    game = table_of(wolf1="alice_play", lion1="bob_play", siege1="alice_plot")
    attack(game, "wolf1")
    now = game.table.challenge
    assert now is not None
    seen = seen_challenge(now)
    assert (seen["attacker"], seen["defender"], seen["attackers"]) == (ALICE, BOB, (WOLF,))
    card = seen_card(game.table, game.table.cards[WOLF])
    assert (card["strength"], card["icons"], card["keywords"]) == (2, ("military",), ["stealth"])
    assert [seen_faction(game.table, seat)["power"] for seat in SEATS] == [0, 0]
