"""The salted hash chain over the stored events of a match, a desk, a case or a tournament.

The head after an event is `SHA-256(previous head + SHA-256(salt + payload))` with `salt = BLAKE2b(version as 8 bytes,
key=seed)`. Without the salt, trying all answers would find a sealed one by its hash.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b, sha256

GENESIS = bytes(32)
SALTING = b"praetor.salt"


def first_break(previous: bytes, seed: bytes, version: int, stored: Iterable[tuple[bytes, bytes]]) -> int:
    """The first version after this one whose head does not follow from its payload, among stored (payload, head).

    0 if all follow; GENESIS is `previous` of the first of a stream. As `chain_head` of each, but the seed and the first
    half of each version, which is zero, are hashed only once.
    """
    salts = blake2b(bytes(4), digest_size=32, key=seed, person=SALTING)
    for payload, head in stored:
        version += 1
        salt = salts.copy()
        salt.update(version.to_bytes(4, "big"))
        if sha256(previous + sha256(salt.digest() + payload).digest()).digest() != head:
            return version
        previous = head
    return 0


def chain_head(previous: bytes, seed: bytes, version: int, payload: bytes) -> bytes:
    """The head of the chain of a seed after this payload, 32 bytes; GENESIS is `previous` of the first."""
    salt = blake2b(version.to_bytes(8, "big"), digest_size=32, key=seed, person=SALTING)
    return sha256(previous + sha256(salt.digest() + payload).digest()).digest()
