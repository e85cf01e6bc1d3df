"""The key of each player: what opens the tokens that stand in stored events in the place of names.

A row for each player: the reference that stands in tokens, the key, and the name's look-up, which is a digest that
only a key of the deployment can make. The table holds no name. An erased player has neither key nor look-up any more,
and their row stays: it is the record of the erasure, and by it other processes notice. The rows are kept apart from the
streams, so that they can be backed up apart. Read `Keyring`.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b, sha256
from secrets import token_bytes, token_hex
from threading import Lock, local
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import msgspec
from eventsourcing.persistence import OperationalError
from msgspec import Meta, Struct

from domain.kernel.formats.name_tokens import COVERS, READERS, TOKEN, erased_label, labelled_reference
from domain.tournaments.player_names import spoken_form
from service.store.side_tables import Rows

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

    from service.app.keys import Keys

CREATE = (
    "CREATE TABLE IF NOT EXISTS player_keys (reference TEXT PRIMARY KEY, lookup TEXT NOT NULL, secret TEXT NOT NULL,"
    " erased TEXT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS player_keys_by_lookup ON player_keys (lookup)",
    "CREATE INDEX IF NOT EXISTS player_keys_by_erased ON player_keys (erased)",
    "CREATE TABLE IF NOT EXISTS player_covers (digest TEXT NOT NULL, reference TEXT NOT NULL, places TEXT NOT NULL,"
    " PRIMARY KEY (digest, reference))",
)
# none where somebody was erased meanwhile: whoever asks for the key may have read the name before
ADD = (
    "INSERT INTO player_keys SELECT * FROM (VALUES {}) AS made"
    " WHERE (SELECT COUNT(*) FROM player_keys WHERE erased > '') = ? ON CONFLICT DO NOTHING"
)
ADDED = "(?, ?, ?, '')"
FIND_SOME = "SELECT lookup, MIN(reference) FROM player_keys WHERE lookup IN ({}) GROUP BY lookup"
BRING = "INSERT INTO player_keys VALUES (?, ?, ?, '') ON CONFLICT DO NOTHING"
FIND = "SELECT reference FROM player_keys WHERE lookup = ? ORDER BY reference"
SECRETS = "SELECT reference, secret FROM player_keys LIMIT 20000"
SECRET = "SELECT secret FROM player_keys WHERE reference = ?"
DESTROY = "UPDATE player_keys SET secret = '', lookup = '', erased = ? WHERE reference = ? AND erased = ''"
NOTE = "INSERT INTO player_keys VALUES (?, '', '', ?) ON CONFLICT DO NOTHING"
ERASURES = "SELECT reference, erased FROM player_keys WHERE erased <> '' ORDER BY erased, reference"
CHANGES = "SELECT (SELECT COUNT(*) FROM player_keys WHERE erased > ''), (SELECT COUNT(*) FROM player_covers)"
COVER = "INSERT INTO player_covers VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
COVERED = "SELECT digest, reference, places FROM player_covers ORDER BY digest, reference"
# names are sealed with a length that tells nothing but whether they are long
PADDED = 32
SECRET_BYTES = 64
MOST_OPENED = 100_000
AT_ONCE = 300
LOOKED = 1.0
# whoever began to read before an erasure was noticed may keep what they read for so long
STALE = 10.0

Places = list[tuple[int, int]]


class Erasure(Struct, frozen=True, omit_defaults=True):
    """An erased player: the reference, when, and what covers the name in rows that were stored with it.

    `covered` has for each such payload, by its digest, the places of the name: beginning and end.
    """

    reference: str
    erased: str
    covered: dict[str, Places] = {}


PlayerReference = Annotated[str, Meta(pattern="^[0-9a-f]{12}$")]


class PlayerKey(Struct, frozen=True, forbid_unknown_fields=True):
    """What a complete record has beside the chain of a player whom it names: the name, and the key of their tokens."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    secret: Annotated[str, Meta(pattern=f"^[0-9a-f]{{{2 * SECRET_BYTES}}}$")]


