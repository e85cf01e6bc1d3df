"""Which abilities of a card game its random matches use: what was initiated, and which constants were in force.

Read `uses_in`: a triggered ability is used when it is initiated, a constant one while it is indexed on a card in play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.kernel.occurring.abilities import AbilityAnnounced, AbilityInitiated
from domain.kernel.occurring.gained_abilities import FIRST_GAINED
from domain.match.aggregate import Match, decode_event
from tests.builders import Played

CONSTANT = "constant:"


class Used(NamedTuple):
    """An ability by the card in whose text it stands, and its place there."""

    key: str
    place: int

    def __str__(self) -> str:
        return f"{self.key}:{self.place}"


def abilities_of_pool(registry: Any) -> tuple[Used, ...]:
    """Every ability in the text of a card of the pool."""
    return tuple(Used(key, place) for key in registry.pool.cards for place, _ in enumerate(registry.abilities(key)))


def uses_in(step: Played) -> Counter[Used]:
    """The abilities that one action of a match uses, each with how often."""
    match, found = step.following.match, Counter[Used]()
    effects = {**step.before.table.effects}
    for fact in decode_event(step.before, step.following.payload).facts:
        if isinstance(fact, AbilityAnnounced):
            effects[fact.effect.id] = fact.effect
        elif isinstance(fact, AbilityInitiated):
            effect = effects[fact.effect]
            if effect.ability >= 0:  # those below are of rules
                found[text_of(match, effect.key, effect.ability)] += 1
    found.update(constants_in_force(match))
    return found


def text_of(match: Match, key: str, index: int) -> Used:
    """Where the text of an ability stands: on its card, or on that from which it was gained."""
    return Used(key, index) if index < FIRST_GAINED else Used(*match.table.texts[index])


def constants_in_force(match: Match) -> Iterator[Used]:
    """The constant abilities of cards in play, each of one card once."""
    table = match.table
    listening = {
        listener for key, listeners in table.listens.items() if key.startswith(CONSTANT) for listener in listeners
    }
    for handle, index in listening:
        yield text_of(match, table.cards[handle].key, index)
