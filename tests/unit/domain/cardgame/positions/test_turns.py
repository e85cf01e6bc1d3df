"""The turns that a position says: who has priority, who has passed, who has had a turn."""

from __future__ import annotations

from typing import Any

import pytest

from domain.cardgame.positions.turns import turn_in_window, turns_had
from domain.cardgame.positions.waiting_points import WaitingPoint
from domain.kernel.formats.reading import DocumentNode, Unreadable
from domain.kernel.ids import Seat
from tests.examples.duel import ALICE, BOB, CAROL, SEATS

CITES = {"slot.opportunity-passed-on": ("duel.next",), "slot.action-window-closed": ("duel.closed",)}


def window(is_window: bool = True, final: bool = False, **fields: Any) -> tuple[Seat, tuple[Seat, ...]]:
    nodes = DocumentNode("position", fields).mapping()
    point = WaitingPoint("fight", "2", "1" if is_window else "", final=final)
    return turn_in_window(nodes, "fight.action", point, SEATS, CITES)


def test_after_those_who_have_passed_the_next_one_has_priority() -> None:
    assert window() == ("", ())
    assert window(priority="bob") == (BOB, ())
    assert window(passed=["alice", "bob"]) == (CAROL, (ALICE, BOB))
    assert window(passed=["carol"], priority="alice") == (ALICE, (CAROL,))


def test_where_passes_are_final_any_seat_that_has_not_passed_may_have_priority() -> None:
    assert window(final=True, passed=["alice"]) == (BOB, (ALICE,))
    assert window(final=True, passed=["alice"], priority="carol") == (CAROL, (ALICE,))
    assert window(final=True, passed=["alice", "carol"]) == (BOB, (ALICE, CAROL))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"final": True, "passed": ["bob"], "priority": "bob"},
            "position.priority: bob has passed, which is final (duel.next)",
        ),
        (
            {"final": True, "passed": ["bob", "alice", "carol"]},
            "position.passed: all have passed, so the window is closed (duel.closed)",
        ),
        ({"is_window": False, "priority": "bob"}, "position.priority: fight.action is no window"),
        (
            {"passed": ["alice"], "priority": "carol"},
            "position.priority: after alice has passed bob has the",
        ),
        ({"passed": ["alice", "carol"]}, "position.passed: after alice has passed bob has the opportunity (duel.next)"),
        ({"passed": ["alice", "bob", "carol"]}, "passed: all have passed, so the window is closed (duel.closed)"),
        ({"passed": ["dave"]}, "position.passed[0]: 'dave' is none of alice, bob, carol"),
    ],
)
def test_a_turn_that_no_window_comes_to_is_refused_with_its_rule(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        window(**fields)
    assert said in str(caught.value)


def test_who_has_had_a_turn_is_said_where_seats_take_turns_alone() -> None:
    done = DocumentNode("position", {"done": ["bob"]}).mapping()
    assert turns_had({}, "fight", ("fight",), SEATS) is None
    assert turns_had(done, "fight", ("fight",), SEATS) == (BOB,)
    with pytest.raises(Unreadable, match=r"position\.done: nobody has a turn in the draw phase"):
        turns_had(done, "draw", ("fight",), SEATS)
