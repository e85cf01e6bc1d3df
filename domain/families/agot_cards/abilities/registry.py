"""The abilities of cards of both games, with the save that a duplicate has by the rules."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.abilities.registry import Registry, ability_keys
from domain.cardgame.pool.printed_card import PlayedT
from domain.cardgame.table import CardState
from domain.cardgame.words.costs import DiscardCost
from domain.cardgame.words.parts.interrupting import Save
from domain.families.agot_cards.state import AgotCard
from domain.families.agot_cards.words.triggers import When
from domain.kernel.occurring.abilities import Ability

DUPLICATE = -1
"""The number of a duplicate's own save, which is printed on no card."""


def duplicate_save(*kinds: str) -> Ability:
    """The save of a duplicate from conditions of these kinds, which leave the card over it out of play."""
    return Ability(
        timing="would-interrupt",
        when=When(kinds, host=True),
        costs=(DiscardCost(),),
        parts=(Save(),),
        uncancelable=True,
        note="discard the duplicate to save the card over it",
    )


class DuplicateRegistry(Registry[PlayedT]):
    """The abilities of one pool, in which a duplicate has none but its save; a game puts that into `by_rule`."""

    def place(self, card: CardState) -> str:
        """How a card counts for the index: active, a duplicate, or an event in hand; else empty."""
        return "duplicate" if isinstance(card, AgotCard) and card.duplicate else super().place(card)

    def find_keys(self, key: str, place: str) -> Iterator[tuple[str, int]]:
        if place == "duplicate":
            yield from ((each, DUPLICATE) for each in ability_keys(self.by_rule[DUPLICATE]))
            return
        yield from super().find_keys(key, place)
