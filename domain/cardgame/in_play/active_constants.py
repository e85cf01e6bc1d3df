"""The constant abilities and lasting effects that apply now, and the cards that they change.

A constant ability applies while its card is in play and not blank. It changes the cards that it describes, but none
that is immune to cards of its type; of an immune card, its own abilities and earlier lasting effects apply still.

Constants that blank cards or make them immune may exclude each other. No other kind may depend on itself (see
the game's `constant_dependencies`), so these alone are decided for the whole table at once: `silent_cards`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct

from domain.cardgame.abilities.context import AbilityContext, AnyContext
from domain.cardgame.table import CardGameTable, CardState, LastingEffect
from domain.kernel.cards.card_table import Listener
from domain.kernel.ids import Handle, KeptResults, zone_kind
from domain.kernel.numbers import TraceLine
from domain.kernel.occurring.gained_abilities import FIRST_GAINED

if TYPE_CHECKING:
    from domain.cardgame.words.constants import Constant

Key = TypeVar("Key", bound=Hashable)
Active = tuple[AnyContext, "Constant"]


EXCLUDING = ("blank", "immune")
"""The kinds of constant abilities of which one may keep another from applying at all."""


CONSTANT_KEYS: KeptResults[str, str] = KeptResults(lambda what: f"constant:{what}")
constant_key = CONSTANT_KEYS.__getitem__
"""The key under which the constant abilities of a kind are indexed."""


@cache
def named_key(what: str, name: str | None) -> str:
    """The key under which the constant abilities of a kind that have a name are indexed too; of its kind without."""
    return f"constant:{what}:{name}" if name else constant_key(what)


def constants(table: CardGameTable, what: str) -> Iterable[Active]:
    """The active constant abilities of a kind, each with its context."""
    listeners = table.listens.get(constant_key(what))
    return active_constants(table, what, listeners) if listeners else ()


def active_constants(table: CardGameTable, what: str, listeners: tuple[Listener, ...]) -> Iterator[Active]:
    for handle, index in listeners:
        source = table.cards[handle]
        if not is_silent(table, what, source, index):
            key, place = (source.key, index) if index < FIRST_GAINED else table.texts[index]
            for constant in table.registry.constants(key, place, what):
                yield AbilityContext(table, source.key, index, source.controller, handle), constant


def constants_on(table: CardGameTable, what: str, card: CardState, name: str | None = None) -> Iterable[Active]:
    """The active constant abilities of a kind (and name) that affect a card.

    Those of other names are not evaluated, since they may depend on the value that is being computed.
    """
    remembered = REMEMBERED.get()
    if remembered is None or zone_kind(card.zone) not in table.in_play_kinds:
        return found_on(table, what, card, name)
    touched = remembered.touched_by(table, what)
    if touched is None:  # evaluated on the way to the answer, for other cards or names: see `dependencies`
        return found_on(table, what, card, name)
    active = touched.get(card.handle, ())
    return active if name is None else [each for each in active if each[1].name == name]


def found_on(table: CardGameTable, what: str, card: CardState, name: str | None) -> Iterator[Active]:
    for source, context, constant in meant_on(table, what, card, name):
        if not constant.touches(context, card.handle) or is_silent(table, what, source, context.index):
            continue
        if not keeps_off(table, card, what, source):
            yield context, constant


def meant_on(
    table: CardGameTable, what: str, card: CardState, name: str | None = None
) -> Iterator[tuple[CardState, AnyContext, Constant]]:
    """The constant abilities of a kind (and name) that may concern a card, each with its card and context."""
    for handle, index in table.listeners(named_key(what, name)):
        source = table.cards[handle]
        key, place = (source.key, index) if index < FIRST_GAINED else table.texts[index]
        for constant in table.registry.constants(key, place, what):
            if (name is None or constant.name == name) and not is_elsewhere(constant, source, card):
                yield source, AbilityContext(table, source.key, index, source.controller, handle), constant


Touched = dict[Handle, list[Active]]


class Remembered(Struct):
    """What was found out about a table that does not change: the cards affected in play, by kind, and silent ones."""

    touched: dict[str, Touched | None] = msgspec.field(default_factory=dict)
    silent: frozenset[Handle] | None = None
    changed: dict[tuple[str, ...], frozenset[Handle]] = msgspec.field(default_factory=dict)

    def touched_by(self, table: CardGameTable, what: str) -> Touched | None:
        """The cards that a kind of constant abilities affects; None while that is being found out."""
        if what not in self.touched:
            self.touched[what] = None
            self.touched[what] = all_touched(table, what)
        return self.touched[what]

    def changed_by(self, table: CardGameTable, kinds: tuple[str, ...]) -> frozenset[Handle]:
        """The cards that constant abilities or lasting effects of these kinds change."""
        found = self.changed.get(kinds)
        if found is None:
            touched = (self.touched_by(table, what) or {} for what in kinds if is_at_work(table, what))
            lasting = (effect.cards for effect in table.lasting.values() if effect.what in kinds)
            found = self.changed[kinds] = frozenset(chain(*touched, *lasting))
        return found


REMEMBERED: ContextVar[Remembered | None] = ContextVar("remembered", default=None)


@contextmanager
def remember_touches() -> Iterator[None]:
    """Cache which constant abilities affect which cards in play inside the block, while the table does not change."""
    token = REMEMBERED.set(Remembered())
    try:
        yield
    finally:
        REMEMBERED.reset(token)


def changed_cards(table: CardGameTable, kinds: tuple[str, ...]) -> frozenset[Handle]:
    """The cards in play that constant abilities or lasting effects of these kinds may change; some others too."""
    return (REMEMBERED.get() or Remembered()).changed_by(table, kinds)


def all_touched(table: CardGameTable, what: str) -> Touched:
    """The active constant abilities of a kind that affect a card in play, by card; of other cards not all."""
    touched: Touched = {}
    for context, constant in constants(table, what):
        on = constant.on
        if on is not None and on.reaches(table.in_play_kinds) and constant.holds(context, context.you):
            source = table.cards[context.me]
            for card in on.find(context):
                if not keeps_off(table, table.cards[card], what, source):
                    touched.setdefault(card, []).append((context, constant))
    return touched


def is_elsewhere(constant: Constant, source: CardState, card: CardState) -> bool:
    """Whether a constant clearly does not concern a card: it concerns players, its own card, or the card it is on."""
    on = constant.on
    if on is None:
        return True
    return (on.me and source.handle != card.handle) or (on.host and source.host != card.handle)


def lasting_effects(table: CardGameTable, what: str) -> Sequence[LastingEffect]:
    """The lasting effects of a kind, in the order in which they began."""
    return [effect for effect in table.lasting.values() if effect.what == what] if table.lasting else ()


Touch = tuple[str, str, int, str]


def touches(table: CardGameTable, what: str, card: CardState, name: str | None = None) -> Iterable[Touch]:
    """The changes to a card by constant abilities and lasting effects of a kind: (source, name, amount, how)."""
    if is_at_work(table, what, name):
        return touches_on(table, what, card, name)
    return ()


def is_at_work(table: CardGameTable, what: str, name: str | None = None) -> bool:
    """Whether any constant ability in play or lasting effect is of a kind, and of a name that is given."""
    if table.listens.get(named_key(what, name) if name else constant_key(what)):
        return True
    if table.lasting:
        for effect in table.lasting.values():
            if effect.what == what and (not name or effect.name == name):
                return True
    return False


def is_touched(table: CardGameTable, what: str, card: CardState, name: str | None = None) -> bool:
    """Whether a constant ability or lasting effect of a kind (and name) changes a card."""
    if not is_at_work(table, what, name):
        return False
    for _ in touches_on(table, what, card, name):
        return True
    return False


def touches_on(table: CardGameTable, what: str, card: CardState, name: str | None) -> Iterator[Touch]:
    for context, constant in constants_on(table, what, card, name):
        yield context.key, constant.name, constant.value(context, card.handle), constant.how
    for effect in lasting_effects(table, what):
        if card.handle in effect.cards and (name is None or effect.name == name):
            yield effect.source, effect.name, effect.amount, effect.how


def card_lines(table: CardGameTable, what: str, card: CardState) -> list[TraceLine]:
    """The modifiers of a card's number, each with the serial of the moment since which it applies."""
    lines = [
        TraceLine(context.key, constant.value(context, card.handle), constant.how, table.cards[context.me].entered)
        for context, constant in constants_on(table, what, card)
    ]
    lines += [
        TraceLine(effect.source, effect.amount, effect.how, effect.id)
        for effect in lasting_effects(table, what)
        if card.handle in effect.cards
    ]
    return lines


