"""Tokens: what stands in a stored event in the place of a player's name.

A token names the player's reference and holds the name, sealed with a key of that player alone. The chain is over
bytes with tokens, so that a name is forgotten by destroying a key: no stored byte changes, and every record verifies.
Who has the keys registers a `NameReader`; without one a player is called by the reference. Read `read_names`.
"""

from __future__ import annotations

import re
from typing import Protocol

import msgspec

# a character that stands for itself in no text: one that somebody types is stored by its escape
SIGN = "\uf8f0"
SIGNED = SIGN.encode()
# its first byte, which few texts have, is found much faster than all of it
LEAD = SIGNED[:1]
ESCAPED = b"\\uf8f0"
TOKEN = re.compile(SIGNED + rb"([1-9]):([0-9a-f]{12}):([A-Za-z0-9_-]*)" + SIGNED)
PLAYER = "player"
ERASED = "erased player"
LABEL = re.compile(rf"(?:{ERASED}|{PLAYER}) ([0-9a-f]{{12}})")


class NameReader(Protocol):
    """Who can open tokens of a store."""

    def open(self, reference: str, sealed: str) -> str | None:
        """The name in a token, or what stands for it once it is erased; None for a player of another store."""


class NameCover(Protocol):
    """Who knows payloads that were stored with a name in clear which has been erased since."""

    def cover(self, payload: bytes) -> bytes:
        """The payload with what stands for the erased names in it."""


READERS: list[NameReader] = []
COVERS: list[NameCover] = []


def read_names(payload: bytes) -> bytes:
    """The stored payload with the names of its players, as far as they can be read; the same bytes if it has none."""
    for each in COVERS:
        payload = each.cover(payload)
    return TOKEN.sub(read_token, payload) if SIGNED in payload else payload


def is_covered(payload: bytes) -> bool:
    """Whether a stored payload holds the name of an erased player in clear."""
    return any(each.cover(payload) != payload for each in COVERS)


def escape_sign(payload: bytes) -> bytes:
    """Returns new JSON without the sign of a token in its texts: what somebody types is no token."""
    return payload.replace(SIGNED, ESCAPED) if LEAD in payload else payload


def read_token(found: re.Match[bytes]) -> bytes:
    """What a token stands for, written as the text is that it stands in."""
    depth, reference, sealed = (each.decode() for each in found.groups())
    return within(opened_name(reference, sealed) or f"{PLAYER} {reference}", int(depth)).encode()


def opened_name(reference: str, sealed: str) -> str | None:
    """The name in a token, from the first reader that has one; None where none has.

    Raises what a reader that cannot be asked raised, where no other has the name.
    """
    fault: Exception | None = None
    for reader in READERS:
        try:
            if (name := reader.open(reference, sealed)) is not None:
                return name
        except Exception as error:
            fault = error
    if fault is not None:
        raise fault
    return None


def within(text: str, depth: int) -> str:
    """A text as it stands within JSON that stands in a text of JSON, so many times."""
    for _ in range(depth):
        text = msgspec.json.encode(text)[1:-1].decode()
    return text


def erased_label(reference: str) -> str:
    """What an erased player is called."""
    return f"{ERASED} {reference}"


def labelled_reference(name: str) -> str:
    """The reference in what a player without a readable name is called; empty for a name."""
    found = LABEL.fullmatch(name)
    return found[1] if found else ""
