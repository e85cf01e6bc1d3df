"""The moment of a triggered ability: the conditions that it answers."""

from __future__ import annotations

from typing import ClassVar

from domain.cardgame.occurring.leaving_play import cards_going_along
from domain.cardgame.words.select import seats_of
from domain.games.agot_lcg.abilities.occurring import LEAVING
from domain.games.agot_lcg.state import AgotContext
from domain.games.agot_lcg.words.requirements import Requirement
from domain.games.agot_lcg.words.select import Cards
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle
from domain.kernel.occurring.abilities import Word
from domain.kernel.occurring.conditions import Condition

LEAVES_PLAY = "leaves_play"
"""In an interrupt: in whatever way a card is about to leave play."""


class When(Word, frozen=True, tag="when"):
    """A description of conditions. A condition fits if it is of one of the `kinds` and every field that is given fits.

    `me`: it happens to this card. `host`: it happens to the card that this one is attached to. `card` describes the
    card to which it happens, `source` the card that causes it. `seat` and `other` are `you` or `opponent`: the first
    and the second player of the condition, as the list at the head of the page says. `name` is a phase, a challenge
    type or a card type, `how` a manner such as `attacker` or `ambush`, `margin` the least difference of strength. All
    `requires` must hold.

    In an interrupt, the kind `leaves_play` means that a card is about to leave play in any way. With `me` or `host` it
    also means that it leaves play together with the card that it is attached to.
    """

    plain: ClassVar[bool] = True
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
    requires: tuple[Requirement, ...] = ()

    @enforces("agot_lcg.triggering.definition")
    def fits(self, context: AgotContext, condition: Condition) -> bool:
        """Whether the ability answers a condition."""
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
        """The kinds of conditions that are meant; `leaves_play` stands for every way of leaving play."""
        return tuple(LEAVING) if LEAVES_PLAY in self.kinds else self.kinds

    @enforces("agot_lcg.leaves-play.simultaneous-consequences")
    def happens_to(self, context: AgotContext, condition: Condition, card: Handle) -> bool:
        """Whether a condition happens to this card. Cards attached to a card leave play with it."""
        if condition.card == card:
            return True
        return LEAVES_PLAY in self.kinds and card in cards_going_along(context.table, (condition.card,))

    def fits_players(self, context: AgotContext, condition: Condition) -> bool:
        """Whether the players of a condition fit."""
        return (not self.seat or condition.seat in seats_of(context, self.seat)) and (
            not self.other or condition.other in seats_of(context, self.other)
        )

    def fits_card(self, context: AgotContext, condition: Condition) -> bool:
        """Whether the card and the source of a condition fit, and all requirements hold."""
        answered = context.at(condition) if self.card or self.source or self.requires else context
        if self.card is not None and not self.card.fits_seen(answered, condition):
            return False
        if self.source is not None and not self.source.fits_source(answered, condition):
            return False
        return all(each.holds(answered, context.you) for each in self.requires)
