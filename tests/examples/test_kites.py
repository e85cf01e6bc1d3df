"""A second card game beside the first: Kites is opened, played, refused, replayed and looked at like any game."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec import structs

from domain.cardgame.commands import InitiateAction, PlayEvent
from domain.cardgame.facts.contests import ContestChanged
from domain.cardgame.history import CardRow, ContestRow, DeckRow
from domain.cardgame.words.condition_kinds import AFTER, CANCEL, CARD, CARD_KINDS, CONTROLLER, ConditionKind
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.faults.catalogue import BASIC_CHECKS, INERT_CHECKS, LAST_CHECKS
from domain.cardgame.words.faults.placed_ability import WordLists, run_checks
from domain.games import GAMES, history_of
from domain.kernel.citing import cited_rules
from domain.kernel.corrections.changes import AnyChange, MoveCard, SetController, SetMark, SetTokens
from domain.kernel.facts import facts_by_tag
from domain.kernel.flow.endings import Concede
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.history.nameless_texts import NameVeil
from domain.kernel.ids import PUBLIC, Handle, Seat, Viewer, zone
from domain.kernel.occurring.abilities import Ability, ChooseTargets
from domain.kernel.refusals import Refused
from domain.kernel.rulebook import read_rules
from domain.kernel.scenarios.scenario import read_scenario
from domain.match.aggregate import Match, decode_event
from domain.match.events import OpenMatch, event_kind
from domain.match.history import read_match
from domain.match.scenario_match import play_scenario
from projections.analytics.schema import all_tables
from service.present.text.story import log_lines
from service.present.text.table import match_table_lines
from service.present.text.words_of_games import game_title, names_for
from tests.builders import Dice, Draw, Player, awaited, begun, options_of, played, seat_texts
from tests.examples.kites.cards import DECLARED, ME, KitesRegistry
from tests.examples.kites.chart import compare, lift
from tests.examples.kites.game import KitesRules, change_forms, position_of, rules
from tests.examples.kites.pool import Deck, deck_faults, import_deck
from tests.examples.kites.table import CORD, RIBBON, KitesTable, LaunchCard, SendKites, SetKites
from tests.examples.kites.tests import BAG, TESTS, laid, opening
from tests.examples.playing import after, corrected, offered, passed_to, refusal
from tests.games import PLAYED
from tests.games.bringing import Start
from tests.properties.changes import change_kind
from tests.properties.judging import Tally, check_judging
from tests.properties.test_branches import check_otherwise, check_same_again, played_match, restored_once
from tests.properties.test_branches import judged as judged_match
from tests.properties.test_cases import assert_each_can_be_closed
from tests.properties.test_conservation import check_conservation, check_counted
from tests.properties.test_corrections import check_mixed
from tests.properties.test_explained import check_explained
from tests.properties.test_late import check_remedies
from tests.properties.test_ledger import check_ledger
from tests.properties.test_noninterference import check_handles, check_pairs, told_of_opening
from tests.properties.test_play import check_play, check_stirred
from tests.properties.test_policies import check_nobody_is_passed_over, check_same_match
from tests.properties.test_positions import check_positions
from tests.properties.test_resume import check_resume
from tests.properties.test_rewinds import check_rewinds
from tests.properties.test_spaces_of_play import check_offers
from tests.properties.test_views import check_own_views, check_taken_keys, check_views_together
from tests.properties.test_wrong_commands import check_refused, check_wrong, known_rules
from tests.properties.twins import Interference

BOOK = read_rules("tests.examples.kites")
ALICE, BOB = Seat("alice"), Seat("bob")
each = partial(pytest.mark.parametrize, "start", ids=str)


@pytest.fixture(autouse=True)
def registered(kites: str) -> None:
    """Kites is among the games."""


# --- the properties of every game


@each(TESTS.samples["play"])
def test_a_match_of_random_legal_play_comes_to_its_end_and_replays_to_the_same_table(start: Start) -> None:
    assert check_play(TESTS, start).ended == 1


@each(TESTS.samples["resume"])
def test_no_state_check_is_left_out_that_would_do_something(start: Start) -> None:
    assert check_stirred(TESTS, start) > 0


@each(TESTS.samples["resume"])
def test_a_resumed_match_is_played_on_identically(start: Start) -> None:
    assert check_resume(TESTS, start) > 0


@each(TESTS.samples["offers"])
def test_every_answer_that_is_offered_is_accepted(start: Start) -> None:
    assert check_offers(TESTS, start).answers > 0


@each(TESTS.samples["ledger"])
def test_the_ledger_equals_the_stack_at_every_version(start: Start) -> None:
    versions, windows = check_ledger(TESTS, start)
    assert versions > windows > 0


@each(TESTS.samples["policies"])
def test_the_policies_differ_in_who_is_asked_only(start: Start) -> None:
    assert check_nobody_is_passed_over(TESTS, start) > 0
    narrow, wide = check_same_match(TESTS, start)
    assert wide > narrow


@each(TESTS.samples["handles"])
def test_what_was_given_is_told_as_lawful_at_the_version_at_which_it_was_given(start: Start) -> None:
    assert check_explained(TESTS, start)["send_kites"] > 0


@each(TESTS.samples["conservation"])
def test_cards_and_tokens_change_only_as_the_facts_say(start: Start) -> None:
    assert check_conservation(TESTS, start) > 0


@pytest.mark.parametrize("fact", TESTS.silenced)
def test_a_fact_that_does_not_do_what_it_says_is_found(fact: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    begins = begun(opening(0))
    monkeypatch.setattr(fact, "apply", lambda fact, table: None)
    with pytest.raises(AssertionError):
        check_counted(TESTS, begins, TESTS.player(0, "count"))


@each(TESTS.samples["handles"])
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


@pytest.mark.parametrize("wrong", TESTS.wrong)
def test_a_command_that_seems_right_is_refused_by_its_rule(wrong: str) -> None:
    check_refused(TESTS.wrong[wrong])


@pytest.mark.parametrize("policy", TESTS.positions.groups)
def test_a_position_opens_to_the_table_that_it_was_written_from(policy: str) -> None:
    written = sum((check_positions(TESTS, start) for start in TESTS.positions.groups[policy]), Counter[str]())
    assert set(written) == TESTS.positions.moments


@pytest.mark.parametrize("judging", [False, True])
def test_views_built_together_are_those_built_alone(judging: bool) -> None:
    check_views_together(TESTS, judging=judging)


def test_each_viewer_has_a_view_of_its_own() -> None:
    check_own_views(TESTS)


def test_no_field_has_the_name_of_something_else_that_is_seen() -> None:
    check_taken_keys(TESTS)


@pytest.mark.parametrize("seed", range(3))
def test_play_goes_on_after_rewinds_and_folds_to_what_was_live(seed: int) -> None:
    assert check_rewinds(TESTS.name, seed) > 0


def test_play_goes_on_after_corrections_and_folds_to_what_was_live() -> None:
    """Every kind of change that the game has is made, but for giving an ability up: it is seldom under way."""
    judged = [check_mixed(TESTS.name, seed, 150) for seed in range(20)]
    corrections = [event for each in judged for event in each.events.values() if event_kind(event) == "corrected"]
    made = {change_kind(rules.blank(), change) for event in corrections for change in event.cmd.changes}
    assert set(TESTS.change_kinds) - made <= {"abandon_step other"}
    assert sum(each.done["positions"] for each in judged) > 20


def test_from_every_state_of_a_case_somebody_can_close_it() -> None:
    assert_each_can_be_closed(TESTS.name, TESTS.judged_cases)


@pytest.mark.parametrize("seed", range(4))
def test_late_remedies_leave_the_question_open_and_are_decided_again(seed: int) -> None:
    assert check_remedies(TESTS.name, seed, 200).done["AnnulAction"] > 0


def test_matches_are_judged_at_every_kind_of_wait_and_played_on() -> None:
    tally = Tally()
    for seed in range(2, 5):
        check_judging(TESTS.name, seed, TESTS.judged_steps, tally)
    assert tally.never_corrected_at() == []
    assert min(tally.done["corrections"], tally.done["rewinds"], tally.done["AnnulAction"]) > 2
    assert set(tally.changes) <= set(TESTS.change_kinds)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_decisions_again_are_the_recorded_actions_to_the_byte(seed: int) -> None:
    for told in (played_match(TESTS.name, seed, 150), judged_match(TESTS.name, seed)):
        for version in (1, told.newest // 2, told.newest - 1):
            if told.at(version).table.waiting is not None:
                assert check_same_again(told, version).branches == 1


def test_what_would_have_been_had_an_opportunity_been_had_once_more() -> None:
    told, dice = played_match(TESTS.name, 1, 150), Dice("late")
    assert sum(restored_once(told, dice.below(told.newest - 12) + 10, dice) for _ in range(25)) > 0


def test_one_other_decision_and_then_the_same_later_ones_as_far_as_they_fit() -> None:
    told, dice = played_match(TESTS.name, 1, 150), Dice("other")
    reports = [check_otherwise(told, dice.below(told.newest - 2) + 1, dice) for _ in range(8)]
    assert sum(each.fitted for each in reports if each is not None) > 10


POSITION: dict[str, Any] = {
    "round": 2,
    "phase": "contest",
    "at": "contest.action",
    "first_player": "alice",
    "priority": "bob",
    "passed": ["alice"],
    "done": ["alice"],
    "contest": {"kind": "sky", "attacker": "alice", "defender": "bob", "attackers": ["wren"]},
    "players": {
        "alice": {
            "hand": ["calm", "calm#2"],
            "deck": ["heron", "downdraft"],
            "play": [
                {"card": "old-marta", "tokens": {"cord": 2, "ribbon": 1}},
                {"card": "wren", "tangled": True, "attachments": ["ribbon-tail"]},
            ],
        },
        "bob": {"play": ["young-tom", "wren#2"]},
    },
    "limits": {"round:old-marta:0": 1},
    "lasting": [
        {"source": "first/old-marta", "what": "lift", "seat": "alice", "until": "phase", "amount": 1, "cards": ["wren"]}
    ],
}


def laid_from(position: Mapping[str, Any]) -> Match:
    """The match that is opened from a position."""
    return begun(OpenMatch("kites", (), "public", position=json.dumps(position)), 7).match


def test_a_position_opens_and_is_written_as_it_was() -> None:
    match = laid_from(POSITION)
    assert position_of(match.table) == POSITION
    assert (match.table.waiting.seats, compare(match.table).attack) == ((BOB,), 5)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"at": "contest.acton"}, "position.at: 'contest.acton' is no window or step; did you mean contest.action?"),
        ({"player": {}}, "position.player: unknown key; did you mean players?"),
        (
            {"passed": ["alice", "bob"], "priority": "alice"},
            "position.passed: all have passed, so the window is closed (kites.launch.window)",
        ),
        (
            {"contest": {**POSITION["contest"], "attackers": ["wren#2"]}},
            "wren#2 is not in play under the control of alice",
        ),
        ({"contest": {**POSITION["contest"], "defender": "alice"}}, "alice is the attacker (kites.contest.defend)"),
        ({"players": {"alice": {}}}, "position.players: 1 players (kites.setup.two-players)"),
        ({"players": {"alice": {"hand": 3}, "bob": {}}}, "position.players.alice.hand: expected a list"),
        ({"players": {"alice": {"hand": ["hern"]}, "bob": {}}}, "no card 'hern'; did you mean heron?"),
        ({"players": {"alice": {"play": ["ribbon-tail"]}, "bob": {}}}, "ribbon-tail is an attachment: list it under"),
        ({"players": {"alice": {"play": [{"card": "wren", "tokens": {"cord": 0}}]}, "bob": {}}}, "expected at least 1"),
        (
            {"lasting": [{**POSITION["lasting"][0], "what": "lif"}]},
            "lasting[0].what: 'lif' is none of lift; did you mean lift?",
        ),
        ({"lasting": [{**POSITION["lasting"][0], "match": {}}]}, "position.lasting[0].match: unknown key"),
    ],
)
def test_an_error_in_a_position_has_its_place_and_what_may_have_been_meant(
    changed: dict[str, Any], problem: str
) -> None:
    with pytest.raises(Refused) as caught:
        laid_from({**POSITION, **changed})
    refusal = caught.value.refusal
    assert refusal.rule == "position.invalid"
    assert problem in f"{refusal.because['field']}: {refusal.because['problem']}"


# --- what the cards do


def there(match: Match, seat: Seat, kind: str, id: str) -> Handle:
    """The last card with this id in an area."""
    table = match.table
    *_, last = (card for card in table.zone(zone(seat, kind)) if table.cards[card].key == f"first/{id}")
    return Handle(last)


def test_a_card_is_launched_for_its_price() -> None:
    match = laid(alice_hand="wren lead-kite cross-wind")
    match = after(match, (ALICE, LaunchCard(Handle("a-wren"))))
    assert there(match, ALICE, "play", "wren") in match.table.ready_kites(ALICE)
    assert match.table.amount(ALICE, CORD) == 2
    match = after(match, (BOB, Pass()))
    assert refusal(match, ALICE, LaunchCard(Handle("a-lead-kite"))) == "kites.launch.price"
    assert refusal(match, ALICE, LaunchCard(Handle("a-cross-wind"))) == "kites.launch.cards"
    assert refusal(match, ALICE, SendKites(())) == "kites.contest.send"
    assert refusal(match, BOB, LaunchCard(Handle("a-lead-kite"))) == "kites.launch.cards"


def test_a_kite_has_one_tail_and_what_it_says_counts() -> None:
    match = laid(alice_play="wren heron", alice_hand="ribbon-tail spare-line the-kings-kite", bob_play="the-kings-kite")
    red, tail = Handle("a-wren"), LaunchCard(Handle("a-ribbon-tail"), Handle("a-wren"))
    assert lift(match.table, red).value == 2
    match = after(match, (ALICE, tail), (BOB, Pass()))
    assert lift(match.table, red).value == 4
    second = [LaunchCard(Handle("a-spare-line"), host) for host in (red, Handle("b-the-kings-kite"))]
    assert {refusal(match, ALICE, each) for each in second} == {"kites.tail.one"}
    assert refusal(match, ALICE, LaunchCard(Handle("a-the-kings-kite"), red)) == "kites.tail.one"
    (form,) = [each for each in options_of(rules, match.table, ALICE).forms if each.fixed.get("card") == "a-spare-line"]
    assert form.fields["host"].options == ("a-heron",)


def sent(match: Match, kites: str, against: str = "") -> Match:
    """Alice sends kites, Bob sets others against them, both by the handles that they were laid under."""
    match = passed_to(match, "send-kites")
    return after(
        match,
        (ALICE, SendKites(tuple(map(Handle, kites.split())))),
        *([(BOB, SetKites(tuple(map(Handle, against.split()))))] if match.table.ready_kites(BOB) else []),
    )


def ribbons(match: Match) -> tuple[int, int]:
    return match.table.amount(ALICE, RIBBON), match.table.amount(BOB, RIBBON)


def hand_size(match: Match, seat: Seat) -> int:
    return len(match.table.zone(zone(seat, "hand")))


def test_the_side_with_more_lift_takes_a_ribbon_and_the_kites_answer() -> None:
    match = passed_to(laid(alice_play="heron", bob_play="paper-swallow"), "send-kites")
    assert refusal(match, ALICE, SendKites((Handle("b-paper-swallow"),))) == "kites.contest.send"
    match = sent(match, "a-heron", "b-paper-swallow")
    assert match.table.ready_kites(ALICE) == match.table.ready_kites(BOB) == ()
    match = passed_to(match, "reaction:contest_won")
    # the tie is won by those that were sent; what is forced comes before what is not
    assert ribbons(match) == (1, 0)
    assert there(match, BOB, "discard", "paper-swallow")
    held = hand_size(match, ALICE)
    (reaction,) = offered(match, ALICE, "use_reaction")
    match = passed_to(after(match, (ALICE, reaction)), "launch.action")
    assert hand_size(match, ALICE) == held + 1 + 2  # and those of the next draw phase


def test_who_meets_no_kite_takes_two_ribbons_and_kites_are_untangled_after_the_contests() -> None:
    match = sent(laid(alice_play="wren"), "a-wren")
    match = passed_to(match, "contest.action")
    assert match.table.cards[Handle("a-wren")].tangled
    match = passed_to(match, "launch.action")
    assert (ribbons(match), match.table.round, match.table.first_player) == ((2, 0), 2, BOB)
    assert match.table.ready_kites(ALICE) == ("a-wren",)


def test_a_lasting_effect_ends_with_its_phase_and_a_limit_with_the_round() -> None:
    match = laid(alice_play="wren old-marta")
    red, marta = Handle("a-wren"), Handle("a-old-marta")
    match = after(match, (ALICE, InitiateAction(marta, 0)), (ALICE, ChooseTargets((red,))), (BOB, Pass()))
    assert lift(match.table, red).value == 3
    assert refusal(match, ALICE, InitiateAction(marta, 0)) == "kites.ability.once"
    match = passed_to(match, "send-kites")
    assert lift(match.table, red).value == 2
    match = passed_to(after(match, (ALICE, SendKites(()))), "launch.action")
    assert InitiateAction(marta, 0) in offered(after(match, (BOB, Pass())), ALICE, "initiate_action")


def test_a_gust_is_paid_for_and_lifts_a_kite() -> None:
    cards = laid(alice_play="wren", alice_hand="cross-wind", bob_play="the-kings-kite")
    assert refusal(cards, ALICE, PlayEvent(Handle("a-cross-wind"))) == "kites.ability.moment"
    match = passed_to(sent(cards, "a-wren", "b-the-kings-kite"), "contest.action")
    match = after(match, (ALICE, PlayEvent(Handle("a-cross-wind"))), (ALICE, ChooseTargets((Handle("a-wren"),))))
    match = after(match, (BOB, Pass()))  # a gust could cancel it
    contest = compare(match.table)
    assert (contest.attack, contest.defense, contest.winner, contest.margin) == (5, 4, ALICE, 1)
    assert match.table.amount(ALICE, CORD) == 2
    assert there(match, ALICE, "discard", "cross-wind")


def downdraft(**cards: str) -> Match:
    """Alice plays a gust that discards Bob's Wren."""
    match = laid(alice_hand="downdraft", bob_play="wren", **cards)
    return after(match, (ALICE, PlayEvent(Handle("a-downdraft"))), (ALICE, ChooseTargets((Handle("b-wren"),))))


