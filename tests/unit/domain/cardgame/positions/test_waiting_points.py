"""The waiting points of a game: which round and phase is under way at one, and what a position says of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.cardgame.positions.point_faults import WrongPoints
from domain.cardgame.positions.waiting_points import SETUP, WaitingPoint, WaitingPoints, steps_of_phases
from domain.kernel.formats.reading import DocumentNode, Unreadable
from tests.examples.kites.chart import Round
from tests.examples.kites.positions import PHASES, KitesPositions
from tests.examples.kites.positions import POINTS as KITES

POINTS = WaitingPoints(
    {
        "setup.1": WaitingPoint(SETUP, "setup.1"),
        "1.1": WaitingPoint("draw", "1.1"),
        "2.1": WaitingPoint("fight", "2.1"),
        "fight.action": WaitingPoint("fight", "2.3", "2.2"),
    },
    ("draw", "fight"),
    ("1.1", "2.1"),
)


@pytest.mark.parametrize(
    ("at", "round", "time"),
    [
        ("fight.action", 2, (2, "fight")),
        ("2.1", 2, (2, "draw")),
        ("1.1", 3, (2, "fight")),
        ("1.1", 1, (0, SETUP)),
        ("setup.1", 0, (0, SETUP)),
    ],
)
def test_until_the_step_that_begins_a_phase_the_phase_before_it_is_under_way(
    at: str, round: int, time: tuple[int, str]
) -> None:
    assert POINTS.time_at(at, round) == time


def test_the_key_of_a_step_is_found_by_its_label_and_that_of_a_window_is_not() -> None:
    assert [POINTS.key_of_step(label) for label in ("2.1", "2.3", "nowhere")] == ["2.1", "", ""]


def test_the_numbered_steps_of_phases_are_waiting_points() -> None:
    points = steps_of_phases({"all": Round})
    assert points["3.2"] == WaitingPoint("all", "3.2")
    assert "/next" not in points


def read_point(fields: dict[str, Any]) -> tuple[str, str]:
    document = DocumentNode("position", fields)
    return POINTS.read_point(document, document.mapping())


@pytest.mark.parametrize(
    ("fields", "found"),
    [({"at": "2.1", "phase": "fight"}, ("2.1", "fight")), ({"at": 2.1}, ("2.1", "fight"))],
    ids=["text", "number"],
)
def test_a_waiting_point_may_be_written_as_a_number(fields: dict[str, Any], found: tuple[str, str]) -> None:
    assert read_point(fields) == found


def of_round(value: object, phase: str) -> int:
    return POINTS.read_round(DocumentNode("position.round", value), phase)


def of_entry(value: object) -> str:
    return POINTS.read_since(DocumentNode("since", value), "fight.action", 2)


@pytest.mark.parametrize(
    ("read", "said"),
    [
        (lambda: read_point({}), "position: at: missing"),
        (lambda: read_point({"at": "fight.acton"}), "is no window or step; did you mean fight.action?"),
        (lambda: read_point({"at": "2.1", "phase": "draw"}), "position.phase: 2.1 lies in the fight phase"),
        (lambda: of_round(0, "draw"), "position.round: the first round is 1; 0 is set-up"),
        (lambda: of_round(1, SETUP), "position.round: in set-up it is round 0"),
        (lambda: of_entry("2:figth"), "is no round and phase (`2:fight`); did you mean 2:fight?"),
        (lambda: of_entry("3:draw"), "since: '3:draw' is yet to come at fight.action of round 2"),
    ],
)
def test_a_time_that_no_match_comes_to_is_refused(read: Callable[[], object], said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read()
    assert said in str(caught.value)


def test_the_round_is_the_first_where_none_is_said_and_an_entry_may_be_now() -> None:
    assert [POINTS.read_round(None, phase) for phase in ("draw", SETUP)] == [1, 0]
    assert (of_round(4, "draw"), of_entry("2:fight")) == (4, "2:fight")


# --- against the chart


def kites_with(points: dict[str, WaitingPoint], phases: tuple[str, ...] = PHASES, *beginnings: str) -> str:
    """What is said of Kites with these waiting points."""

    given = WaitingPoints(points, phases, beginnings)

    class Positions(KitesPositions):
        points = given

    with pytest.raises(WrongPoints) as caught:
        Positions()
    return str(caught.value).removeprefix("Positions: ")


@pytest.mark.parametrize(
    ("key", "point", "said"),
    [
        (
            "3.2",
            WaitingPoint("contest", "3.22"),
            "3.2: no step has the label '3.22'; did you mean 3.2.2?; no point for the question send-kites of step 3.2",
        ),
        (
            "launch.action",
            WaitingPoint("launch", "/2.3-expire", "2.9"),
            "launch.action: it is the window of step 2.2, before /2.3-expire, not of '2.9' before '/2.3-expire'",
        ),
        ("3.2", WaitingPoint("launch", "3.2"), "3.2: step 3.2 lies in the phase contest, not in launch"),
        ("3.2.1", WaitingPoint("contets", "3.2.1"), "3.2.1: no phase is 'contets'; did you mean contest?"),
        ("launch.action", None, "no point for launch.action, the window of step 2.2, before /2.3-expire"),
        ("3.2.1", None, "no point for the question set-kites of step 3.2.1"),
    ],
)
def test_a_waiting_point_that_is_not_in_the_chart_is_found_when_the_game_is_made(
    key: str, point: WaitingPoint | None, said: str
) -> None:
    others = {name: each for name, each in KITES.items() if name != key}
    assert kites_with(others if point is None else others | {key: point}) == said


def test_phases_in_another_order_and_beginnings_that_are_no_points_are_found() -> None:
    said = kites_with(KITES, ("launch", "draw", "contest"))
    assert said == "phases: draw, launch, contest come in this order, not as in launch, draw, contest"
    assert kites_with(KITES, PHASES, "3.3") == "beginnings: '3.3' is no waiting point; did you mean 3.2?"
