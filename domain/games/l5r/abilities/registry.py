"""The abilities of this game's cards: the default limit of each, and from where each works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, ClassVar

from msgspec import structs

from domain.cardgame.abilities.registry import Declared, Registry, ability_keys, declares_in, once_per
from domain.cardgame.pool.pool import Pool
from domain.cardgame.rules import CardGameRules
from domain.cardgame.table import HAND, CardState
from domain.games.l5r.abilities.keywords import BY_RULE, abilities_by_keyword
from domain.games.l5r.pool.printed import Printed
from domain.games.l5r.state import AS_ATTACHMENT
from domain.games.l5r.words.requirements import MeIn
from domain.kernel.citing import enforces
from domain.kernel.ids import zone_kind
from domain.kernel.occurring.abilities import Ability, Limit

DECLARED: Declared = {}
card = declares_in(DECLARED)

UNLIMITED = once_per("round", 1_000)
"""The limit of an ability that has none: still it is used once on each occurrence."""
LENT = "ability"
"""The kind of constants by which a card has an ability: `key:place`, in the text of which card it stands, and where."""


def lent_name(key: str, place: int) -> str:
    """The name under which a constant or lasting effect gives the ability at a place in the text of a card."""
    return f"{key}:{place}"


def text_of(name: str) -> tuple[str, int]:
    """The card and the place that a name of `lent_name` says."""
    key, _, place = name.rpartition(":")
    return key, int(place)


@cache
def areas_of(ability: Ability) -> tuple[str, ...]:
    """The areas out of play from which an ability works; empty for one that works in play."""
    return next((each.areas for each in ability.requires if isinstance(each, MeIn)), ())


class GeneralLimit(Limit, frozen=True, tag="limit"):
    """The limit of an ability that states none."""

    rule: ClassVar[str] = "l5r.ability.triggered-once-per-round"


@enforces("l5r.ability.triggered-once-per-round", "l5r.action.once-per-round", "l5r.limit.reset-applies-without-limit")
def with_default_limits(pool: Pool[Printed], declared: Declared) -> Declared:
    """The declarations with the limit of once per round on triggered abilities that say nothing, not on events."""
    once = (GeneralLimit(1, "round"),)
    return {
        key: tuple(
            each
            if each.limits or each.timing == "constant" or is_played(pool, key)
            else structs.replace(each, limits=once)
            for each in abilities
        )
        for key, abilities in declared.items()
    }


def is_played(pool: Pool[Printed], key: str) -> bool:
    return key in pool.cards and pool.cards[key].type in Registry.played_types


class L5rRegistry(Registry[Printed]):
    """The abilities of the cards of one pool, with those that keywords give."""

    by_rule: ClassVar[Mapping[int, Ability]] = BY_RULE

    def __init__(self, pool: Pool[Printed], declared: Declared, rules: CardGameRules[Any]) -> None:
        super().__init__(pool, with_default_limits(pool, declared), rules)

    def place(self, card: CardState) -> str:
        """How a card counts for the index: active, an attachment that is a character, or where else it works."""
        found = super().place(card)
        if found:
            return AS_ATTACHMENT if card.how == AS_ATTACHMENT else found
        kind = zone_kind(card.zone)
        return kind if not card.facedown and kind in self.areas(card.key) else ""

    def areas(self, key: str) -> tuple[str, ...]:
        """The areas out of play from which abilities of a card work."""
        return tuple(area for ability in self.abilities(key) for area in areas_of(ability))

    def plays_from_elsewhere(self, key: str) -> bool:
        """Whether the text of a card says that it may be played from another area than a hand."""
        return any(each.what == "playable-from" for ability in self.abilities(key) for each in ability.constants)

    def lent_by(self, key: str) -> frozenset[int]:
        """The places in a card's text of the abilities that it only gives to others."""
        constants = (each for ability in self.abilities(key) for each in ability.constants if each.what == LENT)
        return frozenset(place for each in constants for name, place in (text_of(each.name),) if name == key)

    def works_from(self, key: str, index: int, kind: str) -> bool:
        """Whether an ability of a card works from an area of this kind, in play or not."""
        if index < 0 or index >= len(self.abilities(key)):
            return kind in self.active_kinds
        areas = areas_of(self.abilities(key)[index])
        return kind in areas if areas else kind in self.active_kinds and index not in self.lent_by(key)

    def find_keys(self, key: str, place: str) -> Iterator[tuple[str, int]]:
        if place == AS_ATTACHMENT:
            yield "attached", 0
            place = "active"
        if place != "active" and not (place == HAND and self.is_event(key)):
            own = ((index, each) for index, each in enumerate(self.abilities(key)) if place in areas_of(each))
            yield from ((each, index) for index, ability in own for each in ability_keys(ability))
            return
        without = self.lent_by(key) | {index for index, each in enumerate(self.abilities(key)) if areas_of(each)}
        yield from (
            (each, index) for each, index in super().find_keys(key, place) if index not in without or each == "attached"
        )
        if place == "active":
            for index, ability in abilities_by_keyword(self.pool.cards[key]):
                yield from ((each, index) for each in ability_keys(ability))

    def listening_events(self) -> dict[str, tuple[tuple[str, int, int], ...]]:
        """The events of the format and the other cards that react from a hand, by the keys that they listen to."""
        found = {each: list(events) for each, events in super().listening_events().items()}
        for key in sorted(self.declared):
            for index, ability in enumerate(self.abilities(key)):
                if HAND in areas_of(ability):
                    for each in ability_keys(ability):
                        found.setdefault(each, []).insert(0, (key, index, 0))
        return {each: tuple(events) for each, events in found.items()}