def test_a_gust_is_canceled_by_a_gust() -> None:
    match = passed_to(downdraft(bob_hand="calm"), "cancel:effect_initiated")
    (calm,) = (each for each in offered(match, BOB, "play_event") if each.card == "b-calm")
    match = passed_to(after(match, (BOB, calm)), "launch.action")
    assert match.table.is_in_play(Handle("b-wren"))
    assert there(match, ALICE, "discard", "downdraft")
    assert there(match, BOB, "discard", "calm")
    assert match.table.amount(BOB, CORD) == 2


def test_a_kite_is_saved_at_the_cost_of_its_tail_and_falls_with_it_otherwise() -> None:
    match = passed_to(downdraft(bob_hand="spare-line"), "launch.action")
    assert there(match, BOB, "discard", "wren")
    tied = after(laid(bob_play="wren", bob_hand="spare-line", alice_hand="downdraft"), (ALICE, Pass()))
    tied = after(tied, (BOB, LaunchCard(Handle("b-spare-line"), Handle("b-wren"))))
    tied = after(tied, (ALICE, PlayEvent(Handle("a-downdraft"))), (ALICE, ChooseTargets((Handle("b-wren"),))))
    tied = passed_to(tied, "would-interrupt:discarded")
    (save,) = offered(tied, BOB, "use_interrupt")
    saved = passed_to(after(tied, (BOB, save)), "launch.action")
    assert saved.table.is_in_play(Handle("b-wren"))
    fallen = passed_to(after(tied, (BOB, Pass())), "launch.action")
    assert there(fallen, BOB, "discard", "wren")
    assert there(saved, BOB, "discard", "spare-line")
    assert there(fallen, BOB, "discard", "spare-line")


