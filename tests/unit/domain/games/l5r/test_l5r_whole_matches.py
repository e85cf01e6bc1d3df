"""Whole random matches of the bare game under the properties that every game keeps.

The game is not registered yet, so these properties are called here and not found by its name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from domain.games.l5r import game
from tests.builders import Dice, begun
from tests.games import register
from tests.games.bringing import Start
from tests.games.l5r import TESTS, opening
from tests.properties.judging import Tally, check_judging
from tests.properties.test_branches import check_otherwise, check_same_again, played_match
from tests.properties.test_branches import judged as judged_match
from tests.properties.test_conservation import check_conservation, check_counted
from tests.properties.test_corrections import check_mixed
from tests.properties.test_late import check_remedies
from tests.properties.test_ledger import check_ledger
from tests.properties.test_noninterference import check_handles, check_pairs, told_of_opening
from tests.properties.test_play import check_play
from tests.properties.test_policies import check_nobody_is_passed_over, check_same_match
from tests.properties.test_positions import check_positions
from tests.properties.test_resume import check_resume
from tests.properties.test_rewinds import check_rewinds
from tests.properties.test_spaces_of_play import check_offers
from tests.properties.test_views import check_own_views, check_taken_keys, check_views_together
from tests.properties.test_wrong_commands import check_wrong, known_rules
from tests.properties.twins import Interference


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is among those that a match can be of."""
    register(monkeypatch, game, TESTS)


def each(what: str) -> Callable[[Any], Any]:
    """A test of each match of the sample of a property."""
    return pytest.mark.parametrize("start", TESTS.samples[what], ids=str)


@each("play")
def test_a_random_match_comes_to_its_end_and_replays_to_the_same_table(start: Start) -> None:
    assert check_play(TESTS, start).ended == 1


@each("resume")
def test_a_resumed_match_is_played_on_identically(start: Start) -> None:
    assert check_resume(TESTS, start) > 0


@each("offers")
def test_every_answer_that_is_offered_is_accepted(start: Start) -> None:
    assert check_offers(TESTS, start).answers > 0


@each("conservation")
def test_cards_fate_and_honor_change_only_as_the_facts_say(start: Start) -> None:
    assert check_conservation(TESTS, start) > 0


@pytest.mark.parametrize("fact", TESTS.silenced)
def test_a_fact_that_does_not_do_what_it_says_is_found(fact: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    begins = begun(opening(0, "public"))
    monkeypatch.setattr(fact, "apply", lambda fact, table: None)
    with pytest.raises(AssertionError):
        check_counted(TESTS, begins, TESTS.player(0, "count"))


@each("ledger")
def test_the_ledger_equals_the_stack_at_every_version(start: Start) -> None:
    assert check_ledger(TESTS, start) > (0, 0)


@each("policies")
def test_nobody_who_could_act_is_passed_over(start: Start) -> None:
    assert check_nobody_is_passed_over(TESTS, start) > 0


@each("policies")
def test_a_match_is_the_same_under_open_with_passes_in_between(start: Start) -> None:
    assert check_same_match(TESTS, start) > (0, 0)


@each("handles")
def test_the_handle_of_a_hidden_card_is_never_sent(start: Start) -> None:
    assert check_handles(TESTS, start) > 0


@pytest.mark.parametrize("policy", TESTS.beginnings)
def test_a_viewer_cannot_tell_what_is_hidden_from_it(policy: str) -> None:
    beginning = TESTS.beginnings[policy]
    assert check_pairs(TESTS, beginning, range(beginning.sample))["actions"] >= beginning.least


def test_the_public_is_told_nothing_hidden_at_the_opening() -> None:
    assert len({told_of_opening(each) for each in TESTS.openings()}) == 1


@pytest.mark.parametrize("leak", TESTS.leaks)
def test_a_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = TESTS.leaks[leak]
    if found.patch is not None:
        monkeypatch.setattr(*found.patch)
    with pytest.raises(Interference):
        check_pairs(TESTS, found.beginning, found.seeds)


@pytest.mark.parametrize("group", TESTS.groups)
def test_a_wrong_command_is_refused_by_a_known_rule(group: str) -> None:
    assert not set(check_wrong(TESTS, group, 40).rules) - known_rules(TESTS)


@pytest.mark.parametrize("judging", [False, True])
def test_views_built_together_are_those_built_alone(judging: bool) -> None:
    check_views_together(TESTS, judging=judging)


def test_each_viewer_has_a_view_of_its_own() -> None:
    check_own_views(TESTS)


@pytest.mark.parametrize("group", TESTS.positions.groups)
def test_a_position_opens_to_the_table_that_it_was_written_from(group: str) -> None:
    found = [check_positions(TESTS, start) for start in TESTS.positions.groups[group]]
    assert all(found)
    assert not TESTS.positions.moments - set(sum(found, Counter[str]()))


def test_no_field_has_the_name_of_something_else_that_is_seen() -> None:
    check_taken_keys(TESTS)


def test_play_goes_on_after_rewinds_and_folds_to_what_was_live() -> None:
    assert check_rewinds(TESTS.name, 1, 80) > 0


def test_play_goes_on_after_corrections_and_folds_to_what_was_live() -> None:
    done = sum((check_mixed(TESTS.name, seed, 150).done for seed in range(4)), Counter[str]())
    assert done["positions"] > 4


def test_late_remedies_leave_the_question_open_and_are_decided_again() -> None:
    assert check_remedies(TESTS.name, 1, 150).done["AnnulAction"] > 0


def test_matches_are_judged_at_every_kind_of_wait_and_played_on() -> None:
    tally = Tally()
    for seed in range(2, 6):
        check_judging(TESTS.name, seed, TESTS.judged_steps, tally)
    assert tally.never_corrected_at() == []
    assert min(tally.done["corrections"], tally.done["rewinds"], tally.done["AnnulAction"]) > 2
    assert set(tally.changes) <= set(TESTS.change_kinds)


def test_the_same_decisions_again_are_the_recorded_actions_to_the_byte() -> None:
    for told in (played_match(TESTS.name, 1, 150), judged_match(TESTS.name, 1)):
        for version in (1, told.newest // 2, told.newest - 1):
            if told.at(version).table.waiting is not None:
                assert check_same_again(told, version).branches == 1


def test_one_other_decision_and_then_the_same_later_ones_as_far_as_they_fit() -> None:
    told, dice = played_match(TESTS.name, 1, 150), Dice("other")
    reports = [check_otherwise(told, dice.below(told.newest - 2) + 1, dice) for _ in range(8)]
    assert sum(each.fitted for each in reports if each is not None) > 10
