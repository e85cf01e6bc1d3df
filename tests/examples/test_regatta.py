"""A card game of three and of four players: who is eliminated stays so in a position, and is not waited for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.cardgame.commands import ChooseWinner
from domain.kernel.flow.endings import Concede
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refused
from domain.match.aggregate import Match
from domain.match.events import OpenMatch
from tests.builders import ENDLESS, POLICIES, Dice, Draw, Player, awaited, begun, played
from tests.examples import regatta
from tests.examples.playing import after, passed_to
from tests.games import register
from tests.games.bringing import Start
from tests.properties.test_positions import check_opened_again, position_of

ALICE, BOB, CAROL, DAVE = map(Seat, regatta.NAMES)
TESTS = regatta.TESTS


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The race is among the games."""
    register(monkeypatch, regatta, TESTS)


class Leaving(Player):
    """Now and then a player who is left concedes, awaited or not."""

    def draws(self, match: Match) -> Draw:
        left = match.table.remaining_seats()
        if self.dice.chance(1) and len(left) > 2:
            return Draw(self.dice.pick(left), Concede())
        return super().draws(match)


def laid(**fields: Any) -> Match:
    """A match of a position: the first launch phase, if nothing else is said."""
    players = {name: {"deck": ["wren"] * 3} for name in regatta.NAMES}
    position = {"at": "launch.action", "players": players, **fields}
    return begun(OpenMatch("regatta", (), "open", position=json.dumps(position)), 7).match


@pytest.mark.parametrize("policy", POLICIES)
def test_positions_of_three_and_four_players_open_again_with_whoever_is_out(policy: str) -> None:
    written = 0
    for seed in range(6):
        match = begun(TESTS.opening(Start(policy, seed)), seed).match
        for step in played(match, Leaving(Dice(f"race {seed}")), ENDLESS):
            match = step.following.match
            out = match.table.eliminated
            position = position_of(match) if match.table.over is None else None
            if position is None or not (out or match.version % 9 == 0):
                continue
            check_opened_again(TESTS, match, position)
            assert position.get("eliminated", []) == [*out]
            assert not {*awaited(match)} & {*out}
            written += len(out)
        assert match.table.over is not None
    assert written > 20


def test_after_a_player_is_out_the_others_go_on_in_their_order() -> None:
    match = after(laid(), (ALICE, Pass()), (BOB, Concede()))
    position = regatta.position_of(match.table)
    assert (position["eliminated"], position["passed"], position["priority"]) == (["bob"], ["alice"], "carol")
    again = laid(**position)
    assert (again.table.eliminated, awaited(again)) == ((BOB,), (CAROL,))
    assert again.table.player_order() == match.table.player_order() == (ALICE, CAROL, DAVE)
    assert again.table.next_seat(ALICE) == CAROL


def test_where_nobody_is_out_a_position_says_nothing_of_it() -> None:
    assert "eliminated" not in regatta.position_of(laid().table)
    assert laid(eliminated=[]).table == laid().table


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"eliminated": ["eve"]}, "position.eliminated[0]: "),
        ({"eliminated": ["bob", "bob"]}, "position.eliminated: a seat is there twice"),
        ({"eliminated": ["bob", "carol", "dave"]}, "the match is over with fewer than 2 players left"),
        ({"first_player": "bob"}, "position.first_player: bob is eliminated"),
        ({"priority": "bob"}, "position.priority: bob is eliminated"),
        ({"passed": ["alice", "bob"]}, "position.passed[1]: bob is eliminated"),
        ({"passed": ["alice"], "priority": "dave"}, "after alice has passed carol has the opportunity"),
        ({"passed": ["alice", "carol", "dave"]}, "all have passed"),
        ({"players": {"alice": {}, "bob": {"play": ["wren"]}, "carol": {}}}, "nothing of an eliminated player is in"),
    ],
)
def test_what_no_eliminated_player_has_is_refused_at_its_place(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(Refused) as caught:
        laid(**{"eliminated": ["bob"], **fields})
    because = caught.value.refusal.because
    assert problem in f"{because['field']}: {because['problem']}"


def test_the_first_player_is_one_who_is_left() -> None:
    assert laid(eliminated=["alice"]).table.first_player == BOB


def test_where_all_that_are_left_are_out_at_once_the_first_player_decides() -> None:
    players = {name: {"deck": ["wren"] * n} for name, n in ((ALICE, 3), (BOB, 1), (CAROL, 0), (DAVE, 1))}
    match = passed_to(laid(eliminated=["alice"], players=players), "winner")
    assert awaited(match) == (CAROL,)
    over = after(match, (CAROL, ChooseWinner(DAVE))).table.over
    assert (over.winner, over.how, over.rule) == (DAVE, "no-cards", "kites.end.seven-ribbons")


def test_a_game_that_does_not_say_what_then_happens_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regatta.RaceRules, "victories", {})
    match = laid(players=dict.fromkeys((ALICE, BOB, CAROL)))
    with pytest.raises(ValueError, match=r"kites\.end\.seven-ribbons is not among the victories of regatta"):
        passed_to(match, "winner")