def test_a_kite_lifts_the_others_of_its_player() -> None:
    table = laid(alice_play="lead-kite wren", bob_play="wren").table
    lifts = {card: lift(table, Handle(card)).value for card in ("a-lead-kite", "a-wren", "b-wren")}
    assert lifts == {"a-lead-kite": 2, "a-wren": 3, "b-wren": 2}


# --- corrections


def correction_refusal(match: Match, change: AnyChange) -> tuple[str, str]:
    """The rule by which a change by hand is refused, and what is said of it."""
    with pytest.raises(Refused) as caught:
        corrected(match, change)
    return caught.value.refusal.rule, str(caught.value.refusal.because.get("problem"))


def test_a_correction_moves_a_card_and_changes_a_mark() -> None:
    match = laid(alice_play="wren", alice_hand="heron ribbon-tail")
    play, wren = zone(ALICE, "play"), Handle("a-wren")
    tied = MoveCard(play, Handle("a-ribbon-tail"), host=wren)
    match = corrected(match, MoveCard(play, Handle("a-heron")), tied, SetMark(wren, "tangled", True))
    assert match.table.ready_kites(ALICE) == (there(match, ALICE, "play", "heron"),)
    assert lift(match.table, wren).value == 4
    match = corrected(match, MoveCard(zone(ALICE, "hand"), wren))
    assert there(match, ALICE, "discard", "ribbon-tail")


