"""Every check of a command, and every check of a deck, switched off alone, makes a named test fail.

The pairs of tests/data/mutations.toml are verified here; the proof searches for them anew.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.games.agot_lcg import deck
from domain.kernel.legality import DISABLED
from service.mutation import Case, Pair, cases_in, checks_of, pairs_text, read_pairs, without
from tests.unit.agot_lcg import test_deck

ROOT = Path(__file__).parents[3]
PAIRS = ROOT / "tests" / "data" / "mutations.toml"

DECK_TESTS: dict[str, Callable[[], None]] = {
    "plot_deck_has_seven": lambda: test_deck.test_a_plot_deck_holds_exactly_seven(test_deck.PLOTS[1:]),
    "one_plot_is_doubled": test_deck.test_only_one_plot_is_doubled,
    "plots_keep_their_limits": test_deck.test_a_plot_is_not_tripled,
    "draw_deck_has_sixty": test_deck.test_a_draw_deck_of_fifty_nine_is_too_small,
    "cards_keep_their_limits": test_deck.test_a_fourth_copy_is_one_too_many,
    "cards_share_the_affiliation": test_deck.test_a_card_of_another_faction_is_out,
    "banner_has_its_cards": test_deck.test_a_banner_asks_for_twelve_cards_of_its_faction,
    "neutral_cards_keep_the_agendas_limit": test_deck.test_fealty_does_not_admit_a_sixteenth_neutral_card,
}


def named_cases() -> dict[tuple[str, str], Case]:
    return {(case.path.name, case.title): case for case in cases_in(ROOT / "tests" / "scenarios" / "agot_lcg")}


def test_every_check_has_one_scenario_that_fails_without_it() -> None:
    assert sorted(pair.check for pair in read_pairs(PAIRS)) == sorted(each.name for each in checks_of("agot_lcg"))


def test_each_named_scenario_passes_with_its_check_and_fails_without_it() -> None:
    cases, unsound, alive = named_cases(), [], []
    for pair in read_pairs(PAIRS):
        case = cases[pair.scenario, pair.title]
        if not case.passes:
            unsound.append(pair)
        with without(pair.check):
            if case.passes:
                alive.append(pair)
    assert (unsound, alive) == ([], [])
    assert set() == DISABLED


def test_pairs_are_read_as_they_were_written(tmp_path: Path) -> None:
    pairs = (Pair("is_here", "a.yaml", 'A "quoted" title'), Pair("is_yours", "b.yaml", "Another"))
    (tmp_path / "pairs.toml").write_text(pairs_text(pairs), encoding="utf-8")
    assert read_pairs(tmp_path / "pairs.toml") == pairs


def test_every_check_of_a_deck_has_a_test_that_fails_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    every = deck.CHECKS
    assert [each.__name__ for each in every] == list(DECK_TESTS)
    for check in every:
        DECK_TESTS[check.__name__]()
        monkeypatch.setattr(deck, "CHECKS", tuple(each for each in every if each is not check))
        with pytest.raises((AssertionError, ValueError)):
            DECK_TESTS[check.__name__]()
        monkeypatch.setattr(deck, "CHECKS", every)
