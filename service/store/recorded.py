"""Stored bytes: what one row of a stream holds, and what a store must offer to the application.

No other module knows the form of the bytes. Read `RecordedEvent`, then `ActionMapper`, then `ActionRecorder`, which
`sqlite` and `postgres` implement.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from eventsourcing.persistence import ApplicationRecorder, Mapper, PersistenceError, StoredEvent
from msgspec import Struct

TOPIC = "action"
SCHEMA = b"\x01"
HEAD = 32
STREAM = "match-"
CASES = "case-"
EVENTS = "event-"
DESKS = "desk-"


class RecordedEvent(Struct, frozen=True):
    """One stored event of a stream: the chain's head after it (32 bytes) and its payload (typed JSON)."""

    originator_id: str
    originator_version: int
    head: bytes
    payload: bytes


class StoredMatch(Struct, frozen=True):
    """A match of the store and its last version."""

    match_id: str
    version: int


class Unchanged(Struct, frozen=True):
    """What a writer has read and decided by: no stream with one of these prefixes may have grown after a position."""

    position: int
    prefixes: tuple[str, ...]


class RowChange(NamedTuple):
    """A statement that changes rows beside the streams, with `?` for each value."""

    statement: str
    values: tuple[object, ...]


class UnreadableRow(ValueError):
    """A row whose bytes are of no known form; the text names stream and version."""

    def __init__(self, stream: str, version: int, problem: str) -> None:
        super().__init__(f"{stream}, version {version}: {problem}")
        self.match_id = stream.removeprefix(STREAM) if stream.startswith(STREAM) else ""
        self.version = version


class SchemaMissing(PersistenceError):
    """The place holds no store, or one of another schema; the text says what to do."""

    @classmethod
    def of(cls, place: object, found: int, needed: int) -> "SchemaMissing":
        """A store of schema `found`, 0 for none, where `needed` is needed."""
        remedy = "was made by a later version of praetor" if found > needed else "run `praetor migrate`"
        return cls(f"{place}: a store of schema {found}, not {needed}: {remedy}")


def stream_of(match_id: str) -> str:
    """The name of a match's stream."""
    return STREAM + match_id


def case_stream(case_id: str) -> str:
    """The name of a case's stream."""
    return CASES + case_id


def desk_stream(match_id: str) -> str:
    """The name of the stream of a match's desk."""
    return DESKS + match_id


def event_stream(event_id: str) -> str:
    """The name of an event's stream."""
    return EVENTS + event_id


def next_prefix(prefix: str) -> str:
    """The first text after all texts that begin with a prefix."""
    return prefix[:-1] + chr(ord(prefix[-1]) + 1)


def state_of(recorded: RecordedEvent) -> bytes:
    """A row's bytes: schema version (1), head (32), payload."""
    return SCHEMA + recorded.head + recorded.payload


def recorded_of(stream: str, version: int, state: bytes | None) -> RecordedEvent:
    """The event in a row's bytes. Raises UnreadableRow, also for a row that was emptied by hand."""
    if state is None:
        raise UnreadableRow(stream, version, "a row without bytes")
    if state[:1] != SCHEMA or len(state) <= 1 + HEAD:
        found = f"a row of schema {state[:1].hex() or 'none'}, {len(state)} bytes"
        raise UnreadableRow(stream, version, found)
    return RecordedEvent(stream, version, state[1 : 1 + HEAD], state[1 + HEAD :])


class ActionMapper(Mapper[str]):
    """Converts recorded events to stored ones and back, for the event store library."""

    def to_stored_event(self, domain_event: object) -> StoredEvent:
        recorded = cast(RecordedEvent, domain_event)
        return StoredEvent(recorded.originator_id, recorded.originator_version, TOPIC, state_of(recorded))

    def to_domain_event(self, stored_event: StoredEvent) -> RecordedEvent:
        stream, version = str(stored_event.originator_id), stored_event.originator_version
        if stored_event.topic != TOPIC:
            raise UnreadableRow(stream, version, f"unknown topic {stored_event.topic!r}")
        return recorded_of(stream, version, stored_event.state)


class ActionRecorder(ApplicationRecorder):
    """What the match application asks of a store beside the library's own interface.

    Every method raises the errors of `eventsourcing.persistence`; after OperationalError or InterfaceError
    from one that writes, the events may be stored or not.
    """

    @abstractmethod
    def check_schema(self) -> int:
        """The number of the store's schema. Raises SchemaMissing unless it is this version's."""

    @abstractmethod
    def append_many(self, events: Sequence[StoredEvent]) -> dict[tuple[str, int], int]:
        """Store the events whose places are free. Returns their positions; an event without one is a conflict."""

    @abstractmethod
    def append_together(
        self,
        events: Sequence[StoredEvent],
        seeds: Mapping[str, bytes],
        unchanged: Unchanged | None = None,
        changes: Sequence[RowChange] = (),
    ) -> list[int]:
        """Store all events and the seeds of the matches, or nothing; versions must be consecutive in each stream.

        The rows beside the streams are changed with them, while no session `alone` of these changes any.

        Returns the positions. Raises IntegrityError where a version is taken or leaves a gap, and where what the writer
        decided by is not `unchanged`: it is looked at in the same transaction.
        """

    @abstractmethod
    def since(self, stream: str, after: int, upto: int | None = None) -> list[RecordedEvent]:
        """The stream's events after one version, up to another (inclusive), oldest first."""

    @abstractmethod
    def seed(self, match_id: str) -> bytes | None:
        """The secret seed of a match (32 bytes), None for a match that is not in the store."""

    @abstractmethod
    def matches(self, after: str = "", limit: int = 1_000_000) -> list[StoredMatch]:
        """The matches of the store by id, from the one that follows `after`."""

    @abstractmethod
    def streams(self, prefix: str) -> list[tuple[str, int]]:
        """The streams whose names begin with a prefix, by name, each with its last version."""

    def as_it_stands(self, *prefixes: str) -> Unchanged:
        """Returns what holds of streams with these prefixes now; it is asked for before any of them is read."""
        return Unchanged(self.max_notification_id() or 0, prefixes)

    def open_with(self, first: StoredEvent, match_id: str, seed: bytes) -> int:
        """Store a match's first event and its seed, or nothing. Returns the position of the event."""
        return self.append_together([first], {match_id: seed})[0]
