"""What a fact is about, and which names are one thing: a card under each of its handles, an area, a House's units.

A viewer follows a card from handle to handle only where the facts that the viewer may read name both, and knows its key
only where a fact said it. A thing is named by a handle, a card key, an area, a seat, a zone, or by several of these
words with dots between them (`stark.knight`: what concerns both).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from domain.judging.inquiry.chronicle import Chronicle
from domain.kernel.cards.card_facts import Learned, renamed_handles
from domain.kernel.facts import Fact
from domain.kernel.ids import Viewer
from domain.kernel.redaction import read_facts
from domain.kernel.refusals import Json, JsonObject
from domain.match.events import StoredEvent


def texts_within(value: Json) -> Iterator[str]:
    """Every text that occurs in plain values, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield str(key)
            yield from texts_within(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from texts_within(each)


def texts_of(said: Struct | JsonObject) -> frozenset[str]:
    """Every text that occurs in a fact or a command; the names of the fields of a struct are none of them."""
    if isinstance(said, Struct):
        return frozenset(texts_held(said))
    return frozenset(texts_within({name: value for name, value in said.items() if name not in ("fact", "type")}))


def texts_held(value: object) -> Iterator[str]:
    """Every text in a value, the keys of its mappings included, the names of fields not."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from texts_held(getattr(value, name))
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from texts_held(key)
            yield from texts_held(each)
    elif isinstance(value, (tuple, list, frozenset)):
        for each in value:
            yield from texts_held(each)


def stated_cards(fact: Fact) -> Iterable[tuple[str, str]]:
    """The pairs of handle and card key that a fact states."""
    if isinstance(fact, Learned):
        return fact.cards
    fields = ("factions", "agendas", "cards")
    pairs = (pair_of(each) for field in fields for each in getattr(fact, field, ()))
    return [pair for pair in pairs if pair]


def begun_effects(fact: Fact) -> Iterator[Any]:
    """The abilities, lasting and delayed effects that begin with a fact; later facts name them by their `id` alone."""
    effect = getattr(fact, "effect", None)
    if hasattr(effect, "id"):
        yield effect
    for field in ("lasting", "delayed"):
        yield from getattr(fact, field, ())


def pair_of(each: Any) -> tuple[str, str] | None:
    """The handle and key of a card in a fact, which has them as a pair or as fields; None where it is no card."""
    if isinstance(each, tuple):
        return (each[0], each[1]) if len(each) == 2 and isinstance(each[1], str) else None
    return (each.handle, each.key) if hasattr(each, "key") else None


def readable_texts(chronicle: Chronicle, viewer: Viewer, *, judging: bool) -> set[str]:
    """Every word by which somebody could name a thing: of the table as they see it, and of the facts that they read."""
    found = set(texts_within(chronicle.match.rules.view(chronicle.match.table, viewer, judging=judging)))
    for event in chronicle.events.values():
        for _, fact in read_facts(event.facts, viewer, judging=judging):
            found |= texts_of(fact)
    return found


class ThingNames:
    """The names that one viewer can put together, read from facts as the viewer may read them, of all lines."""

    def __init__(self, events: Iterable[StoredEvent], viewer: Viewer, *, judging: bool) -> None:
        self.links: dict[str, set[str]] = {}
        self.keys: dict[str, str] = {}
        for event in events:
            for _, fact in read_facts(event.facts, viewer, judging=judging):
                self.read_fact(fact)

    def read_fact(self, fact: Fact) -> None:
        for old, new in renamed_handles(fact):
            if old and new and old != new:
                self.links.setdefault(old, set()).add(new)
                self.links.setdefault(new, set()).add(old)
        self.keys.update((handle, key) for handle, key in stated_cards(fact) if handle and key)

    def names(self, thing: str) -> frozenset[str]:
        """All names of a thing: a card's handles, or those of all cards with this key."""
        found = {thing, *(handle for handle, key in self.keys.items() if key == thing)}
        left = list(found)
        while left:
            for name in self.links.get(left.pop(), ()):
                if name not in found:
                    found.add(name)
                    left.append(name)
        return frozenset(found)

    def key(self, handle: str) -> str:
        """The key of a card as far as the viewer knows it, by whatever handle; else nothing."""
        return next((self.keys[name] for name in self.names(handle) if name in self.keys), "")


def mentions(fact: Struct | JsonObject, names: frozenset[str], thing: str) -> bool:
    """Whether a fact (or a command) is about a thing of these names."""
    said = texts_of(fact)
    parts = thing.split(".")
    return bool(said & names) or (len(parts) > 1 and said.issuperset(parts))
