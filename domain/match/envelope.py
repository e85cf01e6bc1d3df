"""What events of matches and entries of cases, desks and tournaments have in common: who, when, under which key.

Read `Envelope`, with which whatever is stored begins; `Actor` and `Stamp` are what it is made from.
"""

from __future__ import annotations

from hashlib import blake2b, sha256
from typing import Any

import msgspec
from msgspec import Struct

SEAT = "seat"
ORGANIZER = "organizer"


class Actor(Struct, frozen=True):
    """Who asks, and as what: `role` is the scope of the key, then the office; `actor` of a seat is its name."""

    actor: str
    role: str


class Stamp(Struct, frozen=True):
    """What the service gives to an event or an entry: its idempotency key, its time, its id."""

    key: str
    at: str
    id: str


class Envelope(Struct, frozen=True, kw_only=True):
    """Its own id, under which key it was asked for, and by whom.

    Each kind goes on with `at`, the time: entries have the office between, and fields are stored in their order.
    """

    id: str
    key: str
    actor: str


def command_digest(command: Any) -> str:
    """What tells one command from another, as it is stored with the entry that answers the command.

    A command whose tag stands in its JSON is digested as that JSON, one that has its `tag` beside it with the tag.
    """
    if command.__struct_config__.tag is not None:
        return sha256(msgspec.json.encode(command, order="sorted")).hexdigest()
    return blake2b(msgspec.json.encode([command.tag, command]), digest_size=16).hexdigest()
