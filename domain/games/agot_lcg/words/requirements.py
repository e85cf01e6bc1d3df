"""Requirements: conditions of the table, the challenge or this card that hold or do not."""

from __future__ import annotations

from domain.games.agot_lcg.abilities.context import AbilityContext
from domain.games.agot_lcg.chart.challenge.comparison import is_unopposed
from domain.games.agot_lcg.words.select import Cards, seats_of
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat, zone
from domain.kernel.occurring.abilities import Word


class Controls(Word, frozen=True, tag="controls"):
    """There are at least so many such cards."""

    cards: Cards
    at_least: int = 1

    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        return self.cards.possible(context) >= self.at_least


class During(Word, frozen=True, tag="during"):
    """A challenge (of a type) is resolving; `you` is attacking or defending in it, or takes part with a character."""

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
    """This card (or the card that it is attached to) participates in the challenge (of a type, on a side, alone)."""

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
    """The player in question has won (lost) a challenge of a type in this period; `no` turns it round."""

    challenge: str
    period: str = "phase"
    lost: bool = False
    no: bool = False

    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        what = "lost" if self.lost else "won"
        return bool(context.table.usage.get(f"{self.period}:{what}:{self.challenge}:{seat}")) != self.no


class Unopposed(Word, frozen=True, tag="unopposed"):
    """The challenge was won unopposed, or, before strength is compared, would be now; `no` turns it round."""

    no: bool = False

    @enforces("agot_lcg.unopposed.definition")
    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        return is_unopposed(context.table) != self.no


class FirstPlayer(Word, frozen=True, tag="first_player"):
    """You are the first player; `no` turns it round."""

    no: bool = False

    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        return (context.table.first_player == context.you) != self.no


class LargerHand(Word, frozen=True, tag="larger_hand"):
    """You hold more cards in hand than a player does (by default the player in question)."""

    than: str = ""

    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        others = seats_of(context, self.than) if self.than else (seat,)
        mine = len(context.table.zone(zone(context.you, "hand")))
        return bool(others) and all(mine > len(context.table.zone(zone(each, "hand"))) for each in others)


class HostIs(Word, frozen=True, tag="host_is"):
    """The card that this attachment is on fits."""

    cards: Cards

    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        return context.host in context.table.cards and self.cards.fits(context, context.host)


class HasDuplicate(Word, frozen=True, tag="has_duplicate"):
    """This card has a duplicate."""

    def holds(self, context: AbilityContext, seat: Seat) -> bool:
        return bool(context.table.duplicates(context.me))


class EnteredBy(Word, frozen=True, tag="entered_by"):
    """This card entered play in a manner; `this_phase` if it did so in the phase under way."""

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
