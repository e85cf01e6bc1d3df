"""Refused attempts: one row for each command of a seat that a rule refused, for judges to read.

They belong to no match and to no stream: they have a store of their own, which is not synced, since a lost row harms
nobody. This is the one table that a client can fill. So the rows that a key may write in a minute are limited, and only
the newest attempts of a seat in a match stay.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import blake2b
from secrets import token_hex
from time import monotonic
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta, Struct

from service.app.match.matches import now
from service.store.damage import unless_damaged
from service.store.side_tables import Rows

A_MINUTE = 600
MOST_OF_A_SEAT = 2000

CREATE = (
    "CREATE TABLE IF NOT EXISTS attempts (id TEXT PRIMARY KEY, match_id TEXT NOT NULL, version BIGINT NOT NULL,"
    " wait BIGINT NOT NULL, seat TEXT NOT NULL, key_id TEXT NOT NULL, at TEXT NOT NULL, rule TEXT NOT NULL,"
    " because TEXT NOT NULL, command TEXT NOT NULL)"
)
INDEX = "CREATE INDEX IF NOT EXISTS attempts_of_match ON attempts (match_id, at, id)"
ADD = "INSERT INTO attempts VALUES (?,?,?,?,?,?,?,?,?,?)"
OLDEST = (
    "DELETE FROM attempts WHERE match_id = ? AND seat = ? AND id <="
    " (SELECT id FROM attempts WHERE match_id = ? AND seat = ? ORDER BY id DESC LIMIT 1 OFFSET ?)"
)
OF_MATCH = (
    "SELECT id, match_id, version, wait, seat, key_id, at, rule, because, command FROM attempts"
    " WHERE match_id = ? AND id > ? ORDER BY id"
)
NEWEST = "SELECT COALESCE(MAX(version), 0) FROM attempts WHERE match_id = ?"
SOME = "SELECT id, because, command FROM attempts WHERE id > ? ORDER BY id LIMIT 500"
REWRITE = "UPDATE attempts SET id = ?, because = ?, command = ? WHERE id = ?"
STORED_ATTEMPT = "SELECT id FROM attempts WHERE match_id = ? AND id LIKE ? ORDER BY id LIMIT 1"


RawObject = Annotated[msgspec.Raw, Meta(extra_json_schema={"type": "object"})]


class StoredAttempt(Struct, frozen=True):
    """A refused command: where the match stood, who gave it, which rule refused it and because of what."""

    schema_name: ClassVar[str] = "Attempt"

    id: str
    match: str
    version: int
    wait: int
    seat: str
    key: Annotated[str, Meta(description="The id of the API key that gave it.")]
    at: str
    rule: Annotated[
        str, Meta(description="The rule that refused it; empty while the rule would reveal a secret answer.")
    ]
    because: RawObject
    command: RawObject


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
        self,
        match_id: str,
        version: int,
        wait: int,
        seat: str,
        key_id: str,
        rule: str,
        because: Any,
        command: Any,
        *,
        request_id: str,
        seed: bytes,
    ) -> str:
        """Store a refused attempt. Returns its id, empty where the key has as many as may be stored.

        `request_id` is the client's name for the request: the same refusal of a repeated request is stored once, under
        the first id. `seed` is the match's own, which salts the id: a plain hash of a secret answer could be found by
        trying all answers. Raises OperationalError.
        """
        values = [
            match_id,
            version,
            wait,
            seat,
            key_id,
            self._clock(),
            rule,
            json_column(because),
            json_column(command),
        ]
        mark = mark_of([request_id, *values[:5], *values[6:]], seed)
        if found := self._rows.read(STORED_ATTEMPT, [match_id, f"%-{mark}"]):
            return str(found[0][0])
        if self._over_bound(key_id):
            self.lost += 1
            return ""
        # ids ascend with time, so they are the cursor too
        attempt_id = f"a-{''.join(filter(str.isdigit, str(values[5])))}-{mark}"
        self._rows.write(ADD, [attempt_id, *values])
        self._rows.write(OLDEST, [match_id, seat, match_id, seat, MOST_OF_A_SEAT])
        return attempt_id

    def newest(self, match_id: str) -> int:
        """The newest version of a match at which a command was refused; 0 for none."""
        return int(self._rows.read(NEWEST, [match_id])[0][0])

    def of_match(self, match_id: str, after: str = "", limit: int = 0) -> list[StoredAttempt]:
        """The refused attempts of a match, oldest first; with a limit of 0 all that are stored.

        Raises OperationalError.
        """
        bound, values = (" LIMIT ?", [limit]) if limit else ("", [])
        return [attempt_of(*row) for row in self._rows.read(f"{OF_MATCH}{bound}", [match_id, after, *values])]

    def rewrite(self, rewritten: Callable[[str], str]) -> int:
        """Write anew what attempts said and why they were refused, as texts of JSON. Returns how many it changed.

        They get other ids: a repeated request is no longer known by what it said.
        """
        changed, after = 0, ""
        while rows := self._rows.read(SOME, [after]):
            for attempt_id, because, command in rows:
                texts = [unless_damaged(attempt_id, partial(rewritten, each)) or each for each in (because, command)]
                if texts != [because, command]:
                    when, _, _ = attempt_id.rpartition("-")
                    changed += self._rows.write(REWRITE, [f"{when}-{token_hex(8)}", *texts, attempt_id])
            after = rows[-1][0]
        return changed

    def check(self) -> None:
        """Raises OperationalError unless the table answers."""
        self._rows.read("SELECT 1 FROM attempts LIMIT 1")

    def close(self) -> None:
        self._rows.close()

    def _over_bound(self, key_id: str) -> bool:
        minute = int(monotonic() // 60)
        if len(self._given) > 10_000:
            self._given = {place: n for place, n in self._given.items() if place[1] == minute}
        given = self._given[key_id, minute] = self._given.get((key_id, minute), 0) + 1
        return given > A_MINUTE


def mark_of(refused: list[object], seed: bytes) -> str:
    """The text that tells one refusal from another, whenever it was given."""
    return blake2b(msgspec.json.encode(refused), digest_size=8, key=seed, person=b"praetor.attempt").hexdigest()


def attempt_of(*row: Any) -> StoredAttempt:
    """The attempt in a row; its last two columns are JSON texts."""
    *fields, because, command = row
    return StoredAttempt(*[*fields, msgspec.Raw(because.encode()), msgspec.Raw(command.encode())])


def json_column(value: Any) -> str:
    return msgspec.json.encode(value, enc_hook=str).decode()
