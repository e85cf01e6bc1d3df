"""The abilities of each card: declarations by card key, the index keys of a card, and the format's events.

A declaration is a function that describes to a `Declaration` what the card does, in the order of its text; it consists
of words and refers to no match. The pool lists the cards that have text but no declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from domain.cardgame.completeness import check_complete
from domain.cardgame.pool.pool import Pool
from domain.cardgame.pool.printed_card import PlayedT
from domain.cardgame.table import DECK, HAND, CardState
from domain.kernel.ids import zone_kind
from domain.kernel.occurring.abilities import Ability, Limit

if TYPE_CHECKING:
    from domain.cardgame.rules import CardGameRules


class Declaration:
    """The collector of a card's declaration: each method adds one ability."""

    def __init__(self) -> None:
        self.abilities: list[Ability] = []

    def add(self, timing: str, *parts: Any, **fields: Any) -> None:
        self.abilities.append(Ability(timing=timing, parts=tuple(parts), **fields))

    def action(self, *parts: Any, **fields: Any) -> None:
        self.add("action", *parts, **fields)

    def reaction(self, when: Any, *parts: Any, **fields: Any) -> None:
        self.add("reaction", *parts, when=when, **fields)

    def forced_reaction(self, when: Any, *parts: Any, **fields: Any) -> None:
        self.add("forced-reaction", *parts, when=when, **fields)

    def interrupt(self, when: Any, *parts: Any, **fields: Any) -> None:
        self.add("interrupt", *parts, when=when, **fields)

    def would_interrupt(self, when: Any, *parts: Any, **fields: Any) -> None:
        self.add("would-interrupt", *parts, when=when, **fields)

    def forced_interrupt(self, when: Any, *parts: Any, **fields: Any) -> None:
        self.add("forced-interrupt", *parts, when=when, **fields)

    def cancel(self, when: Any, *parts: Any, **fields: Any) -> None:
        self.add("cancel", *parts, when=when, **fields)

    def when_revealed(self, *parts: Any, **fields: Any) -> None:
        self.add("when-revealed", *parts, **fields)

    def constant(self, *constants: Any) -> None:
        self.abilities.append(Ability(timing="constant", constants=tuple(constants)))


Declared = dict[str, tuple[Ability, ...]]
Declare = Callable[[Declaration], None]


def declares_in(declared: Declared) -> Callable[[str], Callable[[Declare], Declare]]:
    """The decorator `card(key)` of a game, which puts what a card (`core/eddard-stark`) does into `declared`."""

    def card(key: str) -> Callable[[Declare], Declare]:
        def declare(function: Declare) -> Declare:
            declaration = Declaration()
            function(declaration)
            if key in declared:
                raise ValueError(f"{key} is declared twice")
            declared[key] = tuple(declaration.abilities)
            return function

        return declare

    return card


def once_per(period: str, times: int = 1) -> tuple[Limit, ...]:
    """The limit "Limit X per period" of each copy."""
    return (Limit(times, period),)


def at_most_once_per(period: str) -> tuple[Limit, ...]:
    """The limit "Max 1 per period" across all copies."""
    return (Limit(1, period, title=True),)


