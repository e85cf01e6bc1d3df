"""The names that the cards of a pool provide in this game."""

from __future__ import annotations

from typing import ClassVar

from domain.cardgame.pool.nameable import PoolNames
from domain.families.agot_cards.words.costs import POWER


class Names(PoolNames, frozen=True):
    """The titles, traits and tokens of a pool's cards; power is on cards without any card's naming it."""

    own_tokens: ClassVar[tuple[str, ...]] = (POWER,)
