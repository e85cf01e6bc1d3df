"""The table of Cairn, the commands that players give, and the facts that change the table."""

from __future__ import annotations

from domain.kernel.commands import Command
from domain.kernel.facts import Fact
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.table import Table


class CairnTable(Table, kw_only=True):
    """Everything that is so: the heap, what was taken last, whose turn it is, who still has a spare stone."""

    stones: int = 0
    last: int = 0
    turn: Seat = NO_SEAT
    spare: tuple[Seat, ...] = ()

    def other(self, seat: Seat) -> Seat:
        return self.clockwise_from(seat)[1]


# --- commands


class TakeStones(Command, frozen=True, tag="take_stones"):
    """Take so many stones from the heap."""

    count: int


class TossStone(Command, frozen=True, tag="toss_stone"):
    """Add the spare stone to the heap."""


# --- facts


class HeapBuilt(Fact, frozen=True, tag="cairn.heap_built"):
    """The match began: who plays, the window policy, and how many stones there are."""

    seats: tuple[Seat, ...]
    policy: str
    stones: int

    def apply(self, table: CairnTable) -> None:
        table.seats = table.spare = self.seats
        table.policy = self.policy
        table.stones = self.stones
        table.turn = self.seats[0]


class StonesTaken(Fact, frozen=True, tag="cairn.stones_taken"):
    """A player took stones."""

    seat: Seat
    count: int

    def apply(self, table: CairnTable) -> None:
        table.stones -= self.count
        table.last = self.count


class StoneTossed(Fact, frozen=True, tag="cairn.stone_tossed"):
    """A player added the spare stone to the heap."""

    seat: Seat

    def apply(self, table: CairnTable) -> None:
        table.stones += 1
        table.spare = tuple(each for each in table.spare if each != self.seat)


class TurnPassed(Fact, frozen=True, tag="cairn.turn_passed"):
    """It is this player's turn."""

    seat: Seat

    def apply(self, table: CairnTable) -> None:
        table.turn = self.seat


FACTS: tuple[type[Fact], ...] = (HeapBuilt, StonesTaken, StoneTossed, TurnPassed)
