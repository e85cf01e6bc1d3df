"""Regulations as data, and the comparison at time on both games."""

from __future__ import annotations

import pytest
from msgspec import structs

from domain.games import GAMES
from domain.games.agot_lcg.facts.challenges import DominanceCounted
from domain.kernel.ids import NO_SEAT, Seat
from domain.tournaments.regulation import NO_EVENT, Comparison, compare_at_time, faults_of, read_regulation, regulations
from tests.builders import opened_from

CARDS = """
round: 3
at: "4.2"
first_player: bob
players:
  alice: {power: 5, deck: [ice, ice, ice], dead: [eddard-stark, arya-stark]}
  bob: {power: 5, deck: [ice, ice], dead: [tyrion-lannister]}
"""
BOARD = """
houses: [baratheon, lannister, stark]
round: 3
at: "3.2"
turn: stark
tracks: {iron_throne: [stark, lannister, baratheon]}
supply: {stark: 3, lannister: 3, baratheon: 3}
power: {stark: 7, lannister: 7, baratheon: 1}
areas:
  winterfell: stark knight 2 footman, order march-plus-1
  moat-cailin: stark footman
"""
GAME_OF = {
    "cards-duel": "agot_lcg",
    "cards-duel-ten": "agot_lcg",
    "board-league": "agot_board",
    "provinces-duel": "l5r",
}


@pytest.mark.parametrize("name", GAME_OF)
def test_each_regulation_fits_its_game(name: str) -> None:
    game, regulation = GAMES[GAME_OF[name]], regulations()[name]
    assert faults_of(regulation, game.seat_counts, game.measures.MEASURES) == []
    assert regulation.bye()
    assert all(each.counts == "win" or each.points < regulation.result[0].points for each in regulation.result[1:-1])


def test_the_regulations_are_those_of_the_folder() -> None:
    assert regulations().keys() == GAME_OF.keys()


def test_a_loss_is_worth_more_than_a_loss_at_time_under_ten_points() -> None:
    points = {each.name: each.points for each in regulations()["cards-duel-ten"].result}
    assert (points["win"], points["modified-win"], points["loss"], points["modified-loss"]) == (10, 6, 1, 0)


def test_a_regulation_of_another_form_is_not_read() -> None:
    for text in ("name = 1", 'name = "x"', "["):
        with pytest.raises(ValueError, match=r".+"):
            read_regulation(text)


VALUES = {"a": {"x": 3, "y": 3, "z": 1}, "b": {"x": 2, "y": 4, "z": 9}, "first": {"x": 0, "y": 1, "z": 0}}


def test_values_are_compared_in_order_until_one_is_ahead() -> None:
    order = (Comparison("a", "most"), Comparison("b", "least"), Comparison("first", "picks"))
    found = compare_at_time(order, ("x", "y", "z"), VALUES)
    assert [(each.value, each.level, each.asked) for each in found.rows] == [
        ("a", ("x", "y"), True),
        ("b", ("x",), True),
        ("first", ("x",), False),
    ]
    assert (found.winner, found.picks, found.order) == ("x", "", (("x",), ("y",), ("z",)))


def test_a_value_that_parts_lower_places_is_compared_and_one_that_parts_nobody_is_not() -> None:
    values = {"a": {"x": 9, "y": 3, "z": 3}, "b": {"x": 0, "y": 4, "z": 7}, "first": {"x": 0, "y": 1, "z": 0}}
    order = (Comparison("a", "most"), Comparison("first", "picks"), Comparison("b", "most"), Comparison("a", "least"))
    found = compare_at_time(order, ("x", "y", "z"), values)
    assert [(each.value, each.asked, each.order) for each in found.rows] == [
        ("a", True, (("x",), ("y", "z"))),
        ("first", False, (("x",), ("y", "z"))),
        ("b", True, (("x",), ("z",), ("y",))),
        ("a", False, (("x",), ("z",), ("y",))),
    ]
    assert (found.winner, found.picks, found.order) == ("x", "", (("x",), ("z",), ("y",)))


