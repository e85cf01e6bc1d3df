"""Facts of cards: in provinces, bowed and ready, honored and dishonored, with fate on them."""

from __future__ import annotations

from typing import Self

from msgspec import Struct, structs

from domain.games.l5r.state import GIVEN_UP, L5rTable, OwedRefill
from domain.kernel.cards.who_sees_cards import may_see
from domain.kernel.facts import Fact
from domain.kernel.ids import ADMIN, NO_CARD, Handle, Seat, Viewer, ZoneKey


class Placed(Struct, frozen=True, array_like=True, gc=False):
    """A card in a slot, with the zone in which it lies there and who sees it."""

    card: Handle
    zone: ZoneKey
    slot: int
    sees: str = "all"

    def seen_by(self, viewer: Viewer) -> Placed:
        return self if may_see(self.sees, viewer, self.zone) else structs.replace(self, card=NO_CARD)


class CardsPutInProvinces(Fact, frozen=True, tag="l5r.cards_put_in_provinces"):
    """Cards were put in slots: provinces, or dynasty cards on them."""

    cards: tuple[Placed, ...]

    def apply(self, table: L5rTable) -> None:
        for each in self.cards:
            table.writable(each.card).slot = each.slot

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer == ADMIN:
            return self
        return structs.replace(self, cards=tuple(each.seen_by(viewer) for each in self.cards))


class RefillOwed(Fact, frozen=True, tag="l5r.refill_owed"):
    """A province was left without a dynasty card: it is refilled once the reactions to that are over."""

    neutral = True
    owed: OwedRefill

    def apply(self, table: L5rTable) -> None:
        table.refills = (*table.refills, self.owed)


class ProvinceRefilled(Fact, frozen=True, tag="l5r.province_refilled"):
    """A province was refilled, or needs it no more."""

    seat: Seat
    slot: int

    def apply(self, table: L5rTable) -> None:
        table.refills = tuple(each for each in table.refills if (each.seat, each.slot) != (self.seat, self.slot))


class RefillGivenUp(Fact, frozen=True, tag="l5r.refill_given_up"):
    """A province was left as it is, since there was no card to refill it with."""

    neutral = True
    seat: Seat
    slot: int

    def apply(self, table: L5rTable) -> None:
        others = (each for each in table.refills if (each.seat, each.slot) != (self.seat, self.slot))
        table.refills = (*others, OwedRefill(self.seat, self.slot, GIVEN_UP))


class MulliganTaken(Fact, frozen=True, tag="l5r.mulligan_taken"):
    """A player replaced so many of the cards in hand, or in the provinces."""

    neutral = True
    seat: Seat
    area: str
    n: int


class CardsBowed(Fact, frozen=True, tag="l5r.cards_bowed"):
    """Cards bowed."""

    cards: tuple[Handle, ...]

    def apply(self, table: L5rTable) -> None:
        for card in self.cards:
            table.writable(card).bowed = True


class CardsReadied(Fact, frozen=True, tag="l5r.cards_readied"):
    """Cards readied."""

    cards: tuple[Handle, ...]

    def apply(self, table: L5rTable) -> None:
        for card in self.cards:
            table.writable(card).bowed = False


class StatusChanged(Fact, frozen=True, tag="l5r.status_changed"):
    """A character became honored, ordinary or dishonored."""

    card: Handle
    honored: bool = False
    dishonored: bool = False

    def apply(self, table: L5rTable) -> None:
        card = table.writable(self.card)
        card.honored, card.dishonored = self.honored, self.dishonored


class FatePlaced(Fact, frozen=True, tag="l5r.fate_placed"):
    """Fate was put on cards from the general pool, or returned to it (below 0), as pairs of card and fate."""

    fate: tuple[tuple[Handle, int], ...]

    def apply(self, table: L5rTable) -> None:
        for card, n in self.fate:
            table.writable(card).fate += n


class FateInvested(Fact, frozen=True, tag="l5r.fate_invested"):
    """A player put fate from the own pool on a character."""

    seat: Seat
    card: Handle
    fate: int

    def apply(self, table: L5rTable) -> None:
        table.players.writable(self.seat).fate -= self.fate
        table.writable(self.card).fate += self.fate
