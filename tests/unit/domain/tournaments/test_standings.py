"""Which results the standings count: that of a bye once its round has begun, for who had not left before."""

from __future__ import annotations

import pytest

from domain.match.aggregate import Refused
from domain.tournaments.standings import result_rows, standings
from tests.events import BOARD, DUEL, Gathering


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


CHEATED = {"infraction": "cheating", "penalty": "disqualification", "reason": "a card up the sleeve"}


def begin(event: Gathering, by: str) -> None:
    if by == "start_round":
        event.does("hana", "start_round", round=1)
    else:
        event.result(1, {"Ann": "win", "Bert": "loss"})
    if by == "next":
        event.paired(("Ann", "Bert"), round=2)


@pytest.mark.parametrize("by", ["start_round", "report_result", "next"])
def test_who_left_before_the_round_began_has_no_bye(by: str) -> None:
    event = with_bye()
    event.does("jan", "drop_player", player="Cleo", reason="went home")
    begin(event, by)
    assert points_of(event, "Cleo") == 0
    assert {each.player: each.played for each in standings(event.event)}["Cleo"] == 0


def test_who_leaves_once_the_round_has_begun_keeps_the_bye() -> None:
    event = with_bye()
    begin(event, "start_round")
    event.does("jan", "drop_player", player="Cleo", reason="went home")
    assert points_of(event, "Cleo") == 5
    # by which later entry it is the newest round no more does not matter
    event.result(1, {"Ann": "win", "Bert": "loss"})
    event.paired(("Ann", "Bert"), round=2)
    assert points_of(event, "Cleo") == 5


def test_who_was_disqualified_before_the_round_began_has_the_bye_once_that_is_withdrawn() -> None:
    event = with_bye()
    event.does("hana", "give_penalty", player="Cleo", **CHEATED)
    event.does("olga", "approve_penalty", penalty=1, reason="seen by two")
    begin(event, "start_round")
    assert points_of(event, "Cleo") == 0
    event.does("hana", "withdraw_penalty", penalty=1, reason="it was Ann")
    assert points_of(event, "Cleo") == 5


@pytest.mark.parametrize(("kind", "none"), [(DUEL, "loss"), (BOARD, "sixth")])
def test_a_bye_that_counts_wrongly_is_mended_by_the_head_judge_with_a_reason(kind: tuple[str, str], none: str) -> None:
    event = Gathering(*kind).with_players(2).paired(("Ann",), ("Bert",))
    event.does("jan", "drop_player", player="Ann", reason="went home")
    event.does("hana", "start_round", round=1)
    bye = points_of(event, "Bert")
    assert (points_of(event, "Ann"), bye > 0) == (0, True)
    for player, table, result, points in (("Ann", 1, "bye", bye), ("Bert", 2, none, 0)):
        for who, reason in (("jan", "he went later"), ("hana", "")):
            with pytest.raises(Refused) as error:
                event.result(table, {player: result}, who, reason=reason)
            assert error.value.refusal.rule == "judging.event.match-of-table"
        event.result(table, {player: result}, "hana", reason="he went later")
        assert points_of(event, player) == points
