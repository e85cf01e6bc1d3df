"""Committed randomness: a counter-based stream of a secret seed, by a published algorithm.

Draw number `k` is the first eight bytes, big-endian, of BLAKE2b(key=seed, person=b"praetor.draw", data=k as eight
bytes). A number below `n` is that draw modulo `n`; a draw of at least `2**64 - 2**64 % n` is skipped, and the next one
is taken. A shuffle is Fisher-Yates from the last place down. The commitment, public from the first action, is SHA-256
of `b"praetor.seed" + seed`. With the seed anybody can check a finished match by these lines alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b, sha256
from typing import TypeVar

T = TypeVar("T")

WORD = 2**64
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
HANDLE_LENGTH = 9
PAIRS = tuple(first + second for second in ALPHABET for first in ALPHABET)
"""Two characters of a handle by ten bits of a draw, the first of which the lower five bits give."""


class BranchSeed(bytes):
    """The seed of a branch: its own, after the first `shared_draws` draws; those are of the match's seed, `trunk`."""

    trunk: bytes
    shared_draws: int

    def __new__(cls, own: bytes, trunk: bytes, shared_draws: int) -> BranchSeed:
        made = super().__new__(cls, own)
        made.trunk = trunk
        made.shared_draws = shared_draws
        return made


def branch_seed(seed: bytes, shared_draws: int, name: str) -> BranchSeed:
    """The seed of the branch of this name, of a match that has drawn as far as `shared_draws`."""
    own = blake2b(name.encode(), digest_size=32, key=seed, person=b"praetor.branch").digest()
    return BranchSeed(own, seed, shared_draws)


class RandomStream:
    """The stream of one match: draws in order, and how far it has been drawn (`counter`)."""

    def __init__(self, seed: bytes, counter: int = 0, person: bytes = b"praetor.draw") -> None:
        self.seed = seed
        self.counter = counter
        self.person = person
        self.trunk, self.shared_draws = (seed.trunk, seed.shared_draws) if isinstance(seed, BranchSeed) else (seed, 0)

    def _draw(self) -> int:
        key = self.seed if self.counter >= self.shared_draws else self.trunk
        digest = blake2b(self.counter.to_bytes(8, "big"), digest_size=8, key=key, person=self.person).digest()
        self.counter += 1
        return int.from_bytes(digest, "big")

    def below(self, n: int) -> int:
        """A uniform whole number from 0 to n - 1."""
        limit = WORD - WORD % n
        while (drawn := self._draw()) >= limit:
            pass
        return drawn % n

    def shuffle(self, items: Sequence[T]) -> list[T]:
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def pick(self, items: Sequence[T], n: int) -> list[T]:
        """`n` different things (all of them if there are fewer), in the order in which they were drawn."""
        return self.shuffle(items)[: max(0, n)]

    def handle(self) -> str:
        """A fresh handle of constant width: nine characters, 45 bits of one draw."""
        drawn = self._draw()
        first, second, third = PAIRS[drawn & 1023], PAIRS[drawn >> 10 & 1023], PAIRS[drawn >> 20 & 1023]
        return first + second + third + PAIRS[drawn >> 30 & 1023] + ALPHABET[drawn >> 40 & 31]


def commitment(seed: bytes) -> str:
    """The hash of the seed that is public from the first action on (SHA-256, hexadecimal)."""
    return sha256(b"praetor.seed" + seed).hexdigest()