def test_a_tail_falls_from_a_kite_that_a_correction_gives_away() -> None:
    match = laid(alice_play="wren", alice_hand="ribbon-tail spare-line")
    for tail in ("ribbon-tail", "spare-line"):
        tied = corrected(match, MoveCard(zone(ALICE, "play"), Handle(f"a-{tail}"), host=Handle("a-wren")))
        given = corrected(tied, SetController(Handle("a-wren"), BOB))
        assert there(given, ALICE, "discard", tail)
        assert laid_from(position_of(given.table)).table.in_play() != []


@pytest.mark.parametrize(
    ("change", "rule", "problem"),
    [
        (MoveCard(zone(ALICE, "play"), Handle("a-ribbon-tail")), "zone-fits", "it cannot be attached to that"),
        (MoveCard(zone(ALICE, "play"), Handle("a-calm")), "zone-fits", "it is of the type gust, which does not come"),
        (
            MoveCard(zone(ALICE, "discard"), Handle("a-wren"), host=Handle("a-wren")),
            "zone-fits",
            "out of play no card lies",
        ),
        (SetMark(Handle("a-wren"), "tangled", False), "changes-something", ""),
        (SetTokens(Handle("a-wren"), "ribon", 1), "thing-exists", "'ribon' is none of"),
    ],
)
def test_a_correction_that_no_rule_lets_come_about_is_refused(change: AnyChange, rule: str, problem: str) -> None:
    found, said = correction_refusal(laid(alice_play="wren", alice_hand="ribbon-tail calm"), change)
    assert (found, problem in said) == (f"judging.correct.{rule}", True), said


