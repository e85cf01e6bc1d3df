"""Upcasters: stored events of an older shape are changed to today's before they are decoded.

An upcaster belongs to a tag (of a fact, a frame or a command) and to the engine version in which the shape changed. It
is applied to the raw JSON of events recorded by an older engine. Each comes with a stored sample of the old shape in
the tests. Rules that only compute otherwise need none: facts are results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct

from domain.kernel.formats.name_tokens import COVERS, LEAD, read_names
from domain.kernel.refusals import Json, JsonObject

Raw = JsonObject


class Upcaster(Struct, frozen=True):
    """How a tagged object recorded by an engine before `engine` is brought to its shape."""

    tag: str
    engine: int
    change: Callable[[Raw], Raw]


UPCASTERS: list[Upcaster] = []


def upcaster(tag: str, engine: int) -> Callable[[Callable[[Raw], Raw]], Callable[[Raw], Raw]]:
    """Register a function that changes the raw object of a tag, for events of engines before `engine`.

    Returns the decorator.
    """

    def register(change: Callable[[Raw], Raw]) -> Callable[[Raw], Raw]:
        UPCASTERS.append(Upcaster(tag, engine, change))
        return change

    return register


class RecordedEngine(Struct):
    """The engine version that a stored event names."""

    engine: str = "1"


ENGINE = msgspec.json.Decoder(RecordedEngine)


def upcast(payload: bytes) -> bytes:
    """The stored payload in today's shape, with the names of its players; the same bytes where nothing is to change."""
    if LEAD in payload or COVERS:
        payload = read_names(payload)
    if not UPCASTERS:
        return payload
    engine = int(ENGINE.decode(payload).engine)
    due = [each for each in sorted(UPCASTERS, key=lambda each: each.engine) if engine < each.engine]
    if not due:
        return payload
    event = msgspec.json.decode(payload)
    for each in due:
        event = apply_upcaster(event, each)
    return msgspec.json.encode(event)


def upcast_all(payloads: Iterable[bytes]) -> Iterable[bytes]:
    """The stored payloads, each as `upcast` gives it."""
    if UPCASTERS or COVERS:
        return map(upcast, payloads)
    return [read_names(payload) if LEAD in payload else payload for payload in payloads]


def apply_upcaster(value: Json, upcaster: Upcaster) -> Json:
    """A raw value with every object of the upcaster's tag changed, innermost first."""
    if isinstance(value, list):
        return [apply_upcaster(each, upcaster) for each in value]
    if not isinstance(value, dict):
        return value
    inner = {key: apply_upcaster(each, upcaster) for key, each in value.items()}
    tagged = upcaster.tag in (inner.get("fact"), inner.get("frame"), inner.get("type"))
    return upcaster.change(inner) if tagged else inner
