"""The lasting and delayed effects of a position, limited to those that an ability could have begun.

Read `EffectWords`, what a game says of effects, then `effects_from`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from domain.cardgame.pool.card_fields import InvalidCard, unreadable_of
from domain.cardgame.pool.nameable import PoolNames
from domain.cardgame.positions.named_cards import PositionNames
from domain.cardgame.rules import CardGameRules
from domain.cardgame.table import CardMatch, LastingEffect
from domain.cardgame.words.closed_fields import MODES, ClosedWords
from domain.cardgame.words.constants import Constant, ConstantChange
from domain.cardgame.words.data_form import DataForm
from domain.cardgame.words.faults.changes import faults_of_change
from domain.cardgame.words.faults.choice_names import kept_names
from domain.cardgame.words.faults.placed_ability import WordLists
from domain.cardgame.words.parts.time import Later, Until
from domain.cardgame.words.places import WordFault, places
from domain.cardgame.words.select import CardFilter
from domain.kernel.formats.mismatch import explain_mismatch, join_place
from domain.kernel.formats.reading import DocumentNode, meant_by, whole_number
from domain.kernel.ids import NO_SEAT
from domain.kernel.occurring.abilities import CARDS, NUMBERS, SEATS, Ability
from domain.kernel.occurring.conditions import DelayedEffect

T = TypeVar("T", bound=Struct)
AnyNames = PositionNames[Any]

BY_HAND = "manual"
"""The source of an effect that a correction began."""

# fields that a table sets itself: the id, and the imminent condition, which does not exist while a seat is asked
OWN = ("id", "about")
MATCH = "match"


class EffectWords(Struct, frozen=True):
    """What a game says of effects: the words of its abilities, what they change, and what is wrong with a change.

    `names` is the type of the names that a pool provides, `on_cards` the word for the cards of an effect on cards. In a
    game whose abilities have no data form an effect has a description of cards (`match`) that one of them has
    (`matches`).
    """

    closed: ClosedWords
    changes: Mapping[str, ConstantChange]
    data_form: DataForm | None
    faults_of_change: Callable[[Constant | Until], Iterable[WordFault]]
    names: type[PoolNames] = PoolNames
    on_cards: CardFilter = CardFilter(me=True)
    matches: tuple[CardMatch, ...] = ()

    def words_of(self, field: str) -> tuple[str, ...]:
        """The words of a field of effects with a closed list, as in abilities; empty for any other field."""
        if field == "what":
            return self.closed.lists["what"]
        if field == "how":
            return self.closed.lists["until.how"]
        # a delayed effect may have no end
        return (*self.closed.lists["until.until"], "") if field == "until" else ()


def words_of_rules(rules: CardGameRules[Any]) -> EffectWords:
    """The words of effects in a game whose abilities are declared in code alone: what its rules let them change."""
    changes = {**rules.card_changes, **rules.seat_changes}
    closed = ClosedWords({"what": tuple(changes), "until.how": MODES, "until.until": rules.effect_periods})
    lists = WordLists(
        table=rules.table_type,
        occasions={},
        leaving={},
        attached_types=rules.registry.attached_types,
        played_types=rules.registry.played_types,
        card_changes=rules.card_changes,
        seat_changes=rules.seat_changes,
    )
    matches = matches_in(rules.registry.declared.values())
    return EffectWords(closed, changes, None, lambda word: faults_of_change(word, lists), matches=matches)


def matches_in(declared: Iterable[tuple[Ability, ...]]) -> tuple[CardMatch, ...]:
    """The descriptions of cards in what abilities change, each once."""
    words = (word for abilities in declared for _, word in places(abilities, ""))
    found = (word.match for word in words if isinstance(word, (Constant, Until)))
    return tuple(dict.fromkeys(each for each in found if each is not None))


def effects_from(field: DocumentNode | None, kind: type[T], names: AnyNames, words: EffectWords) -> tuple[T, ...]:
    """The lasting or delayed effects. Raises Unreadable, which names the place."""
    return () if field is None else tuple(effect_from(each, kind, names, words) for each in field.items())


def effect_from(at: DocumentNode, kind: type[T], names: AnyNames, words: EffectWords) -> T:
    left_out = OWN if words.data_form or words.matches else (*OWN, MATCH)
    fields = at.mapping([each.name for each in msgspec.structs.fields(kind) if each.name not in left_out])
    names.read_cards(fields.get("cards"))
    for name, field in fields.items():
        if listed := words.words_of(name):
            field.text(listed)
    if "what" in fields:
        called = fields.get("name") or at.child("name", "")
        called.text(words.changes[fields["what"].text()].names_taken(names.traits_and(called.text())))
    for name, others in (("source", (BY_HAND,)), ("key", ())):
        if name in fields:
            fields[name] = DocumentNode(fields[name].place, names.key(fields[name], others))
    # an effect on cards may belong to no seat, and then none is written
    unsaid = {"seat": NO_SEAT} if fields.get("cards") is not None else {}
    try:
        found = msgspec.convert({"id": 0, **unsaid, **{name: each.value for name, each in fields.items()}}, kind)
    except msgspec.ValidationError as error:
        wrong = explain_mismatch(error, kind)
        raise DocumentNode(join_place(at.place, wrong.place), None).wrong(wrong.reason) from None
    for name in {"seat", "you"} & set(fields):
        fields[name].text(names.seats)
    if isinstance(found, LastingEffect):
        check_lasting(found, fields, at, names, words)
    if isinstance(found, DelayedEffect):
        check_delayed(found, fields, at, names)
    return found


def check_lasting(
    found: LastingEffect,
    fields: dict[str, DocumentNode],
    at: DocumentNode,
    names: AnyNames,
    words: EffectWords,
) -> None:
    """Raises Unreadable unless an ability could create the effect and cards of the format have what `match` names."""
    match = found.match if MATCH in fields else None
    if words.data_form is not None and MATCH in fields:
        match = read_card_match(fields[MATCH], words.data_form, names, words)
    elif match not in (None, *words.matches):
        raise fields[MATCH].wrong("no ability describes cards so")
    on = words.on_cards if found.cards else None
    word = Until(found.what, found.until, found.name, found.amount, found.how, on, match=match, once=found.once)
    for fault in words.faults_of_change(word):
        place = ".cards" if fault.place == ".on" else fault.place
        raise DocumentNode(f"{at.place}{place}", None).wrong(fault.reason.replace("`on`", "`cards`"), fault.meant)


def read_card_match(field: DocumentNode, form: DataForm, names: AnyNames, words: EffectWords) -> CardMatch:
    """The description of cards; raises Unreadable for a word that no description has."""
    try:
        found = CardMatch(**form.read_fields(CardMatch, field.value, field.place))
    except InvalidCard as error:
        raise unreadable_of(error) from None
    for name, given, there, why in words.names.of(names.registry.pool, names.registry.declared).unknown_names(found):
        raise field.child(name, given).wrong(why, meant_by(given, there))
    return found


def check_delayed(found: DelayedEffect, fields: dict[str, DocumentNode], at: DocumentNode, names: AnyNames) -> None:
    """Raises Unreadable unless the effect is a delayed part of the card's ability, with choices of that ability."""
    if found.me and names.cards[names.card(fields["me"])].key != found.key:
        raise fields["me"].wrong(f"{found.me} is no {found.key}")
    if not names.registry.has_ability(found.key, found.ability):
        raise fields["ability"].wrong(f"{found.key} has no ability {found.ability}")
    ability = names.registry.ability(found.key, found.ability)
    parts, last = ability.parts, None
    for place in found.path:
        last = parts[place] if 0 <= place < len(parts) else None
        parts = last.put_off(parts[place + 1 :]) if last is not None else ()
    if not found.path or not parts:
        raise fields["path"].wrong("leads to no part of the ability that is for later")
    if isinstance(last, Later) and found.until != last.until:
        raise fields.get("until", at.child("until", "")).wrong(f"the ability says {last.until or 'nothing'!r}")
    kept = kept_names(ability)
    for name, picks in found.chosen:
        if name not in kept:
            raise fields["chosen"].unknown_word(f"the ability chooses nothing as {name!r}", name, kept)
        for pick in picks:
            check_pick(name, pick, kept[name], fields["chosen"], names)


def check_pick(name: str, pick: str, kept: str | tuple[str, ...], field: DocumentNode, names: AnyNames) -> None:
    """Raises Unreadable if a choice is not of the type that is chosen under its name."""
    if kept == NUMBERS:
        if whole_number(pick) is None:
            raise field.wrong(f"{name}: {pick!r} is no number")
        return
    sorts: dict[Any, tuple[str, tuple[str, ...]]] = {
        CARDS: ("card", tuple(names.cards)),
        SEATS: ("player", names.seats),
    }
    sort, there = sorts[kept] if isinstance(kept, str) else ("option", kept)
    if pick not in there:
        raise field.unknown_word(f"{name}: {pick!r} is no {sort} here", pick, there)
