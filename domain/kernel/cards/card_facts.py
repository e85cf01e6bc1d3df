"""The facts of cards: moved, turned, shuffled, given new handles, learned; and what each viewer reads of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from msgspec import Struct, structs

from domain.kernel.cards.card_table import BOTTOM, CardTable
from domain.kernel.cards.who_sees_cards import may_see
from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import SeatName
from domain.kernel.ids import ADMIN, NO_CARD, OFFICIALS, PUBLIC, Handle, Viewer, ZoneKey

if TYPE_CHECKING:
    from domain.kernel.occurring.conditions import AbilityTable


class Move(Struct, frozen=True, array_like=True, omit_defaults=True, gc=False):
    """One card's move: its handle before and after, from where, to where, on what, at which place and face there.

    `was` and `now` say who sees it where it was and where it is.
    """

    old: Handle
    new: Handle
    source: ZoneKey
    to: ZoneKey
    was: str = "all"
    now: str = "all"
    host: Handle = NO_CARD
    place: int = BOTTOM
    facedown: bool = False

    def seen_by(self, viewer: Viewer) -> Move:
        return structs.replace(
            self,
            old=self.old if may_see(self.was, viewer, self.source) else NO_CARD,
            new=self.new if may_see(self.now, viewer, self.to) else NO_CARD,
        )


class CardsMoved(Fact, frozen=True, tag="kernel.cards_moved"):
    """Cards moved at once; a viewer reads the handles of those zones whose contents it sees."""

    says_who_sees = True
    moves: tuple[Move, ...]

    def apply(self, table: CardTable) -> None:
        for move in self.moves:
            table.apply_move(move)

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer == ADMIN:
            return self
        return structs.replace(self, moves=tuple(move.seen_by(viewer) for move in self.moves))


class Turn(Struct, frozen=True, array_like=True, gc=False):
    """One card's change of face where it lies: its handle before and after, and who sees it before and after."""

    old: Handle
    new: Handle
    zone: ZoneKey
    was: str
    now: str

    def seen_by(self, viewer: Viewer) -> Turn:
        return structs.replace(
            self,
            old=self.old if may_see(self.was, viewer, self.zone) else NO_CARD,
            new=self.new if may_see(self.now, viewer, self.zone) else NO_CARD,
        )


class CardsTurned(Fact, frozen=True, tag="kernel.cards_turned"):
    """Cards were turned faceup or facedown at once, where they lie."""

    says_who_sees = True
    turns: tuple[Turn, ...]
    facedown: bool

    def apply(self, table: CardTable) -> None:
        for each in self.turns:
            table.rename(each.old, each.new)
            with table.reindexing(each.new) as card:
                card.facedown = self.facedown

    def seen_by(self, viewer: Viewer) -> Self:
        return structs.replace(self, turns=tuple(each.seen_by(viewer) for each in self.turns))


class ZoneShuffled(Fact, frozen=True, tag="kernel.zone_shuffled"):
    """A zone was shuffled: its new order from the top, each card as (old handle, new handle)."""

    says_who_sees = True
    zone: ZoneKey
    order: tuple[tuple[Handle, Handle], ...] = ()

    def apply(self, table: CardTable) -> None:
        cards = [(table.cards.take_writable(old), new) for old, new in self.order]
        table.zones.put(self.zone, [new for _, new in self.order])
        for card, new in cards:
            table.put_back(card, new)

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer == ADMIN else structs.replace(self, order=())


class HandlesRedrawn(Fact, frozen=True, tag="kernel.handles_redrawn"):
    """The cards of a hidden zone were given new handles where they lie, as (old, new); who sees the zone reads them."""

    neutral = True
    says_who_sees = True
    zone: ZoneKey
    sees: str
    order: tuple[tuple[Handle, Handle], ...] = ()

    def apply(self, table: CardTable) -> None:
        for old, new in self.order:
            table.rename(old, new)

    def seen_by(self, viewer: Viewer) -> Self:
        return self if may_see(self.sees, viewer, self.zone) else structs.replace(self, order=())


def renamed_handles(fact: Fact) -> Iterable[tuple[Handle, Handle]]:
    """The handles that a fact changed, each before and after."""
    if isinstance(fact, CardsMoved):
        return ((each.old, each.new) for each in fact.moves)
    if isinstance(fact, CardsTurned):
        return ((each.old, each.new) for each in fact.turns)
    return fact.order if isinstance(fact, (ZoneShuffled, HandlesRedrawn)) else ()


class Learned(Fact, frozen=True, tag="kernel.learned"):
    """Viewers learned cards (handle, card key); `public` among them means everybody.

    `effect` is the ability that goes on showing them until it has resolved or they are moved.
    """

    neutral = True
    says_who_sees = True
    to: tuple[SeatName, ...]
    cards: tuple[tuple[Handle, str], ...]
    effect: int = 0

    def apply(self, table: AbilityTable) -> None:
        if self.effect:
            effect = table.effects[self.effect]
            shown = (*effect.shown, (self.to, tuple(card for card, _ in self.cards)))
            table.effects.put(self.effect, structs.replace(effect, shown=shown))

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer in self.to or viewer in OFFICIALS or PUBLIC in self.to:
            return self
        return structs.replace(self, cards=())
