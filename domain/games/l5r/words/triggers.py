"""The moment of a triggered ability: the conditions that it answers."""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.words.triggers import WhenWord
from domain.games.l5r.occurring import FROM_HAND, FROM_PROVINCE
from domain.games.l5r.pool.printed import ELEMENTS
from domain.games.l5r.state import AS_ATTACHMENT, LEAVING
from domain.kernel.occurring.conditions import Condition

__all__ = ["FROM_HAND", "FROM_PROVINCE", "When"]


class When(WhenWord, frozen=True, tag="when"):
    """A description of conditions. A condition fits if it is of one of the `kinds` and every field that is given fits.

    `me`: it happens to this card. `host`: it happens to the card that this one is attached to. `card` describes the
    card to which it happens, `source` the card that causes it. `seat` and `other` are `you` or `opponent`: the first
    and the second player of the condition. `name` is a phase, a type of conflict, an element, or whence a card enters
    play, `how` a manner such as `attacker` or `played`, `margin` the least difference of skill. All `requires` must
    hold.

    In an interrupt, the kind `leaves_play` means that a card is about to leave play in any way. With `me` or `host` it
    also means that it leaves play together with the card that it is attached to.

    `played`: a card that enters play is played, from whichever area and as whatever. `or_by_ring`: what the effect of a
    ring does fits too, whoever resolves it.
    """

    leaving: ClassVar[tuple[str, ...]] = tuple(LEAVING)
    played: bool = False
    or_by_ring: bool = False

    def fits(self, context: AnyContext, condition: Condition) -> bool:
        if self.or_by_ring and condition.how in ELEMENTS:
            return structs.replace(self, other="", or_by_ring=False).fits(context, condition)
        if self.played and condition.kind == "entered_play" and condition.how not in ("played", AS_ATTACHMENT):
            return False
        return super().fits(context, condition)