def test_a_flyer_stays_with_its_player() -> None:
    """Each pays with the cord of one flyer."""
    match = laid(alice_play="wren")
    (flyer,) = match.table.of_type(ALICE, "flyer")
    said = correction_refusal(match, SetController(flyer, BOB))
    assert said == ("judging.correct.zone-fits", "a flyer stays with its player")


def test_the_forms_of_corrections_are_those_of_the_floor() -> None:
    match = laid(alice_play="wren", alice_hand="heron")
    forms = {each.name: each for each in change_forms(rules, match.table, Viewer("judge"))}
    assert {"move", "move-top", "attach", "control", "tokens", "limit", "effect", "end-effect"} <= forms.keys()
    kinds = next(field for field in forms["tokens"].fields if field.name == "kind")
    assert {value.id for value in kinds.values} == {CORD, RIBBON}


def test_a_kite_that_a_correction_takes_out_of_play_leaves_the_contest() -> None:
    match = sent(laid(alice_play="wren heron", bob_play="the-kings-kite"), "a-wren a-heron", "b-the-kings-kite")
    taken = corrected(match, MoveCard(zone(ALICE, "discard"), Handle("a-wren")))
    assert taken.table.contest.attackers == ("a-heron",)


LISTS = WordLists(
    table=KitesTable,
    occasions={
        **CARD_KINDS,
        "effect_initiated": ConditionKind(("card",), "who initiates it", names=("gust",), timings=CANCEL + AFTER),
        "contest_won": ConditionKind(("n",), "who wins", "who loses"),
        "contest_lost": ConditionKind((), "who loses", "who wins"),
        **dict.fromkeys(("kite_won", "kite_lost"), ConditionKind(CARD, CONTROLLER)),
        "discarded": ConditionKind(CARD, CONTROLLER),
    },
    leaving=rules.leaving,
    attached_types=KitesRegistry.attached_types,
    played_types=KitesRegistry.played_types,
    card_changes=rules.card_changes,
    permanents=("kite", "tail"),
    in_play_types=("flyer", "kite", "tail"),
)


