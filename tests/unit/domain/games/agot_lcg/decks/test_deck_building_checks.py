"""Every check of a deck, switched off alone, makes a named test fail."""

from collections.abc import Callable

import pytest

from domain.games.agot_lcg.decks import deck_building
from tests.imported_decks import check_each_is_tested
from tests.unit.domain.games.agot_lcg.decks import test_deck_building

DECK_TESTS: dict[str, Callable[[], None]] = {
    "plot_deck_has_seven": lambda: test_deck_building.test_a_plot_deck_holds_exactly_seven(
        test_deck_building.PLOTS[1:]
    ),
    "one_plot_is_doubled": test_deck_building.test_only_one_plot_is_doubled,
    "plots_keep_their_limits": test_deck_building.test_a_plot_is_not_tripled,
    "draw_deck_has_sixty": test_deck_building.test_a_draw_deck_of_fifty_nine_is_too_small,
    "cards_keep_their_limits": test_deck_building.test_a_fourth_copy_is_one_too_many,
    "cards_share_the_affiliation": test_deck_building.test_a_card_of_another_faction_is_out,
    "banner_has_its_cards": test_deck_building.test_a_banner_asks_for_twelve_cards_of_its_faction,
    "neutral_cards_keep_the_agendas_limit": test_deck_building.test_fealty_does_not_admit_a_sixteenth_neutral_card,
}


def test_every_check_of_a_deck_has_a_test_that_fails_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    check_each_is_tested(deck_building, DECK_TESTS, monkeypatch)
