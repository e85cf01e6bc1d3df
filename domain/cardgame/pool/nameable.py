"""The names that the cards of a pool provide: titles, traits, and the tokens that they put on cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self

from msgspec import Struct

from domain.cardgame.abilities.limit_counters import tokens_in_note
from domain.cardgame.pool.pool import Pool
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.costs import TokenCost
from domain.cardgame.words.parts.cards import AddToken
from domain.cardgame.words.parts.time import Until
from domain.cardgame.words.places import places
from domain.cardgame.words.select import CardFilter
from domain.kernel.occurring.abilities import Ability

NAMING = ("title", "trait", "any_trait", "token")


class PoolNames(Struct, frozen=True):
    """The titles of a pool's cards, the traits that they have or gain, and the tokens that are put on them.

    `own_tokens` are those that the game has without a card.
    """

    own_tokens: ClassVar[tuple[str, ...]] = ()
    titles: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    tokens: frozenset[str] = frozenset()

    @classmethod
    def of(cls, pool: Pool[Any], declared: Mapping[str, tuple[Ability, ...]]) -> Self:
        """The names that the cards of a pool provide, with these declarations."""
        words = [word for key in pool.cards for each in declared.get(key, ()) for _, word in places(each, "")]
        gained = (each.name for each in words if isinstance(each, (Constant, Until)) and each.what == "trait")
        printed = (trait for card in pool.cards.values() for trait in card.traits)
        notes = (note.words for card in pool.cards.values() for note in card.ability_notes)
        return cls(
            titles=frozenset(card.title for card in pool.cards.values()),
            traits=frozenset((*printed, *gained)),
            tokens=frozenset(
                (
                    *(each.token for each in words if isinstance(each, AddToken)),
                    *(kind for each in notes for kind in tokens_in_note(each)),
                )
            ),
        )

    def unknown_names(self, word: Struct) -> Iterator[tuple[str, str, frozenset[str], str]]:
        """The names in a word that no card provides: the field, the name, the valid names, what is wrong."""
        if isinstance(word, CardFilter) and word.title and word.title not in self.titles:
            yield "title", word.title, self.titles, f"no card is called {word.title!r}"
        if isinstance(word, (CardFilter, TokenCost)) and word.token not in ("", *self.own_tokens, *self.tokens):
            yield "token", word.token, self.tokens, f"no card puts {word.token!r} tokens on cards"
        for field in ("trait", "any_trait"):
            value = getattr(word, field, ())
            for number, trait in enumerate(each_of(value)):
                if trait and trait not in self.traits:
                    place = field if isinstance(value, str) else f"{field}[{number}]"
                    yield place, trait, self.traits, f"no card has or gains the trait {trait!r}"


def each_of(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value
