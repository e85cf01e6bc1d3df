"""The worked example of adding-a-game.md: Cairn opened, played, refused, replayed and looked at like any game."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from domain.kernel.catalogue import COMMON_FACTS
from domain.kernel.citing import cited_rules
from domain.kernel.deciding import seat_options
from domain.kernel.facts import facts_by_tag
from domain.kernel.flow.endings import Concede
from domain.kernel.flow.open_windows import describe_open_window
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refused
from domain.kernel.rulebook import read_rules
from domain.match import aggregate
from tests.builders import Dice, Player, acted, begun, played
from tests.examples.cairn.game import CairnRules
from tests.examples.cairn.table import TakeStones, TossStone
from tests.examples.cairn.tests import TESTS, opening
from tests.examples.playing import after, refusal
from tests.games.bringing import Start
from tests.properties.test_conservation import check_conservation
from tests.properties.test_ledger import check_ledger
from tests.properties.test_play import check_play
from tests.properties.test_policies import check_nobody_is_passed_over, check_same_match
from tests.properties.test_resume import check_resume
from tests.properties.test_spaces_of_play import check_offers
from tests.properties.test_wrong_commands import check_refused, check_wrong, known_rules

BOOK = read_rules("tests.examples.cairn")
MOST_VERSIONS = 200


each = partial(pytest.mark.parametrize, "start", ids=str)


@each(TESTS.samples["play"])
def test_a_match_of_random_legal_play_comes_to_its_end_and_replays_to_the_same_table(cairn: str, start: Start) -> None:
    assert check_play(TESTS, start).ended == 1


@each(TESTS.samples["resume"])
def test_a_resumed_match_is_played_on_identically(cairn: str, start: Start) -> None:
    assert check_resume(TESTS, start) > 0


@each(TESTS.samples["offers"])
def test_every_answer_that_is_offered_is_accepted(cairn: str, start: Start) -> None:
    assert check_offers(TESTS, start).answers > 0


@each(TESTS.samples["ledger"])
def test_the_ledger_equals_the_stack_at_every_version(cairn: str, start: Start) -> None:
    versions, windows = check_ledger(TESTS, start)
    assert versions > windows > 0


@each(TESTS.samples["policies"])
def test_the_policies_differ_in_who_is_asked_only(cairn: str, start: Start) -> None:
    assert check_nobody_is_passed_over(TESTS, start) > 0
    narrow, wide = check_same_match(TESTS, start)
    assert wide > narrow


@each(TESTS.samples["conservation"])
def test_stones_change_only_as_the_facts_say(cairn: str, start: Start) -> None:
    assert check_conservation(TESTS, start) > 0


@pytest.mark.parametrize("group", TESTS.groups)
def test_a_wrong_command_is_refused_by_a_known_rule(cairn: str, group: str) -> None:
    wrong = check_wrong(TESTS, group, 40)
    assert not set(wrong.rules) - known_rules(TESTS)


@pytest.mark.parametrize("wrong", TESTS.wrong)
def test_a_command_that_seems_right_is_refused_by_its_rule(cairn: str, wrong: str) -> None:
    check_refused(TESTS.wrong[wrong])


@pytest.mark.parametrize("seed", range(20))
def test_who_cannot_take_a_stone_loses(cairn: str, seed: int) -> None:
    start = begun(opening(), seed)
    *_, last = played(start.match, Player(Dice(seed)), MOST_VERSIONS)
    table = last.following.match.table
    assert table.over.rule == "cairn.end.nothing-to-take"
    assert table.over.winner == table.other(table.turn)


def test_a_changed_event_does_not_replay(cairn: str) -> None:
    start = begun(opening())
    following = acted(start.match, "alice", TakeStones(3))
    forged = following.payload.replace(b'"count":3', b'"count":2')
    assert forged != following.payload
    with pytest.raises(aggregate.BrokenChain):
        aggregate.evolve_stored(start.match, forged, following.head)


def test_each_player_may_toss_a_stone_after_a_turn_the_other_first(cairn: str) -> None:
    match = after(begun(opening()).match, ("alice", TakeStones(2)))
    assert match.table.waiting.seats == ("bob",)
    window = describe_open_window(match.rules, match.table, "bob")
    assert (window["kind"], window["name"], window["step"], window["priority"]) == ("action", "toss", "2", "bob")
    match = after(match, ("bob", TossStone()), ("alice", Pass()))
    assert (match.table.stones, match.table.turn, match.table.waiting.seats) == (11, "bob", ("bob",))


def test_under_the_usual_policy_nobody_is_asked_who_has_no_spare_stone(cairn: str) -> None:
    moves = (("alice", TakeStones(1)), ("bob", TossStone()), ("alice", TossStone()), ("bob", TakeStones(2)))
    match = after(begun(opening()).match, *moves)
    assert match.table.waiting.question == "take"
    assert match.table.turn == "alice"


def test_a_wrong_command_is_refused_by_its_rule_and_changes_nothing(cairn: str) -> None:
    match = begun(opening(stones=5)).match
    assert refusal(match, "alice", TakeStones(4)) == "cairn.take.one-to-three"
    assert refusal(match, "alice", TakeStones(0)) == "cairn.take.one-to-three"
    assert refusal(match, "alice", TossStone()) == "cairn.toss.window"
    assert refusal(match, "bob", TakeStones(1)) == "cairn.take.one-to-three"
    match = after(match, ("alice", TakeStones(3)))
    assert refusal(match, "alice", Pass()) == "match.not-awaited"
    match = after(match, ("bob", TossStone()), ("alice", Pass()), ("bob", TakeStones(1)))
    assert refusal(match, "bob", TossStone()) == "cairn.toss.window"
    match = after(match, ("alice", Pass()))
    assert refusal(match, "alice", TakeStones(3)) == "cairn.take.from-the-heap"
    assert refusal(match, "alice", TakeStones(1)) == "cairn.take.another-number"


def test_a_player_without_a_spare_stone_cannot_toss(cairn: str) -> None:
    match = after(begun(opening(policy="open")).match, ("alice", TakeStones(1)), ("bob", TossStone()))
    match = after(match, ("alice", Pass()))
    assert match.table.waiting.question == "toss"
    assert refusal(match, "bob", TossStone()) == "cairn.toss.once"


def test_what_is_offered_is_what_is_accepted(cairn: str) -> None:
    match = after(begun(opening()).match, ("alice", TakeStones(2)), ("bob", Pass()), ("alice", Pass()))
    space = seat_options(match.rules, match.table, Seat("bob"))
    assert space is not None
    answers: Any = space.answers(10)
    assert [each["count"] for each in answers] == [1, 3]


def test_who_can_take_nothing_loses(cairn: str) -> None:
    match = after(begun(opening(stones=3)).match, ("alice", TakeStones(3)))
    assert (match.table.over.winner, match.table.over.rule) == ("alice", "cairn.end.nothing-to-take")
    match = after(begun(opening(stones=1)).match, ("alice", Concede()))
    assert (match.table.over.winner, match.table.over.rule) == ("bob", "match.concede")


@pytest.mark.parametrize("seats", [("alice",), ("alice", "bob", "carol")])
def test_the_game_is_for_two(cairn: str, seats: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as caught:
        begun(opening(seats=seats))
    assert caught.value.refusal.rule == "cairn.setup.two-players"


def test_every_rule_is_carried_out_by_code_and_every_citation_is_a_rule(cairn: str) -> None:
    cites = {rule for rule in cited_rules(CairnRules()) if rule.startswith("cairn.")}
    # the set-up is refused where the seats are read, before there is a table for a check
    assert cites | {"cairn.setup.two-players"} == set(BOOK.ids)


def test_the_tags_of_its_facts_are_its_own(cairn: str) -> None:
    own = [tag for tag, fact in facts_by_tag(CairnRules.facts).items() if fact.__module__.startswith("tests.")]
    assert own
    assert all(tag.startswith("cairn.") for tag in own)
    assert set(COMMON_FACTS) < set(CairnRules.facts)
