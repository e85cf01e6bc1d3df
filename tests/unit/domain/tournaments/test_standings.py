"""Which results the standings count: that of a bye once its round has begun, for who had not left; and the cut."""

from __future__ import annotations

import pytest

from domain.match.aggregate import Refused
from domain.tournaments.standings import result_rows, standings, standings_through
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


def with_cut() -> Gathering:
    """Two rounds, by which Ann leads, and a cut of four that Dora wins; Emil is not in it."""
    event = Gathering(*DUEL).with_players(5)
    for number, pairs in enumerate(((("Ann", "Bert"), ("Cleo", "Dora")), (("Ann", "Cleo"), ("Bert", "Dora"))), 1):
        event.paired(*pairs, ("Emil",), round=number)
        event.does("hana", "start_round", round=number)
        for table, (winner, loser) in enumerate(pairs, 1):
            event.result(table, {winner: "win", loser: "loss"}, round=number)
    event.paired(("Ann", "Dora"), ("Bert", "Cleo"), round=3, kind="elimination")
    return event


def places(event: Gathering, through: int = 0) -> list[tuple[int, str, int, int, int]]:
    return [(e.place, e.player, e.points, e.played, e.cut) for e in standings_through(event.event, through)]


def test_who_is_in_the_cut_is_first_by_how_far_they_came_and_the_ranking_before_it_stays() -> None:
    event = with_cut()
    assert {name for _, name, *_ in places(event, 2)[:2]} == {"Ann", "Emil"}
    swiss = [(name, points, played) for _, name, points, played, _ in places(event, 2)]
    # in the cut the round before decides as long as nothing of it is over
    assert [(name, cut) for _, name, _, _, cut in places(event)] == [
        *((name, 1) for name, *_ in swiss if name != "Emil"),
        ("Emil", 0),
    ]
    event.result(1, {"Ann": "loss", "Dora": "win"}, round=3)
    # who goes on is before who still plays, and that one before who lost
    assert [name for _, name, *_ in places(event)] == ["Dora", "Bert", "Cleo", "Ann", "Emil"]
    event.result(2, {"Bert": "win", "Cleo": "loss"}, round=3)
    event.paired(("Bert", "Dora"), ("Ann", "Cleo"), round=4, kind="final")
    event.result(1, {"Bert": "loss", "Dora": "win"}, round=4)
    event.result(2, {"Ann": "loss", "Cleo": "win"}, round=4)
    assert [(place, name, cut) for place, name, _, _, cut in places(event)] == [
        *((1, "Dora", 2), (2, "Bert", 2), (3, "Cleo", 2), (4, "Ann", 2), (5, "Emil", 0)),
    ]
    # the points and strengths stay those of the rounds before
    assert sorted((name, points, played) for _, name, points, played, _ in places(event)) == sorted(swiss)
    assert [(name, points, played) for _, name, points, played, _ in places(event, 2)] == swiss


def cut_with_bye(*pairs: tuple[str, ...]) -> Gathering:
    """A round that Ann and Cleo win, and a cut with these pairings."""
    event = Gathering(*DUEL).with_players(4).paired(("Ann", "Bert"), ("Cleo", "Dora"))
    event.result(1, {"Ann": "win", "Bert": "loss"})
    event.result(2, {"Cleo": "win", "Dora": "loss"})
    return event.paired(*pairs, round=2, kind="elimination")


def names(event: Gathering) -> list[str]:
    return [name for _, name, *_ in places(event)]


def test_a_bye_in_a_cut_ranks_as_a_win_once_its_round_has_begun() -> None:
    event = cut_with_bye(("Ann", "Cleo"), ("Dora",))
    assert names(event) == ["Ann", "Cleo", "Dora", "Bert"]
    event.does("hana", "start_round", round=2)
    assert names(event) == ["Dora", "Ann", "Cleo", "Bert"]
    event.result(1, {"Ann": "win", "Cleo": "loss"}, round=2)
    # a bye and a win are one, so the round before decides
    assert names(event) == ["Ann", "Dora", "Cleo", "Bert"]


@pytest.mark.parametrize("begins", [False, True])
@pytest.mark.parametrize("out", ["drop", "disqualified"])
def test_who_left_before_a_round_of_a_cut_began_has_no_bye_in_it(begins: bool, out: str) -> None:
    event = cut_with_bye(("Ann", "Bert"), ("Cleo",))
    if out == "drop":
        event.does("jan", "drop_player", player="Cleo", reason="went home")
    else:
        event.does("hana", "give_penalty", player="Cleo", **CHEATED)
        event.does("olga", "approve_penalty", penalty=1, reason="seen by two")
    if begins:
        event.does("hana", "start_round", round=2)
    assert names(event) == ["Ann", "Bert", "Cleo", "Dora"]
    assert [cut for *_, cut in places(event)] == [1, 1, 1, 0]


def test_who_leaves_a_table_of_a_cut_without_a_result_is_behind_who_plays_on() -> None:
    event = cut_with_bye(("Ann", "Bert"), ("Cleo", "Dora"))
    event.does("jan", "drop_player", player="Ann", reason="went home")
    assert names(event) == ["Cleo", "Bert", "Dora", "Ann"]
    event.result(1, {"Ann": "loss", "Bert": "win"}, round=2)
    assert names(event) == ["Bert", "Cleo", "Dora", "Ann"]


def test_two_who_won_in_a_cut_are_ranked_by_the_rounds_before_however_they_won() -> None:
    event = cut_with_bye(("Ann", "Bert"), ("Cleo", "Dora"))
    event.result(1, {"Ann": "modified-win", "Bert": "loss"}, round=2)
    event.result(2, {"Cleo": "loss", "Dora": "win"}, round=2)
    assert names(event) == ["Ann", "Dora", "Cleo", "Bert"]


def test_in_the_final_of_a_board_game_the_second_is_before_the_third() -> None:
    event = Gathering(*BOARD).with_players(3).paired(("Ann", "Bert", "Cleo"))
    event.result(1, {"Ann": "first", "Bert": "second", "Cleo": "third"})
    event.paired(("Ann", "Bert", "Cleo"), round=2, kind="final")
    event.result(1, {"Ann": "third", "Bert": "first", "Cleo": "second"}, round=2)
    assert names(event) == ["Bert", "Cleo", "Ann"]


def test_standings_after_a_round_that_was_not_paired_are_refused() -> None:
    with pytest.raises(Refused) as error:
        standings_through(with_cut().event, 4)
    assert (error.value.refusal.rule, error.value.refusal.because) == (
        "judging.event.table-exists",
        {"round": 4, "rounds": 3, "field": "through", "problem": "is no round that was paired"},
    )


def test_the_strength_of_schedule_is_of_the_opponents_met_and_a_bye_is_a_round_of_who_has_it() -> None:
    event = Gathering(*DUEL).with_players(3).paired(("Ann", "Bert"), ("Cleo",))
    event.result(1, {"Ann": "win", "Bert": "loss"})
    event.paired(("Ann", "Cleo"), ("Bert",), round=2)
    event.does("jan", "drop_player", player="Bert", reason="went home")
    event.result(1, {"Ann": "loss", "Cleo": "win"}, round=2)
    found = {each.player: each for each in standings(event.event)}
    # Ann met Bert, who has no bye by now, and Cleo: 0 of 1 and 10 of 2
    assert (found["Ann"].schedule, found["Cleo"].schedule, found["Bert"].schedule) == (2500, 2500, 2500)