def faults_of(key: str, ability: Ability) -> list[str]:
    found = run_checks((*BASIC_CHECKS, *INERT_CHECKS, *LAST_CHECKS), LISTS, ability, rules.pool.cards[key])
    return [f"{each.place}: {each.reason}" for each in found]


def test_what_the_cards_say_has_no_fault_and_the_words_of_faults_are_those_of_the_game() -> None:
    """A tail is on a kite and a gust is played, as an attachment and an event are elsewhere."""
    found = {key: faults_of(key, ability) for key, abilities in DECLARED.items() for ability in abilities}
    assert {key: faults for key, faults in found.items() if faults} == {}
    (tail,), (swallow,) = DECLARED["first/ribbon-tail"], DECLARED["first/paper-swallow"]
    assert faults_of("first/wren", tail) == [".constants[0].on.host: is on no card: only a tail is"]
    (made_up,) = faults_of("first/wren", Ability(timing="constant", constants=(Constant("lfit", amount=1, on=ME),)))
    assert made_up == ".constants[0].what: 'lfit' is none of lift"
    assert faults_of("first/calm", swallow) == [
        ": a gust is played, nothing forces it",
        ".when.me: a gust is not in play, and only from hand is it played",
    ]


# --- the end, the decks, what is seen


def test_seven_ribbons_win_and_so_does_who_is_left() -> None:
    match = laid(alice_play="wren")
    put = match.table.branch()
    put.writable(put.of_type(ALICE, "flyer")[0]).tokens = {RIBBON: 5}
    match = passed_to(sent(structs.replace(match, table=put), "a-wren"), "contest.action")
    *_, last = played(match, Passing(Dice(1)), 500)
    over = last.following.match.table.over
    assert (over.winner, over.how, over.rule) == (ALICE, "ribbons", "kites.end.seven-ribbons")
    over = after(laid(), (BOB, Concede())).table.over
    assert (over.winner, over.rule) == (ALICE, "match.concede")


