"""A contest between two players: a challenge, a conflict, a battle. Each side has participants, totals are compared.

A game that has no more to say of its contests has a table under `ContestTable`, and the fact of facts/contests.py.
"""

from __future__ import annotations

from typing import Self

from msgspec import Struct, structs

from domain.cardgame.table import CardGameTable
from domain.kernel.ids import NO_SEAT, Handle, Seat


class Contest(Struct, frozen=True, omit_defaults=True):
    """A contest that is being resolved; totals, winner and margin are fixed when it is `decided`."""

    id: int
    kind: str
    attacker: Seat
    defender: Seat
    attackers: tuple[Handle, ...] = ()
    defenders: tuple[Handle, ...] = ()
    attack: int = 0
    defense: int = 0
    decided: bool = False
    winner: Seat = NO_SEAT
    loser: Seat = NO_SEAT
    margin: int = 0

    @property
    def participants(self) -> tuple[Handle, ...]:
        return self.attackers + self.defenders

    def side(self, card: Handle) -> str:
        """The side of a card: `attacking`, `defending`, or empty."""
        if card in self.attackers:
            return "attacking"
        return "defending" if card in self.defenders else ""

    def by_totals(self, attack: int, defense: int) -> tuple[Seat, Seat, tuple[Handle, ...]]:
        """The seats of the winner and of the loser, and the winner's side; a tie is the attacker's."""
        if attack >= defense:
            return self.attacker, self.defender, self.attackers
        return self.defender, self.attacker, self.defenders

    def is_alone(self, card: Handle) -> bool:
        """Whether a card is the only participant of its side."""
        return (card,) in (self.attackers, self.defenders)

    def without(self, cards: tuple[Handle, ...]) -> Self:
        """The contest after these cards have left it."""
        return structs.replace(
            self,
            attackers=tuple(each for each in self.attackers if each not in cards),
            defenders=tuple(each for each in self.defenders if each not in cards),
        )


class ContestTable(CardGameTable, kw_only=True):
    """The table of a card game with contests; `contest` is the one that is under way."""

    contest: Contest | None = None


def current_contest(table: ContestTable) -> Contest:
    """The contest that is resolving."""
    assert table.contest is not None
    return table.contest
