"""Requirements: conditions of the table or of this card, which hold or do not hold."""

from __future__ import annotations

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.table import HAND
from domain.cardgame.words.select import CardFilter, seats_of
from domain.kernel.ids import Seat, zone
from domain.kernel.occurring.abilities import Word


class Requirement(Word, frozen=True):
    """A word that holds or does not hold now."""

    def holds(self, context: AnyContext, seat: Seat) -> bool:
        """Whether it holds. `seat` is the player in question. Raises LookupError for a word that says nothing."""
        raise LookupError(f"{type(self).__name__} says nothing")

    def in_words(self) -> str:
        """What must hold, for refusals: `to be the first player`. Raises LookupError for a word that says nothing."""
        raise LookupError(f"{type(self).__name__} says nothing")


class Controls(Requirement, frozen=True, tag="controls"):
    """At least `at_least` cards fit `cards`."""

    cards: CardFilter
    at_least: int = 1

    def holds(self, context: AnyContext, seat: Seat) -> bool:
        return self.cards.possible(context, self.at_least) >= self.at_least

    def in_words(self) -> str:
        return self.cards.in_words() + (f", {self.at_least} of them" if self.at_least > 1 else "")


class FirstPlayer(Requirement, frozen=True, tag="first_player"):
    """You are the first player. `no` demands the opposite."""

    no: bool = False

    def holds(self, context: AnyContext, seat: Seat) -> bool:
        return bool(context.table.first_player == context.you) != self.no

    def in_words(self) -> str:
        return "not to be the first player" if self.no else "to be the first player"


class LargerHand(Requirement, frozen=True, tag="larger_hand"):
    """You have more cards in hand than the player in question, or, with `than: chosen`, than the chosen player."""

    than: str = ""

    def holds(self, context: AnyContext, seat: Seat) -> bool:
        others = seats_of(context, self.than) if self.than else (seat,)
        mine = len(context.table.zone(zone(context.you, HAND)))
        return bool(others) and all(mine > len(context.table.zone(zone(each, HAND))) for each in others)

    def in_words(self) -> str:
        return "more cards in hand than the other player"


class HostIs(Requirement, frozen=True, tag="host_is"):
    """The card to which this attachment is attached fits `cards`."""

    cards: CardFilter

    def holds(self, context: AnyContext, seat: Seat) -> bool:
        return context.host in context.table.cards and self.cards.fits(context, context.host)

    def in_words(self) -> str:
        return f"to be attached to {self.cards.in_words()}"


class EnteredBy(Requirement, frozen=True, tag="entered_by"):
    """This card entered play in the manner `how`; with `this_phase`, in this phase."""

    how: str
    this_phase: bool = False

    def holds(self, context: AnyContext, seat: Seat) -> bool:
        card = context.table.cards.get(context.me)
        if card is None or card.how != self.how:
            return False
        return not self.this_phase or card.since == f"{context.table.round}:{context.table.phase}"

    def in_words(self) -> str:
        return f"this card to have entered play by {self.how}{' this phase' if self.this_phase else ''}"