class Passing(Player):
    """Passes."""

    def draws(self, match: Match) -> Draw:
        return Draw(awaited(match)[0], Pass())


def test_who_cannot_draw_two_cards_loses() -> None:
    match = laid()
    short = match.table.branch()
    for seat in (ALICE, BOB):
        short.zones.put(zone(seat, "deck"), short.zone(zone(seat, "deck"))[:1])
    *_, last = played(structs.replace(match, table=short), Passing(Dice(1)), 500)
    over = last.following.match.table.over
    assert (over.winner, over.how, over.rule) == (ALICE, "no-cards", "kites.end.seven-ribbons")


LIST = """
Evening
Flyer: Young Tom
Kites
3x Wren
3x Paper Swallow
3x Heron
1x The King's Kite
3x Lead Kite
Tails
3 Ribbon Tail
Gusts
2x Downdraft
2x Calm
"""


def test_a_list_becomes_a_deck_and_its_faults_are_named_by_line() -> None:
    deck = import_deck(LIST, rules.pool).deck
    assert deck is not None
    assert (deck.flyer, len(deck.bag), [*deck_faults(deck, rules.pool)]) == ("first/young-tom", 20, [])
    faults = import_deck(LIST.replace("Calm", "Clam").replace("Flyer: Young Tom", ""), rules.pool).faults
    assert [(each.line, each.rule, each.candidates) for each in faults] == [
        (14, "deck.unknown-card", ("Calm (First Wind)",))
    ]
    (fault,) = import_deck(LIST.replace("Flyer: Young Tom", ""), rules.pool).faults
    assert fault.rule == "kites.deck.one-flyer"


@pytest.mark.parametrize(
    ("flyer", "bag", "rules_broken"),
    [
        ("first/calm", "first/calm", ["kites.deck.one-flyer", "kites.deck.bag"]),
        ("first/old-marta", "first/nowhere", ["deck.unknown-card", "kites.deck.bag"]),
        ("first/old-marta", "first/calm " * 20, ["kites.deck.three-copies"]),
    ],
)
def test_a_deck_is_refused_by_its_rule(flyer: str, bag: str, rules_broken: list[str]) -> None:
    deck = Deck(flyer, tuple(bag.split()))
    assert [each.rule for each in deck_faults(deck, rules.pool)] == rules_broken
    texts = seat_texts((structs.asdict(deck),) * 2)
    with pytest.raises(Refused) as caught:
        begun(OpenMatch("kites", texts, "public"))
    assert caught.value.refusal.rule == rules_broken[0]


def test_the_game_is_for_two() -> None:
    with pytest.raises(Refused) as caught:
        begun(OpenMatch("kites", opening(1).seats[:1], "public"))
    assert caught.value.refusal.rule == "kites.setup.two-players"


def test_each_viewer_sees_its_own_hand_and_the_service_tells_the_table_plainly() -> None:
    match = sent(laid(alice_play="wren", alice_hand="calm", bob_play="the-kings-kite"), "a-wren", "b-the-kings-kite")
    views = rules.views(match.table, (Viewer(ALICE), PUBLIC), judging=False)
    assert {"card": "a-calm", "key": "first/calm"} in views[Viewer(ALICE)]["players"][ALICE]["hand"]["cards"]
    assert views[PUBLIC]["players"][ALICE]["hand"] == {"count": hand_size(match, ALICE)}
    assert views[PUBLIC]["contest"]["attackers"] == ("a-wren",)
    names = names_for(match.rules)
    names.look_at(match.table, PUBLIC)
    lines = [*match_table_lines(match, PUBLIC, names, judging=False)]
    assert "  attackers: Wren" in lines
    assert "    in play: Young Tom (tokens cord 3), Wren (tangled)" in lines
    assert game_title("kites") == "Kites"


def test_the_service_tells_a_match_to_its_end() -> None:
    begins = begun(opening(1))
    names, last = names_for(begins.match.rules), begins.match
    log, table = [""], [""]
    for step in played(begins.match, TESTS.player(1, "told"), 500):
        event, last = decode_event(step.before, step.following.payload), step.following.match
        log = [*log_lines(last.version, event, names, PUBLIC)]
        table = [*match_table_lines(last, PUBLIC, names, judging=False)]
        assert len(log) > 1
        assert f"round: {last.table.round}" in table
    how = last.table.over.how.replace("-", " ")
    assert table[-1] == f"over: {last.table.over.winner} wins ({how}) (Seven ribbons)"
    assert table[-1].removeprefix("over: ") in log[-1]


