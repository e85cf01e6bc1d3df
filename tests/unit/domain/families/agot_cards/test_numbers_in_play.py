"""The numbers of the family where editions differ."""

from __future__ import annotations

from domain.cardgame.in_play.costs import card_cost
from domain.families.agot_cards import numbers_in_play
from domain.games.agot_lcg.rules import AgotLcg
from tests.first_edition import ALICE, BOB, LION, WOLF, table_of


def test_a_card_of_another_house_costs_more_where_the_rules_say_so() -> None:
    table = table_of().table
    costs = [card_cost(table, seat, WOLF, "play").value for seat in (ALICE, BOB)]
    assert costs == [3, 5]
    assert card_cost(table, BOB, LION, "play").value == 4


def test_gold_counts_for_dominance_where_the_rules_say_so() -> None:
    table = table_of(wolf1="alice_play").table
    table.players.writable(ALICE).gold = 4
    assert numbers_in_play.dominance(table, ALICE).value == 2
    assert AgotLcg.gold_counts_for_dominance
