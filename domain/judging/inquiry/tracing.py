"""The way of a thing through a match, who knew which hidden card since when, and what chance came to.

Read `trace_thing`, `knowledge_at`, `chance_of`, `proof`. All of it is told from what the viewer may read of the facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeGuard

import msgspec
from msgspec import UNSET, Struct, UnsetType, field, structs

from domain.judging.inquiry.chronicle import UNDONE, Chronicle
from domain.judging.inquiry.knowledge import cards_learned_in, hidden_cards, knowledge_from, version_of_place
from domain.judging.inquiry.probing import first_difference, is_action, redecide_action
from domain.judging.inquiry.subjects import ThingNames, mentions
from domain.judging.inquiry.thing_history import HistoryStep, thing_histories
from domain.kernel.cards.card_facts import ZoneShuffled
from domain.kernel.chance import commitment
from domain.kernel.facts import Fact
from domain.kernel.flow.waits import RandomResult, SeedCommitted
from domain.kernel.game import ignore_windows
from domain.kernel.ids import ADMIN, OFFICIALS, PUBLIC, Handle, Viewer
from domain.kernel.redaction import read_facts
from domain.kernel.refusals import JsonObject


class ThingTrace(Struct, frozen=True):
    """What is told of a thing: its key and names as far as the viewer knows them, the facts about it, its way.

    A fact is a JSON object with its place (`at`) and its line.
    """

    thing: str
    key: str
    names: tuple[str, ...]
    facts: tuple[JsonObject, ...]
    way: tuple[HistoryStep, ...]


class CardKnowledge(Struct, frozen=True):
    """A seat, or everybody (`public`), knows a card since a place in the record; `zone` is where it lies hidden now."""

    schema_name: ClassVar[str] = "CardKnowledge"

    seat: str
    card: Handle
    key: str
    since: str
    line: str
    zone: str | UnsetType = UNSET


class MatchKnowledge(Struct, frozen=True):
    """Who knew which hidden card.

    `known`: cards that lie hidden, whose place somebody knows; to judges also those of which somebody saw on an undone
    line which they are. `seen`: every card that a seat learned so far, and those that everybody saw on undone lines.
    """

    known: tuple[CardKnowledge, ...]
    seen: tuple[CardKnowledge, ...]


class DrawnResult(Struct, frozen=True):
    """A random result and its purpose; a shuffle has no `result`, a card that the viewer may not know is an empty text.

    The counter of the random stream before (`from`) and after its action is there for who may know it, and of a result
    also `counter`, the number of the next draw after it.
    """

    schema_name: ClassVar[str] = "DrawnResult"

    at: str
    line: str
    purpose: str
    result: tuple[str, ...] | UnsetType = UNSET
    start: int | UnsetType = field(default=UNSET, name="from")
    to: int | UnsetType = UNSET
    counter: int | UnsetType = UNSET


class ProvenDraw(Struct, frozen=True):
    """A random result and whether it follows from the seed; `follows` is left out where it was not decided again."""

    schema_name: ClassVar[str] = "ProvenDraw"

    at: str
    line: str
    purpose: str
    follows: bool | UnsetType = UNSET


class SeedProof(Struct, frozen=True):
    """The proof from a seed: the published commitment, whether the seed fits it, and each random result."""

    commitment: str
    holds: bool
    results: tuple[ProvenDraw, ...]


def trace_thing(
    chronicle: Chronicle, thing: str, viewer: Viewer, first: int = 1, last: int = 0, *, judging: bool = False
) -> ThingTrace:
    """Every fact about a thing, on all lines, as the viewer may read it and follow the thing; and its way (`ways`).

    Told are the versions from one to another, by default all. `judging` also where a judge looks as a seat.
    """
    versions = range(first, (last or chronicle.newest) + 1)
    thing_names = ThingNames(chronicle.events.values(), viewer, judging=judging)
    names = thing_names.names(thing)
    facts = tuple(
        {"at": at, "line": chronicle.line(int(at.partition(".")[0])), **msgspec.to_builtins(fact)}
        for at, fact in facts_about(chronicle, thing, names, viewer, versions, judging=judging)
    )
    way = thing_histories(chronicle, thing, thing_names, viewer, versions, judging=judging)
    return ThingTrace(thing, thing_names.key(thing), tuple(sorted(names)), facts, tuple(way))


def facts_about(
    chronicle: Chronicle, thing: str, names: frozenset[str], viewer: Viewer, versions: range, *, judging: bool
) -> Iterator[tuple[str, Fact]]:
    """The facts of versions about a thing of these names, each with its place, as the viewer may read them."""
    for version in versions:
        for number, fact in read_facts(chronicle.events[version].facts, viewer, judging=judging):
            if mentions(fact, names, thing):
                yield f"{version}.{number}", fact


def knowledge_at(chronicle: Chronicle, version: int, viewer: Viewer) -> MatchKnowledge:
    """Who knew which hidden card after a version, and since when; a seat is told of itself and of what all know.

    What was seen on undone lines stays seen. Where such a card lies now is told to judges alone: a seat that saw it
    cannot say whether it lay there before.
    """
    table = chronicle.at(version).table
    hidden = hidden_cards(table)
    events = [(each, chronicle.events[each]) for each in range(1, version + 1)]
    own, is_judge = (viewer, PUBLIC), viewer in OFFICIALS
    learned = (
        knowledge_row(chronicle, row.viewer, row.card, row.key, row.at)
        for row in cards_learned_in(events)
        if is_judge or row.viewer in own
    )
    seen = (row for row in learned if row.seat != PUBLIC or row.line == UNDONE)
    lying = (
        structs.replace(knowledge_row(chronicle, who, card, table.cards[card].key, since), zone=hidden[card])
        for card, viewers in knowledge_from(events, remembers=is_judge).items()
        if card in hidden
        for who, since in viewers.items()
        if is_judge or who in own
    )
    return MatchKnowledge(tuple(sorted(lying, key=lambda each: place_numbers(each.since))), tuple(seen))


def place_numbers(at: str) -> tuple[int, ...]:
    """A place in the record as its version and number: (44, 2) for `44.2`."""
    return tuple(map(int, at.split(".")))


def knowledge_row(chronicle: Chronicle, viewer: Viewer, card: Handle, key: str, since: str) -> CardKnowledge:
    """A row about a card that a viewer has known since a place in the record."""
    return CardKnowledge(viewer, card, key, since, chronicle.line(version_of_place(since)))


# --- chance


def is_random(fact: Fact) -> TypeGuard[RandomResult | ZoneShuffled]:
    return isinstance(fact, (RandomResult, ZoneShuffled))


def random_facts(
    chronicle: Chronicle, version: int, last: int, viewer: Viewer, *, judging: bool
) -> Iterator[tuple[str, RandomResult | ZoneShuffled]]:
    """The random facts of the versions from one to another that a viewer may read, with their places."""
    for each in range(max(version, 1), last + 1):
        for number, fact in read_facts(chronicle.events[each].facts, viewer, judging=judging):
            if is_random(fact):
                yield f"{each}.{number}", fact


def chance_of(
    chronicle: Chronicle, first: int, last: int, viewer: Viewer, *, judging: bool = False
) -> list[DrawnResult]:
    """Each random result with its purpose, as the viewer may read it; the counter of the stream after its action.

    Of a running match the counter is told to judges alone, as that of a random result is.
    """
    tells_counter = viewer in OFFICIALS or chronicle.match.flags.revealed
    found = []
    for at, fact in random_facts(chronicle, first, last, viewer, judging=judging):
        version = int(at.partition(".")[0])
        result = tuple(fact.result) if isinstance(fact, RandomResult) else UNSET
        draw = DrawnResult(at, chronicle.line(version), purpose_of(fact), result)
        if tells_counter:
            before, after = (chronicle.at(each).table.counter for each in (chronicle.parent(version), version))
            counter = fact.counter if isinstance(fact, RandomResult) else UNSET
            draw = structs.replace(draw, start=before, to=after, counter=counter)
        found.append(draw)
    return found


def purpose_of(fact: RandomResult | ZoneShuffled) -> str:
    return fact.purpose if isinstance(fact, RandomResult) else f"shuffle of {fact.zone}"


def seed_commitment(chronicle: Chronicle) -> str:
    """The commitment to the seed that the first event made public."""
    return next((fact.commitment for fact in chronicle.events[1].facts if isinstance(fact, SeedCommitted)), "")


def proof(chronicle: Chronicle, seed: bytes) -> SeedProof:
    """The proof from a seed: whether it is the one committed to, and whether each random result follows from it.

    A result of a seat's action follows if the whole action, decided again from this seed, has the same facts. Results
    of judges' events are not decided again; they are listed as such.
    """
    published = seed_commitment(chronicle)
    results = []
    holds = commitment(seed) == published and seed == chronicle.match.seed
    differs: dict[int, int] = {}
    for at, fact in random_facts(chronicle, 1, chronicle.newest, ADMIN, judging=False):
        version, number = (int(part) for part in at.split("."))
        follows: bool | UnsetType = UNSET
        if is_action(chronicle, version) and holds:
            if version not in differs:
                differs[version] = first_difference(
                    chronicle.events[version].facts, redecide_action(chronicle, version, ignore_windows).facts
                )
            follows = not 0 < differs[version] <= number
        results.append(ProvenDraw(at, chronicle.line(version), purpose_of(fact), follows))
    return SeedProof(published, holds, tuple(results))
