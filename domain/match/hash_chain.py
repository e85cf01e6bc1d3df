"""The salted hash chain over the stored events of a match, a desk, a case or a tournament.

The head after an event is `SHA-256(previous head + SHA-256(salt + payload))` with `salt = BLAKE2b(version as 8 bytes,
key=seed)`. Without the salt, trying all answers would find a sealed one by its hash.
"""

from __future__ import annotations

from hashlib import blake2b, sha256

GENESIS = bytes(32)
SALTING = b"praetor.salt"


class HashChain:
    """The chain of one seed, for many events: the seed is hashed into the salts once."""

    def __init__(self, seed: bytes) -> None:
        self._salts = blake2b(digest_size=32, key=seed, person=SALTING)

    def head(self, previous: bytes, version: int, payload: bytes) -> bytes:
        """The head of the chain after this payload, 32 bytes; GENESIS is `previous` of the first."""
        salt = self._salts.copy()
        salt.update(version.to_bytes(8, "big"))
        return sha256(previous + sha256(salt.digest() + payload).digest()).digest()


def chain_head(previous: bytes, seed: bytes, version: int, payload: bytes) -> bytes:
    """The head of the chain of a seed after this payload, 32 bytes; GENESIS is `previous` of the first."""
    salt = blake2b(version.to_bytes(8, "big"), digest_size=32, key=seed, person=SALTING)
    return link(previous, salt.digest(), payload)


def link(previous: bytes, salt: bytes, payload: bytes) -> bytes:
    """The head after a payload that is salted so, 32 bytes."""
    return sha256(previous + sha256(salt + payload).digest()).digest()