def is_blank(table: CardGameTable, card: CardState) -> bool:
    """Whether a card's printed text box is blank, by another card or by a rule."""
    return card.is_blank_by_rule or is_touched(table, "blank", card)


def group_of(source: CardState) -> str:
    """The group of effects, as an immunity names it, to which the constant abilities of a card belong."""
    return f"{source.type}s"


def keeps_off(table: CardGameTable, card: CardState, what: str, source: CardState) -> bool:
    """Whether a card is immune to the constant abilities of another card; of immunities `immunities` decides."""
    return what != "immune" and source.handle != card.handle and is_immune(table, card, group_of(source))


def is_immune(table: CardGameTable, card: CardState, group: str) -> bool:
    """Whether a card is immune to the effects of a group of cards (characters, locations, events...)."""
    return is_at_work(table, "immune") and group in immunities(table, card)


def immunities(table: CardGameTable, card: CardState) -> set[str]:
    """The groups of effects to which a card is immune; an immunity may keep off another one, but none of its own card.

    Nothing keeps off the immunities that the card itself says.
    """
    lasting = {effect.name for effect in lasting_effects(table, "immune") if card.handle in effect.cards}
    given = [(table.cards[context.me], constant.name) for context, constant in constants_on(table, "immune", card)]
    given.sort(key=lambda each: each[0].entered)
    excluded_by = {
        (source.handle, name): {
            (other.handle, group)
            for other, group in given
            if group == group_of(source) and source.handle not in (other.handle, card.handle)
        }
        for source, name in given
        if source.handle == card.handle or group_of(source) not in lasting
    }
    return lasting | {name for _, name in pick_applying(excluded_by)}


