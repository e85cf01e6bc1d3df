"""The moment of a triggered ability: the conditions that it answers."""

from __future__ import annotations

from typing import ClassVar

from domain.cardgame.words.triggers import WhenWord
from domain.families.agot_cards.state import LEAVING


class When(WhenWord, frozen=True, tag="when"):
    """A description of conditions. A condition fits if it is of one of the `kinds` and every field that is given fits.

    `me`: it happens to this card. `host`: it happens to the card that this one is attached to. `card` describes the
    card to which it happens, `source` the card that causes it. `seat` and `other` are `you` or `opponent`: the first
    and the second player of the condition, as the list at the head of the page says. `name` is a phase, a challenge
    type or a card type, `how` a manner such as `attacker` or `ambush`, `margin` the least difference of strength. All
    `requires` must hold.

    In an interrupt, the kind `leaves_play` means that a card is about to leave play in any way. With `me` or `host` it
    also means that it leaves play together with the card that it is attached to.
    """

    leaving: ClassVar[tuple[str, ...]] = tuple(LEAVING)
