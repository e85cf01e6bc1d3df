"""Positions as they are typed: what is written is read, whatever is typed is answered with lines, never by a crash."""

from __future__ import annotations

import json
import re
from itertools import islice

import pytest

from domain.games import GAMES
from domain.kernel.refusals import NoPosition
from service.files.starting_positions import start_text, starts, text_of
from service.files.typed_positions import MOST_FAULTS, read_typed
from service.tools.simulate import SimulationTask, decisions
from tests.builders import Dice

ODD = "\t:{}[],#&*!|>'\"%@`-?0 \nåß\u2028xyz"
NAMES = [each.name for each in starts()]


@pytest.mark.parametrize("name", NAMES)
def test_every_position_to_begin_with_holds(name: str) -> None:
    read = read_typed(start_text(name), next(iter(GAMES)))
    assert read.faults == ()
    assert read.match is not None
    assert read.match.table.waiting is not None


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_of_a_match_is_written_and_read_as_the_same_position(game: str) -> None:
    written = 0
    for each in islice(decisions(SimulationTask(game, 20261121, 5)), 0, None, 3):
        try:
            position = GAMES[game].position_of(each.match.table)
        except NoPosition:
            continue
        read = read_typed(text_of(game, position), "another game")
        assert (read.game, read.faults) == (game, ())
        assert read.opening is not None
        assert json.loads(read.opening.position) == json.loads(json.dumps(position))
        written += 1
    assert written > 10


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_typed_is_answered_with_lines(name: str) -> None:
    right, dice, wrong = start_text(name), Dice(f"slips {name}"), 0
    for _ in range(150):
        text = right
        for _ in range(1 + dice.below(4)):
            at = dice.below(len(text))
            slip = dice.pick(("", ODD[dice.below(len(ODD))], text[at : at + 9], text[at : at + 1] * 2))
            text = text[:at] + slip + text[at + dice.below(3) :]
        read = read_typed(text, next(iter(GAMES)))
        assert read.holds != bool(read.faults)
        assert len(read.faults) <= MOST_FAULTS
        lines = text.count("\n") + text.count("\u2028") + 1
        assert all(1 <= each.line <= lines and each.problem for each in read.faults), (text, read.faults)
        wrong += bool(read.faults)
    assert wrong > 50


def test_a_slip_hides_no_other_and_what_only_follows_from_it_is_not_told() -> None:
    text = (
        start_text("dispute")
        .replace("first_player: bob", "first_player: bobb")
        .replace("  bob:\n", "  bob:\n    golds: 3\n")
    )
    told = [(each.field, each.meant) for each in read_typed(text, "agot_lcg").faults]
    assert told == [("first_player", "bob"), ("players.bob.golds", "gold")]


def test_the_list_of_what_is_known_stands_apart_from_what_is_wrong() -> None:
    near, far = read_typed("frist_player: bob\nat: 4.2\nxyz: 1", "agot_lcg").faults[:2]
    assert near.short == "unknown key; did you mean first_player?"
    assert far.short == "unknown key"
    assert all(each.alternatives.startswith("active_player, at, ") for each in (near, far))


SLIPS = {
    "hand: [ice, needle": "is not closed",
    "hand: {ice": "is not closed",
    "round: 2: 3": "a colon stands in the wrong place",
    "\tround: 2": "indented by a tab: write spaces",
    "note: @home": "quotation marks",
    'name: "Ned': "a quotation mark is not closed",
    "hand:\n - ice\n  gold: 1": "a colon stands in the wrong place",
    "hand:\n  - ice\n gold: 1": "begins in the same column",
    "hand: !ice 3": "begins with !",
    "%": "begins with %",
    "hand: \x07": "an invisible character",
    "hand: |x": "check its colons",
    "- ice": "expected named fields, as round: 2",
}
# what the library says of itself
OF_THE_LIBRARY = re.compile(r"token|node|directive|constructor|mapping|context|scalar|stream|expected key|allowed")


@pytest.mark.parametrize("text", SLIPS)
def test_what_is_no_yaml_is_told_in_words_for_who_types(text: str) -> None:
    [fault] = read_typed(text, "agot_lcg").faults
    assert SLIPS[text] in fault.problem
    assert not OF_THE_LIBRARY.search(fault.problem), fault.problem


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("round: 3\n---\nround: 9\n", 3, "a second document: a position is one alone"),
        ("<<: {round: 9}\nround: 3\n", 1, "<< is not read here: write out what it would bring in"),
    ],
)
def test_nothing_of_a_text_is_passed_over_or_merged(text: str, line: int, problem: str) -> None:
    [fault] = read_typed(text, "agot_lcg").faults
    assert (fault.line, fault.problem) == (line, problem)


def test_a_field_that_is_missing_is_named() -> None:
    text = "at: 4.2.1\nround: 2\nplayers:\n  alice: {play: [arya-stark]}\n  bob: {hand: 1}"
    assert [(each.field, each.problem) for each in read_typed(text, "agot_lcg").faults] == [
        ("challenge", "missing, 4.2.1 lies inside a challenge")
    ]


def test_a_seat_that_is_typed_with_a_capital_is_named_with_its_line() -> None:
    text = re.sub(r"\bbob\b", "Bob", start_text("dispute"))
    [fault] = read_typed(text, "agot_lcg").faults
    assert text.splitlines()[fault.line - 1] == "  Bob:"
    assert (fault.field, "“Bob” is no name of a seat" in fault.problem) == ("players.Bob", True)