SILENT: ContextVar[frozenset[Handle] | None] = ContextVar("silent", default=None)


def is_silent(table: CardGameTable, what: str, source: CardState, index: int = 0) -> bool:
    """Whether a constant ability of a card does not apply since the card's text is blank; a gained one is not in it.

    Constants that blank cards or make them immune are decided for a whole card, those that it gained with its own.
    """
    if what in EXCLUDING:
        return source.handle in silent_cards(table)
    return index < FIRST_GAINED and is_blank(table, source)


def silent_cards(table: CardGameTable) -> frozenset[Handle]:
    """The cards that neither blank cards nor make them immune any more, since they are blank themselves."""
    assumed = SILENT.get()
    if assumed is not None:
        return assumed
    if not is_at_work(table, "blank"):
        return frozenset()
    remembered = REMEMBERED.get()
    if remembered is None:
        return find_silent_cards(table)
    if remembered.silent is None:
        remembered.silent = find_silent_cards(table)
    return remembered.silent


def find_silent_cards(table: CardGameTable) -> frozenset[Handle]:
    """The cards that are silent. Whom a card blanks may depend on them, so they are assumed until nothing differs.

    No immunity counts at first, so that none keeps off what takes it away: printed immunity does not protect its own
    text box.
    """
    cards, lasting = excluding_cards(table), blanked_for_a_time(table)
    if len(cards) < 2 and not lasting:
        return frozenset()
    deciding = [card for card in cards if card.handle not in lasting]
    found = frozenset(handle for handle, _ in table.listeners(constant_key("immune")))
    for _ in range(len(cards) + 1):
        with assume_silent(found):
            applying = pick_applying({card.handle: blanked_by(table, card) for card in deciding})
        decided = frozenset(card.handle for card in cards if card.handle not in applying)
        if decided == found:
            break
        found = decided
    return found


def excluding_cards(table: CardGameTable) -> list[CardState]:
    """The cards that say that cards are blank or immune, in the order in which they began to."""
    listeners = [each for what in EXCLUDING for each in table.listeners(constant_key(what))]
    cards = (table.cards[handle] for handle in dict.fromkeys(handle for handle, _ in listeners))
    return sorted(cards, key=lambda card: card.entered)


def blanked_for_a_time(table: CardGameTable) -> set[Handle]:
    """The cards that lasting effects blank."""
    return {handle for effect in lasting_effects(table, "blank") for handle in effect.cards}


def blanking_rivals(table: CardGameTable) -> Iterator[set[Handle]]:
    """The groups of cards that blank each other, two by two or in a circle, of which the first one counts."""
    lasting = blanked_for_a_time(table)
    cards = [card for card in excluding_cards(table) if card.handle not in lasting]
    for first, rivals in pick_with_rivals({card.handle: blanked_by(table, card) for card in cards}):
        if rivals:
            yield {first, *rivals}


@contextmanager
def assume_silent(cards: frozenset[Handle]) -> Iterator[None]:
    """Take these cards for silent inside the block, and remember nothing of what follows from it."""
    assumed, remembered = SILENT.set(cards), REMEMBERED.set(None)
    try:
        yield
    finally:
        REMEMBERED.reset(remembered)
        SILENT.reset(assumed)


def blanked_by(table: CardGameTable, card: CardState) -> set[Handle]:
    """The other cards whose constant abilities would blank a card."""
    return {
        source.handle
        for source, context, constant in meant_on(table, "blank", card)
        if source.handle != card.handle
        and constant.touches(context, card.handle)
        and not keeps_off(table, card, "blank", source)
    }


def pick_applying(excluded_by: dict[Key, set[Key]]) -> list[Key]:
    """Which of several constants apply: by each, in the order in which they began, those that exclude it.

    What nothing that applies can exclude applies; of those that exclude each other, the one that began first. In a
    circle that one goes on applying, although what it excludes excludes the one by which it would be excluded itself.
    """
    return [first for first, _ in pick_with_rivals(excluded_by)]


def pick_with_rivals(excluded_by: dict[Key, set[Key]]) -> Iterator[tuple[Key, set[Key]]]:
    """Each constant that applies, with the later ones that exclude it in turn, directly or by others.

    Of what is excluded by constants that exclude each other nothing is said before they are decided.
    """
    waiting = list(excluded_by)
    while waiting:
        before = {each: all_before(each, excluded_by, waiting) for each in waiting}
        first = next(each for each in waiting if all(each in before[other] for other in before[each]))
        yield first, before[first] - {first}
        waiting = [each for each in waiting if each != first and first not in excluded_by[each]]


def all_before(key: Key, excluded_by: dict[Key, set[Key]], waiting: Sequence[Key]) -> set[Key]:
    """What is still waiting and can exclude a constant, directly or by others."""
    found: set[Key] = set()
    open_now = [key]
    while open_now:
        new = [each for each in excluded_by[open_now.pop()] if each in waiting and each not in found]
        found.update(new)
        open_now += new
    return found
