"""Refused attempts: one row for each command of a seat that a rule refused, for judges to read.

They are no part of the match and of its stream: a store of their own, not synced, since a lost row harms nobody. What
one key may write a minute is bounded, because this is the one table that a client can fill.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex
from time import monotonic
from typing import Any

import msgspec
from msgspec import Struct

from service.matches import now
from service.rows import Rows

A_MINUTE = 600

CREATE = (
    "CREATE TABLE IF NOT EXISTS attempts (id TEXT PRIMARY KEY, match_id TEXT NOT NULL, version BIGINT NOT NULL,"
    " wait BIGINT NOT NULL, seat TEXT NOT NULL, key_id TEXT NOT NULL, at TEXT NOT NULL, rule TEXT NOT NULL,"
    " because TEXT NOT NULL, command TEXT NOT NULL)"
)
INDEX = "CREATE INDEX IF NOT EXISTS attempts_of_match ON attempts (match_id, at, id)"
ADD = "INSERT INTO attempts VALUES (?,?,?,?,?,?,?,?,?,?)"
OF_MATCH = (
    "SELECT id, match_id, version, wait, seat, key_id, at, rule, because, command FROM attempts"
    " WHERE match_id = ? AND id > ? ORDER BY id LIMIT ?"
)


class Attempt(Struct, frozen=True):
    """A refused command: where the match stood, who gave it, which rule refused it and because of what."""

    id: str
    match: str
    version: int
    wait: int
    seat: str
    key: str
    at: str
    rule: str
    because: msgspec.Raw
    command: msgspec.Raw


class Audit:
    """The refused attempts of a store; `lost` counts those that could not be kept or were over the bound."""

    def __init__(self, rows: Rows, clock: Callable[[], str] = now) -> None:
        self._rows = rows
        self._clock = clock
        self._given: dict[tuple[str, int], int] = {}
        self.lost = 0

    def create(self) -> None:
        """Create the table where it is missing."""
        self._rows.create(CREATE, INDEX)

    def keep(
        self, match_id: str, version: int, wait: int, seat: str, key_id: str, rule: str, because: Any, command: Any
    ) -> str:
        """Keep a refused attempt; its id, or nothing where the key is over its bound.

        Raises OperationalError.
        """
        if self._over_bound(key_id):
            self.lost += 1
            return ""
        at = self._clock()
        # ids ascend with time, so they are the cursor too
        attempt_id = f"a-{''.join(filter(str.isdigit, at))}-{token_hex(4)}"
        values = [attempt_id, match_id, version, wait, seat, key_id, at, rule, text(because), text(command)]
        self._rows.write(ADD, values)
        return attempt_id

    def of_match(self, match_id: str, after: str = "", limit: int = 100) -> list[Attempt]:
        """The refused attempts of a match, oldest first; raises OperationalError."""
        return [attempt_of(*row) for row in self._rows.read(OF_MATCH, [match_id, after, limit])]

    def check(self) -> None:
        """Raise OperationalError unless the table answers."""
        self._rows.read("SELECT 1 FROM attempts LIMIT 1")

    def close(self) -> None:
        self._rows.close()

    def _over_bound(self, key_id: str) -> bool:
        minute = int(monotonic() // 60)
        if len(self._given) > 10_000:
            self._given = {place: n for place, n in self._given.items() if place[1] == minute}
        given = self._given[key_id, minute] = self._given.get((key_id, minute), 0) + 1
        return given > A_MINUTE


def attempt_of(*row: Any) -> Attempt:
    """A row as an attempt; its last two columns are JSON texts."""
    *fields, because, command = row
    return Attempt(*[*fields, msgspec.Raw(because.encode()), msgspec.Raw(command.encode())])


def text(value: Any) -> str:
    return msgspec.json.encode(value, enc_hook=str).decode()
