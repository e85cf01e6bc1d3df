"""Marshalling is checked by slots, whatever the rules of an edition are called."""

from __future__ import annotations

from domain.families.agot_cards.checks.command_context import AgotCardContext
from domain.families.agot_cards.checks.marshalling import DUPLICATE, MARSHAL
from domain.families.agot_cards.commands import (
    MARSHALLING_COMMANDS,
    MarshalCharacter,
    MarshalDuplicate,
    MarshalLocation,
    UseDuplicateSave,
)
from domain.kernel.checks import Check, first_failed_check
from domain.kernel.commands import Command
from domain.kernel.flow.priority_windows import Window
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat
from domain.kernel.refusals import Refusal
from tests.first_edition import ALICE, BOB, FirstTable, table_of

WOLF, LION = Handle("wolf1"), Handle("lion1")


def marshalling(**cards: str) -> Game[FirstTable]:
    """A game in which alice marshals, with four gold."""
    game = table_of(siege1="alice_plot", **cards)
    game.table.phase, game.table.active_player = "marshalling", ALICE
    game.table.players.writable(ALICE).gold = 4
    return game


def refusal_of(game: Game[FirstTable], command: Command, checks: tuple[Check, ...], seat: Seat = ALICE) -> str:
    """The slot of the first check that a command fails in the window of marshalling; empty if there is none."""
    window = Window("action", "marshalling.action", "M2", ALICE, ALICE)
    found: Refusal | None = first_failed_check(checks, AgotCardContext(game.table, seat, command, window))
    return found.rule if found else ""


def test_a_card_is_marshalled_by_the_active_player_as_what_it_is() -> None:
    game = marshalling(wolf1="alice_hand", lion1="bob_hand")
    assert refusal_of(game, MarshalCharacter(WOLF), MARSHAL) == ""
    assert refusal_of(game, MarshalLocation(WOLF), MARSHAL) == "slot.played-from-hand"
    assert refusal_of(game, MarshalCharacter(LION), MARSHAL, BOB) == "slot.active-marshals"
    assert refusal_of(game, MarshalCharacter(Handle("wolf9")), MARSHAL) == "choice.unknown-card"
    game.table.phase = "challenges"
    assert refusal_of(game, MarshalCharacter(WOLF), MARSHAL, BOB) == "slot.played-from-hand"


def test_a_card_of_another_house_costs_more_than_there_is() -> None:
    game = marshalling(lion1="alice_hand")
    assert refusal_of(game, MarshalCharacter(LION), MARSHAL) == "slot.cost-payable"
    game.table.players.writable(ALICE).gold = 6
    assert refusal_of(game, MarshalCharacter(LION), MARSHAL) == ""


def test_a_copy_of_a_card_in_play_is_marshalled_as_its_duplicate_for_nothing() -> None:
    game = marshalling(wolf1="alice_hand", wolf2="alice_play", lion1="alice_hand")
    assert refusal_of(game, MarshalCharacter(WOLF), MARSHAL) == "slot.unique-once"
    assert refusal_of(game, MarshalDuplicate(WOLF), DUPLICATE) == ""
    assert refusal_of(game, MarshalDuplicate(LION), DUPLICATE) == "slot.duplicate-needs-copy"
    game.rules.begin(game, Window("action", "marshalling.action", "M2", ALICE, ALICE), ALICE, MarshalDuplicate(WOLF))
    assert game.table.players[ALICE].gold == 4


def test_what_is_marshalled_is_paid_for() -> None:
    game = marshalling(wolf1="alice_hand")
    game.rules.begin(game, Window("action", "marshalling.action", "M2", ALICE, ALICE), ALICE, MarshalCharacter(WOLF))
    assert game.table.players[ALICE].gold == 1
    assert type(game.facts[0]).__name__ == "GoldSpent"


def test_a_duplicate_is_used_for_its_save() -> None:
    game = marshalling(wolf1="alice_play")
    assert AgotCardContext(game.table, ALICE, UseDuplicateSave(WOLF, 1)).index < 0
    assert AgotCardContext(game.table, ALICE, MARSHALLING_COMMANDS[0](WOLF)).index == 0
