"""Sessions of the console: an opaque name in a browser's cookie for an API key that it has shown once.

The name is 256 bits. The table has its SHA-256 and that of the key, so neither can be read back. It is not synced, like
the refused attempts: somebody who loses a session shows the key again.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable
from secrets import token_bytes
from time import time

from service.app.keys import Keys, Principal, hash_key
from service.store.side_tables import Rows

LASTS = 12 * 60 * 60
# seconds of one key's sessions may be equal: which is the oldest must be told within them
MICROSECONDS = 1_000_000
MOST_OF_A_KEY = 20

CREATE = "CREATE TABLE IF NOT EXISTS sessions (hash TEXT PRIMARY KEY, key_hash TEXT NOT NULL, ends BIGINT NOT NULL)"
ADD = "INSERT INTO sessions VALUES (?,?,?)"
FIND = "SELECT key_hash FROM sessions WHERE hash = ? AND ends > ?"
OLDEST = (
    "DELETE FROM sessions WHERE ends <= ? OR (key_hash = ? AND hash NOT IN"
    " (SELECT hash FROM sessions WHERE key_hash = ? ORDER BY ends DESC, hash LIMIT ?))"
)
END = "DELETE FROM sessions WHERE hash = ? OR ends <= ?"


class Sessions:
    """The sessions of a store; every method raises OperationalError where it does not answer."""

    def __init__(self, rows: Rows, keys: Keys, clock: Callable[[], float] = time) -> None:
        self._rows = rows
        self._keys = keys
        self._clock = clock

    def create(self) -> None:
        """Create the table where it is missing."""
        self._rows.create(CREATE)

    def begin(self, key: str) -> str | None:
        """A new session for a key, which lasts 12 hours; None where the key is not valid.

        The oldest session of a key that has too many ends, and sessions whose time is over are deleted.
        """
        if self._keys.principal(key) is None:
            return None
        now, of_key = self._now(), hash_key(key)
        # room for the new one
        self._rows.write(OLDEST, [now, of_key, of_key, MOST_OF_A_KEY - 1])
        session = urlsafe_b64encode(token_bytes(32)).decode().rstrip("=")
        self._rows.write(ADD, [hash_key(session), of_key, now + LASTS * MICROSECONDS])
        return session

    def principal(self, session: str, fresh: bool = False) -> Principal | None:
        """The principal of a session; None where it has ended, or its key was revoked: `fresh` as in `Keys`."""
        rows = self._rows.read(FIND, [hash_key(session), self._now()])
        return self._keys.of_hash(rows[0][0], fresh) if rows else None

    def end(self, session: str) -> None:
        """End a session, and delete those whose time is over."""
        self._rows.write(END, [hash_key(session), self._now()])

    def close(self) -> None:
        self._rows.close()

    def _now(self) -> int:
        return int(self._clock() * MICROSECONDS)
