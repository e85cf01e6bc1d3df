"""What the shared code asks of a card game beside what the kernel asks: its own answers, with defaults.

A game's rules are one value of a class under `CardGameRules`. Shared code that has only a table reaches them by
`rules_of_table`.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from domain.cardgame import slots as _slots  # noqa: F401 - this floor cites what it carries out
from domain.cardgame.table import CardGameTable
from domain.kernel.ids import Seat
from domain.kernel.rules import Rules

T = TypeVar("T", bound=CardGameTable, contravariant=True)


class CardGameRules(Rules[T], Protocol[T]):
    """The rules of one card game with one card pool."""

    # seats

    def next_seat(self, table: T, seat: Seat) -> Seat:
        return table.next_seat(seat)

    def first_seat(self, table: T, kind: str, about: int) -> Seat:
        return table.first_player

    def ordering_seat(self, table: T) -> Seat:
        return table.first_player
