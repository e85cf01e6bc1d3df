"""Conditions that a card game of its own carries out, beside those that every card game does."""

from __future__ import annotations

import pytest
from msgspec import structs

from domain.cardgame.facts.cards import CardsDiscarded, CardsDrawn, CardsSacrificed, ControlTaken
from domain.cardgame.occurring import execution
from domain.cardgame.occurring.conditions import (
    describe_condition,
    discard_condition,
    draw_condition,
    leaving_condition,
    sacrifice_condition,
)
from domain.cardgame.occurring.execution import execute_conditions, without_immune
from domain.games.agot_lcg.rules import AgotLcg
from domain.kernel.facts import Fact
from domain.kernel.game import Game
from domain.kernel.ids import Handle, zone
from domain.kernel.occurring.conditions import CardSnapshot, Condition, EffectObject
from tests.examples.duel import ALICE, BOB, DuelRules, DuelTable, duel

A, B, SWORD = Handle("a"), Handle("b"), Handle("sword")


def fight(game: Game[DuelTable], *cards: Handle) -> None:
    """Let cards fight."""
    game.table.fighting = cards


def kinds_of(game: Game[DuelTable], *facts: type[Fact]) -> list[type[Fact]]:
    """The facts of these types so far, by type."""
    return [type(each) for each in game.facts if isinstance(each, facts)]


def test_each_game_has_what_carries_out_its_own_conditions() -> None:
    assert "saluted" in DuelRules.executors
    assert "saluted" not in AgotLcg.executors
    assert "knelt" not in DuelRules.executors
    assert {"cards_drawn", "phase_began"} <= DuelRules.executors.keys() & AgotLcg.executors.keys()


def test_conditions_are_carried_out_by_kind_and_those_that_are_possible_occur() -> None:
    game = duel(a="alice_field", b="bob_hand")
    both = tuple(Condition(n, "saluted", card=card) for n, card in ((1, A), (2, B)))
    assert [each.card for each in execute_conditions(game, both)] == [A]
    assert game.table.saluted == (A,)


def test_what_nothing_carries_out_just_occurs() -> None:
    said = (Condition(1, "spoken", seat=ALICE),)
    assert execute_conditions(duel(), said) == said


def test_a_card_leaves_play_with_the_cards_on_it_and_fights_no_more() -> None:
    game = duel(a="alice_field", b="bob_field", sword="bob_field")
    game.table.writable(SWORD).host = A
    fight(game, A, B)
    occurred = execute_conditions(game, (structs.replace(sacrifice_condition(game.table, A), id=5),))
    assert [each.kind for each in occurred] == ["sacrificed", "discarded", "left_play", "left_play"]
    assert [each.how for each in occurred][:2] == ["", "with-host"]
    assert game.table.fighting == (B,)
    assert [len(game.table.zone(zone(seat, "discard"))) for seat in (ALICE, BOB)] == [1, 1]
    assert kinds_of(game, CardsSacrificed, CardsDiscarded) == [CardsSacrificed]


def test_a_kind_of_leaving_of_the_game_goes_where_the_game_says() -> None:
    game = duel(a="alice_field")
    execute_conditions(game, (leaving_condition("burned", game.table, A),))
    assert len(game.table.zone(zone(ALICE, "ashes"))) == 1


def test_a_condition_of_leaving_remembers_the_card() -> None:
    table = duel(a="alice_field").table
    assert leaving_condition("burned", table, A).seen == CardSnapshot(
        "knight", ALICE, ALICE, ("type:character", "trait:Knight")
    )


def test_a_hidden_card_is_named_by_its_player_alone() -> None:
    table = duel(a="alice_field", b="bob_behind").table
    assert describe_condition(table, leaving_condition("burned", table, A)) == "burned: knight"
    assert describe_condition(table, leaving_condition("burned", table, B)) == "burned: a card of bob"


def test_as_many_cards_are_drawn_as_there_are() -> None:
    game = duel(a="alice_deck", b="alice_deck")
    (drawn,) = execute_conditions(game, (draw_condition(ALICE, 3), draw_condition(BOB, 1)))
    assert (drawn.seat, drawn.n) == (ALICE, 2)
    assert [each for each in game.facts if isinstance(each, CardsDrawn)] == [CardsDrawn(ALICE, 2)]


def test_a_card_is_discarded_from_hand_to_its_owners_pile() -> None:
    game = duel(a="alice_hand")
    condition = discard_condition(game.table, A)
    assert (condition.kind, condition.name, condition.hidden) == ("card_discarded", "hand", True)
    (occurred,) = execute_conditions(game, (condition,))
    assert occurred.cards == tuple(game.table.zone(zone(ALICE, "discard")))


def test_a_card_under_another_players_control_leaves_the_contest() -> None:
    game = duel(a="alice_field")
    fight(game, A)
    execute_conditions(game, (Condition(1, "control_taken", card=A, seat=BOB),))
    assert game.table.zone(zone(BOB, "field")) == [A]
    assert game.table.cards[A].controller == BOB
    assert game.table.fighting == ()
    assert kinds_of(game, ControlTaken) == [ControlTaken]


def test_an_effect_does_not_change_what_has_become_immune_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    table = duel(a="alice_field", b="bob_field").table
    table.writable(A).tokens = {"ward": 1}
    conditions = tuple(Condition(n, "saluted", card=card) for n, card in ((1, A), (2, B)))
    assert without_immune(table, conditions, 0) == conditions
    monkeypatch.setattr(execution, "find_resolving_effect", lambda table, effect: EffectObject(7, "knight", 0, BOB))
    assert without_immune(table, conditions, 7) == conditions[1:]
