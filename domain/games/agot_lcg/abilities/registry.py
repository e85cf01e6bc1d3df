"""The abilities of each card: declarations by card key, the index keys of a card, and the format's events.

A declaration is a function that describes to a `Declaration` what the card does, in the order of its text; it consists
of words and refers to no match. The pool lists the cards that have text but no declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from domain.cardgame.pool.pool import Pool
from domain.games.agot_lcg.abilities.context import DUPLICATE
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.state import AgotCard
from domain.games.agot_lcg.words.constants import Constant
from domain.games.agot_lcg.words.costs import DiscardCost
from domain.games.agot_lcg.words.parts.interrupting import Save
from domain.games.agot_lcg.words.triggers import When
from domain.kernel.citing import enforces
from domain.kernel.ids import zone_kind
from domain.kernel.occurring.abilities import Ability, Limit

if TYPE_CHECKING:
    from domain.games.agot_lcg.rules import AgotLcg

ACTIVE_ZONES = ("play", "plot", "faction", "agenda")

DUPLICATE_SAVE = Ability(
    timing="would-interrupt",
    when=When(("killed", "discarded", "returned_to_hand", "removed", "shuffled_away"), host=True),
    costs=(DiscardCost(),),
    parts=(Save(),),
    uncancelable=True,
    note="discard the duplicate to save the card over it",
)


class Declaration:
    """The collector of a card's declaration: each method adds one ability."""

    def __init__(self) -> None:
        self.abilities: list[Ability] = []

    def add(self, timing: str, *parts: Any, **fields: Any) -> None:
        self.abilities.append(Ability(timing=timing, parts=tuple(parts), **fields))

    def action(self, *parts: Any, **fields: Any) -> None:
        self.add("action", *parts, **fields)

    def reaction(self, when: When, *parts: Any, **fields: Any) -> None:
        self.add("reaction", *parts, when=when, **fields)

    def forced_reaction(self, when: When, *parts: Any, **fields: Any) -> None:
        self.add("forced-reaction", *parts, when=when, **fields)

    def interrupt(self, when: When, *parts: Any, **fields: Any) -> None:
        self.add("interrupt", *parts, when=when, **fields)

    def would_interrupt(self, when: When, *parts: Any, **fields: Any) -> None:
        self.add("would-interrupt", *parts, when=when, **fields)

    def forced_interrupt(self, when: When, *parts: Any, **fields: Any) -> None:
        self.add("forced-interrupt", *parts, when=when, **fields)

    def cancel(self, when: When, *parts: Any, **fields: Any) -> None:
        self.add("cancel", *parts, when=when, **fields)

    def when_revealed(self, *parts: Any, **fields: Any) -> None:
        self.add("when-revealed", *parts, **fields)

    def constant(self, *constants: Constant) -> None:
        self.abilities.append(Ability(timing="constant", constants=tuple(constants)))


DECLARED: dict[str, tuple[Ability, ...]] = {}


def card(key: str) -> Callable[[Callable[[Declaration], None]], Callable[[Declaration], None]]:
    """Declare the abilities of the card with this key (`core/eddard-stark`). Returns the decorator."""

    def declare(function: Callable[[Declaration], None]) -> Callable[[Declaration], None]:
        declaration = Declaration()
        function(declaration)
        if key in DECLARED:
            raise ValueError(f"{key} is declared twice")
        DECLARED[key] = tuple(declaration.abilities)
        return function

    return declare


def once_per(period: str, times: int = 1) -> tuple[Limit, ...]:
    """The limit "Limit X per period" of each copy."""
    return (Limit(times, period),)


def at_most_once_per(period: str) -> tuple[Limit, ...]:
    """The limit "Max 1 per period" across all copies."""
    return (Limit(1, period, title=True),)


