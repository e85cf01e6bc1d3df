"""Facts of the start: seats, decks, House cards, Neutral Forces, Garrisons."""

from __future__ import annotations

from typing import Self

from msgspec import structs

from domain.games.agot_board.state import Area, BoardTable, House
from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import PlayerName
from domain.kernel.ids import ADMIN, NO_SEAT, Handle, Seat, Viewer, ZoneKey
from domain.kernel.table import Card


class SeatsTaken(Fact, frozen=True, tag="agot_board.seats_taken"):
    """The Houses took their seats, with who plays them (where that was said) and the options of the match.

    The names are the match's, or its event's, to tell: nobody reads them off the board.
    """

    seats: tuple[Seat, ...]
    players: tuple[PlayerName, ...]
    areas: tuple[str, ...]
    policy: str
    tides: bool
    rule_set: str

    def apply(self, table: BoardTable) -> None:
        table.seats = self.seats
        table.policy = self.policy
        table.tides = self.tides
        table.rule_set = self.rule_set
        for seat, player in zip(self.seats, self.players, strict=True):
            table.houses.put(seat, House(player))
        for area in self.areas:
            table.areas.put(area, Area())

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer == ADMIN else structs.replace(self, players=tuple("" for _ in self.players))


class DeckLaid(Fact, frozen=True, tag="agot_board.deck_laid"):
    """A deck was laid out: everybody reads how many cards, nobody reads which."""

    zone: ZoneKey
    count: int
    cards: tuple[tuple[Handle, str], ...] = ()

    def apply(self, table: BoardTable) -> None:
        for handle, key in self.cards:
            table.lay(Card(handle, key, NO_SEAT, NO_SEAT, self.zone))

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer == "admin" else structs.replace(self, cards=())


class HouseCardsTaken(Fact, frozen=True, tag="agot_board.house_cards_taken"):
    """A House took its House cards: its hand and its discard pile."""

    house: Seat
    hand: tuple[str, ...]
    discard: tuple[str, ...] = ()

    def apply(self, table: BoardTable) -> None:
        house = table.houses.writable(self.house)
        house.hand, house.discard = self.hand, self.discard


class NeutralForcesPlaced(Fact, frozen=True, tag="agot_board.neutral_forces_placed"):
    """The Neutral Forces were placed, by area: their strength, -1 for one that can never be entered."""

    forces: dict[str, int]

    def apply(self, table: BoardTable) -> None:
        for area, strength in self.forces.items():
            table.areas.writable(area).neutral = strength


class GarrisonPlaced(Fact, frozen=True, tag="agot_board.garrison_placed"):
    """The Garrison of a House was placed."""

    area: str
    house: Seat

    def apply(self, table: BoardTable) -> None:
        table.areas.writable(self.area).garrison = self.house


START_FACTS: tuple[type[Fact], ...] = (
    SeatsTaken,
    DeckLaid,
    HouseCardsTaken,
    NeutralForcesPlaced,
    GarrisonPlaced,
)
