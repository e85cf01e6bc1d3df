"""Every check of a deck, switched off alone, makes a named test fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.l5r.decks import deck_building
from tests.imported_decks import check_each_is_tested
from tests.unit.domain.games.l5r.decks import test_deck_building

DECK_TESTS: dict[str, Callable[[], None]] = {
    "there_are_five_provinces": lambda: test_deck_building.test_a_province_set_has_exactly_five(
        test_deck_building.PROVINCES[1:]
    ),
    "one_province_for_each_ring": test_deck_building.test_each_ring_has_exactly_one_province,
    "provinces_are_single": test_deck_building.test_a_province_is_not_doubled,
    "provinces_are_of_the_clan": test_deck_building.test_a_province_of_another_clan_is_out,
    "dynasty_deck_has_its_size": test_deck_building.test_a_deck_of_the_wrong_size_is_named_with_the_numbers,
    "dynasty_deck_is_of_the_clan": test_deck_building.test_a_dynasty_card_of_another_clan_is_out,
    "conflict_deck_has_its_size": test_deck_building.test_a_deck_of_the_wrong_size_is_named_with_the_numbers,
    "foreign_conflict_cards_can_be_bought": (test_deck_building.test_a_card_without_an_influence_cost_cannot_be_bought),
    "influence_buys_of_one_clan": test_deck_building.test_influence_buys_of_no_second_clan,
    "influence_is_enough": test_deck_building.test_each_copy_costs_influence,
    "conflict_deck_has_few_characters": test_deck_building.test_a_conflict_deck_has_at_most_ten_characters,
    "cards_keep_their_limits": test_deck_building.test_a_fourth_copy_is_one_too_many,
    "restricted_cards_have_their_role": lambda: test_deck_building.test_a_card_for_keepers_needs_a_keeper(None, "none"),
    "one_core_set_is_enough": test_deck_building.test_one_core_set_has_no_second_copy_of_most_cards,
}


def test_every_check_of_a_deck_has_a_test_that_fails_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    check_each_is_tested(deck_building, DECK_TESTS, monkeypatch)
