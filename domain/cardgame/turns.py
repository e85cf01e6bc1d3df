"""Procedures in which players have turns, one after the other in player order: who has had a turn, and whose it is."""

from __future__ import annotations

from typing import Protocol

from domain.cardgame.table import CardGame, CardGameTable
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Seat


class HasTurns(Protocol):
    """A procedure in which players have turns."""

    def had_turn(self, table: CardGameTable) -> tuple[Seat, ...]:
        """The players who have had their turn, or have it."""


class Turns(Procedure, frozen=True):
    """A procedure that remembers who has had a turn, or has it; so nobody loses one where a player leaves the game."""

    were_active: tuple[Seat, ...] = ()

    def had_turn(self, table: CardGameTable) -> tuple[Seat, ...]:
        return self.were_active


class CountedTurns(Procedure, frozen=True):
    """A procedure that counts the turns that are over, of a match that ends where a player leaves, as one of two."""

    turn: int = 0

    def had_turn(self, table: CardGameTable) -> tuple[Seat, ...]:
        return table.player_order()[: self.turn]


def seats_to_come(table: CardGameTable, frame: HasTurns) -> list[Seat]:
    """The players, in player order, who have not had their turn."""
    had = frame.had_turn(table)
    return [seat for seat in table.player_order() if seat not in had]


def seat_of_step(table: CardGameTable, frame: HasTurns) -> tuple[Seat, ...]:
    """The player whose turn it is in a procedure, in player order; nobody after all turns."""
    return tuple(seats_to_come(table, frame)[:1])


def count_turn(game: CardGame, frame: Turns, seat: Seat, at: str = "") -> None:
    """Remember that a player has a turn, or has had it; go on at a step, if one is named."""
    game.set(were_active=(*frame.were_active, seat))
    if at:
        game.goto(at)


def first_turn(game: CardGame, frame: CountedTurns) -> None:
    """Let a further round of turns in player order begin."""
    game.set(turn=0)
