"""Requirements: conditions of the table, the challenge or this card, which hold or do not hold."""

from __future__ import annotations

from domain.games.agot_lcg.abilities.context import AbilityContext
from domain.games.agot_lcg.chart.challenge.comparison import is_unopposed
from domain.games.agot_lcg.words.select import Cards, seats_of
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat, zone
from domain.kernel.occurring.abilities import Word


class Controls(Word, frozen=True, tag="controls"):
    """At least `at_least` cards fit `cards`."""

    cards: Cards
    at_least: int = 1

    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        return self.cards.possible(context) >= self.at_least


class During(Word, frozen=True, tag="during"):
    """A challenge is under way; with `challenge`, one of this type.

    `you: attacking` and `you: defending` ask for your side in it, `you: participating` for a participating character of
    yours.
    """

    challenge: str = ""
    you: str = ""

    @enforces("agot_lcg.attacker.attacking-player", "agot_lcg.defender.defending-player")
    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        now = context.table.challenge
        if now is None or (self.challenge and now.kind != self.challenge):
            return False
        if self.you == "participating":
            return any(context.table.cards[card].controller == context.you for card in now.participants)
        if self.you == "attacking":
            return now.attacker == context.you
        return self.you != "defending" or now.defender == context.you


class MeParticipates(Word, frozen=True, tag="me_participates"):
    """This card participates in a challenge; with `challenge`, in one of this type.

    `side` asks for a side. With `host` the card that this one is attached to is meant. With `alone` it is the only
    participant of its side.
    """

    challenge: str = ""
    side: str = "any"
    host: bool = False
    alone: bool = False

    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        now = context.table.challenge
        if now is None or (self.challenge and now.kind != self.challenge):
            return False
        card = context.host if self.host else context.me
        side = now.side(card)
        if self.alone and not now.is_alone(card):
            return False
        return bool(side) if self.side == "any" else side == self.side


class Won(Word, frozen=True, tag="won"):
    """The player in question has won a challenge of this type in this period.

    With `lost` it was lost instead. `no` demands the opposite. The player in question is the player to choose in
    `choose_player` and the player whose number changes in a constant, otherwise you.
    """

    challenge: str
    period: str = "phase"
    lost: bool = False
    no: bool = False

    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        what = "lost" if self.lost else "won"
        return bool(context.table.usage.get(f"{self.period}:{what}:{self.challenge}:{seat}")) != self.no


class Unopposed(Word, frozen=True, tag="unopposed"):
    """The challenge was won unopposed, or, before strengths are compared, would be won unopposed now.

    `no` demands the opposite.
    """

    no: bool = False

    @enforces("agot_lcg.unopposed.definition")
    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        return is_unopposed(context.table) != self.no


class FirstPlayer(Word, frozen=True, tag="first_player"):
    """You are the first player. `no` demands the opposite."""

    no: bool = False

    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        return (context.table.first_player == context.you) != self.no


class LargerHand(Word, frozen=True, tag="larger_hand"):
    """You have more cards in hand than the player in question, or, with `than: chosen`, than the chosen player."""

    than: str = ""

    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        others = seats_of(context, self.than) if self.than else (seat,)
        mine = len(context.table.zone(zone(context.you, "hand")))
        return bool(others) and all(mine > len(context.table.zone(zone(each, "hand"))) for each in others)


class HostIs(Word, frozen=True, tag="host_is"):
    """The card to which this attachment is attached fits `cards`."""

    cards: Cards

    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        return context.host in context.table.cards and self.cards.fits(context, context.host)


class HasDuplicate(Word, frozen=True, tag="has_duplicate"):
    """This card has a duplicate."""

    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        return bool(context.table.duplicates(context.me))


class EnteredBy(Word, frozen=True, tag="entered_by"):
    """This card entered play in the manner `how`; with `this_phase`, in this phase."""

    how: str
    this_phase: bool = False

    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        card = context.table.cards.get(context.me)
        if card is None or card.how != self.how:
            return False
        return not self.this_phase or card.since == f"{context.table.round}:{context.table.phase}"


Require = (
    Controls | During | MeParticipates | Won | Unopposed | FirstPlayer | LargerHand | HostIs | HasDuplicate | EnteredBy
)
