"""The handles that an action names and that somebody does not see, with who does: kept in the action, as its last fact.

Facts are redacted from the stored action alone, and most of them do not know who sees the cards that they name. So the
end of each decision adds what must be known (`unseen_handles`), and where facts are shown these handles are left out
(`unseen_by`, `without_handles`). An action that names no such card, as most do, has no such fact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct, structs

from domain.kernel.cards.card_facts import (
    CardsMoved,
    CardsTurned,
    HandlesRedrawn,
    Learned,
    ZoneShuffled,
    renamed_handles,
)
from domain.kernel.cards.card_table import CardTable
from domain.kernel.cards.who_sees_cards import may_see
from domain.kernel.chance import ALPHABET, HANDLE_LENGTH
from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import PublicWords, SeatName, Term
from domain.kernel.ids import ADMIN, NO_CARD, OFFICIALS, PUBLIC, Handle, Seat, Viewer, ZoneKey, zone_kind
from domain.kernel.table import Table

FORM = rf"(?<![a-zA-Z0-9])[{ALPHABET}]{{{HANDLE_LENGTH}}}(?![a-zA-Z0-9])"
"""The form of a handle, also within the key of a counter, next to an underscore or within an escaped text."""
IN_TEXT = re.compile(FORM, re.ASCII)

Sight = tuple[str, ZoneKey]
encode = msgspec.json.Encoder().encode

TEXTS_WITHOUT_CARDS = (Seat, SeatName, ZoneKey, PublicWords, Term)
"""The types of texts in which no card is named."""
NO_TEXTS = (int, bool, float, type(None))


class HandlesUnseen(Fact, frozen=True, tag="kernel.handles_unseen"):
    """Cards were named that not everybody sees, before or after this action: by handle the seats that do."""

    neutral = True
    unseen: dict[Handle, tuple[SeatName, ...]]

    def seen_by(self, viewer: Viewer) -> HandlesUnseen | None:
        return self if viewer == ADMIN else None


def unseen_by(facts: Iterable[Fact], viewer: Viewer) -> frozenset[Handle]:
    """The handles that the facts of an action name and that a viewer may not read; officials read all."""
    if viewer in OFFICIALS:
        return frozenset()
    kept = (fact.unseen.items() for fact in facts if isinstance(fact, HandlesUnseen))
    return frozenset(handle for each in kept for handle, seats in each if viewer not in seats)


def without_handles(value: Any, hidden: Collection[str]) -> Any:
    """A fact, or a value in it, as if it named none of these cards: `NO_CARD` stands in the place of each."""
    if isinstance(value, str):
        return IN_TEXT.sub(lambda found: NO_CARD if found[0] in hidden else found[0], value)
    if isinstance(value, (tuple, list)):
        return type(value)(without_handles(each, hidden) for each in value)
    if isinstance(value, dict):
        return {name: without_handles(each, hidden) for name, each in value.items() if not names_any(name, hidden)}
    if isinstance(value, Struct):
        was = {name: getattr(value, name) for name in value.__struct_fields__}
        now = {name: without_handles(each, hidden) for name, each in was.items()}
        changed = {name: each for name, each in now.items() if each != was[name]}
        return structs.replace(value, **changed) if changed else value
    return value


def names_any(name: object, handles: Collection[str]) -> bool:
    return isinstance(name, str) and any(each in handles for each in IN_TEXT.findall(name))


def named_handles(value: Any) -> set[Handle]:
    """What stands in a fact, or in several, in the form of a handle."""
    found: list[Handle] = IN_TEXT.findall(encode(value).decode())
    return set(found)


def shown_before(table: Table) -> Mapping[Viewer, frozenset[Handle]]:
    """The cards that something shows to each viewer where they lie hidden, as a decision begins."""
    if not isinstance(table, CardTable) or not table.shows_cards:
        return {}
    return {viewer: table.shown_to(viewer) for viewer in viewers_of(table)}


def unseen_handles(
    table: Table, facts: Sequence[Fact], shown: Mapping[Viewer, frozenset[Handle]]
) -> dict[Handle, tuple[SeatName, ...]]:
    """The handles that these facts of an action tell to somebody who sees their cards neither before nor after it.

    Each is given with the seats that see the card. `table` is the one after the action, `shown` is of `shown_before`.
    """
    if not isinstance(table, CardTable):
        return {}
    telling = [fact for fact in facts if is_searched(type(fact)) or has_host(fact)]
    if not telling:
        return {}
    named = named_handles([fact if is_searched(type(fact)) else hosts_named(fact) for fact in telling])
    # mostly everybody sees each card that is named
    named = {each for each in named if (card := table.cards.get(each)) is None or table.sight(card) != "all"}
    sights = sights_of(table, facts, named) if named else {}
    hidden = {handle for handle, found in sights.items() if all(who != "all" for who, _ in found)}
    return told_unseen(table, facts, shown, telling, sights, hidden) if hidden else {}


def told_unseen(
    table: CardTable,
    facts: Sequence[Fact],
    shown: Mapping[Viewer, frozenset[Handle]],
    telling: Iterable[Fact],
    sights: Mapping[Handle, Iterable[Sight]],
    hidden: Collection[Handle],
) -> dict[Handle, tuple[SeatName, ...]]:
    """Those of the hidden cards that are told to somebody who does not see the card, each with the seats that do."""
    sees = who_sees(table, facts, shown, sights)
    blind = {viewer: {each for each in hidden if not sees(viewer, each)} for viewer in viewers_of(table)}
    leaked: set[Handle] = set()
    for fact in telling:
        if not named_handles(fact).isdisjoint(hidden):
            for viewer, unseen in blind.items():
                leaked |= unseen & named_handles(fact.seen_by(viewer))
    return {handle: tuple(seat for seat in table.seats if sees(Viewer(seat), handle)) for handle in sorted(leaked)}


@cache
def is_searched(kind: type[Fact]) -> bool:
    """Whether facts of a type are searched: a card may be named in one, and the fact does not say who sees which.

    Each type says that for itself: one under it may have more fields.
    """
    return not vars(kind).get("says_who_sees", False) and may_name_cards(kind)


@cache
def may_name_cards(hint: object) -> bool:
    """Whether a handle may stand in a value of a type, alone or within a text."""
    return is_nameable(hint, frozenset())


def is_nameable(hint: object, around: frozenset[type]) -> bool:
    """Whether a handle may stand in a value of a type, beside what the types `around` it have."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        if hint in around:
            return False
        hints = get_type_hints(hint, include_extras=True)
        return any(is_nameable(hints[name], around | {hint}) for name in hint.__struct_fields__)
    if hint in TEXTS_WITHOUT_CARDS or get_origin(hint) is Literal:
        return False
    within = [each for each in get_args(hint) if each is not Ellipsis and not isinstance(each, Meta)]
    return any(is_nameable(each, around) for each in within) if within else hint not in NO_TEXTS


