"""A game small enough to see through: a match counts, and every command adds to the count.

`Counting` stands in for the domain's match, with the real hash chain; `store_in` builds a store around it.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, cast

from msgspec import Struct, structs, to_builtins

from domain.kernel.refusals import Refusal
from domain.match.aggregate import KeyReused, Refused, Stale
from service.app.match.decider import MatchDecider
from service.app.match.matches import MatchApplication
from service.settings import Address, Settings
from service.wiring import store_environment
from tests.stores import make_store

SEED = bytes(range(32))
EMPTY = bytes(32)


class Addition(Struct, frozen=True, omit_defaults=True):
    """A command: how much is added; as an opening, of a match without seats."""

    add: int
    seats: tuple[str, ...] = ()
    position: str = ""


class WrongHead(Exception):
    """The chain does not fit at the named match and version."""


class Count(Struct, frozen=True):
    """The match: its version, and the count as its table."""

    id: str
    version: int
    wait: int
    head: bytes
    seed: bytes
    table: int
    keys: tuple[tuple[str, str], ...] = ()

    def find_by_key(self, actor: str, key: str) -> int | None:
        return self.keys.index((actor, key)) + 1 if (actor, key) in self.keys else None


class Next(Struct, frozen=True):
    """The following version and what to store."""

    match: Count
    payload: bytes
    head: bytes


class Answered(Struct, frozen=True):
    """The stored action as answer."""

    version: int
    actor: str
    cmd: dict[str, int]
    at: str


def chained(match: Count, payload: bytes) -> bytes:
    salt = blake2b((match.version + 1).to_bytes(8, "big"), key=match.seed).digest()
    return sha256(match.head + sha256(salt + payload).digest()).digest()


class Counting:
    """The domain's functions, and how often each fold and decision was made."""

    def __init__(self) -> None:
        self.followed = 0
        self.decided = 0

    def initial(self, match_id: str, seed: bytes) -> Count:
        return Count(match_id, 0, 0, EMPTY, seed, 0)

    def open_match(
        self, match_id: str, opening: Addition, *, key: str, actor: str, at: str, action_id: str, seed: bytes
    ) -> Next:
        return self._next(self.initial(match_id, seed), opening, key, actor, at, action_id)

    def decide(
        self,
        match: Count,
        seat: str,
        command: Addition,
        *,
        wait: int | None,
        key: str,
        actor: str,
        at: str,
        action_id: str,
    ) -> Next:
        self.decided += 1
        if wait != match.wait:
            raise Stale(cast(Any, match))
        if command.add > 100:
            raise Refused(Refusal("counting.too-much", {"add": command.add, "most": 100}))
        return self._next(match, command, key, actor, at, action_id)

    def evolve_stored(self, match: Count, payload: bytes, head: bytes, then: object = None) -> Count:
        self.followed += 1
        if head != chained(match, payload):
            raise WrongHead(f"{match.id}, version {match.version + 1}")
        return self._applied(match, payload, head)

    def replay(self, match: Count, stored: Iterable[tuple[bytes, bytes]]) -> Count:
        for payload, head in stored:
            match = self.evolve_stored(match, payload, head)
        return match

    def ends_with(self, match: Count, before: bytes, payload: bytes, head: bytes) -> bool:
        last = structs.replace(match, version=match.version - 1, head=before or EMPTY)
        return chained(last, payload) == match.head == head

    def receipt(self, match: Count, payload: bytes, command: object, *, wait: int | None = None) -> Answered:
        action = json.loads(payload)
        version = match.find_by_key(action["actor"], action["key"])
        assert version is not None
        # each action answers the wait that the version before it opened
        if action["cmd"] != to_builtins(command) or wait not in (None, version - 1):
            raise KeyReused(action["key"])
        return Answered(version, action["actor"], action["cmd"], action["at"])

    def _next(self, match: Count, command: Addition, key: str, actor: str, at: str, action_id: str) -> Next:
        action = {"id": action_id, "key": key, "actor": actor, "at": at, "cmd": to_builtins(command)}
        payload = json.dumps(action).encode()
        head = chained(match, payload)
        return Next(self._applied(match, payload, head), payload, head)

    def _applied(self, match: Count, payload: bytes, head: bytes) -> Count:
        action = json.loads(payload)
        version = match.version + 1
        total = match.table + action["cmd"]["add"]
        keys = (*match.keys, (action["actor"], action["key"]))
        return Count(match.id, version, version, head, match.seed, total, keys)


def in_place_of_matches(counting: Counting) -> MatchDecider:
    """The functions of a count where an application expects those of a match: the application looks into neither."""
    return cast(MatchDecider, counting)


@contextmanager
def store_in(
    db: Path | Address,
    counting: Counting | None = None,
    *,
    timeout: float = 2.0,
    gate: bool = True,
    hot_matches: int = 500,
    **acting: Any,
) -> Iterator[MatchApplication]:
    """A match application on a store, which is made where its file is missing."""
    settings = Settings(db=db, store_timeout=timeout, gate=gate)
    if isinstance(db, Path) and not db.exists():
        make_store(settings)
    environment = store_environment(settings)
    matches = MatchApplication(
        environment, in_place_of_matches(counting or Counting()), hot_matches=hot_matches, **acting
    )
    try:
        yield matches
    finally:
        matches.close()


def addition(number: int) -> Any:
    """What stands for an opening and for a command; an application asks of it only which of its fields are words."""
    return Addition(number)


def opened(matches: MatchApplication, match_id: str = "m-one") -> str:
    matches.open_match(match_id, addition(0), key="open", actor="alice", seed=SEED)
    return match_id


def add(matches: MatchApplication, match_id: str, number: int, key: str, wait: int | None = None) -> Any:
    """One command of alice's, by default to the wait that is open now."""
    wait = matches.fresh(match_id).wait if wait is None else wait
    return matches.act(match_id, "alice", addition(number), wait=wait, key=key, actor="alice")
