"""Counters of limits, and the named tokens of the format's cards, by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from domain.cardgame.abilities.context import copy_key, maximum_key
from domain.cardgame.words.constants import first_key
from domain.cardgame.words.places import places
from domain.games.agot_lcg.abilities.registry import AgotRegistry
from domain.games.agot_lcg.state import CHALLENGES
from domain.kernel.ids import Handle, Seat

USAGE = ("limited", *CHALLENGES, *(f"{what}-{kind}" for what in ("won", "lost") for kind in CHALLENGES))
NAMED_TOKEN = re.compile(r"\b([a-z-]+) tokens?\b")
NO_TOKENS = ("", "power", "gold")

Copy = tuple[Handle, str, Seat]
"""A card by its handle, its key and its owner."""


def usage_keys(name: str, seat: str) -> tuple[str, ...]:
    """The counters behind a word of `usage`; empty for an unknown word."""
    if name == "limited":
        return (f"round:limited:{seat}",)
    if name in CHALLENGES:
        return (f"phase:challenge:{name}:{seat}",)
    what, _, kind = name.partition("-")
    if what in ("won", "lost") and kind in CHALLENGES:
        return (f"phase:{what}:{kind}:{seat}", f"round:{what}:{kind}:{seat}")
    return ()


def counters(registry: AgotRegistry, cards: Iterable[Copy], seats: tuple[Seat, ...]) -> Iterator[str]:
    """Every counter that players, titles of the format or these cards can have."""
    for seat in seats:
        yield from (key for name in USAGE for key in usage_keys(name, seat))
        yield f"phase:stood:{seat}"
    for key, index, constant in registry.first_prices:
        yield from (first_key(constant.first, key, index, seat) for seat in seats)
    for key, printed in registry.pool.cards.items():
        maxima = (each for ability in registry.abilities(key) for each in ability.limits if each.title)
        yield from (maximum_key(each.per, printed.title, seat) for each in maxima for seat in seats)
    for card in cards:
        yield from counters_of(registry, card, seats)


def counters_of(registry: AgotRegistry, card: Copy, seats: tuple[Seat, ...]) -> Iterator[str]:
    """The counters of one card: those of its abilities' limits, for each player who may use them."""
    handle, key, owner = card
    for index, ability in enumerate(registry.abilities(key)):
        own = (each for each in ability.limits if not each.title)
        yield from (copy_key(each.per, handle, index, seat, owner) for each in own for seat in seats)


@lru_cache(128)
def named_tokens(registry: AgotRegistry) -> frozenset[str]:
    """The tokens that abilities name, and those in the notes of cards whose abilities are not coded."""
    words = (word for key in registry.pool.cards for _, word in places(registry.abilities(key), ""))
    texts = (note.words for key in registry.uncoded for note in registry.pool.cards[key].ability_notes)
    found = {getattr(word, "token", "") for word in words} | {kind for each in texts for kind in named_in(each)}
    return frozenset(found.difference(NO_TOKENS))


def named_in(note: str) -> list[str]:
    return NAMED_TOKEN.findall(note)
