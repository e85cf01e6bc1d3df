"""Facts of changes by hand: changes that no rule of the game makes and a judge's correction can."""

from __future__ import annotations

from typing import Literal

from domain.games.agot_board.facts.combat import change, change_side, current_combat
from domain.games.agot_board.state import BoardTable, Units
from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import Term
from domain.kernel.ids import NO_SEAT, Seat


class PowerTokenSet(Fact, frozen=True, tag="agot_board.power_token_set"):
    """A Power token of a House came from its pool into an area; the one that lay there went back to its own."""

    area: Term
    house: Seat

    def apply(self, table: BoardTable) -> None:
        before = table.area(self.area).power_token
        if before:
            table.houses.writable(before).pool += 1
        if self.house:
            table.houses.writable(self.house).pool -= 1
        table.areas.writable(self.area).power_token = self.house


class GarrisonSet(Fact, frozen=True, tag="agot_board.garrison_set"):
    """The Garrison of a House was put into an area, or removed from it."""

    area: Term
    house: Seat = NO_SEAT

    def apply(self, table: BoardTable) -> None:
        table.areas.writable(self.area).garrison = self.house


class NeutralForceSet(Fact, frozen=True, tag="agot_board.neutral_force_set"):
    """A Neutral Force of this strength was put into an area; with strength 0 it was removed."""

    area: Term
    strength: int = 0

    def apply(self, table: BoardTable) -> None:
        table.areas.writable(self.area).neutral = self.strength


class TokenTurned(Fact, frozen=True, tag="agot_board.token_turned"):
    """The Valyrian Steel Blade or the Messenger Raven was turned to its used or its coloured side."""

    token: Literal["blade", "raven"]
    used: bool

    def apply(self, table: BoardTable) -> None:
        if self.token == "blade":
            table.blade_used = self.used
        else:
            table.raven_used = self.used


class LossesDue(Fact, frozen=True, tag="agot_board.losses_due"):
    """The units that the awaited side must lose were counted anew."""

    house: Seat
    due: int = 0

    def apply(self, table: BoardTable) -> None:
        change(table, due=self.due)


class BanLifted(Fact, frozen=True, tag="agot_board.ban_lifted"):
    """The ban on one type of orders was lifted (`march-plus-1`: that token alone)."""

    ban: Term

    def apply(self, table: BoardTable) -> None:
        table.bans = tuple(each for each in table.bans if each != self.ban)


class AttackersSet(Fact, frozen=True, tag="agot_board.attackers_set"):
    """The attacking units were set."""

    house: Seat
    units: Units

    def apply(self, table: BoardTable) -> None:
        change(table, units=dict(self.units))


class SupportSet(Fact, frozen=True, tag="agot_board.support_set"):
    """The support of an order in an area was set: to a side, refused, or (with nothing) undecided."""

    area: Term
    side: Term = ""

    def apply(self, table: BoardTable) -> None:
        now = current_combat(table)
        others = {area: side for area, side in now.support.items() if area != self.area}
        declined = tuple(area for area in now.declined if area != self.area)
        change(table, support={**others, self.area: self.side} if self.side else others, declined=declined)


class HouseCardSet(Fact, frozen=True, tag="agot_board.house_card_set"):
    """A House card was put into the combat from a hand or discard pile; the earlier one went back to the hand.

    `used`: the text of the card is done with.
    """

    house: Seat
    card: Term
    used: bool = False

    def apply(self, table: BoardTable) -> None:
        house, now = table.houses.writable(self.house), current_combat(table).side(self.house)
        if now.card != self.card:
            house.discard = tuple(each for each in house.discard if each != self.card)
            house.hand = (*(each for each in house.hand if each != self.card), *([now.card] if now.card else []))
            change_side(table, self.house, kept=False)
        change_side(table, self.house, card=self.card, used=self.used)


CORRECTION_FACTS: tuple[type[Fact], ...] = (
    PowerTokenSet,
    GarrisonSet,
    NeutralForceSet,
    TokenTurned,
    LossesDue,
    BanLifted,
    AttackersSet,
    SupportSet,
    HouseCardSet,
)