# --- what analysts read


def test_its_contests_and_cards_stand_in_the_tables_for_analysts(kites: str) -> None:
    """One line of the game brings the tables; they say what the facts of a match say."""
    names = {table.name for table in all_tables()}
    assert {"decks", "deck_cards", "cards", "card_plays", "contests"} <= names
    begins = begun(opening(1))
    steps = list(played(begins.match, TESTS.player(1, "history"), 500))
    events = [decode_event(begins.match, each.payload) for each in (begins, *(step.following for step in steps))]
    veil, readers = NameVeil(begins.match.table.seats, {}, is_part=False), history_of(kites).readers
    rows = [found.row for found in read_match("m-1", events, rules, veil, lambda: [reader() for reader in readers])]
    contests = [row for row in rows if isinstance(row, ContestRow)]
    changed = [fact for event in events for fact in event.facts if isinstance(fact, ContestChanged)]
    assert len(contests) == sum(before is None for before in contests_before(changed)) > 1
    assert {row.winner for row in contests} >= {1, 2}
    assert all(row.margin == abs(row.attack - row.defense) for row in contests if row.decided)
    assert {row.deck for row in rows if isinstance(row, DeckRow)} != set()
    ribbons = steps[-1].following.match.table
    cards = [row for row in rows if isinstance(row, CardRow)]
    assert len(cards) == len(ribbons.cards)


def contests_before(changed: list[Any]) -> list[Any]:
    """What each change that left a contest came after: nothing where the contest began."""
    before = [None, *(fact.contest for fact in changed)]
    return [earlier for earlier, fact in zip(before, changed, strict=False) if fact.contest is not None]


# --- a scenario


def test_a_scenario_expects_what_every_card_game_has() -> None:
    scenario = read_scenario(DocumentNode("", yaml.safe_load(SCENARIO)), {"kites": BOOK.ids})
    deck = {"flyer": "first/young-tom", "bag": BAG[:20]}
    verdict = play_scenario(scenario, BOOK.ids, seat_texts((deck, deck)))
    assert (verdict.outcome, verdict.reason) == ("passed", "")


SCENARIO = """
game: kites
title: A kite that meets none takes two ribbons for its flyer
rules: [kites.contest.lift]
seed: 3
seats: []
steps:
  - expect:
      round: 1
      phase: launch
      window: launch.action
      first_player: alice
      contest: none
      players.alice.hand: 7
      players.alice.discard: []
      cards.young-tom.controller: alice
      cards.young-tom.tokens: {cord: 3}
      cards.young-tom.attachments: []
      cards.wren.area: hand
      cards.wren.traits: not in play
  - alice: {launch_card: {card: wren}}
  - expect: {cards.wren.area: play, cards.young-tom.tokens: {cord: 2}}
  - all: pass until send-kites
  - alice: {send_kites: {kites: [wren]}}
  - expect:
      contest.attacker: alice
      contest.attackers: [wren]
      contest.winner: none
      cards.wren.participating: attacking
      cards.wren.tangled: true
"""


# --- beside the other card game


def test_both_card_games_are_played_in_one_process() -> None:
    assert {"kites", "agot_lcg"} <= GAMES.keys()
    agot = PLAYED["agot_lcg"]
    assert check_play(agot, agot.samples["play"][0]).ended == 1
    assert check_play(TESTS, TESTS.samples["play"][0]).ended == 1
    first: Any = GAMES["agot_lcg"].rules
    assert not rules.registry.declared.keys() & first.registry.declared.keys()
    assert rules.registry.in_pool != first.registry.in_pool


def test_nothing_of_kites_comes_from_another_game() -> None:
    folder = Path(__file__).parent / "kites"
    assert [path.name for path in folder.glob("*.py") if "domain.games." in path.read_text(encoding="utf-8")] == []


def test_the_game_is_thin() -> None:
    folder = Path(__file__).parent / "kites"
    lines = [line for path in folder.glob("*.py") if path.name != "tests.py" for line in path.read_text().splitlines()]
    assert len([line for line in lines if line.strip() and not line.strip().startswith("#")]) <= 500


def test_every_rule_is_carried_out_by_code_and_every_citation_is_a_rule() -> None:
    assert {rule for rule in cited_rules(rules) if rule.startswith("kites.")} == set(BOOK.ids)


def test_the_tags_of_its_facts_are_its_own() -> None:
    own = [tag for tag, fact in facts_by_tag(KitesRules.facts).items() if fact.__module__.startswith("tests.")]
    assert own
    assert all(tag.startswith("kites.") for tag in own)
