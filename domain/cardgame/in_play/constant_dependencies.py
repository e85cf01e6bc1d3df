"""Dependencies between constant abilities; none may depend on itself, directly or through others.

The rules order the arithmetic of modifiers, but not the case in which a constant ability changes what decides whether,
or by how much, it applies itself. Such abilities have two outcomes or none, so they are refused when a pool is put
together. Read `ConstantDependencies.cycles`.

A constant depends on another one that changes a value which it reads, if both may concern the same card. Only printed
values decide that: two descriptions exclude each other only if a printed value differs. That one card may be blank, or
protected, because of another is no dependency of what blanks and protects: `active_constants` decides between those.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, ClassVar

from msgspec import Struct

from domain.cardgame.in_play.active_constants import EXCLUDING
from domain.cardgame.pool.own_cards import OwnPack
from domain.cardgame.pool.printed_card import AttachTo, PrintedCard, PrintedT
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.places import places
from domain.cardgame.words.select import CardFilter
from domain.kernel.formats.reading import Unreadable
from domain.kernel.occurring.abilities import Ability

Scope = dict[str, frozenset[object]]
"""The printed values that a card may have to be meant: by the name of the value; a missing one may be any."""
BLANKS = ("blank", "blank except-traits")


class ValueRead(Struct, frozen=True):
    """A value that a constant reads: the place in the constant, the value, and the cards."""

    place: str
    value: str
    scope: Scope


class ConstantSource(Struct, frozen=True, eq=False):
    """A constant, the card that has it, and the index of its ability on that card."""

    card: Any  # of the game's type of printed card
    index: int
    number: int
    constant: Constant

    @property
    def place(self) -> str:
        return f"[{self.index}].constant[{self.number}]"


class ConstantDependencies:
    """Which constant abilities depend on which.

    `printed_values` are the values by which two descriptions exclude each other. A game's own class adds what its words
    read beside.
    """

    printed_values: ClassVar[tuple[str, ...]] = ("type", "title")

    def cycles(
        self,
        cards: Mapping[str, PrintedCard],
        declared: Mapping[str, tuple[Ability, ...]],
        said_by: Collection[str] | None = None,
    ) -> Iterator[tuple[ConstantSource, ...]]:
        """Each constant of these cards (or of all) that depends on itself, followed by those through which it does."""
        sources = list(sources_of(cards, declared))

        @cache
        def depends(source: ConstantSource) -> tuple[ConstantSource, ...]:
            return tuple(self.dependencies(source, sources))

        candidates = (source for source in sources if said_by is None or source.card.key in said_by)
        return (path for source in candidates if (path := path_back(source, depends)))

    def describe_cycle(self, path: tuple[ConstantSource, ...]) -> str:
        """Why a constant that depends on itself is refused."""
        value = self.first_read(path).value
        if len(path) == 1:
            return f"looks at what it changes ({value}), and no rule says what holds first"
        others = ", which depends on ".join(
            f"{each.card.title} ({self.value_changed(each.constant)})" for each in path[1:]
        )
        return f"depends on {others}, which depends on it, and no rule says what holds first"

    def dependencies(self, source: ConstantSource, sources: list[ConstantSource]) -> Iterator[ConstantSource]:
        """Yield the constants that may change a value which a constant reads."""
        reads = list(self.reads_of(source))
        return (other for other in sources if any(self.changes(other, read) for read in reads))

    def first_read(self, path: tuple[ConstantSource, ...]) -> ValueRead:
        """The first value of a constant that the next one on its way back to itself changes."""
        source, other = path[0], (*path[1:], path[0])[0]
        return next(read for read in self.reads_of(source) if self.changes(other, read))

    def changes(self, source: ConstantSource, read: ValueRead) -> bool:
        """Whether a constant may change a value that is read."""
        return self.value_changed(source.constant) == read.value and may_meet(self.scope_changed(source), read.scope)

    def value_changed(self, constant: Constant) -> str:
        """What a constant changes, under the name that `reads_of` uses."""
        return f"{constant.what} {constant.name}" if constant.name else constant.what

    def scope_changed(self, source: ConstantSource) -> Scope:
        """The printed values that a card must have for a constant to change it."""
        on = source.constant.on
        return self.scope_of(on, source.card) if on is not None else {}

    def scope_of(self, cards: CardFilter, card: Any) -> Scope:
        """The printed values that a card must have to fit a description on the given card."""
        scope: Scope = {
            name: frozenset(given if isinstance(given, tuple) else (given,))
            for name in self.printed_values
            if (given := getattr(cards, name, None)) not in ("", (), None)
        }
        if cards.me:
            scope = self.printed_scope(card) | scope
        elif cards.host and "type" not in scope:
            scope["type"] = frozenset((card.attach_to or AttachTo()).types)
        return scope

    def printed_scope(self, card: Any) -> Scope:
        """The printed values of one card."""
        named = {name: frozenset((getattr(card, name),)) for name in ("key", *self.printed_values)}
        return {**named, "type": frozenset(self.types_in_play(card))}

    def types_in_play(self, card: PrintedCard) -> tuple[str, ...]:
        """The types that a card can have in play."""
        return (card.type,)

    def reads_of(self, source: ConstantSource) -> Iterator[ValueRead]:
        """The values that decide what a constant changes."""
        what, on = source.constant.what, source.constant.on
        if what not in EXCLUDING:
            yield from (ValueRead("", blank, self.printed_scope(source.card)) for blank in BLANKS)
        if what != "immune" and on is not None and not on.me:
            groups = sorted(map(str, self.printed_scope(source.card)["type"]))
            yield from (ValueRead("", f"immune {group}s", self.scope_of(on, source.card)) for group in groups)
        for place, word in places(source.constant, ""):
            yield from self.reads_of_word(place, word, source.card)

    def reads_of_word(self, place: str, word: Struct, card: Any) -> Iterator[ValueRead]:
        """Yield the values that a word on the given card reads.

        A printed trait is one that can change, since the card may be blank.
        """
        if isinstance(word, CardFilter):
            scope = self.scope_of(word, card)
            for number, trait in enumerate(word.trait):
                yield ValueRead(f"{place}.trait[{number}]", f"trait {trait}", scope)
                yield ValueRead(f"{place}.trait[{number}]", "blank", scope)


def sources_of(
    cards: Mapping[str, PrintedCard], declared: Mapping[str, tuple[Ability, ...]]
) -> Iterator[ConstantSource]:
    for key, abilities in declared.items():
        if key in cards:
            for index, ability in enumerate(abilities):
                for number, constant in enumerate(ability.constants):
                    yield ConstantSource(cards[key], index, number, constant)


def path_back(
    start: ConstantSource, depends: Callable[[ConstantSource], Iterable[ConstantSource]]
) -> tuple[ConstantSource, ...]:
    """The shortest path from a constant back to itself; empty if there is none."""
    paths: dict[ConstantSource, tuple[ConstantSource, ...]] = {start: (start,)}
    waiting = [start]
    for source in waiting:
        for other in depends(source):
            if other is start:
                return paths[source]
            if other not in paths:
                paths[other] = (*paths[source], other)
                waiting.append(other)
    return ()


def may_meet(one: Scope, other: Scope) -> bool:
    return all(one[name] & other[name] for name in one.keys() & other.keys())


def check_dependencies(pack: OwnPack[PrintedT], dependencies: ConstantDependencies) -> None:
    """Raises Unreadable for a constant ability of an own card that depends on itself."""
    for path in dependencies.cycles(pack.pool.cards, pack.declared, pack.places):
        own, read = path[0], dependencies.first_read(path)
        raise Unreadable(
            f"{pack.places[own.card.key]}.abilities{own.place}{read.place}", dependencies.describe_cycle(path)
        )
