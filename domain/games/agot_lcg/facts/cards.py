"""Facts of cards, gold, tokens and effects."""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.table import LastingEffect
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.facts import Fact
from domain.kernel.ids import NO_CARD, OFFICIALS, Handle, Seat, Viewer, ZoneKey
from domain.kernel.numbers import TracedNumber
from domain.kernel.occurring.conditions import DelayedEffect


class PlotRevealed(Fact, frozen=True, tag="agot_lcg.plot_revealed"):
    """A plot was turned faceup onto the player's previous plots."""

    neutral = True
    seat: Seat
    plot: Handle
    serial: int = 0

    def apply(self, table: AgotTable) -> None:
        table.writable(self.plot).entered = self.serial


class GoldGained(Fact, frozen=True, tag="agot_lcg.gold_gained"):
    """A player gained gold from the treasury; `trace` is that of income."""

    seat: Seat
    gold: int
    why: str = ""
    trace: TracedNumber | None = None

    def apply(self, table: AgotTable) -> None:
        table.players.writable(self.seat).gold += self.gold


class GoldSpent(Fact, frozen=True, tag="agot_lcg.gold_spent"):
    """A player returned gold to the treasury; `trace` is that of the cost."""

    seat: Seat
    gold: int
    why: str = ""
    trace: TracedNumber | None = None

    def apply(self, table: AgotTable) -> None:
        table.players.writable(self.seat).gold -= self.gold


class CardsKnelt(Fact, frozen=True, tag="agot_lcg.cards_knelt"):
    """Cards knelt."""

    cards: tuple[Handle, ...]

    def apply(self, table: AgotTable) -> None:
        for card in self.cards:
            table.writable(card).kneeling = True


class CardsStood(Fact, frozen=True, tag="agot_lcg.cards_stood"):
    """Cards stood."""

    cards: tuple[Handle, ...]

    def apply(self, table: AgotTable) -> None:
        for card in self.cards:
            table.writable(card).kneeling = False


class PowerPlaced(Fact, frozen=True, tag="agot_lcg.power_placed"):
    """Power tokens were put on cards, or taken off (below 0), as pairs of card and power."""

    on: tuple[tuple[Handle, int], ...]
    why: str = "gained"

    def apply(self, table: AgotTable) -> None:
        for card, power in self.on:
            table.writable(card).power += power


class TokensPlaced(Fact, frozen=True, tag="agot_lcg.tokens_placed"):
    """Named tokens were put on a card, or taken off (below 0)."""

    card: Handle
    name: str
    n: int

    @enforces("agot_lcg.influence-tokens.named-by-abilities")
    def apply(self, table: AgotTable) -> None:
        card = table.writable(self.card)
        left = card.tokens.get(self.name, 0) + self.n
        rest = {name: n for name, n in card.tokens.items() if name != self.name}
        card.tokens = {**rest, self.name: left} if left else rest


class EnteredPlay(Fact, frozen=True, tag="agot_lcg.entered_play"):
    """A card entered play: how (marshalled, put, ambush, setup), in what state, and since which phase."""

    card: Handle
    how: str
    kneeling: bool = False
    duplicate: bool = False
    facedown: bool = False
    since: str = ""
    serial: int = 0

    def apply(self, table: AgotTable) -> None:
        card = table.writable(self.card)
        table.unindex(card)
        card.entered = self.serial
        card.how, card.since, card.kneeling = self.how, self.since, self.kneeling
        card.duplicate, card.facedown = self.duplicate, self.facedown
        table.index(card)

    def seen_by(self, viewer: Viewer) -> EnteredPlay:
        return structs.replace(self, card=NO_CARD) if self.facedown and viewer not in OFFICIALS else self


class Attached(Fact, frozen=True, tag="agot_lcg.attached"):
    """An attachment or duplicate in play was put on a card."""

    card: Handle
    host: Handle

    def apply(self, table: AgotTable) -> None:
        table.writable(self.card).host = self.host


class CharactersKilled(Fact, frozen=True, tag="agot_lcg.characters_killed"):
    """Characters were killed; the move to where they went is a fact of its own."""

    neutral = True
    characters: tuple[Handle, ...]


class CardsSacrificed(Fact, frozen=True, tag="agot_lcg.cards_sacrificed"):
    """Cards were sacrificed."""

    neutral = True
    cards: tuple[Handle, ...]


class CardsDiscarded(Fact, frozen=True, tag="agot_lcg.cards_discarded"):
    """Cards were discarded: from play, from a hand or from a deck."""

    neutral = True
    cards: tuple[Handle, ...]
    source: str = "play"


class CardsDrawn(Fact, frozen=True, tag="agot_lcg.cards_drawn"):
    """A player drew cards; the move that follows says which, to that player."""

    neutral = True
    seat: Seat
    n: int


class CardSaved(Fact, frozen=True, tag="agot_lcg.card_saved"):
    """A card was saved from leaving play."""

    neutral = True
    card: Handle
    by: Handle


class EventPlayed(Fact, frozen=True, tag="agot_lcg.event_played"):
    """An event was played."""

    neutral = True
    seat: Seat
    card: Handle


class LastingBegan(Fact, frozen=True, tag="agot_lcg.lasting_began"):
    """A lasting effect began."""

    effect: LastingEffect

    def apply(self, table: AgotTable) -> None:
        table.lasting.put(self.effect.id, self.effect)


class LastingEnded(Fact, frozen=True, tag="agot_lcg.lasting_ended"):
    """Lasting effects expired or were used up."""

    effects: tuple[int, ...]

    def apply(self, table: AgotTable) -> None:
        for effect in self.effects:
            table.lasting.take(effect)


class DelayedBegan(Fact, frozen=True, tag="agot_lcg.delayed_began"):
    """A delayed effect began to wait for its moment."""

    neutral = True
    effect: DelayedEffect

    def apply(self, table: AgotTable) -> None:
        table.delayed.put(self.effect.id, self.effect)

    def seen_by(self, viewer: Viewer) -> DelayedBegan:
        """What had been chosen for it may have been hidden; where it was not, its own fact has said so."""
        if viewer == self.effect.you or viewer in OFFICIALS:
            return self
        return structs.replace(self, effect=structs.replace(self.effect, chosen=()))


class DelayedEnded(Fact, frozen=True, tag="agot_lcg.delayed_ended"):
    """A delayed effect ended: it resolves now, or its moment can no longer come."""

    neutral = True
    effect: int

    def apply(self, table: AgotTable) -> None:
        table.delayed.take(self.effect)


class ControlTaken(Fact, frozen=True, tag="agot_lcg.control_taken"):
    """A player took control of cards."""

    neutral = True
    seat: Seat
    cards: tuple[Handle, ...]


class PileOrdered(Fact, frozen=True, tag="agot_lcg.pile_ordered"):
    """The owner ordered cards that came to a pile together; the last is on top."""

    zone: ZoneKey
    cards: tuple[Handle, ...]

    def apply(self, table: AgotTable) -> None:
        pile = table.writable_zone(self.zone)
        pile[:] = [*reversed(self.cards), *(each for each in pile if each not in self.cards)]


class ConstantsOrdered(Fact, frozen=True, tag="agot_lcg.constants_ordered"):
    """The first player ordered constant abilities that cannot apply together. They get new serials."""

    cards: tuple[tuple[Handle, int], ...]

    def apply(self, table: AgotTable) -> None:
        for card, serial in self.cards:
            table.writable(card).entered = serial
