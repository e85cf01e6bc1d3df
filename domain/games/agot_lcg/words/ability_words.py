"""All words of an ability with their places, and faults in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from domain.cardgame.words.parts.time import Later
from domain.games.agot_lcg.pool.printed import Printed
from domain.kernel.occurring.abilities import Ability


class PlacedAbility(Struct, frozen=True):
    """An ability, its card (None if unknown), and all its words, each with its place in the data form."""

    ability: Ability
    card: Printed | None
    words: tuple[tuple[str, Struct], ...]

    @property
    def timing(self) -> str:
        """The timing of the ability, as `Ability` has it."""
        return self.ability.timing

    def all(self, *kinds: type[Any]) -> Iterator[tuple[str, Any]]:
        """Yield the words of some types, each with its place."""
        return ((place, word) for place, word in self.words if isinstance(word, kinds))

    def now(self) -> Iterator[tuple[str, Struct]]:
        """Yield the words that apply when the ability is used, each with its place.

        The words inside delayed effects apply later and are left out.
        """
        put_off = tuple(f"{place}." for place, _ in self.all(Later))
        return ((place, word) for place, word in self.words if not place.startswith(put_off or ("?",)))

    def is_on(self, *types: str) -> bool:
        """Whether the card has one of these types. True if the card is unknown."""
        return self.card is None or self.card.type in types
