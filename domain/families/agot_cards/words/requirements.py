"""Requirements: conditions of the table, the challenge or this card, which hold or do not hold."""

from __future__ import annotations

from domain.cardgame.words.requirements import Requirement
from domain.families.agot_cards.chart.challenge.comparison import is_unopposed
from domain.families.agot_cards.state import AgotContext
from domain.kernel.ids import Seat


class During(Requirement, frozen=True, tag="during"):
    """A challenge is under way; with `challenge`, one of this type.

    `you: attacking` and `you: defending` ask for your side in it, `you: participating` for a participating character of
    yours.
    """

    challenge: str = ""
    you: str = ""

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

    def holds(self, context: AgotContext, seat: Seat) -> bool:
        return is_unopposed(context.table) != self.no

    def in_words(self) -> str:
        return "a challenge that is not unopposed" if self.no else "an unopposed challenge"


class HasDuplicate(Requirement, frozen=True, tag="has_duplicate"):
    """This card has a duplicate."""

    def holds(self, context: AgotContext, seat: Seat) -> bool:
        return bool(context.table.duplicates(context.me))

    def in_words(self) -> str:
        return "a duplicate on this card"


def challenge_words(kind: str) -> str:
    """A challenge type with its article: `an intrigue challenge`; `a challenge` for no type."""
    return f"{'an' if kind[:1] == 'i' else 'a'} {kind} challenge" if kind else "a challenge"