@lru_cache(10_000)
def cipher_of(secret: str) -> AESSIV:
    """The cipher of a player's key."""
    # only who reads or writes a name pays for the library
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

    return AESSIV(bytes.fromhex(secret))


def seal_name(secret: str, name: str) -> str:
    """A name as it stands in a token, the same each time."""
    text = name.encode()
    padded = text + bytes(-len(text) % PADDED)
    return urlsafe_b64encode(cipher_of(secret).encrypt(padded, None)).rstrip(b"=").decode()


def open_name(secret: str, sealed: str) -> str | None:
    """The name in a token; None where it was not sealed with this key."""
    from cryptography.exceptions import InvalidTag

    with suppress(InvalidTag, NotBase64, ValueError):
        held = urlsafe_b64decode(sealed + "=" * (-len(sealed) % 4))
        return cipher_of(secret).decrypt(held, None).rstrip(b"\0").decode()
    return None


def payload_digest(payload: bytes) -> str:
    """What a stored payload is known by."""
    return blake2b(payload, digest_size=32).hexdigest()


class Keyring:
    """The keys of a store's players, as one process has them; every method raises OperationalError without its table.

    The secret of the deployment is that of `keys`. `on_erased` are called where an erasure was noticed, until whatever
    was read before it is gone.
    """

    def __init__(self, rows: Rows, keys: Keys) -> None:
        self._rows = rows
        self._keys = keys
        self._derived: dict[str, bytes] = {}
        self._lock = Lock()
        self._opened: dict[tuple[str, str], str | None] = {}
        self._secrets: dict[str, str | None] = {}
        self._references: dict[str, str] = {}
        self._covers: dict[str, dict[tuple[int, int], str]] = {}
        self._changes: tuple[int, ...] = ()
        self._looked = -LOOKED
        self._stale = 0.0
        self._thread = local()
        self.on_erased: list[Callable[[], object]] = []
        READERS.append(self)

    def create(self) -> None:
        """Create the tables where they are missing."""
        self._rows.create(*CREATE)

    def close(self) -> None:
        """Read no more names, and close the connections."""
        for listed in (READERS, COVERS):
            if self in listed:
                listed.remove(self)
        self._rows.close()
        self._keys.close()

    def check(self) -> None:
        """Raises OperationalError unless the tables answer."""
        self._rows.read(CHANGES)

    def deployment_key(self, purpose: str) -> bytes:
        """The key of the deployment for a purpose, which whoever has the streams alone does not have."""
        if purpose not in self._derived:
            self._derived[purpose] = self._keys.derive(f"players: {purpose}")
        return self._derived[purpose]

    @property
    def erased(self) -> int:
        """How many players this process knows to be erased: what is told of players changes with it."""
        return int(self._changes[0]) if self._changes else 0

    @property
    def erased_tag(self) -> str:
        """A sign that changes when players are erased, by which nobody can count them; empty before the first."""
        if not self.erased:
            return ""
        return hmac.new(self.deployment_key("tags"), str(self.erased).encode(), sha256).hexdigest()[:12]

    # --- writing and reading

    def begin(self) -> None:
        """Let what this thread does next be decided by what is read from now on. Raises OperationalError."""
        self.refresh()
        self._thread.erased = self.erased

    def token_of(self, name: str, text: str = "") -> tuple[str, str]:
        """The reference of a player, who gets a key with the first name, and the name as a token holds it.

        `text` is how the name is written there. Raises OperationalError, also where a key was not made since somebody
        was erased after this thread began: what it had read may name them, so it is to be read again.
        """
        self.refresh()
        reference = self._references.get(name) or self.learn([name]).get(name)
        if reference is None:
            self._looked = -LOOKED
            self.begin()
            raise OperationalError("a player was erased while this was decided: try again")
        secret = self._secret_of(reference)
        return reference, seal_name(secret, text or name) if secret else ""

    def learn(self, names: Iterable[str]) -> dict[str, str]:
        """The references of players, who get keys with the first event that names them, many at once.

        Two processes may make a key for one name each: an erasure destroys both. None is made where somebody was
        erased since this thread began.
        """
        if not hasattr(self._thread, "erased"):
            self.begin()
        references = self._references
        lookups = {self._lookup(name): name for name in names if name not in references}
        for stretch in stretches(list(lookups), AT_ONCE):
            found = self._find_some(stretch)
            if missing := [lookup for lookup in stretch if lookup not in found]:
                made = [(token_hex(6), lookup, token_bytes(SECRET_BYTES).hex()) for lookup in missing]
                values = [value for row in made for value in row]
                self._rows.write(ADD.format(", ".join([ADDED] * len(made))), [*values, self._thread.erased])
                found |= self._find_some(missing)
            references |= {lookups[lookup]: reference for lookup, reference in found.items()}
        return references

    def open(self, reference: str, sealed: str) -> str | None:
        """The name in a token, or what stands for it once it is erased; None for a player of another store."""
        self.refresh()
        opened = self._opened
        if (reference, sealed) in opened:
            return opened[reference, sealed]
        secret = self._secret_of(reference)
        name = erased_label(reference) if secret == "" else secret and open_name(secret, sealed)
        if len(opened) < MOST_OPENED:
            opened[reference, sealed] = name
        return name

    def cover(self, payload: bytes) -> bytes:
        """A payload with what stands for the erased names in it, where it was stored with one."""
        self.refresh()
        places = self._covers.get(payload_digest(payload)) if self._covers else None
        if not places:
            return payload
        for (begin, end), reference in sorted(places.items(), reverse=True):
            payload = payload[:begin] + erased_label(reference).encode() + payload[end:]
        return payload

    def references(self, name: str) -> list[str]:
        """The references of a player, by any spelling of the name; none for one whom nothing stored names."""
        return [reference for (reference,) in self._rows.read(FIND, [self._lookup(name)])]

    def pseudonym(self, name: str) -> str:
        """The pseudonym of a player in exports: the same for every spelling of the name, and once they are erased.

        It is drawn at random with the key of the player, so that nobody reckons it from the name.
        """
        return f"p-{labelled_reference(name) or self.token_of(name)[0]}"

    # --- erasing

    def is_of(self, reference: str, name: str) -> bool:
        """Whether a name, in any spelling, is that of a player who is not erased."""
        return reference in self.references(name)

    def destroy(self, reference: str, at: str) -> bool:
        """Destroy the key of a player. Returns False where it was destroyed before.

        A reference that has no key here, as in a store that was put back, is noted as erased.
        """
        # what was read before is known to be so
        self.refresh()
        changed = self._rows.write(DESTROY, [at, reference]) or self._rows.write(NOTE, [reference, at])
        self._looked = -LOOKED
        self.refresh()
        return bool(changed)

    def add_covers(self, reference: str, covered: dict[bytes, Places]) -> None:
        """Cover the places at which payloads hold the name of a player in clear."""
        self.note_covers(reference, {payload_digest(payload): places for payload, places in covered.items()})

    def note_covers(self, reference: str, covered: dict[str, Places]) -> None:
        """Cover the places of payloads, by their digests."""
        for digest, places in covered.items():
            self._rows.write(COVER, [digest, reference, msgspec.json.encode(places).decode()])

    def covering_reference(self, covered: dict[bytes, Places]) -> str:
        """The reference of the player at these places, where they are covered already; empty where they are not."""
        wanted = {(payload_digest(payload), tuple(each)) for payload, places in covered.items() for each in places}
        for digest, reference, places in self._rows.read(COVERED):
            if any((digest, tuple(each)) in wanted for each in msgspec.json.decode(places)):
                return str(reference)
        return ""

    def new_reference(self) -> str:
        """The reference of a player whose name is stored in clear alone, who has no key."""
        return token_hex(6)

    def erasures(self) -> list[Erasure]:
        """The erased players, the first of them first."""
        covered: dict[str, dict[str, Places]] = {}
        for digest, reference, places in self._rows.read(COVERED):
            covered.setdefault(reference, {})[digest] = msgspec.json.decode(places)
        return [Erasure(reference, at, covered.get(reference, {})) for reference, at in self._rows.read(ERASURES)]

    def scrub(self) -> bool:
        """Leave nothing of a destroyed key in the table's file. Returns False where others keep it from being done."""
        return self._rows.scrub("player_keys")

    def refresh(self) -> None:
        """Forget what is known of players who were erased meanwhile; it looks at the store once in a second."""
        if (moment := monotonic()) < self._looked + LOOKED:
            return
        self._looked = moment
        changes = self._rows.read(CHANGES)[0]
        if changes != self._changes:
            # what was read before the first look is none of names
            self._stale = moment + STALE if self._changes else self._stale
            self._forget(changes)
        if moment < self._stale:
            for each in self.on_erased:
                each()

    # --- records

    def keys_in(self, payloads: Iterable[bytes]) -> dict[str, PlayerKey]:
        """What a complete record has of the players whom its payloads name, by reference."""
        found: dict[str, PlayerKey] = {}
        for reference, sealed in tokens_in(payloads):
            secret = self._secret_of(reference)
            name = open_name(secret, sealed) if secret and reference not in found else None
            # how it is written in a link is no name by which the player is found
            if secret and name and self.is_of(reference, name):
                found[reference] = PlayerKey(name, secret)
        return found

    def bring_in(self, players: dict[str, PlayerKey]) -> None:
        """Keep the keys that came with a record; those of players who were erased here stay destroyed."""
        for reference, each in players.items():
            self._rows.write(BRING, [reference, self._lookup(each.name), each.secret])
        self._forget(self._changes)

    # --- inside

    def _forget(self, changes: tuple[int, ...]) -> None:
        covers: dict[str, dict[tuple[int, int], str]] = {}
        for digest, reference, places in self._rows.read(COVERED):
            found = covers.setdefault(digest, {})
            for begin, end in msgspec.json.decode(places):
                found.setdefault((begin, end), reference)
        with self._lock:
            self._covers, self._changes = covers, changes
            self._opened, self._secrets, self._references = {}, {}, {}
            if covers and self not in COVERS:
                COVERS.append(self)

    def _secret_of(self, reference: str) -> str | None:
        """The key of a player, empty for one who was erased, None for one who has none here."""
        secrets = self._secrets
        if not secrets:
            secrets |= {str(each): str(secret) for each, secret in self._rows.read(SECRETS)}
        if reference not in secrets:
            rows = self._rows.read(SECRET, [reference])
            secrets[reference] = str(rows[0][0]) if rows else None
        return secrets[reference]

    def _find_some(self, lookups: Sequence[str]) -> dict[str, str]:
        statement = FIND_SOME.format(", ".join("?" * len(lookups)))
        return {str(lookup): str(reference) for lookup, reference in self._rows.read(statement, lookups)}

    def _lookup(self, name: str) -> str:
        """The digest by which a player is found, whatever the spelling of the name."""
        return hmac.new(self.deployment_key("player"), spoken_form(name).encode(), sha256).hexdigest()


def tokens_in(payloads: Iterable[bytes]) -> Iterator[tuple[str, str]]:
    """The tokens of payloads: the reference of each, and what is sealed in it."""
    for payload in payloads:
        for token in TOKEN.finditer(payload):
            yield token[2].decode(), token[3].decode()


def stretches(lookups: list[str], size: int) -> Iterator[list[str]]:
    """The look-ups, as many at once as a statement takes."""
    for begin in range(0, len(lookups), size):
        yield lookups[begin : begin + size]
