"""Which results the standings count: that of a bye once its round has begun."""

from __future__ import annotations

import pytest

from domain.tournaments.standings import result_rows, standings
from tests.events import DUEL, Gathering


def points_of(event: Gathering, player: str) -> int:
    [points] = {each.points for each in standings(event.event) if each.player == player}
    assert sum(each.points for each in result_rows(event.event, {}) if each.player == player) == points
    return points


def with_bye() -> Gathering:
    return Gathering(*DUEL).with_players(3).paired(("Ann", "Bert"), ("Cleo",))


def test_a_bye_of_a_round_that_never_began_has_no_points() -> None:
    event = with_bye()
    assert points_of(event, "Cleo") == 0
    event.does("olga", "end_event")
    assert points_of(event, "Cleo") == 0
    assert [each.played for each in standings(event.event)] == [0, 0, 0]


@pytest.mark.parametrize("begun", ["start_round", "report_result"])
def test_a_bye_counts_once_its_round_has_begun(begun: str) -> None:
    event = with_bye()
    if begun == "start_round":
        event.does("hana", "start_round", round=1)
    else:
        event.result(1, {"Ann": "win", "Bert": "loss"})
    assert points_of(event, "Cleo") == 5


def test_the_byes_of_a_round_count_once_the_next_is_paired() -> None:
    event = Gathering(*DUEL).with_players(2).paired(("Ann",), ("Bert",))
    assert points_of(event, "Ann") == 0
    event.paired(("Ann", "Bert"), round=2)
    assert points_of(event, "Ann") == 5
