"""The decisions that followed a version, each with the question that it answered: these are tried again on a branch.

Read `RecordedDecision`, then `question_key` (what makes two questions the same), then `Matching`: the cards and
conditions that a command names, found again on another table - the same card, else the one of that title that differs
least.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy

import msgspec
from msgspec import Struct, structs

from domain.games import AnyRules
from domain.judging.inquiry.subjects import texts_within
from domain.kernel.cards.card_facts import renamed_handles
from domain.kernel.commands import Command
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Procedure, find_open_wait
from domain.kernel.flow.open_windows import effect_of
from domain.kernel.flow.priority_windows import Window
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.conditions import AbilityTable, Condition, condition_group
from domain.kernel.occurring.occurrence import Aftermath, Occurrence
from domain.kernel.refusals import Json, JsonObject
from domain.kernel.table import Card
from domain.match.aggregate import Match, evolve_table
from domain.match.events import StoredEvent, event_kind

Question = tuple[object, ...]
ALWAYS: Question = ("always",)
UNLIKE = frozenset({"handle", "key", "owner", "printed"})


class NamedCondition(Struct, frozen=True):
    """A condition that a command named: as it was, where its card came from, and that card's title."""

    condition: Condition
    home: str
    title: str


class RecordedDecision(Struct, frozen=True):
    """An event that followed: a seat's decision with its question, or a judge's event, which has neither.

    `cards` and `conditions` are those that the command names, as they were, `homes` where each card came from.
    """

    version: int
    event: StoredEvent
    seat: Seat = Seat("")
    question: Question = ()
    cards: JsonObject = {}
    homes: dict[str, str] = {}
    conditions: dict[int, NamedCondition] = {}

    @property
    def is_decision(self) -> bool:
        return bool(self.question)


class CardHomes:
    """Under which handle each card lay at the beginning, followed through the facts since."""

    def __init__(self) -> None:
        self.of: dict[str, str] = {}

    def follow(self, facts: Iterable[Fact]) -> None:
        for fact in facts:
            pairs = [(new, self.get(old)) for old, new in renamed_handles(fact)]
            self.of.update(pairs)

    def get(self, handle: str) -> str:
        return self.of.get(handle, handle)


def recorded_decisions(
    start: Match, events: Mapping[int, StoredEvent], versions: Iterable[int]
) -> list[RecordedDecision]:
    """The decisions that followed a version, in order, each as it stood when it was taken."""
    table, homes, found = start.table.branch(), CardHomes(), []
    for version in versions:
        event = events[version]
        found.append(read_decision(start.rules, table, homes, version, event))
        evolve_table(table, event)
        homes.follow(event.facts)
    return found


def read_decision(
    rules: AnyRules, table: AbilityTable, homes: CardHomes, version: int, event: StoredEvent
) -> RecordedDecision:
    said = msgspec.to_builtins(event.cmd) if event.cmd is not None else {}
    cards = {name: copy(table.cards[Handle(name)]) for name in texts_within(said) if name in table.cards}
    found = RecordedDecision(version, event, cards=cards, homes={name: homes.get(name) for name in cards})
    if event_kind(event) != "action":
        return found
    question = ALWAYS if isinstance(event.cmd, rules.always) else question_key(rules, table)
    number = said.get("condition", 0)
    conditions = {
        each.id: NamedCondition(each, homes.get(each.card), condition_title(table, each))
        for each in conditions_asked_about(table)
        if each.id == number
    }
    return structs.replace(found, seat=Seat(event.actor), question=question, conditions=conditions)


def question_key(rules: AnyRules, table: AbilityTable) -> Question:
    """The key of an open question, equal for the same question: moment, kind, name, arguments, conditions by title.

    It is empty where nobody is awaited.
    """
    found = find_open_wait(table.stack)
    if found is None:
        return ()
    wait, frame, step = found
    effect = effect_of(table, frame)
    of = (effect.key, effect.ability, effect.you) if effect else ()
    about = tuple(rules.describe(table, each) for each in conditions_asked_about(table))
    kind = str(type(frame).__struct_config__.tag)
    return (rules.within(table), wait.kind, wait.question, kind, step.label, frame_arguments(table, frame), of, about)