def has_host(fact: Fact) -> bool:
    """Whether a fact puts a card on another one: it says who sees the card that is moved, and not who sees its host."""
    return isinstance(fact, CardsMoved) and any(move.host for move in fact.moves)


def hosts_named(fact: Fact) -> list[Handle]:
    """The cards on which cards were put."""
    return [move.host for move in fact.moves if move.host] if isinstance(fact, CardsMoved) else []


def viewers_of(table: Table) -> tuple[Viewer, ...]:
    return (*(Viewer(seat) for seat in table.seats), PUBLIC)


def sights_of(table: CardTable, facts: Iterable[Fact], named: set[Handle]) -> dict[Handle, list[Sight]]:
    """The sights of the cards that have these handles: who saw each where it lay in an action, and after it."""
    lying = (card for name in named if (card := table.cards.get(name)) is not None)
    found: dict[Handle, list[Sight]] = {card.handle: [(table.sight(card), card.zone)] for card in lying}
    for fact in facts:
        if isinstance(fact, RENAMING) and not named.isdisjoint(chain.from_iterable(renamed_handles(fact))):
            (sights_told,) = (tells for kind, tells in SIGHTS.items() if isinstance(fact, kind))
            for handle, sight in sights_told(table, fact):
                if handle in named:
                    found.setdefault(handle, []).append(sight)
    return found


def sights_moved(table: CardTable, fact: CardsMoved) -> Iterator[tuple[Handle, Sight]]:
    for move in fact.moves:
        yield from ((move.old, (move.was, move.source)), (move.new, (move.now, move.to)))


def sights_turned(table: CardTable, fact: CardsTurned) -> Iterator[tuple[Handle, Sight]]:
    for turn in fact.turns:
        yield from ((turn.old, (turn.was, turn.zone)), (turn.new, (turn.now, turn.zone)))


def sights_redrawn(table: CardTable, fact: HandlesRedrawn) -> Iterator[tuple[Handle, Sight]]:
    yield from ((handle, (fact.sees, fact.zone)) for pair in fact.order for handle in pair)


def sights_shuffled(table: CardTable, fact: ZoneShuffled) -> Iterator[tuple[Handle, Sight]]:
    sees = table.zone_kinds[zone_kind(fact.zone)].sees
    yield from ((handle, (sees, fact.zone)) for pair in fact.order for handle in pair)


SIGHTS: Mapping[type, Callable[[CardTable, Any], Iterator[tuple[Handle, Sight]]]] = {
    CardsMoved: sights_moved,
    CardsTurned: sights_turned,
    HandlesRedrawn: sights_redrawn,
    ZoneShuffled: sights_shuffled,
}
"""The facts that give handles to cards or take them: the handles, each with who sees the card under it."""
RENAMING = tuple(SIGHTS)


def who_sees(
    table: CardTable,
    facts: Iterable[Fact],
    shown: Mapping[Viewer, frozenset[Handle]],
    sights: Mapping[Handle, Iterable[Sight]],
) -> Callable[[Viewer, Handle], bool]:
    """Whether a viewer sees a card where it lies or lay, or is shown it: by an effect, or by one of the facts."""
    now = shown_before(table)
    learned = {(to, card) for fact in facts if isinstance(fact, Learned) for to in fact.to for card, _ in fact.cards}

    def sees(viewer: Viewer, handle: Handle) -> bool:
        if (viewer, handle) in learned or (PUBLIC, handle) in learned:
            return True
        if handle in shown.get(viewer, ()) or handle in now.get(viewer, ()):
            return True
        return any(may_see(who, viewer, zone) for who, zone in sights[handle])

    return sees