class Registry:
    """The abilities of one pool, by card and by what they listen to."""

    def __init__(self, pool: Pool[Printed], declared: dict[str, tuple[Ability, ...]], rules: AgotLcg) -> None:
        self.pool = pool
        self.declared = declared
        self.rules = rules
        self.constant_words: dict[tuple[str, int, str], tuple[Constant, ...]] = {}
        self.keys: dict[tuple[str, str], tuple[tuple[str, int], ...]] = {}
        self.uncoded = self.uncoded_cards()
        self.events = self.listening_events()
        self.in_pool = self.listened_to()
        self.heard: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        self.first_prices = tuple(self.find_first_prices())

    def abilities(self, key: str) -> tuple[Ability, ...]:
        return self.declared.get(key, ())

    def ability(self, key: str, index: int) -> Ability:
        return DUPLICATE_SAVE if index == DUPLICATE else self.declared[key][index]

    def has_ability(self, key: str, index: int) -> bool:
        return 0 <= index < len(self.abilities(key))

    def uncoded_keys(self) -> tuple[str, ...]:
        """The cards of the pool whose text no declaration covers; they are resolved by hand."""
        return tuple(sorted(self.uncoded))

    def uncoded_cards(self) -> frozenset[str]:
        return frozenset(
            card.key
            for card in self.pool.cards.values()
            if card.ability_notes and card.key not in self.declared and card.type != "title"
        )

    def index_keys(self, card: AgotCard) -> tuple[tuple[str, int], ...]:
        """The keys under which a card is indexed at its place: `reaction:killed`, `action`, `constant:strength`."""
        place = self.place(card)
        if not place:
            return ()
        found = self.keys.get((card.key, place))
        if found is None:
            found = self.keys[card.key, place] = tuple(self.find_keys(card.key, place))
        return found

    @enforces(
        "agot_lcg.abilities.work-only-from-play",
        "agot_lcg.abilities.events-agendas-from-out-of-play",
        "agot_lcg.agenda.not-in-play-but-active",
        "agot_lcg.plots.revealed-is-in-play",
        "agot_lcg.dead-pile.out-of-play-area",
        "agot_lcg.discard-pile.out-of-play-area",
        "agot_lcg.removed.set-aside",
        "agot_lcg.duplicates.no-characteristics",
    )
    def place(self, card: AgotCard) -> str:
        """How a card counts for the index: active, a duplicate, or an event in hand; else empty."""
        if card.duplicate:
            return "duplicate"
        kind = zone_kind(card.zone)
        if kind in ACTIVE_ZONES and not card.facedown:
            return "active"
        return "hand" if kind == "hand" and card.printed.type == "event" else ""

    def find_keys(self, key: str, place: str) -> Iterator[tuple[str, int]]:
        if place == "duplicate":
            yield from ((each, DUPLICATE) for each in ability_keys(DUPLICATE_SAVE))
            return
        if place == "active" and self.pool.cards[key].type == "attachment":
            yield "attached", 0
        in_hand, is_event = place == "hand", self.pool.cards[key].type == "event"
        for index, ability in enumerate(self.abilities(key)):
            # an event that became an attachment has only constant abilities, an event in hand only the others
            if not is_event or in_hand != (ability.timing == "constant"):
                yield from ((each, index) for each in ability_keys(ability))

    def listening_events(self) -> dict[str, tuple[tuple[str, int], ...]]:
        """The events of the format, by the keys that they listen to."""
        found: dict[str, list[tuple[str, int]]] = {}
        for key in sorted(self.declared):
            if key in self.pool.cards and self.pool.cards[key].type == "event":
                for index, ability in enumerate(self.declared[key]):
                    for each in ability_keys(ability):
                        found.setdefault(each, []).append((key, index))
        return {each: tuple(events) for each, events in found.items()}

    def listened_to(self) -> frozenset[str]:
        """The keys that any card of the format listens to."""
        keys = {each for key in self.pool.cards for ability in self.abilities(key) for each in ability_keys(ability)}
        return frozenset(keys | set(ability_keys(DUPLICATE_SAVE)))

    def heard_keys(self, kind: str, timings: tuple[str, ...]) -> tuple[str, ...]:
        """The keys of a kind of condition, by timing, that any card of the format listens to."""
        found = self.heard.get((kind, timings))
        if found is None:
            keys = (f"{timing}:{kind}" for timing in timings)
            found = self.heard[kind, timings] = tuple(key for key in keys if key in self.in_pool)
        return found

    def find_first_prices(self) -> Iterator[tuple[str, int, Constant]]:
        """The constants of the pool that change the cost of the first such card in a period, each with its ability."""
        for key in self.pool.cards:
            for index, ability in enumerate(self.abilities(key)):
                yield from ((key, index, constant) for constant in ability.constants if constant.first)

    def constants(self, key: str, index: int, what: str) -> tuple[Constant, ...]:
        """The constants of one kind in an ability of a card."""
        found = self.constant_words.get((key, index, what))
        if found is None:
            every: tuple[Constant, ...] = self.ability(key, index).constants
            found = tuple(constant for constant in every if constant.what == what)
            self.constant_words[key, index, what] = found
        return found


def ability_keys(ability: Ability) -> tuple[str, ...]:
    """The keys under which an ability is indexed."""
    if ability.timing == "constant":
        return tuple(dict.fromkeys(f"constant:{each.what}" for each in ability.constants))
    if ability.when is not None:
        return tuple(f"{ability.timing}:{kind}" for kind in ability.when.listens())
    return (f"{ability.timing}:{ability.phase}",)
