"""Dependencies between constant abilities; none may depend on itself, directly or through others.

The rules order the arithmetic of modifiers, but not the case in which a constant ability changes what decides whether,
or by how much, it applies itself. Such abilities have two outcomes or none, so they are refused when a pool is put
together. Read `cycles`.

A constant depends on another one that changes a value which it reads, if both may concern the same card. Only printed
values decide that: two descriptions exclude each other only if a printed value differs. That one card may be blank, or
protected, because of another is no dependency of what blanks and protects: `active_constants` decides between those.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache

from msgspec import Struct

from domain.cardgame.in_play.active_constants import EXCLUDING
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.places import places
from domain.cardgame.words.select import CardFilter
from domain.games.agot_lcg.pool.printed import AttachTo, Printed
from domain.games.agot_lcg.words.requirements import Unopposed
from domain.games.agot_lcg.words.select import Cards
from domain.kernel.occurring.abilities import Ability

Scope = dict[str, frozenset[object]]
"""The printed values that a card may have to be meant: by the name of the value; a missing one may be any."""


class ValueRead(Struct, frozen=True):
    """A value that a constant reads: the place in the constant, the value, and the cards."""

    place: str
    value: str
    scope: Scope


class ConstantSource(Struct, frozen=True, eq=False):
    """A constant, the card that has it, and the index of its ability on that card."""

    card: Printed
    index: int
    number: int
    constant: Constant

    @property
    def place(self) -> str:
        return f"[{self.index}].constant[{self.number}]"


def cycles(
    cards: Mapping[str, Printed], declared: Mapping[str, tuple[Ability, ...]], said_by: Collection[str] | None = None
) -> Iterator[tuple[ConstantSource, ...]]:
    """Each constant of these cards (or of all) that depends on itself, followed by those through which it does."""
    sources = list(sources_of(cards, declared))

    @cache
    def depends(source: ConstantSource) -> tuple[ConstantSource, ...]:
        return tuple(dependencies(source, sources))

    candidates = (source for source in sources if said_by is None or source.card.key in said_by)
    return (path for source in candidates if (path := path_back(source, depends)))


def sources_of(cards: Mapping[str, Printed], declared: Mapping[str, tuple[Ability, ...]]) -> Iterator[ConstantSource]:
    for key, abilities in declared.items():
        if key in cards:
            for index, ability in enumerate(abilities):
                for number, constant in enumerate(ability.constants):
                    yield ConstantSource(cards[key], index, number, constant)


def reason(path: tuple[ConstantSource, ...]) -> str:
    """Why a constant that depends on itself is refused."""
    value = first_read(path[0], (*path[1:], path[0])[0]).value
    if len(path) == 1:
        return f"looks at what it changes ({value}), and no rule says what holds first"
    others = ", which depends on ".join(f"{each.card.title} ({value_changed(each.constant)})" for each in path[1:])
    return f"depends on {others}, which depends on it, and no rule says what holds first"


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


def dependencies(source: ConstantSource, sources: list[ConstantSource]) -> Iterator[ConstantSource]:
    reads = list(reads_of(source))
    return (other for other in sources if any(changes(other, read) for read in reads))


def first_read(source: ConstantSource, other: ConstantSource) -> ValueRead:
    """The first value of a constant that the other one changes."""
    return next(read for read in reads_of(source) if changes(other, read))


def changes(source: ConstantSource, read: ValueRead) -> bool:
    """Whether a constant may change a value that is read."""
    return value_changed(source.constant) == read.value and may_meet(scope_changed(source), read.scope)


def value_changed(constant: Constant) -> str:
    """What a constant changes, under the name that `reads_of` uses."""
    what = "icon" if constant.what == "lose-icon" else constant.what
    return f"{what} {constant.name}" if constant.name and what not in ("claim", "side-strength") else what


def scope_changed(source: ConstantSource) -> Scope:
    on = source.constant.on
    return scope_of(on, source.card) if on is not None else {}


def scope_of(cards: CardFilter, card: Printed) -> Scope:
    """The printed values that a card must have to fit a description on the given card."""
    scope: Scope = {
        name: frozenset(given if isinstance(given, tuple) else (given,))
        for name in ("type", "faction", "title", "unique", "loyal")
        if (given := getattr(cards, name, None)) not in ("", (), None)
    }
    if cards.me:
        scope = printed_scope(card) | scope
    elif cards.host and "type" not in scope:
        scope["type"] = frozenset((card.attach_to or AttachTo()).types)
    return scope


def printed_scope(card: Printed) -> Scope:
    """The printed values of one card; an event in play is an attachment."""
    named = {name: frozenset((getattr(card, name),)) for name in ("key", "faction", "title", "unique", "loyal")}
    types = ("event", "attachment") if card.type == "event" else (card.type,)
    return {**named, "type": frozenset(types)}


def may_meet(one: Scope, other: Scope) -> bool:
    return all(one[name] & other[name] for name in one.keys() & other.keys())


BLANKS = ("blank", "blank except-traits")


def reads_of(source: ConstantSource) -> Iterator[ValueRead]:
    """The values that decide what a constant changes."""
    what, on = source.constant.what, source.constant.on
    if what not in EXCLUDING:
        yield from (ValueRead("", blank, printed_scope(source.card)) for blank in BLANKS)
    if what != "immune" and on is not None and not on.me:
        groups = sorted(map(str, printed_scope(source.card)["type"]))
        yield from (ValueRead("", f"immune {group}s", scope_of(on, source.card)) for group in groups)
    for place, word in places(source.constant, ""):
        if isinstance(word, Cards):
            yield from reads_of_cards(place, word, scope_of(word, source.card))
        elif isinstance(word, Unopposed):
            yield from (
                ValueRead(place, each, {}) for each in ("strength", "side-strength", "card-does-not count-strength")
            )


def reads_of_cards(place: str, cards: Cards, scope: Scope) -> Iterator[ValueRead]:
    """The values in a description that can change; a printed trait or keyword can, since the card may be blank."""
    for number, trait in enumerate(cards.trait):
        yield ValueRead(f"{place}.trait[{number}]", f"trait {trait}", scope)
        yield ValueRead(f"{place}.trait[{number}]", "blank", scope)
    for name in ("icon", "without_icon"):
        if icon := getattr(cards, name):
            yield ValueRead(f"{place}.{name}", f"icon {icon}", scope)
    if cards.keyword:
        yield ValueRead(f"{place}.keyword", f"keyword {cards.keyword}", scope)
        yield from (ValueRead(f"{place}.keyword", blank, scope) for blank in BLANKS)
    if cards.strength_at_most is not None:
        yield ValueRead(f"{place}.strength_at_most", "strength", scope)