class Registry(Generic[PlayedT]):
    """The abilities of one pool, by card and by what they listen to.

    `played_types` are the types of card that are played from hand for their effect alone, `attached_types` those that
    lie on others. `by_rule` are abilities that a rule gives to cards, by numbers below 0.
    """

    played_types: ClassVar[tuple[str, ...]] = ("event",)
    attached_types: ClassVar[tuple[str, ...]] = ("attachment",)
    by_rule: ClassVar[Mapping[int, Ability]] = {}

    def __init__(self, pool: Pool[PlayedT], declared: Declared, rules: CardGameRules[Any]) -> None:
        """The abilities with which a game is played. Raises IncompleteGame where its rules lack something.

        Raises WrongWords where a card says a word that nothing in the game is called.
        """
        check_complete(rules)
        rules.check_declared(declared)
        self.pool = pool
        self.declared = declared
        self.rules = rules
        self.active_kinds = rules.table_type.active_kinds
        self.constant_words: dict[tuple[str, int, str], tuple[Any, ...]] = {}
        self.keys: dict[tuple[str, str], tuple[tuple[str, int], ...]] = {}
        self.uncoded = self.uncoded_cards()
        self.events = self.listening_events()
        self.in_pool = self.listened_to()
        self.values_seen: dict[str, dict[str, Any]] = {}  # of cards that nothing changes, as the game's views show them
        self.heard: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        self.first_prices = tuple(self.find_first_prices())

    def abilities(self, key: str) -> tuple[Ability, ...]:
        return self.declared.get(key, ())

    def ability(self, key: str, index: int) -> Ability:
        return self.by_rule[index] if index < 0 else self.declared[key][index]

    def has_ability(self, key: str, index: int) -> bool:
        return 0 <= index < len(self.abilities(key))

    def uncoded_cards(self) -> frozenset[str]:
        """The cards of the pool whose text no declaration covers; they are resolved by hand."""
        return frozenset(card.key for card in self.pool.cards.values() if self.has_text(card)) - self.declared.keys()

    def has_text(self, card: PlayedT) -> bool:
        """Whether a printed card has abilities, which must be declared or resolved by hand."""
        return bool(getattr(card, "ability_notes", ()))

    def is_event(self, key: str) -> bool:
        """Whether a card is played from hand for its effect alone."""
        return self.pool.cards[key].type in self.played_types

    def index_keys(self, card: CardState) -> tuple[tuple[str, int], ...]:
        """The keys under which a card is indexed at its place: `reaction:killed`, `action`, `constant:strength`."""
        if zone_kind(card.zone) == DECK:
            return ()  # where most cards lie
        place = self.place(card)
        if not place:
            return ()
        found = self.keys.get((card.key, place))
        if found is None:
            found = self.keys[card.key, place] = tuple(self.find_keys(card.key, place))
        # what is printed on a card may be blank or turned facedown; what it gained works where it is active
        return (*found, *self.gained_keys(card)) if card.gained and place == "active" else found

    def gained_keys(self, card: CardState) -> Iterator[tuple[str, int]]:
        """The index keys of the abilities that a card gained, each with its number."""
        for each in card.gained:
            yield from ((key, each.number) for key in ability_keys(self.ability(each.key, each.place)))

    def place(self, card: CardState) -> str:
        """How a card counts for the index: active, or an event in hand; else empty. A game adds places of its own."""
        kind = zone_kind(card.zone)
        if kind in self.active_kinds and not card.facedown:
            return "active"
        return HAND if kind == HAND and self.is_event(card.key) else ""

    def find_keys(self, key: str, place: str) -> Iterator[tuple[str, int]]:
        """The index keys of a card at a place, each with the number of the ability."""
        if place == "active" and self.pool.cards[key].type in self.attached_types:
            yield "attached", 0
        in_hand, is_event = place == HAND, self.is_event(key)
        for index, ability in enumerate(self.abilities(key)):
            # an event that stays in play has only constant abilities, an event in hand only the others
            if not is_event or in_hand != (ability.timing == "constant"):
                yield from ((each, index) for each in ability_keys(ability))

    def listening_events(self) -> dict[str, tuple[tuple[str, int, int], ...]]:
        """The events of the format, by the keys that they listen to, with their costs; those that cost least first."""
        found: dict[str, list[tuple[str, int, int]]] = {}
        for key in sorted(self.declared):
            if key in self.pool.cards and self.is_event(key):
                for index, ability in enumerate(self.declared[key]):
                    for each in ability_keys(ability):
                        found.setdefault(each, []).append((key, index, self.least_cost(key)))
        return {each: tuple(sorted(events, key=itemgetter(2))) for each, events in found.items()}

    def least_cost(self, key: str) -> int:
        """The cost that is printed on an event, at least; a printed X is 0."""
        cost: int | None = getattr(self.pool.cards[key], "cost", None)
        return cost or 0

    def listened_to(self) -> frozenset[str]:
        """The keys that any card of the format listens to."""
        keys = {each for key in self.pool.cards for ability in self.abilities(key) for each in ability_keys(ability)}
        return frozenset(keys.union(*map(ability_keys, self.by_rule.values())))

    def heard_keys(self, kind: str, timings: tuple[str, ...]) -> tuple[str, ...]:
        """The keys of a kind of condition, by timing, that any card of the format listens to."""
        found = self.heard.get((kind, timings))
        if found is None:
            keys = (f"{timing}:{kind}" for timing in timings)
            found = self.heard[kind, timings] = tuple(key for key in keys if key in self.in_pool)
        return found

    def find_first_prices(self) -> Iterator[tuple[str, int, Any]]:
        """The constants of the pool that change the cost of the first such card in a period, each with its ability."""
        for key in self.pool.cards:
            for index, ability in enumerate(self.abilities(key)):
                yield from ((key, index, constant) for constant in ability.constants if constant.first)

    def constants(self, key: str, index: int, what: str) -> tuple[Any, ...]:
        """The constants of one kind in an ability of a card."""
        found = self.constant_words.get((key, index, what))
        if found is None:
            found = tuple(each for each in self.ability(key, index).constants if each.what == what)
            self.constant_words[key, index, what] = found
        return found


def ability_keys(ability: Ability) -> tuple[str, ...]:
    """The keys under which an ability is indexed."""
    if ability.timing == "constant":
        named = (f"constant:{each.what}:{each.name}" for each in ability.constants if each.name)
        return tuple(dict.fromkeys((*(f"constant:{each.what}" for each in ability.constants), *named)))
    if ability.when is not None:
        return tuple(f"{ability.timing}:{kind}" for kind in ability.when.listens())
    return (f"{ability.timing}:{ability.phase}",)
