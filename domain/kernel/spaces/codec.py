"""Spaces as JSON and back, and the JSON Schema that describes them."""

from typing import TypeAlias

import msgspec

from domain.kernel.refusals import JsonObject
from domain.kernel.spaces.assign import Assign
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.distribute import Distribute
from domain.kernel.spaces.fields import Flag, Multiset, Number, Ordering, Pick

AnySpace: TypeAlias = Pick | Number | Ordering | Flag | Multiset | Assign | Distribute | Form | Commands

_DECODER: msgspec.json.Decoder[AnySpace] = msgspec.json.Decoder(AnySpace)


def encode(space: AnySpace) -> bytes:
    """A space as JSON."""
    return msgspec.json.encode(space)


def decode(text: bytes | str) -> AnySpace:
    """The space that a JSON text describes. Raises msgspec.ValidationError, which names the field that is wrong."""
    return _DECODER.decode(text)


def to_builtins(space: AnySpace) -> JsonObject:
    """A space as the dicts, lists and scalars of its JSON."""
    builtins: JsonObject = msgspec.json.decode(encode(space))
    return builtins


def schema() -> JsonObject:
    """The JSON Schema (2020-12) of a space's JSON."""
    described = msgspec.json.schema(AnySpace)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Choice space", **described}
