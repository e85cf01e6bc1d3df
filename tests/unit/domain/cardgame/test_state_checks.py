"""Elimination and simultaneous victories cite the rules of the game that has them."""

from __future__ import annotations

import pytest

from domain.cardgame.commands import ChooseWinner
from domain.cardgame.state_checks import SimultaneousVictory, eliminate, is_demanded
from domain.kernel.deciding import apply_command, seat_options
from domain.kernel.flow.frames import run_flow
from domain.kernel.flow.open_windows import describe_open_window
from domain.kernel.ids import JUDGE, Handle
from domain.kernel.occurring.conditions import Condition, ConditionGroup
from domain.kernel.table import MatchOutcome
from tests.examples.duel import ALICE, BOB, CAROL, duel


def test_the_last_player_wins_by_the_rule_of_the_game() -> None:
    game = duel()
    eliminate(game, (ALICE, CAROL), "empty-deck")
    assert game.table.over == MatchOutcome(BOB, "empty-deck", "duel.last-wins")


def test_when_the_first_player_is_out_the_next_one_is_first() -> None:
    game = duel()
    eliminate(game, (BOB,), "empty-deck")
    assert (game.table.over, game.table.first_player) == (None, CAROL)


def test_who_concedes_loses_by_no_rule_of_the_game() -> None:
    game = duel()
    eliminate(game, (ALICE, BOB), "conceded")
    assert game.table.over == MatchOutcome(CAROL, "conceded", "match.concede")


def test_one_player_names_the_winner_of_several() -> None:
    game = duel()
    game.push(SimultaneousVictory(winners=(ALICE, CAROL), leader=BOB, rule="duel.both-win"))
    run_flow(game)
    assert describe_open_window(game.rules, game.table, JUDGE)["rule"] == "duel.both-win"
    space = seat_options(game.rules, game.table, BOB)
    assert space is not None
    assert space.forms[0].rules == ("duel.both-win",)
    apply_command(game, BOB, ChooseWinner(CAROL))
    assert game.table.over == MatchOutcome(CAROL, "glory", "duel.both-win")


def test_a_condition_that_is_imminent_is_not_demanded_again() -> None:
    table = duel(a="alice_field").table
    assert not is_demanded(table, Handle("a"), "persistent")
    table.occurrences.put(1, ConditionGroup(1, (Condition(2, "burned", card=Handle("a"), how="persistent"),)))
    assert is_demanded(table, Handle("a"), "persistent")
    assert not is_demanded(table, Handle("a"), "illegal")


def test_where_nobody_would_be_left_the_first_player_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    game = duel()
    monkeypatch.setattr(type(game.rules), "victories", {"duel.last-wins": "empty-deck"})
    assert eliminate(game, (ALICE, BOB, CAROL), "empty-deck")
    run_flow(game)
    apply_command(game, BOB, ChooseWinner(CAROL))
    assert (game.table.over, game.table.eliminated) == (MatchOutcome(CAROL, "empty-deck", "duel.last-wins"), ())


def test_where_nobody_would_be_left_a_game_without_such_a_victory_is_told_so() -> None:
    with pytest.raises(ValueError, match=r"duel\.last-wins is not among the victories"):
        eliminate(duel(), (ALICE, BOB, CAROL), "empty-deck")
