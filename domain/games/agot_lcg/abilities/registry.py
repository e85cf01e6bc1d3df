"""The abilities of this game's cards, and from what a duplicate saves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from domain.cardgame.abilities.registry import Declared, declares_in
from domain.families.agot_cards.abilities.registry import DUPLICATE, DuplicateRegistry, duplicate_save
from domain.games.agot_lcg.pool.printed import Printed
from domain.kernel.occurring.abilities import Ability

DUPLICATE_SAVE = duplicate_save("killed", "discarded", "returned_to_hand", "removed", "shuffled_away")

DECLARED: Declared = {}
card = declares_in(DECLARED)


class AgotRegistry(DuplicateRegistry[Printed]):
    """The abilities of one pool, by card and by what they listen to."""

    by_rule: ClassVar[Mapping[int, Ability]] = {DUPLICATE: DUPLICATE_SAVE}

    def has_text(self, card: Printed) -> bool:
        return card.type != "title" and super().has_text(card)
