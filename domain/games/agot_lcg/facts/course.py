"""Facts of the seats and of initiative."""

from __future__ import annotations

from domain.families.agot_cards.facts import course
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.facts import Fact
from domain.kernel.ids import Handle, Seat


class SeatsTaken(Fact, frozen=True, tag="agot_lcg.seats_taken"):
    """The players took their seats, clockwise, with their faction cards, agendas and the window policy of the match."""

    seats: tuple[Seat, ...]
    factions: tuple[tuple[Handle, str], ...]
    agendas: tuple[tuple[Handle, str], ...]
    policy: str

    def apply(self, table: AgotTable) -> None:
        table.seats = self.seats
        table.policy = self.policy
        for seat, (handle, key) in zip(self.seats, self.factions, strict=True):
            table.players.put(seat, table.new_player(faction=handle))
            table.lay_new_card(seat, "faction", handle, key)
        for seat, (handle, key) in zip(self.seats, self.agendas, strict=True):
            if handle:
                table.lay_new_card(seat, "agenda", handle, key)


class InitiativeWon(course.InitiativeWon, frozen=True, tag="agot_lcg.initiative_won"):
    """A player won initiative, with the values that were compared."""