def frame_arguments(table: AbilityTable, frame: Procedure) -> tuple[str, ...]:
    """The words with which a frame was begun, as far as they mean the same on another table."""
    if isinstance(frame, Window):
        return (frame.during, frame.first)
    values = (getattr(frame, name) for name in frame.__struct_fields__ if name != "at")
    return tuple(value for value in values if isinstance(value, str) and value not in table.cards)


def conditions_asked_about(table: AbilityTable) -> tuple[Condition, ...]:
    """The conditions that the open question is about."""
    frame = table.stack[-2] if len(table.stack) > 1 else None
    if isinstance(frame, Window):
        happening = condition_group(table, frame.about)
    elif isinstance(frame, Occurrence | Aftermath):
        happening = condition_group(table, frame.id)
    else:
        return ()
    return happening.conditions if happening else ()


class Matching:
    """The command of a decision as it is said on another table; `ambiguous` are the cards that might be others."""

    def __init__(self, table: AbilityTable, homes: CardHomes, decision: RecordedDecision) -> None:
        self.table = table
        self.homes = homes
        self.decision = decision
        self.ambiguous: list[str] = []
        self.found = {name: self.card(name, card) for name, card in decision.cards.items()}

    @property
    def others(self) -> dict[str, str]:
        """The cards for which another one stands in."""
        return {old: new for old, new in self.found.items() if old != new}

    def command(self, rules: AnyRules) -> Command:
        """The command with the names of this table; unchanged where no name differs."""
        number = self.condition()
        if not self.others and number == getattr(self.decision.event.cmd, "condition", 0):
            command: Command = self.decision.event.cmd
            return command
        said = self.translate_fields(msgspec.to_builtins(self.decision.event.cmd))
        return rules.command({**said, "condition": number} if "condition" in said else said)

    def translate_fields(self, fields: JsonObject) -> JsonObject:
        return {self.found.get(name, name): self.translate(each) for name, each in fields.items()}

    def translate(self, value: Json) -> Json:
        if isinstance(value, dict):
            return self.translate_fields(value)
        if isinstance(value, (list, tuple)):
            return [self.translate(each) for each in value]
        return self.found.get(value, value) if isinstance(value, str) else value

    def card(self, name: str, was: Card) -> str:
        """The handle of a card here: its own if it lies where it lay, else that of the most similar copy."""
        found = self.table.cards.get(Handle(name))
        home = self.decision.homes[name]
        if found is not None and found.zone == was.zone and found.key == was.key and self.homes.get(name) == home:
            return name
        alike = [each for each in self.table.cards.values() if each.key == was.key and each.owner == was.owner]
        if not alike:
            return name
        ranked = sorted((self.unlikeness(was, home, each), each.handle) for each in alike)
        if len(ranked) > 1 and ranked[0][0] == ranked[1][0]:
            self.ambiguous.append(ranked[0][1])
        return str(ranked[0][1])

    def unlikeness(self, was: Card, home: str, candidate: Card) -> tuple[bool, bool, int]:
        """How much a card differs from the one that was meant: in place, identity and state."""
        differing = sum(
            getattr(was, name) != getattr(candidate, name) for name in was.__struct_fields__ if name not in UNLIKE
        )
        return candidate.zone != was.zone, self.homes.get(candidate.handle) != home, differing

    def condition(self) -> int:
        """The id here of the condition that the command names; unchanged where there is none like it."""
        number: int = getattr(self.decision.event.cmd, "condition", 0)
        if number not in self.decision.conditions:
            return number
        was = self.decision.conditions[number]
        alike = [each for each in conditions_asked_about(self.table) if each.kind == was.condition.kind]
        ranked = sorted((self.strangeness(was, each), each.id) for each in alike)
        return ranked[0][1] if ranked else number

    def strangeness(self, was: NamedCondition, candidate: Condition) -> tuple[bool, bool, bool, int]:
        """How little a condition is the one that was meant: its card's title, the card, its id, what else it says."""
        said = ("seat", "other", "n", "name", "how")
        differing = sum(getattr(was.condition, name) != getattr(candidate, name) for name in said)
        other = self.homes.get(candidate.card) != was.home
        return condition_title(self.table, candidate) != was.title, other, was.condition.id != candidate.id, differing


def condition_title(table: AbilityTable, condition: Condition) -> str:
    """The key of a condition's card, empty where it has none or the card is gone."""
    card = condition.seen or table.cards.get(condition.card)
    return str(card.key) if card is not None else ""
