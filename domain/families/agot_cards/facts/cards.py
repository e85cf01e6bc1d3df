"""Facts of plots, gold, power, kneeling and killing."""

from __future__ import annotations

from domain.cardgame.facts.cards import CardEnteredPlay
from domain.families.agot_cards.state import AgotCard, AgotTable
from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import Term
from domain.kernel.ids import Handle, Seat
from domain.kernel.numbers import TracedNumber


class PlotRevealed(Fact, frozen=True):
    """A plot was turned faceup onto the player's previous plots."""

    neutral = True
    seat: Seat
    plot: Handle
    serial: int = 0

    def apply(self, table: AgotTable) -> None:
        table.writable(self.plot).entered = self.serial


class GoldGained(Fact, frozen=True):
    """A player gained gold from the treasury; `trace` is that of income."""

    seat: Seat
    gold: int
    why: Term = ""
    trace: TracedNumber | None = None

    def apply(self, table: AgotTable) -> None:
        table.players.writable(self.seat).gold += self.gold


class GoldSpent(Fact, frozen=True):
    """A player returned gold to the treasury; `trace` is that of the cost."""

    seat: Seat
    gold: int
    why: Term = ""
    trace: TracedNumber | None = None

    def apply(self, table: AgotTable) -> None:
        table.players.writable(self.seat).gold -= self.gold


class CardsKnelt(Fact, frozen=True):
    """Cards knelt."""

    cards: tuple[Handle, ...]

    def apply(self, table: AgotTable) -> None:
        for card in self.cards:
            table.cards.writable_calmly(card).kneeling = True


class CardsStood(Fact, frozen=True):
    """Cards stood."""

    cards: tuple[Handle, ...]

    def apply(self, table: AgotTable) -> None:
        for card in self.cards:
            table.cards.writable_calmly(card).kneeling = False


class PowerPlaced(Fact, frozen=True):
    """Power tokens were put on cards, or taken off (below 0), as pairs of card and power."""

    on: tuple[tuple[Handle, int], ...]
    why: str = "gained"

    def apply(self, table: AgotTable) -> None:
        for card, power in self.on:
            table.writable(card).power += power


class EnteredPlay(CardEnteredPlay, frozen=True):
    """A card entered play; `how` is marshalled, put, ambush or setup."""

    kneeling: bool = False
    duplicate: bool = False

    def write_to(self, card: AgotCard) -> None:
        super().write_to(card)
        card.kneeling, card.duplicate = self.kneeling, self.duplicate


class CharactersKilled(Fact, frozen=True):
    """Characters were killed; the move to where they went is a fact of its own."""

    neutral = True
    characters: tuple[Handle, ...]