def test_no_value_ranks_the_seats_of_which_one_chooses() -> None:
    order = (Comparison("a", "most"), Comparison("first", "picks"), Comparison("b", "most"))
    found = compare_at_time(order, ("x", "y"), VALUES)
    assert (found.rows[-1].asked, found.picks, found.order) == (False, "y", (("x", "y"),))


def test_who_picks_is_named_where_all_values_are_level() -> None:
    order = (Comparison("a", "most"), Comparison("first", "picks"))
    found = compare_at_time(order, ("x", "y"), VALUES)
    assert (found.winner, found.picks, found.order) == ("", "y", (("x", "y"),))


def test_nobody_is_ahead_where_the_regulation_leaves_them_level() -> None:
    found = compare_at_time((Comparison("a", "least"),), ("x", "y"), VALUES)
    assert (found.winner, found.picks) == ("", "")


def measured(game: str, position: str) -> dict[str, dict[str, int]]:
    """The values of a table from a position."""
    return GAMES[game].measures.measure(opened_from(position, game=game).table, ())


def test_the_card_game_supplies_what_its_regulation_compares() -> None:
    found = measured("agot_lcg", CARDS)
    assert found.keys() == GAMES["agot_lcg"].measures.MEASURES.keys()
    assert found["power-needed"] == {"alice": 10, "bob": 10}
    assert found["deck-left"] == {"alice": 3, "bob": 2}
    assert found["dead-characters"] == {"alice": 2, "bob": 1}
    assert found["first-player"] == {"alice": 0, "bob": 1}
    at_time = compare_at_time(regulations()["cards-duel"].comparison, ("alice", "bob"), found)
    assert (at_time.winner, [each.value for each in at_time.rows if each.asked]) == (
        "alice",
        ["power-needed", "deck-left"],
    )


def test_who_won_dominance_last_is_read_off_the_facts() -> None:
    measure = GAMES["agot_lcg"].measures.measure
    table = opened_from(CARDS).table
    counted = [DominanceCounted((), winner) for winner in (Seat("alice"), Seat("bob"), NO_SEAT)]
    won = [measure(table, counted[:n])["dominance-last"] for n in range(4)]
    assert won == [{"alice": 0, "bob": 0}, {"alice": 1, "bob": 0}, {"alice": 0, "bob": 1}, {"alice": 0, "bob": 0}]


def test_the_board_game_supplies_what_its_regulation_compares() -> None:
    found = measured("agot_board", BOARD)
    assert found.keys() == GAMES["agot_board"].measures.MEASURES.keys()
    assert found["iron-throne"] == {"stark": 1, "lannister": 2, "baratheon": 3}
    assert found["power"] == {"baratheon": 1, "lannister": 7, "stark": 7}
    assert found["castles"]["stark"] > found["castles"]["lannister"] == found["castles"]["baratheon"]
    level = {**found, **{name: dict.fromkeys(found[name], 1) for name in ("castles", "strongholds")}}
    at_time = compare_at_time(regulations()["board-league"].comparison, tuple(found["power"]), level)
    assert at_time.order == (("stark",), ("lannister",), ("baratheon",))
    assert (at_time.winner, at_time.rows[-1].level) == ("stark", ("stark",))


def test_a_match_of_no_event_has_the_usual_limits_and_ladder_and_a_regulation_without_penalties_too() -> None:
    usual = ("reminder", "warning", "hard-warning", "game-loss", "match-loss", "disqualification")
    without = structs.replace(regulations()["cards-duel"], penalty=())
    for regulation in (NO_EVENT, without):
        assert (regulation.ladder, regulation.grave) == (usual, ("match-loss", "disqualification"))
    assert (NO_EVENT.limits.rewind_decisions, NO_EVENT.limits.extension) == (10, 300)
    own = regulations()["cards-duel"]
    assert own.ladder == tuple(own.penalties())
    assert set(own.grave) == {each.name for each in own.penalty if each.given_by == "head-judge"}
