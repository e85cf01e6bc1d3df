"""Facts of initiative."""

from __future__ import annotations

from domain.families.agot_cards.state import AgotTable
from domain.kernel.facts import Fact
from domain.kernel.ids import Seat
from domain.kernel.numbers import TracedNumber


class InitiativeWon(Fact, frozen=True):
    """A player won initiative, with the values that were compared."""

    neutral = True
    seat: Seat
    values: tuple[tuple[Seat, TracedNumber], ...]
    how: str = "highest"

    def apply(self, table: AgotTable) -> None:
        table.initiative_winner = self.seat
