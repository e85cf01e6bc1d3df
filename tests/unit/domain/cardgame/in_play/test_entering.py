"""Entering play in a card game that adds nothing of its own, and in one whose cards may be hidden as they enter."""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.facts.cards import CardEnteredPlay
from domain.cardgame.in_play.entering import enter_play, entering_condition
from domain.kernel.ids import Handle
from domain.kernel.occurring.conditions import Condition
from tests.examples.duel import ALICE, BOB, DuelRules, DuelTable, duel

A, B, SWORD = Handle("a"), Handle("b"), Handle("sword")


class HidingRules(DuelRules):
    """Knights who sneak enter play behind the field."""

    def entry_kind(self, table: DuelTable, condition: Condition) -> str:
        return "behind" if condition.how == "sneaking" else super().entry_kind(table, condition)


def test_a_card_from_a_hand_is_about_to_enter_unseen() -> None:
    table = duel(a="alice_hand", b="bob_hand").table
    entry = entering_condition(table, BOB, A, "stolen")
    assert (entry.kind, entry.seat, entry.how, entry.hidden, entry.unseen) == (
        "entered_play",
        BOB,
        "stolen",
        True,
        True,
    )
    assert not entering_condition(table, ALICE, A, "played").unseen


def test_a_card_enters_the_field_of_its_player_on_its_host() -> None:
    game = duel(a="alice_field", sword="bob_hand")
    (entered,) = enter_play(game, [entering_condition(game.table, BOB, SWORD, "played", A)])
    card = game.table.cards[entered.card]
    assert (card.zone, card.controller, card.host, card.how, card.facedown) == ("bob.field", BOB, A, "played", False)
    assert not entered.hidden
    assert [each.card for each in game.facts if isinstance(each, CardEnteredPlay)] == [entered.card]


def test_those_that_enter_together_enter_one_after_the_other() -> None:
    game = duel(a="alice_hand", b="bob_hand")
    entering = [entering_condition(game.table, seat, card, "put") for seat, card in ((ALICE, A), (BOB, B))]
    first, second = (game.table.cards[each.card].entered for each in enter_play(game, entering))
    assert 0 < first < second


def test_where_a_card_enters_the_game_says() -> None:
    game = duel(a="alice_hand")
    game.table.registry = HidingRules().registry  # type: ignore[abstract]
    sneaking = structs.replace(entering_condition(game.table, ALICE, A, "put"), how="sneaking")
    (entered,) = enter_play(game, [sneaking])
    card = game.table.cards[entered.card]
    assert (card.zone, card.facedown, entered.hidden) == ("alice.behind", True, True)
