"""The result of a table whose match is over: that of the match, for every player of the table."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from domain.match.aggregate import Refused
from domain.tournaments.context import MatchInTournament
from domain.tournaments.regulation import ResultKind
from domain.tournaments.result_checks import NO_DRAW
from tests.events import BOARD, DUEL, Gathering

WITH_DRAWS = (
    ResultKind("win", 3, "win", most=1),
    ResultKind("draw", 1, "draw"),
    ResultKind("loss", 0, "loss"),
    ResultKind("bye", 3, "bye"),
)
PAIRS = [(first, second) for first in ("win", "draw", "loss") for second in ("win", "draw", "loss")]


def table_of(game: tuple[str, str], winner: str, seats: tuple[str, ...], **regulation: Any) -> Gathering:
    """An event with a table whose match is over."""
    event = Gathering(*game, **regulation).with_players(len(seats))
    event.paired(tuple(event.event.players))
    event.matches = {"m-1": MatchInTournament(game[0], seats, "olga", over=True, winner=winner)}
    event.does("hana", "seat_match", round=1, table=1, match="m-1")
    return event


def is_taken(event: Gathering, *results: str) -> bool:
    """Whether a judge reports these results of the players."""
    try:
        event.result(1, dict(zip(event.event.players, results, strict=True)))
    except Refused as refused:
        return refused.refusal.rule not in ("judging.event.result-as-match", "judging.event.result-named")
    return True


@pytest.mark.parametrize(("winner", "right"), [("", ("draw", "draw")), ("alice", ("win", "loss"))])
@pytest.mark.parametrize("results", PAIRS)
def test_every_player_has_the_result_of_the_match(
    winner: str, right: tuple[str, str], results: tuple[str, str]
) -> None:
    event = table_of(DUEL, winner, ("alice", "bob"), result=WITH_DRAWS)
    assert is_taken(event, *results) == (results == right)


@pytest.mark.parametrize(("results", "fits"), [(("loss", "loss"), True), (("win", "loss"), False)])
def test_nobody_wins_a_drawn_match_under_a_regulation_without_draws(results: tuple[str, str], fits: bool) -> None:
    assert is_taken(table_of(DUEL, "", ("alice", "bob")), *results) == fits


@pytest.mark.parametrize(
    ("results", "fits"), [(("first", "third", "second"), True), (("second", "first", "third"), False)]
)
def test_a_match_says_who_is_first_and_nothing_of_the_places_behind(results: tuple[str, ...], fits: bool) -> None:
    seats = ("baratheon", "lannister", "stark")
    assert is_taken(table_of(BOARD, "baratheon", seats), *results) == fits


def test_who_left_a_match_that_goes_on_does_not_win_it_at_time() -> None:
    event = table_of(BOARD, "", ("baratheon", "lannister", "stark"))
    event.matches = {"m-1": structs.replace(event.matches["m-1"], over=False, gone=("baratheon",))}
    assert not is_taken(event, "first", "second", "third")
    with pytest.raises(Refused) as refused:
        event.result(1, dict(zip(event.event.players, ("first", "second", "third"), strict=True)))
    assert refused.value.refusal.because["left"] == ["Ann"]
    assert is_taken(event, "third", "first", "second")


@pytest.mark.parametrize(("game", "results"), [(DUEL, ("win", "loss")), (BOARD, ("first", "second", "third"))])
def test_how_a_drawn_match_is_reported_under_a_regulation_without_draws_is_said(
    game: tuple[str, str], results: tuple[str, ...]
) -> None:
    event = table_of(game, "", ("baratheon", "lannister", "stark")[: len(results)])
    said = dict(zip(event.event.players, results, strict=True))
    with pytest.raises(Refused) as refused:
        event.result(1, said)
    assert (refused.value.refusal.rule, refused.value.refusal.text) == ("judging.event.result-as-match", NO_DRAW)
    event.result(1, said, "hana", reason="By the values at the end.")


def test_under_a_regulation_with_draws_that_is_not_said() -> None:
    event = table_of(DUEL, "", ("alice", "bob"), result=WITH_DRAWS)
    with pytest.raises(Refused) as refused:
        event.result(1, {"Ann": "win", "Bert": "loss"})
    assert refused.value.refusal.text == ""
