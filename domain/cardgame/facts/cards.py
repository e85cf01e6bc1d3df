"""Facts of cards, tokens and effects."""

from __future__ import annotations

from typing import Any, Self

from msgspec import structs

from domain.cardgame.table import CardGameTable, LastingEffect
from domain.kernel.facts import Fact
from domain.kernel.ids import NO_CARD, OFFICIALS, Handle, Seat, Viewer, ZoneKey
from domain.kernel.occurring.conditions import DelayedEffect


class TokensPlaced(Fact, frozen=True, tag="cards.tokens_placed"):
    """Named tokens were put on a card, or taken off (below 0)."""

    card: Handle
    name: str
    n: int

    def apply(self, table: CardGameTable) -> None:
        card = table.writable(self.card)
        left = card.tokens.get(self.name, 0) + self.n
        rest = {name: n for name, n in card.tokens.items() if name != self.name}
        card.tokens = {**rest, self.name: left} if left else rest


class CardEnteredPlay(Fact, frozen=True, tag="cards.entered_play"):
    """A card entered play: how, with which face, and since which phase. A game adds the state in which it enters."""

    card: Handle
    how: str
    facedown: bool = False
    since: str = ""
    serial: int = 0

    def apply(self, table: CardGameTable) -> None:
        with table.reindexing(self.card) as card:
            self.write_to(card)

    def write_to(self, card: Any) -> None:  # of the game's type of card
        """Write the state in which it enters to the card."""
        card.entered, card.how, card.since, card.facedown = self.serial, self.how, self.since, self.facedown

    def seen_by(self, viewer: Viewer) -> Self:
        return structs.replace(self, card=NO_CARD) if self.facedown and viewer not in OFFICIALS else self


class Attached(Fact, frozen=True, tag="cards.attached"):
    """A card in play was put on another."""

    card: Handle
    host: Handle

    def apply(self, table: CardGameTable) -> None:
        table.writable(self.card).host = self.host


class CardsSacrificed(Fact, frozen=True, tag="cards.cards_sacrificed"):
    """Cards were sacrificed."""

    neutral = True
    cards: tuple[Handle, ...]


class CardsDiscarded(Fact, frozen=True, tag="cards.cards_discarded"):
    """Cards were discarded: from play, from a hand or from a deck."""

    neutral = True
    cards: tuple[Handle, ...]
    source: str = "play"


class CardsDrawn(Fact, frozen=True, tag="cards.cards_drawn"):
    """A player drew cards; the move that follows says which, to that player."""

    neutral = True
    seat: Seat
    n: int


class CardSaved(Fact, frozen=True, tag="cards.card_saved"):
    """A card was saved from leaving play."""

    neutral = True
    card: Handle
    by: Handle


class EventPlayed(Fact, frozen=True, tag="cards.event_played"):
    """An event was played."""

    neutral = True
    seat: Seat
    card: Handle


class LastingBegan(Fact, frozen=True, tag="cards.lasting_began"):
    """A lasting effect began."""

    effect: LastingEffect

    def apply(self, table: CardGameTable) -> None:
        table.lasting.put(self.effect.id, self.effect)


class LastingEnded(Fact, frozen=True, tag="cards.lasting_ended"):
    """Lasting effects expired or were used up."""

    effects: tuple[int, ...]

    def apply(self, table: CardGameTable) -> None:
        for effect in self.effects:
            table.lasting.take(effect)


class DelayedBegan(Fact, frozen=True, tag="cards.delayed_began"):
    """A delayed effect began to wait for its moment."""

    neutral = True
    effect: DelayedEffect

    def apply(self, table: CardGameTable) -> None:
        table.delayed.put(self.effect.id, self.effect)

    def seen_by(self, viewer: Viewer) -> Self:
        """What had been chosen for it may have been hidden; where it was not, its own fact has said so."""
        if viewer == self.effect.you or viewer in OFFICIALS:
            return self
        return structs.replace(self, effect=structs.replace(self.effect, chosen=()))


class DelayedEnded(Fact, frozen=True, tag="cards.delayed_ended"):
    """A delayed effect ended: it resolves now, or its moment can no longer come."""

    neutral = True
    effect: int

    def apply(self, table: CardGameTable) -> None:
        table.delayed.take(self.effect)


class ControlTaken(Fact, frozen=True, tag="cards.control_taken"):
    """A player took control of cards."""

    neutral = True
    seat: Seat
    cards: tuple[Handle, ...]


class PileOrdered(Fact, frozen=True, tag="cards.pile_ordered"):
    """The owner ordered cards that came to a pile together; the last is on top."""

    zone: ZoneKey
    cards: tuple[Handle, ...]

    def apply(self, table: CardGameTable) -> None:
        pile = table.writable_zone(self.zone)
        pile[:] = [*reversed(self.cards), *(each for each in pile if each not in self.cards)]


class ConstantsOrdered(Fact, frozen=True, tag="cards.constants_ordered"):
    """The first player ordered constant abilities that cannot apply together. They get new serials."""

    cards: tuple[tuple[Handle, int], ...]

    def apply(self, table: CardGameTable) -> None:
        for card, serial in self.cards:
            table.writable(card).entered = serial
