"""The way of a thing through a match, who knew which hidden card since when, and what chance came to.

Read `trace_thing`, `knowledge_at`, `chance_of`, `proof`. All of it is told from what the viewer may read of the facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

import msgspec

from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.knowledge import cards_learned_in, hidden_cards
from domain.judging.inquiry.probing import first_difference, is_action, redecide_action
from domain.judging.inquiry.subjects import ThingNames, mentions
from domain.judging.inquiry.thing_history import thing_histories
from domain.kernel.cards import HandlesRedrawn, ZoneShuffled
from domain.kernel.chance import commitment
from domain.kernel.facts import Fact
from domain.kernel.flow.waits import RandomResult, SeedCommitted
from domain.kernel.game import ignore_windows
from domain.kernel.ids import ADMIN, OFFICIALS, PUBLIC, Viewer, zone_owner
from domain.kernel.redaction import read_facts
from domain.kernel.refusals import JsonObject
from domain.match.events import StoredEvent


def trace_thing(
    chronicle: Chronicle, thing: str, viewer: Viewer, first: int = 1, last: int = 0, *, judging: bool = False
) -> JsonObject:
    """Every fact about a thing, on all lines, as the viewer may read it and follow the thing; and its way (`ways`).

    Told are the versions from one to another, by default all. `judging` also where a judge looks as a seat.
    """
    versions = range(first, (last or chronicle.newest) + 1)
    thing_names = ThingNames(chronicle.events.values(), viewer, judging=judging)
    names = thing_names.names(thing)
    facts = [
        {"at": at, "line": chronicle.line(int(at.partition(".")[0])), **msgspec.to_builtins(fact)}
        for at, fact in facts_about(chronicle, thing, names, viewer, versions, judging=judging)
    ]
    way = thing_histories(chronicle, thing, thing_names, viewer, versions, judging=judging)
    return {"thing": thing, "key": thing_names.key(thing), "names": sorted(names), "facts": facts, "way": way}


def facts_about(
    chronicle: Chronicle, thing: str, names: frozenset[str], viewer: Viewer, versions: range, *, judging: bool
) -> Iterator[tuple[str, Fact]]:
    """The facts of versions about a thing of these names, each with its place, as the viewer may read them."""
    for version in versions:
        for number, fact in read_facts(chronicle.events[version].facts, viewer, judging=judging):
            if mentions(fact, names, thing):
                yield f"{version}.{number}", fact


def knowledge_at(chronicle: Chronicle, version: int, viewer: Viewer) -> JsonObject:
    """Who knew which hidden card after a version, and since when; a seat is told of itself and of what all know.

    `known`: cards that lie hidden there, whose place somebody knows. `seen`: every card that a seat alone learned so
    far; what was seen on undone lines stays seen.
    """
    table = chronicle.at(version).table
    hidden = hidden_cards(table)
    knowledge: dict[tuple[str, str], JsonObject] = {}
    seen = []
    for each in range(1, version + 1):
        for row in cards_learned_in([(each, chronicle.events[each])]):
            entry = {
                "seat": row.viewer,
                "card": row.card,
                "key": row.key,
                "since": row.at,
                "line": chronicle.line(each),
            }
            knowledge.setdefault((row.viewer, row.card), entry)
            if row.viewer != PUBLIC:
                seen.append(entry)
        renew(knowledge, chronicle.events[each])
    lying = [{**row, "zone": hidden[row["card"]]} for row in knowledge.values() if row["card"] in hidden]
    own = (viewer, PUBLIC)
    return {
        "known": [row for row in lying if viewer in OFFICIALS or row["seat"] in own],
        "seen": [row for row in seen if viewer in OFFICIALS or row["seat"] in own],
    }


def renew(knowledge: dict[tuple[str, str], JsonObject], event: StoredEvent) -> None:
    """Who sees a zone goes on knowing its cards where they got new handles."""
    for fact in event.facts:
        if isinstance(fact, HandlesRedrawn) and fact.sees == "owner":
            owner = zone_owner(fact.zone)
            for old, new in fact.order:
                if (owner, old) in knowledge:
                    knowledge.setdefault((owner, new), {**knowledge[owner, old], "card": new})


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
) -> list[JsonObject]:
    """Each random result with its purpose, as the viewer may read it; the counter of the stream after its action.

    Of a running match the counter is told to judges alone, as that of a random result is.
    """
    open_to_all = chronicle.match.flags.revealed
    found = []
    for at, fact in random_facts(chronicle, first, last, viewer, judging=judging):
        version = int(at.partition(".")[0])
        row: JsonObject = {"at": at, "line": chronicle.line(version), "purpose": purpose_of(fact)}
        if isinstance(fact, RandomResult):
            row["result"] = list(fact.result)
        if viewer in OFFICIALS or open_to_all:
            row |= {
                "from": chronicle.at(chronicle.parent(version)).table.counter,
                "to": chronicle.at(version).table.counter,
            }
        found.append(row)
    return found


def purpose_of(fact: RandomResult | ZoneShuffled) -> str:
    return fact.purpose if isinstance(fact, RandomResult) else f"shuffle of {fact.zone}"


def seed_commitment(chronicle: Chronicle) -> str:
    """The commitment to the seed that the first event made public."""
    return next((fact.commitment for fact in chronicle.events[1].facts if isinstance(fact, SeedCommitted)), "")


def proof(chronicle: Chronicle, seed: bytes) -> JsonObject:
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
        row: JsonObject = {"at": at, "line": chronicle.line(version), "purpose": purpose_of(fact)}
        if is_action(chronicle, version) and holds:
            if version not in differs:
                differs[version] = first_difference(
                    chronicle.events[version].facts, redecide_action(chronicle, version, ignore_windows).facts
                )
            row["follows"] = not 0 < differs[version] <= number
        results.append(row)
    return {"commitment": published, "holds": holds, "results": results}
