"""Triggering conditions and the objects of the table that carry them, with the facts that change those objects.

A condition has an id of its own, so that saves, replacements and once-per-occurrence refer to it and never to a
position or a value; it carries what was true when it became imminent (`CardSnapshot`), for abilities that look back.
"""

from __future__ import annotations

from typing import Protocol, Self

import msgspec
from msgspec import Struct, structs

from domain.kernel.cards.card_table import CardTable
from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import ThingName
from domain.kernel.ids import NO_CARD, NO_SEAT, OFFICIALS, PUBLIC, Handle, Seat, Viewer
from domain.kernel.table import CopyOnWriteMap, Table


class CardSnapshot(Struct, frozen=True, omit_defaults=True, gc=False):
    """What was true of a card: `marks` such as `trait:Lord`, `icon:power`, `attacking`; `numbers` such as strength."""

    key: str
    owner: Seat
    controller: Seat
    marks: tuple[str, ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()


class Condition(Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that is about to happen or has happened.

    `card` is what it happens to, `seat` the player concerned, `other` a second player (the loser of a contest),
    `source` the card that causes it, `n` an amount, `name` a detail (a phase, the kind of a contest), `how` a manner
    (as attacker, as played from hand), `instead` what a replacement puts in its place, `cards` further cards of the
    same happening; `hidden` says that of the players only `seat` may know the card, `unseen` that not even that one
    does.
    """

    id: int
    kind: str
    card: Handle = NO_CARD
    seat: Seat = NO_SEAT
    other: Seat = NO_SEAT
    source: Handle = NO_CARD
    n: int = 0
    name: str = ""
    how: str = ""
    instead: str = ""
    cards: tuple[Handle, ...] = ()
    seen: CardSnapshot | None = None
    hidden: bool = False
    unseen: bool = False


class AbilityUse(Struct, frozen=True, array_like=True, gc=False):
    """An ability that was used on a condition: which card, which of its abilities, which condition."""

    card: Handle
    ability: int
    condition: int


class AvertedCondition(Struct, frozen=True, gc=False):
    """A condition that will not happen any more, and how it was averted: saved, prevented, canceled."""

    condition: Condition
    how: str


class ConditionGroup(Struct, frozen=True, omit_defaults=True, gc=False):
    """Conditions that share their windows: imminent (an occurrence) or occurred (an aftermath).

    `averted` are those that were imminent with them, so that who would still answer one is told what became of it.
    """

    id: int
    conditions: tuple[Condition, ...]
    sure: bool = False
    cancels_only: bool = False
    effect: int = 0
    asked: int = 0
    used: tuple[AbilityUse, ...] = ()
    averted: tuple[AvertedCondition, ...] = ()

    def condition(self, id: int) -> Condition | None:
        return next((each for each in self.conditions if each.id == id), None)

    def averted_condition(self, id: int) -> AvertedCondition | None:
        return next((each for each in self.averted if each.condition.id == id), None)


class EffectObject(Struct, frozen=True, omit_defaults=True, gc=False):
    """An ability or event under way: whose, of which card, what set it off, what was chosen, what its last part did.

    `shown` are the cards that it shows while it resolves, each time with those to whom.
    """

    id: int
    key: str
    ability: int
    you: Seat
    me: Handle = NO_CARD
    about: Condition | None = None
    happening: int = 0
    chosen: tuple[tuple[str, tuple[ThingName, ...]], ...] = ()
    x: int = 0
    path: tuple[int, ...] = ()
    complete: bool = True
    done: tuple[Condition, ...] = ()
    canceled: bool = False
    shown: tuple[tuple[tuple[Viewer, ...], tuple[Handle, ...]], ...] = ()

    @property
    def is_delayed_part(self) -> bool:
        """Whether it is the part of an ability that waited for its moment: no new ability is used by that."""
        return bool(self.path)

    def picks(self, name: str) -> tuple[str, ...]:
        """The choice under a name; empty if nothing was chosen."""
        return next((cards for chosen, cards in self.chosen if chosen == name), ())

    def has(self, name: str) -> bool:
        return any(chosen == name for chosen, _ in self.chosen)


class DelayedEffect(Struct, frozen=True, omit_defaults=True, gc=False):
    """An effect that waits for its moment: the part of an ability at `path`, and what had been chosen by then.

    One that replaces an imminent condition waits for that one, `about`.
    """

    id: int
    key: str
    ability: int
    path: tuple[int, ...]
    you: Seat
    me: Handle = NO_CARD
    chosen: tuple[tuple[str, tuple[ThingName, ...]], ...] = ()
    x: int = 0
    until: str = ""
    about: int = 0


class AbilityTable(CardTable, kw_only=True):
    """A table of a game whose abilities trigger on conditions."""

    occurrences: CopyOnWriteMap[int, ConditionGroup] = msgspec.field(default_factory=CopyOnWriteMap)
    aftermaths: CopyOnWriteMap[int, ConditionGroup] = msgspec.field(default_factory=CopyOnWriteMap)
    effects: CopyOnWriteMap[int, EffectObject] = msgspec.field(default_factory=CopyOnWriteMap)
    delayed: CopyOnWriteMap[int, DelayedEffect] = msgspec.field(default_factory=CopyOnWriteMap)

    def condition_group(self, id: int) -> ConditionGroup | None:
        """The group of conditions with an id, imminent or occurred; None where it has ended."""
        return self.occurrences.get(id) or self.aftermaths.get(id)

    @property
    def shows_cards(self) -> bool:
        """Whether anything may show cards where they lie hidden; a game may have more that does than its effects."""
        return bool(self.effects)

    def shown_to(self, viewer: Viewer) -> frozenset[Handle]:
        """The cards that effects under way show to a viewer where they lie, and those announced with them.

        A card that has been moved or shuffled since lies there under another handle and is shown no more.
        """
        announced = {effect.me for effect in self.effects.values()}
        shown = (
            cards
            for effect in self.effects.values()
            for viewers, cards in effect.shown
            if viewer in viewers or PUBLIC in viewers or viewer in OFFICIALS
        )
        return frozenset(announced.union(*shown))


def redact_condition(condition: Condition, viewer: Viewer) -> Condition:
    """A condition as a viewer may read it: a card that only its owner knows is left out for the others."""
    knows = viewer == condition.seat and not condition.unseen
    if not condition.hidden or knows or viewer in OFFICIALS:
        return condition
    return structs.replace(condition, card=NO_CARD, cards=(), seen=None)


def tell_condition(condition: Condition, viewer: Viewer) -> dict[str, object]:
    """A condition as a refusal tells it: its kind and the card to which it happens, if the viewer may know that."""
    card = redact_condition(condition, viewer).card
    return {"condition": condition.kind, **({"happens_to": card} if card else {})}


class ConditionShelves(Protocol):
    """Where conditions are kept, by the ids of their groups: a table with abilities, or what reads facts alone."""

    @property
    def occurrences(self) -> CopyOnWriteMap[int, ConditionGroup]:
        """What is imminent."""

    @property
    def aftermaths(self) -> CopyOnWriteMap[int, ConditionGroup]:
        """What has occurred and may be reacted to."""


def condition_group(table: Table | ConditionShelves, id: int) -> ConditionGroup | None:
    """The group of conditions with an id, imminent or occurred; None where it has ended.

    A window names by `about` the group that it is open for. A table of a game without abilities keeps no group.
    """
    if isinstance(table, Table):
        return table.condition_group(id) if isinstance(table, AbilityTable) else None
    return table.occurrences.get(id) or table.aftermaths.get(id)


class AboutConditions(Fact, frozen=True):
    """A fact that lists conditions, redacted one by one."""

    conditions: tuple[Condition, ...]

    def seen_by(self, viewer: Viewer) -> Self:
        return structs.replace(self, conditions=tuple(redact_condition(each, viewer) for each in self.conditions))


class ConditionsImminent(AboutConditions, frozen=True, tag="kernel.conditions_imminent"):
    """Conditions became imminent: they are the next thing to happen; `sure` if nothing may be saved from them."""

    neutral = True
    occurrence: int
    sure: bool = False
    cancels_only: bool = False
    effect: int = 0
    asked: int = 0

    def apply(self, table: ConditionShelves) -> None:
        happening = ConditionGroup(
            self.occurrence, self.conditions, self.sure, self.cancels_only, self.effect, self.asked
        )
        table.occurrences.put(self.occurrence, happening)


class ConditionAverted(Fact, frozen=True, tag="kernel.condition_averted"):
    """An imminent condition was averted: it was saved from, canceled, or can no longer happen."""

    neutral = True
    occurrence: int
    condition: int
    how: str

    def apply(self, table: ConditionShelves) -> None:
        happening = table.occurrences[self.occurrence]
        rest = tuple(each for each in happening.conditions if each.id != self.condition)
        gone = tuple(AvertedCondition(each, self.how) for each in happening.conditions if each.id == self.condition)
        averted = (*happening.averted, *gone)
        table.occurrences.put(self.occurrence, structs.replace(happening, conditions=rest, averted=averted))


class ConditionReplaced(Fact, frozen=True, tag="kernel.condition_replaced"):
    """An imminent condition was replaced: it will resolve in another way; the last replacement counts."""

    neutral = True
    occurrence: int
    condition: int
    instead: str

    def apply(self, table: ConditionShelves) -> None:
        happening = table.occurrences[self.occurrence]
        changed = tuple(
            structs.replace(each, instead=self.instead) if each.id == self.condition else each
            for each in happening.conditions
        )
        table.occurrences.put(self.occurrence, structs.replace(happening, conditions=changed))


class OccurrenceEnded(Fact, frozen=True, tag="kernel.occurrence_ended"):
    """An occurrence ended: its conditions happen now, or were averted altogether."""

    neutral = True
    occurrence: int

    def apply(self, table: ConditionShelves) -> None:
        table.occurrences.take(self.occurrence)


class ConditionsOccurred(AboutConditions, frozen=True, tag="kernel.conditions_occurred"):
    """Conditions occurred; they wait for the reactions of this aftermath."""

    neutral = True
    aftermath: int

    def apply(self, table: ConditionShelves) -> None:
        before = table.aftermaths.get(self.aftermath, ConditionGroup(self.aftermath, ()))
        table.aftermaths.put(self.aftermath, structs.replace(before, conditions=before.conditions + self.conditions))


class AftermathEnded(Fact, frozen=True, tag="kernel.aftermath_ended"):
    """An aftermath ended: no further reaction to what it held is possible."""

    neutral = True
    aftermath: int

    def apply(self, table: ConditionShelves) -> None:
        table.aftermaths.take(self.aftermath)


class AftermathRestored(AboutConditions, frozen=True, tag="kernel.aftermath_restored"):
    """A judge restored the opportunity to react to what had occurred; what was used on it then counts as used."""

    neutral = True
    aftermath: int
    used: tuple[AbilityUse, ...] = ()

    def apply(self, table: ConditionShelves) -> None:
        table.aftermaths.put(self.aftermath, ConditionGroup(self.aftermath, self.conditions, used=self.used))
