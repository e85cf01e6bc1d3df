"""The counters of limits that cards can have, and the tokens that cards name, by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from domain.cardgame.abilities.context import copy_key, maximum_key
from domain.cardgame.abilities.registry import Registry
from domain.cardgame.words.constants import first_key
from domain.cardgame.words.places import places
from domain.kernel.ids import Handle, Seat

if TYPE_CHECKING:
    from domain.cardgame.rules import CardGameRules

NAMED_TOKEN = re.compile(r"\b([a-z-]+) tokens?\b")

Copy = tuple[Handle, str, Seat]
"""A card by its handle, its key and its owner."""


def counters_of_pool(registry: Registry[Any], seats: tuple[Seat, ...]) -> Iterator[str]:
    """The counters that all copies of a card of the format share, for each player."""
    for key, index, constant in registry.first_prices:
        yield from (first_key(constant.first, key, index, seat) for seat in seats)
    for key, printed in registry.pool.cards.items():
        maxima = (each for ability in registry.abilities(key) for each in ability.limits if each.title)
        yield from (maximum_key(each.per, printed.title, seat) for each in maxima for seat in seats)


def counters_of_card(registry: Registry[Any], card: Copy, seats: tuple[Seat, ...]) -> Iterator[str]:
    """The counters of one card: those of its abilities' limits, for each player who may use them."""
    handle, key, owner = card
    for index, ability in enumerate(registry.abilities(key)):
        own = (each for each in ability.limits if not each.title)
        yield from (copy_key(each.per, handle, index, seat, owner) for each in own for seat in seats)


def is_of_copy(key: str) -> bool:
    """Whether a counter has the form of a copy's limit (`copy_key`): its third part is the number of an ability."""
    return key.split(":")[2:3] != [] and key.split(":")[2].isdecimal()


def renamed_counters(
    rules: CardGameRules[Any], seats: tuple[Seat, ...], copies: Iterable[Copy], names: Mapping[Handle, str]
) -> dict[str, str]:
    """Every counter that players, titles of the format or these cards can have, with that of the cards' new names.

    No part of a counter is looked at: a word of a game, a title or a seat may be spelled as the name of a card is.
    """
    before = tuple(copies)
    after = tuple((Handle(names[handle]), key, owner) for handle, key, owner in before)
    return dict(zip(rules.counters(seats, before), rules.counters(seats, after), strict=True))


def tokens_of_pool(registry: Registry[Any]) -> frozenset[str]:
    """The tokens that abilities name, and those in the notes of cards whose abilities are not coded."""
    words = (word for key in registry.pool.cards for _, word in places(registry.abilities(key), ""))
    texts = (note.words for key in registry.uncoded for note in registry.pool.cards[key].ability_notes)
    found = {getattr(word, "token", "") for word in words} | {kind for each in texts for kind in tokens_in_note(each)}
    return frozenset(found - {""})


def tokens_in_note(note: str) -> list[str]:
    """The tokens that a note on an ability names."""
    return NAMED_TOKEN.findall(note)
