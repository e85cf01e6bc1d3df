"""API keys: who may do what. A key is 256 bits; the store has its SHA-256, its actor and its one scope.

Read `Principal`, then `Keys`. A seat's key belongs to one match. It is derived from three things: the API key and the
idempotency key of the request, so that a repeated request gives the same key, and a secret of the store, so that the
holder of the API key cannot compute it. The store alone does not give it either, as it has no API key.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_bytes
from time import monotonic

from eventsourcing.persistence import OperationalError
from msgspec import Struct

from domain.match.envelope import SEAT
from service.app.match.matches import now
from service.store.recorded import RowChange
from service.store.side_tables import Rows

SCOPES = ("organizer", "judge", "head-judge", "analyst", "admin")
PREFIX = "pra_"
REMEMBERED = 5.0
MOST_REMEMBERED = 10_000
SENT_AGAIN = timedelta(minutes=5)

CREATE = (
    "CREATE TABLE IF NOT EXISTS api_keys (hash TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, scope TEXT NOT NULL,"
    " actor TEXT NOT NULL, match_id TEXT NOT NULL, created TEXT NOT NULL, revoked TEXT NOT NULL)"
)
CREATE_SECRET = "CREATE TABLE IF NOT EXISTS store_secret (id INTEGER PRIMARY KEY, secret TEXT NOT NULL)"
ADD_SECRET = "INSERT INTO store_secret VALUES (1,?) ON CONFLICT DO NOTHING"
SECRET = "SELECT secret FROM store_secret WHERE id = 1"
ADD = "INSERT INTO api_keys VALUES (?,?,?,?,?,?,'') ON CONFLICT DO NOTHING"
FIND = "SELECT id, scope, actor, match_id FROM api_keys WHERE hash = ? AND revoked = ''"
OF_JUDGE = "SELECT 1 FROM api_keys WHERE actor = ? AND scope IN ('judge', 'head-judge') AND revoked = '' LIMIT 1"
OF_SCOPE = "SELECT 1 FROM api_keys WHERE actor = ? AND scope = ? AND revoked = '' LIMIT 1"
VALID = "SELECT id FROM api_keys WHERE revoked = '' AND id IN"
THERE = "SELECT 1 FROM api_keys WHERE hash = ?"
LIST = "SELECT id, scope, actor, match_id, created, revoked FROM api_keys WHERE match_id = '' OR ? ORDER BY created, id"
REVOKE = "UPDATE api_keys SET revoked = ? WHERE id = ? AND revoked = ''"

RENAME = "UPDATE api_keys SET actor = ?, revoked = CASE WHEN revoked = '' THEN ? ELSE revoked END WHERE id = ?"
REVOKE_SEAT = "UPDATE api_keys SET revoked = ? WHERE match_id = ? AND actor = ? AND revoked = ''"
OF_SEAT = "SELECT created, revoked FROM api_keys WHERE hash = ? AND scope = 'seat' AND match_id = ? AND actor = ?"


class Principal(Struct, frozen=True):
    """The holder of a key: its id, scope, actor (for a seat's key the seat), and match (for a seat's key only)."""

    id: str
    scope: str
    actor: str
    match_id: str = ""


class ListedKey(Struct, frozen=True):
    """A key in a list; `revoked` is when it was revoked, or empty."""

    id: str
    scope: str
    actor: str
    match_id: str
    created: str
    revoked: str


def hash_key(key: str) -> str:
    """The hash of a key that is stored."""
    return sha256(key.encode()).hexdigest()


def id_of(key_hash: str) -> str:
    """The id of a key, from which the key cannot be found."""
    return f"k-{key_hash[:16]}"


def key_text(secret: bytes) -> str:
    """The key as text, from 32 bytes."""
    return PREFIX + urlsafe_b64encode(secret).decode().rstrip("=")


def derive_key(api_key: str, purpose: str) -> bytes:
    """The 32 bytes for a purpose that only the holder of the key can know."""
    return hmac.new(api_key.encode(), purpose.encode(), sha256).digest()


class Keys:
    """The API keys of a store; every method raises OperationalError where the store does not answer."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._remembered: dict[str, tuple[float, Principal]] = {}

    def create(self) -> None:
        """Create the tables where they are missing, and the secret of the store."""
        self._rows.create(CREATE, CREATE_SECRET)
        self._rows.write(ADD_SECRET, [token_bytes(32).hex()])

    def issue(self, scope: str, actor: str) -> str:
        """A new key of a scope for a named actor, which is stored."""
        key = key_text(token_bytes(32))
        self._add(key, scope, actor, "")
        return key

    def seat_key(self, api_key: str, *purpose: str) -> str:
        """The key of a seat for the holder of this API key, for a purpose that names the request and the seat."""
        return key_text(derive_key(api_key, "\0".join(("seat", self._secret(), *purpose))))

    def renew_seat(self, match_id: str, seat: str, key: str, old: str = "") -> bool:
        """Make a key the only valid one of a seat; a key that was issued before stays as it is.

        Of renewals at once one follows the other, and the key of the last is valid: a seat is never without one.
        Returns False where `old`, the key with which the seat itself asks, was revoked first; nothing is done then.
        """
        new = hash_key(key)
        with self._rows.alone() as rows:
            if not rows.read(THERE, [new]):
                if old and not rows.read(FIND, [hash_key(old)]):
                    return False
                rows.write(REVOKE_SEAT, [now(), match_id, seat])
                rows.write(ADD, [new, id_of(new), SEAT, seat, match_id, now()])
        self._remembered.clear()
        return True

    def is_renewal(self, match_id: str, seat: str, old: str, new: str) -> bool:
        """Whether a seat has just replaced an old key by a new one, which is valid, and may repeat the request.

        It may have lost the response, and has no other key to ask with. This ends after five minutes: a thief of the
        old key would have to know the name of the request within that time.
        """
        place = [match_id, seat]
        before, after = (self._rows.read(OF_SEAT, [hash_key(each), *place]) for each in (old, new))
        if not before or not after or after[0][1]:
            return False
        return datetime.fromisoformat(now()) - datetime.fromisoformat(after[0][0]) < SENT_AGAIN

    def revoke_seat(self, match_id: str, seat: str) -> int:
        """Revoke every key of a seat. Returns how many there were."""
        # alone: a seat that renews its key meanwhile does so before, or no more
        with self._rows.alone() as rows:
            revoked = rows.write(REVOKE_SEAT, [now(), match_id, seat])
        self._remembered.clear()
        return revoked

    def revocations(self, seats: Iterable[tuple[str, str]]) -> list[RowChange]:
        """The changes that revoke every key of these seats (match, seat), to be stored with what is the cause.

        `forget` is called once they are stored.
        """
        return [RowChange(REVOKE_SEAT, (now(), *each)) for each in seats]

    def forget(self) -> None:
        """Ask the store again for every key."""
        self._remembered.clear()

    def issue_seats(self, match_id: str, keys: Iterable[tuple[str, str]]) -> None:
        """Make keys valid for seats of a match (seat, key); those that are valid already stay so."""
        for seat, key in keys:
            self._add(key, SEAT, seat, match_id)

    def principal(self, key: str, fresh: bool = False) -> Principal | None:
        """The principal of a key; None where there is no such key.

        It is cached for 5 s, so a revocation takes that long; `fresh` asks the store all the same.
        """
        return self.of_hash(hash_key(key), fresh)

    def of_hash(self, key_hash: str, fresh: bool = False) -> Principal | None:
        """The principal of a key's hash, as `principal` gives it."""
        remembered = self._remembered.get(key_hash)
        if remembered and remembered[0] > monotonic() and not fresh:
            return remembered[1]
        return self._looked_up(key_hash)

    def find_ended(self, ids: Collection[str]) -> set[str]:
        """Which of some keys, by their ids, are valid no more; they are cached no longer."""
        named = sorted(ids)
        rows = self._rows.read(f"{VALID} ({', '.join('?' * len(named))})", named)
        ended = set(named).difference(key_id for (key_id,) in rows)
        if any(each.id in ended for _, each in list(self._remembered.values())):
            self._remembered.clear()
        return ended

    def is_judge(self, actor: str) -> bool:
        """Whether a valid key of a judge or a head judge has this name."""
        return bool(self._rows.read(OF_JUDGE, [actor]))

    def is_held(self, actor: str, scope: str) -> bool:
        """Whether a valid key of this scope has this name."""
        return bool(self._rows.read(OF_SCOPE, [actor, scope]))

    def list_keys(self, seats: bool = False) -> list[ListedKey]:
        """The keys in the order in which they were made; those of seats only on request."""
        return [ListedKey(*row) for row in self._rows.read(LIST, [seats])]

    def revoke(self, key_id: str) -> bool:
        """Revoke a key. Returns False where there is no such valid key."""
        with self._rows.alone() as rows:
            return bool(rows.write(REVOKE, [now(), key_id]))

    def erase(self, is_of: Callable[[str], bool], label: str) -> int:
        """Revoke the keys of a player, who is called by a label in them from now on. Returns how many there were.

        Keys of seats have the seat's name, which is a label already.
        """
        named = {each.actor for each in self.list_keys()}
        theirs = {actor for actor in named if is_of(actor)}
        for each in (listed for listed in self.list_keys() if listed.actor in theirs):
            self._rows.write(RENAME, [label, now(), each.id])
        self._remembered.clear()
        return sum(each.actor == label for each in self.list_keys())

    def scrub(self) -> bool:
        """Leave nothing of a renamed key in the table's file. Returns False where others keep it from being done."""
        return self._rows.scrub("api_keys")

    def check(self) -> None:
        """Raises OperationalError unless the tables answer."""
        self._rows.read("SELECT 1 FROM api_keys LIMIT 1")
        self._secret()

    def close(self) -> None:
        self._rows.close()

    def derive(self, purpose: str) -> bytes:
        """The 32 bytes for a purpose that stay with the store: from its secret, which a copy of it has too."""
        return derive_key(self._secret(), purpose)

    def _secret(self) -> str:
        """The secret of the store, which `create` drew."""
        rows = self._rows.read(SECRET)
        if not rows:
            raise OperationalError("the store has no secret: run `praetor migrate`")
        secret: str = rows[0][0]
        return secret

    def _add(self, key: str, scope: str, actor: str, match_id: str) -> None:
        key_hash = hash_key(key)
        self._rows.write(ADD, [key_hash, id_of(key_hash), scope, actor, match_id, now()])

    def _looked_up(self, key_hash: str) -> Principal | None:
        rows = self._rows.read(FIND, [key_hash])
        if not rows:
            self._remembered.pop(key_hash, None)
            return None
        if len(self._remembered) >= MOST_REMEMBERED:
            self._remembered.clear()
        principal = Principal(*rows[0])
        self._remembered[key_hash] = (monotonic() + REMEMBERED, principal)
        return principal
