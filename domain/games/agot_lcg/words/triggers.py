"""The moment of an ability: the condition that it answers."""

from __future__ import annotations

from domain.games.agot_lcg.abilities.context import AbilityContext
from domain.games.agot_lcg.abilities.occurring import LEAVING, cards_going_along
from domain.games.agot_lcg.words.requirements import Require
from domain.games.agot_lcg.words.select import Cards, seats_of
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle
from domain.kernel.occurring.abilities import Word
from domain.kernel.occurring.conditions import Condition

LEAVES_PLAY = "leaves_play"
"""In an interrupt: in whatever way a card is about to leave play."""


class When(Word, frozen=True, tag="when"):
    """A description of conditions: their kinds, the card and players concerned, details.

    `me`, `host`: it happens to this card, to the card that it is on. `seat`, `other`: you or opponent, for the first
    and the second player concerned (a challenge: winner and loser; attacker and defender). `name` is a phase, a
    challenge type, a card type; `how` a manner (attacker, defender, ambush); `margin` at least by how much. `card`
    describes the card to which it happens, `source` the card that brings it about. `leaves_play` is what interrupts
    answer: that a card is about to leave play, in whatever way (with `me` or `host` also with the card that it is on).
    """

    kinds: tuple[str, ...]
    card: Cards | None = None
    me: bool = False
    host: bool = False
    source: Cards | None = None
    seat: str = ""
    other: str = ""
    name: tuple[str, ...] = ()
    how: str = ""
    margin: int = 0
    requires: tuple[Require, ...] = ()

    @enforces("agot_lcg.triggering.definition")
    def fits(self, context: AbilityContext, condition: Condition) -> bool:
        """Whether this ability answers a condition."""
        if condition.kind not in self.listens() or (self.me and not self.happens_to(context, condition, context.me)):
            return False
        if self.name and condition.name not in self.name:
            return False
        if (self.how and condition.how != self.how) or condition.n < self.margin:
            return False
        if self.host and (not context.host or not self.happens_to(context, condition, context.host)):
            return False
        return self.fits_players(context, condition) and self.fits_card(context, condition)

    @enforces("agot_lcg.leaves-play.definition")
    def listens(self) -> tuple[str, ...]:
        """The kinds of condition that are meant; leaving play means every way of leaving."""
        return tuple(LEAVING) if LEAVES_PLAY in self.kinds else self.kinds

    @enforces("agot_lcg.leaves-play.simultaneous-consequences")
    def happens_to(self, context: AbilityContext, condition: Condition, card: Handle) -> bool:
        """Whether a condition happens to this card; cards on a card leave play with it."""
        if condition.card == card:
            return True
        return LEAVES_PLAY in self.kinds and card in cards_going_along(context.table, (condition.card,))

    def fits_players(self, context: AbilityContext, condition: Condition) -> bool:
        return (not self.seat or condition.seat in seats_of(context, self.seat)) and (
            not self.other or condition.other in seats_of(context, self.other)
        )

    def fits_card(self, context: AbilityContext, condition: Condition) -> bool:
        answered = context.at(condition) if self.card or self.source or self.requires else context
        if self.card is not None and not self.card.fits_seen(answered, condition):
            return False
        if self.source is not None and not self.source.fits_source(answered, condition):
            return False
        return all(each.holds(answered, context.you) for each in self.requires)
