"""Requirements: conditions of the table, the challenge or this card, which hold or do not hold."""

from __future__ import annotations

from domain.cardgame.words.select import seats_of
from domain.games.agot_lcg.chart.challenge.comparison import is_unopposed
from domain.games.agot_lcg.state import AgotContext
from domain.games.agot_lcg.words.select import Cards
from domain.games.agot_lcg.words.text import cards_words, challenge_words
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat, zone
from domain.kernel.occurring.abilities import Word


class Requirement(Word, frozen=True):
    """A word that holds or does not hold now."""

    def holds(self, context: AgotContext, seat: Seat) -> bool:
        """Whether it holds. `seat` is the player in question. Raises LookupError for a word that says nothing."""
        raise LookupError(f"{type(self).__name__} says nothing")

    def in_words(self) -> str:
        """What must hold, for refusals: `to be the first player`. Raises LookupError for a word that says nothing."""
        raise LookupError(f"{type(self).__name__} says nothing")


class Controls(Requirement, frozen=True, tag="controls"):
    """At least `at_least` cards fit `cards`."""

    cards: Cards
    at_least: int = 1

    def holds(self, context: AgotContext, seat: Seat) -> bool:
        return self.cards.possible(context) >= self.at_least

    def in_words(self) -> str:
        return cards_words(self.cards) + (f", {self.at_least} of them" if self.at_least > 1 else "")


class During(Requirement, frozen=True, tag="during"):
    """A challenge is under way; with `challenge`, one of this type.

    `you: attacking` and `you: defending` ask for your side in it, `you: participating` for a participating character of
    yours.
    """

    challenge: str = ""
    you: str = ""

    @enforces("agot_lcg.attacker.attacking-player", "agot_lcg.defender.defending-player")
    def holds(self, context: AgotContext, seat: Seat) -> bool:
        now = context.table.challenge
        if now is None or (self.challenge and now.kind != self.challenge):
            return False
        if self.you == "participating":
            return any(context.table.cards[card].controller == context.you for card in now.participants)
        if self.you == "attacking":
            return now.attacker == context.you
        return self.you != "defending" or now.defender == context.you

    def in_words(self) -> str:
        return challenge_words(self.challenge) + (f" with you {self.you}" if self.you else "")


class MeParticipates(Requirement, frozen=True, tag="me_participates"):
    """This card participates in a challenge; with `challenge`, in one of this type.

    `side` asks for a side. With `host` the card that this one is attached to is meant. With `alone` it is the only
    participant of its side.
    """

    challenge: str = ""
    side: str = "any"
    host: bool = False
    alone: bool = False

    def holds(self, context: AgotContext, seat: Seat) -> bool:
        now = context.table.challenge
        if now is None or (self.challenge and now.kind != self.challenge):
            return False
        card = context.host if self.host else context.me
        side = now.side(card)
        if self.alone and not now.is_alone(card):
            return False
        return bool(side) if self.side == "any" else side == self.side

    def in_words(self) -> str:
        who = "the card that it is on" if self.host else "this card"
        side = {"any": "participating", "": "participating"}.get(self.side, self.side)
        return f"{challenge_words(self.challenge)} with {who} {side}{' alone' if self.alone else ''}"


class Won(Requirement, frozen=True, tag="won"):
    """The player in question has won a challenge of this type in this period.

    With `lost` it was lost instead. `no` demands the opposite. The player in question is the player to choose in
    `choose_player` and the player whose number changes in a constant, otherwise you.
    """

    challenge: str
    period: str = "phase"
    lost: bool = False
    no: bool = False

    def holds(self, context: AgotContext, seat: Seat) -> bool:
        what = "lost" if self.lost else "won"
        return bool(context.table.usage.get(f"{self.period}:{what}:{self.challenge}:{seat}")) != self.no

    def in_words(self) -> str:
        how = f"{'no ' if self.no else ''}{self.challenge} challenge {'lost' if self.lost else 'won'}"
        return f"{how} this {self.period}"


class Unopposed(Requirement, frozen=True, tag="unopposed"):
    """The challenge was won unopposed, or, before strengths are compared, would be won unopposed now.

    `no` demands the opposite.
    """

    no: bool = False

    @enforces("agot_lcg.unopposed.definition")
    def holds(self, context: AgotContext, seat: Seat) -> bool:
        return is_unopposed(context.table) != self.no

    def in_words(self) -> str:
        return "a challenge that is not unopposed" if self.no else "an unopposed challenge"


class FirstPlayer(Requirement, frozen=True, tag="first_player"):
    """You are the first player. `no` demands the opposite."""

    no: bool = False

    def holds(self, context: AgotContext, seat: Seat) -> bool:
        return (context.table.first_player == context.you) != self.no

    def in_words(self) -> str:
        return "not to be the first player" if self.no else "to be the first player"


class LargerHand(Requirement, frozen=True, tag="larger_hand"):
    """You have more cards in hand than the player in question, or, with `than: chosen`, than the chosen player."""

    than: str = ""

    def holds(self, context: AgotContext, seat: Seat) -> bool:
        others = seats_of(context, self.than) if self.than else (seat,)
        mine = len(context.table.zone(zone(context.you, "hand")))
        return bool(others) and all(mine > len(context.table.zone(zone(each, "hand"))) for each in others)

    def in_words(self) -> str:
        return "more cards in hand than the other player"


class HostIs(Requirement, frozen=True, tag="host_is"):
    """The card to which this attachment is attached fits `cards`."""

    cards: Cards

    def holds(self, context: AgotContext, seat: Seat) -> bool:
        return context.host in context.table.cards and self.cards.fits(context, context.host)

    def in_words(self) -> str:
        return f"to be attached to {cards_words(self.cards)}"


class HasDuplicate(Requirement, frozen=True, tag="has_duplicate"):
    """This card has a duplicate."""

    def holds(self, context: AgotContext, seat: Seat) -> bool:
        return bool(context.table.duplicates(context.me))

    def in_words(self) -> str:
        return "a duplicate on this card"


class EnteredBy(Requirement, frozen=True, tag="entered_by"):
    """This card entered play in the manner `how`; with `this_phase`, in this phase."""

    how: str
    this_phase: bool = False

    def holds(self, context: AgotContext, seat: Seat) -> bool:
        card = context.table.cards.get(context.me)
        if card is None or card.how != self.how:
            return False
        return not self.this_phase or card.since == f"{context.table.round}:{context.table.phase}"

    def in_words(self) -> str:
        return f"this card to have entered play by {self.how}{' this phase' if self.this_phase else ''}"
