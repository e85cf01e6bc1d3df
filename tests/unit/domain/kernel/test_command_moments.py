"""What a refusal says of a command that does not fit the open wait: when it belongs, who is asked, what was decided."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games import GAMES
from domain.games.agot_board.components import WESTEROS_CARDS
from domain.games.agot_board.positions.frames import CAUSES
from domain.games.agot_board.positions.waiting_points import MUSTER as LEVY
from domain.kernel.citing import rule_of
from domain.kernel.command_moments import command_tag
from domain.kernel.deciding import explain_checks_of, refusal_of
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal
from domain.kernel.rulebook import kernel_rules, read_rules
from service.commands.problems import because_lines
from service.console.forms.refusal_data import because_words
from tests.builders import acted, opened_from

games = pytest.mark.parametrize("game", GAMES)

MUSTER = """
houses: [baratheon, lannister, stark]
at: "1"
wildling: 0
supply: {baratheon: 6, lannister: 6, stark: 6}
tracks: {iron_throne: [lannister, stark, baratheon]}
decks: {westeros-1: [mustering], westeros-2: [last-days-of-summer], westeros-3: [storm-of-swords]}
areas: {lannisport: lannister footman, winterfell: stark footman, dragonstone: baratheon footman}
"""


def given(table: str, *steps: tuple[str, Any]) -> Any:
    """A match of the board game after these commands."""
    match = opened_from(table, game="agot_board")
    for seat, command in steps:
        match = acted(match, seat, match.rules.command(command)).match
    return match


def refused(match: Any, seat: str, command: dict[str, Any]) -> Refusal:
    found = refusal_of(match.rules, match.table, Seat(seat), match.rules.command(command))
    assert found is not None, f"{command} is lawful"
    return found


KNIGHT = {"type": "muster_unit", "area": "lannisport", "unit": "knight"}
FOOTMAN = {"type": "muster_unit", "area": "lannisport", "unit": "footman"}


def test_what_was_decided_for_a_house_is_said_when_it_wants_more() -> None:
    match = given(MUSTER, ("lannister", KNIGHT))
    refusal = refused(match, "lannister", FOOTMAN)
    assert refusal.rule == "agot_board.muster.points"
    assert refusal.because["decided_for_you"] == "muster_done"
    assert ("decided for you", "muster done") in because_words(refusal.because)
    assert any("decided for you: muster_done" in line for line in because_lines(refusal.because, None))


def test_what_was_decided_is_said_to_that_house_alone_and_of_that_question_alone() -> None:
    match = given(MUSTER, ("lannister", KNIGHT))
    assert "decided_for_you" not in refused(match, "stark", {"type": "bid", "power": 1}).because
    assert "decided_for_you" not in refused(match, "baratheon", FOOTMAN).because
    assert "decided_for_you" not in refused(match, "lannister", {"type": "bid", "power": 1}).because


RAID = """
houses: [baratheon, lannister, stark]
at: "3.1"
turn: lannister
tracks: {iron_throne: [lannister, stark, baratheon]}
areas:
  lannisport: lannister footman, order raid
  riverrun: stark footman, order support
  winterfell: stark footman, order raid
  karhold: stark footman, order march-0
"""


def test_an_answer_of_the_engine_is_told_with_what_it_says() -> None:
    raid = {"type": "resolve_raid", "area": "winterfell", "target": None}
    match = given(RAID, ("lannister", {"type": "resolve_raid", "area": "lannisport", "target": "riverrun"}))
    refusal = refused(match, "stark", raid)
    assert refusal.because["decided_for_you"] == {"resolve_raid": {"area": "winterfell"}}
    # In the next phase it is past.
    onward = given(
        RAID,
        ("lannister", {"type": "resolve_raid", "area": "lannisport", "target": "riverrun"}),
        ("stark", {"type": "resolve_march", "area": "karhold", "march": {"moves": {}}}),
    )
    assert "decided_for_you" not in refused(onward, "stark", raid).because


def test_a_refusal_says_when_the_command_belongs_and_who_is_asked() -> None:
    refusal = refused(given(RAID), "stark", {"type": "use_blade", "how": "plus-one"})
    assert refusal.rule == "agot_board.combat.blade-window"
    assert refusal.because["belongs"] == "once a round, in step 4 of a combat of the holder's"
    assert (refusal.because["question"], refusal.because["awaited"]) == ("raid", ["lannister"])


def test_an_explanation_gives_the_same_rule() -> None:
    match = given(RAID)
    command = match.rules.command({"type": "use_blade", "how": "plus-one"})
    (outcome,) = explain_checks_of(match.rules, match.table, Seat("stark"), command)
    found = refused(match, "stark", {"type": "use_blade", "how": "plus-one"})
    assert (outcome.rule, outcome.because) == (found.rule, found.because)


@games
def test_every_command_has_a_moment_and_every_rule_of_one_is_written_down(game: str) -> None:
    rules = GAMES[game].rules
    known = {*kernel_rules().ids, *read_rules(f"domain.games.{game}").ids}
    assert {command_tag(each) for each in rules.commands if each not in (*rules.always, *rules.moments)} == set()
    assert {rule_of(rules.cites, each.rule) for each in rules.moments.values()} <= known


BROKEN_TIES = {
    "order_tied_bids": ("its own bid", "by the holder from before the bidding"),
    "choose_tied_bidder": ("before the card is revealed", "its own bid", "takes no part in the bidding"),
    "wildling_choice": ("by the House that it concerns", "which of several tracks"),
}


@pytest.mark.parametrize("command", BROKEN_TIES)
def test_who_breaks_a_tie_is_said_for_every_case(command: str) -> None:
    """Scenarios show each of them: conceded.yaml, westeros_bidding.yaml, wildlings.yaml, judge_control.yaml."""
    moments = GAMES["agot_board"].rules.moments
    (when,) = (moment.when for kind, moment in moments.items() if command_tag(kind) == command)
    said = ("the holder of the Iron Throne token", "where it has conceded, by the next House on the Iron Throne track")
    assert [each for each in (*said, *BROKEN_TIES[command]) if each not in when] == []


TIDES = """
houses: [baratheon, lannister, stark]
at: "4.3"
tides_of_battle: true
areas: {winterfell: "stark 2 footman, order march-0", moat-cailin: lannister footman}
combat: {origin: winterfell, area: moat-cailin, units: stark 2 footman}
"""
CARDS = (
    ("stark", {"type": "choose_house_card", "card": "eddard-stark"}),
    ("lannister", {"type": "choose_house_card", "card": "ser-kevan-lannister"}),
)


@pytest.mark.parametrize(
    ("before", "how", "rule", "when"),
    [
        ((), "plus-one", "ruling.tides-sequence", "after"),
        ((("stark", {"type": "use_blade", "how": "no"}),), "redraw", "ruling.blade-once-per-round", "before"),
    ],
)
def test_each_use_of_the_blade_belongs_to_its_own_window(before: Any, how: str, rule: str, when: str) -> None:
    refusal = refused(given(TIDES, *CARDS, *before), "stark", {"type": "use_blade", "how": how})
    assert refusal.rule == f"agot_board.{rule}"
    assert refusal.because["belongs"] == f"step 4 of a combat, {when} the Tides of Battle cards are revealed"


def test_when_mustering_belongs_names_every_card_that_lets_muster() -> None:
    belongs = refused(given(RAID), "stark", KNIGHT).because["belongs"]
    assert isinstance(belongs, str)
    for card in CAUSES[LEVY]:
        assert WESTEROS_CARDS[f"1/{card}"].name in belongs
