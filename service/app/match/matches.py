"""The matches of the store: open one, act in one, read one at any version.

Read `MatchApplication.act` first. A command is decided on the newest known version and stored; only then the match in
memory changes. After any failure the stream is searched for the key before the client is answered, so the stream is its
own receipt. `CachedMatch` is one match in memory.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from secrets import token_hex
from threading import Lock
from time import monotonic

from eventsourcing.application import Application
from eventsourcing.persistence import IntegrityError
from eventsourcing.utils import Environment, EnvType
from msgspec import Struct

from domain.kernel.commands import Command
from domain.match.aggregate import BrokenChain, GoesBack, Match, NewVersion, Paused, Receipt, Refused, Stale
from domain.match.events import OpenMatch, StoredCommand
from service.app.match.decider import MatchDecider
from service.app.match.earlier_matches import EarlierMatches, stops
from service.app.players.keyring import Keyring
from service.app.players.sealing import Sealer, label_refusal, word_fields
from service.app.write_loop import append_with_retry, available
from service.store.failures import Unavailable
from service.store.group_commit import GroupCommit
from service.store.recorded import STREAM, ActionRecorder, RecordedEvent, StoredMatch, UnreadableRow, stream_of


class Unknown(LookupError):
    """No such match, or no such version of it."""

    def __init__(self, match_id: str, version: int | None = None) -> None:
        self.match_id = match_id
        self.version = version
        super().__init__(match_id if version is None else f"{match_id}, version {version}")


class MatchIdTaken(Exception):
    """The store holds another match under this id."""


class CommandRequest(Struct, frozen=True):
    """A command as the client sent it; `key` is the client's name for it, under which it is stored once."""

    seat: str
    command: Command
    wait: int | None
    key: str
    actor: str


class CachedMatch:
    """A match in memory: its newest known value, and the lock for replacing it."""

    __slots__ = ("_lock", "match", "match_id", "whole")

    def __init__(self, match_id: str, match: Match | None = None) -> None:
        self.match_id = match_id
        self.match = match
        self.whole = match is not None
        self._lock = Lock()

    @contextmanager
    def turn(self, deadline: float) -> Iterator[None]:
        """Hold the lock. Raises Unavailable when it is not free before the deadline (monotonic seconds)."""
        if not self._lock.acquire(timeout=max(0.0, deadline - monotonic())):
            raise Unavailable(f"{self.match_id}: others are acting in it")
        try:
            yield
        finally:
            self._lock.release()


def now() -> str:
    """The time as it is recorded: ISO 8601, UTC, microseconds."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def new_id() -> str:
    """A new id, drawn at random."""
    return token_hex(10)


class MatchApplication(Application[str]):
    """The match application of one process; `catch_ups` counts how often it had to fold others' actions."""

    name = "match"
    recorder: ActionRecorder

    def __init__(
        self,
        env: EnvType,
        decider: MatchDecider,
        *,
        hot_matches: int = 500,
        budget: float = 4.0,
        group_commit: int = 64,
        clock: Callable[[], str] = now,
        ids: Callable[[], str] = new_id,
        keyring: Keyring | None = None,
    ) -> None:
        self.keyring, self.sealer = keyring, Sealer(keyring)
        super().__init__(env)
        self._decider = decider
        self._together = GroupCommit(self.recorder.append_many, group_commit)
        self._most = hot_matches
        self._budget = budget
        self._clock = clock
        self._ids = ids
        self._hot: OrderedDict[str, CachedMatch] = OrderedDict()
        self._hot_lock = Lock()
        self._past = EarlierMatches()
        self.known_elsewhere: Callable[[str], int] = lambda match_id: 0
        self.players_about: Callable[[str], Iterable[str]] = lambda match_id: ()
        self.catch_ups = 0

    def close(self) -> None:
        super().close()
        if self.keyring is not None:
            self.keyring.close()

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        # settings come from PRAETOR_* alone: the library would let any MATCH_* of the environment win
        return Environment(name, env)

    # --- acting

    def open_match(self, match_id: str, opening: OpenMatch, *, key: str, actor: str, seed: bytes) -> Receipt:
        """Open a match with a secret seed of 32 bytes. Returns the receipt, for a repeated key the first one.

        Raises Refused, KeyReused, MatchIdTaken, Unavailable.
        """
        opening = self.sealer.opening(opening)

        def attempt() -> Receipt:
            accepted = self._already_open(match_id, opening, key, actor)
            return accepted or self._store_opening(match_id, opening, key, actor, seed)

        # once: nobody makes room for an id that is taken
        return append_with_retry(
            match_id,
            attempt,
            lambda: self._already_open(match_id, opening, key, actor),
            deadline=monotonic() + self._budget,
            tries=1,
        )

    def _store_opening(self, match_id: str, opening: OpenMatch, key: str, actor: str, seed: bytes) -> Receipt:
        if (refusal := label_refusal(opening)) is not None:
            raise Refused(refusal)
        following = self._decider.open_match(
            match_id, opening, key=key, actor=actor, at=self._clock(), action_id=self._ids(), seed=seed
        )
        following = self.sealer.version(self._decider.initial(match_id, seed), following)
        self.recorder.open_with(self.mapper.to_stored_event(row_of_version(following)), match_id, seed)
        self._keep(CachedMatch(match_id, following.match))
        return self._decider.receipt(following.match, following.payload, opening)

    def act(self, match_id: str, seat: str, command: Command, *, wait: int | None, key: str, actor: str) -> Receipt:
        """Decide and store a command. Returns the receipt, for a repeated key the first one.

        Raises Refused, Stale, Paused, KeyReused, Unknown, Contended, Unavailable. Raises BrokenChain or UnreadableRow
        where the stored match is damaged: nothing is stored after the damage until it is mended.
        """
        try:
            self.check_whole(match_id)
            return self._try_to_act(CommandRequest(seat, command, wait, key, actor), match_id)
        except (BrokenChain, UnreadableRow):
            self.forget(match_id)
            raise

    def _try_to_act(self, request: CommandRequest, match_id: str) -> Receipt:
        deadline = monotonic() + self._budget
        hot = self._warm(match_id, deadline)

        def recover() -> Receipt | None:
            self._catch_up(hot)
            return self._earlier_answer(_require_match(hot), request)

        return append_with_retry(
            match_id, lambda: self._try(hot, request), recover, deadline=deadline, turn=lambda: hot.turn(deadline)
        )

    def _try(self, hot: CachedMatch, request: CommandRequest) -> Receipt | None:
        """One look, one decision, and the decision stored; None where another writer was first."""
        match = _require_match(hot)
        if accepted := self._earlier_answer(match, request):
            return accepted
        try:
            following = self._decide(match, request)
        except (Refused, Stale, Paused):
            # a refusal counts on the newest version only
            if self._catch_up(hot):
                return None
            raise
        if word_fields(type(request.command)):
            following = self.sealer.version(match, following, self.players_about(match.id))
        self.check_newest(match)
        self._together.append(self.mapper.to_stored_event(row_of_version(following)))
        hot.match = following.match
        return self._decider.receipt(following.match, following.payload, request.command)

    def check_whole(self, match_id: str) -> None:
        """Raises UnreadableRow where other tables know of versions lost at the end; `check_newest` sees later ones."""
        hot = self._warm(match_id, monotonic() + self._budget)
        newest = 0 if hot.whole else self.known_elsewhere(match_id)
        if newest > _require_match(hot).version and not self.records(match_id, newest - 1, newest):
            raise UnreadableRow(stream_of(match_id), newest, "a row that is lost")
        hot.whole = True

    def check_newest(self, match: Match) -> None:
        """Raises BrokenChain unless the row before a new one is stored unchanged; UnreadableRow if it cannot be read.

        A change further back is seen by readers of the whole match; `forget` then has it read again.
        """
        rows = self.recorder.since(stream_of(match.id), max(0, match.version - 2), match.version)
        before = rows[0].head if len(rows) > 1 else b""
        if not rows or not self._decider.ends_with(match, before, rows[-1].payload, rows[-1].head):
            raise BrokenChain(match.id, match.version)

    def _decide(self, match: Match, request: CommandRequest) -> NewVersion:
        return self._decider.decide(
            match,
            request.seat,
            request.command,
            wait=request.wait,
            key=request.key,
            actor=request.actor,
            at=self._clock(),
            action_id=self._ids(),
        )

    def _earlier_answer(self, match: Match, request: CommandRequest) -> Receipt | None:
        """The answer that the stream already holds under this key."""
        version = match.find_by_key(request.actor, request.key)
        return None if version is None else self._answer(match, version, request.command, request.wait)

    def _answer(self, match: Match, version: int, command: StoredCommand, wait: int | None = None) -> Receipt:
        [recorded] = self.recorder.since(stream_of(match.id), version - 1, version)
        return self._decider.receipt(match, recorded.payload, command, wait=wait)

    def _already_open(self, match_id: str, opening: OpenMatch, key: str, actor: str) -> Receipt | None:
        try:
            match = self.fresh(match_id)
        except Unknown:
            return None
        if match.find_by_key(actor, key) != 1:
            raise MatchIdTaken(match_id)
        with available(match_id):
            return self._answer(match, 1, opening)

    # --- reading

    def check(self) -> None:
        """Raises SchemaMissing or another PersistenceError unless the store answers and is of this version."""
        self.recorder.check_schema()

    def newest(self) -> int:
        """The position of the newest event of the store."""
        with available("the store"):
            return self.recorder.max_notification_id() or 0

    def cached_match(self, match_id: str) -> Match:
        """A match as this process last saw it, which may be behind the store; raises Unknown, Unavailable."""
        return _require_match(self._warm(match_id, monotonic() + self._budget))

    def fresh(self, match_id: str) -> Match:
        """The newest version of a match. Raises Unknown, Unavailable."""
        deadline = monotonic() + self._budget
        hot = self._warm(match_id, deadline)
        match = _require_match(hot)
        with available(match_id):
            if self.recorder.since(stream_of(match_id), match.version):
                with hot.turn(deadline):
                    self._catch_up(hot)
        return _require_match(hot)

    def at(self, match_id: str, version: int) -> Match:
        """The match at a version, 0 before it was opened. Raises Unknown, Unavailable."""
        newest = self.fresh(match_id)
        if not 0 <= version <= newest.version:
            raise Unknown(match_id, version)
        if version == newest.version:
            return newest
        match = self._past.nearest(match_id, version) or self._blank(match_id)
        for stop in stops(match.version, version) if match.version < version else ():
            match = self._fold(match, self.records(match_id, match.version, stop))
            self._past.keep(match)
        return match

    def as_opened(self, match_id: str) -> Match:
        """The match after its first event, the only one that is read. Raises Unknown, Unavailable."""
        return self._fold(self._blank(match_id), rows_with_seed(match_id, self.records(match_id, upto=1)))

    def records(self, match_id: str, after: int = 0, upto: int | None = None) -> list[RecordedEvent]:
        """The stored events of a match after one version, up to another; none for an unknown match."""
        with available(match_id):
            return self.recorder.since(stream_of(match_id), after, upto)

    def payloads(self, match_id: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        """The payloads of `records`."""
        return [recorded.payload for recorded in self.records(match_id, after, upto)]

    def replay(self, match_id: str) -> Iterator[tuple[RecordedEvent, Match]]:
        """Each stored event with the match after it, from stored bytes alone.

        Raises Unknown, and what `evolve_stored` raises at the first event that does not fit the chain.
        """
        match, tables = self._blank(match_id), [None]
        for recorded in self.records(match_id):
            match = self._decider.evolve_stored(match, recorded.payload, recorded.head, tables.__getitem__)
            tables.append(match.table)
            yield recorded, match

    def seed(self, match_id: str) -> bytes:
        """The secret seed of a match (32 bytes), for records and verification only.

        Raises Unknown where there is no match, UnreadableRow where its seed is lost.
        """
        seed = self._stored_seed(match_id)
        if seed is None:
            if not self.is_stored(match_id):
                raise Unknown(match_id)
            # both are stored together: what another process has opened meanwhile has its seed by now
            seed = self._stored_seed(match_id)
        if seed is None:
            raise UnreadableRow(stream_of(match_id), 1, "the seed of the match is lost")
        return seed

    def _stored_seed(self, match_id: str) -> bytes | None:
        with available(match_id):
            seed: bytes | None = self.recorder.seed(match_id)
        return seed

    def is_stored(self, match_id: str) -> bool:
        """Whether there is any row of a match."""
        stream = stream_of(match_id)
        with available(match_id):
            return stream in dict(self.recorder.streams(stream))

    def version_in_memory(self, match_id: str) -> int:
        """The newest version of a match that this process has in memory; 0 for none."""
        with self._hot_lock:
            hot = self._hot.get(match_id)
        return hot.match.version if hot is not None and hot.match is not None else 0

    def every(self) -> list[str]:
        """The ids of all matches that have any row, also of those that lost their seeds or their events."""
        with available("the list of matches"):
            stored = [stream.removeprefix(STREAM) for stream, _ in self.recorder.streams(STREAM)]
        return sorted({*stored, *(each.match_id for each in self.list_matches())})

    def list_matches(self, after: str = "", limit: int = 1_000_000) -> list[StoredMatch]:
        """The matches by id with their last versions."""
        with available("the list of matches"):
            return self.recorder.matches(after, limit)

    # --- bringing in

    def bring_in(self, match_id: str, seed: bytes, records: Sequence[tuple[bytes, bytes]]) -> bool:
        """Store a whole match, given as (payload, head) from version 1 on. Returns False where it is stored already.

        Raises MatchIdTaken where another match has the id, Unknown without a first event, and what `evolve_stored`
        raises where the chain does not fit.
        """
        stream = stream_of(match_id)
        brought = [RecordedEvent(stream, version, head, payload) for version, (payload, head) in enumerate(records, 1)]
        self._fold(self._decider.initial(match_id, seed), brought)
        events = [self.mapper.to_stored_event(recorded) for recorded in brought]
        try:
            with available(match_id):
                self.recorder.append_together(events, {match_id: seed})
        except IntegrityError as conflict:
            if self.records(match_id) != brought:
                raise MatchIdTaken(match_id) from conflict
            return False
        return True

    # --- the matches in memory

    def forget_all(self) -> None:
        """Drop every match from memory: a player whom some of them name was erased."""
        with self._hot_lock:
            self._hot.clear()
        self._past = EarlierMatches()

    def forget(self, match_id: str) -> None:
        """Drop a match from memory, so that it is read again: its rows were found damaged."""
        with self._hot_lock:
            self._hot.pop(match_id, None)

    def _warm(self, match_id: str, deadline: float) -> CachedMatch:
        """The match in memory; read from the store under its own lock, not the cache's."""
        hot = self._cached_match(match_id)
        if hot.match is None:
            try:
                with hot.turn(deadline):
                    self._load(hot)
            except BaseException:
                self._forget(hot)
                raise
        return hot

    def _load(self, hot: CachedMatch) -> None:
        if hot.match is None:
            blank, records = self._blank(hot.match_id), self.records(hot.match_id)
            hot.match = self._fold(blank, rows_with_seed(hot.match_id, records))

    def _blank(self, match_id: str) -> Match:
        return self._decider.initial(match_id, self.seed(match_id))

    def _catch_up(self, hot: CachedMatch) -> bool:
        """Fold what others stored since; whether there was anything."""
        match = _require_match(hot)
        since = self.recorder.since(stream_of(hot.match_id), match.version)
        hot.match = self._fold(match, since)
        self.catch_ups += bool(since)
        return bool(since)

    def _fold(self, match: Match, since: Sequence[RecordedEvent]) -> Match:
        if not since:
            return match
        try:
            return self._decider.replay(match, ((each.payload, each.head) for each in since))
        except GoesBack:
            whole = self.records(match.id, upto=since[-1].originator_version)
            return self._decider.replay(self._blank(match.id), ((each.payload, each.head) for each in whole))

    def _cached_match(self, match_id: str) -> CachedMatch:
        with self._hot_lock:
            hot = self._hot.get(match_id)
        return self._keep(hot or CachedMatch(match_id))

    def _keep(self, hot: CachedMatch) -> CachedMatch:
        with self._hot_lock:
            kept = self._hot.setdefault(hot.match_id, hot)
            self._hot.move_to_end(hot.match_id)
            # one that is evicted while in use does no harm: two copies are two writers
            while len(self._hot) > self._most:
                self._hot.popitem(last=False)
        return kept

    def _forget(self, hot: CachedMatch) -> None:
        with self._hot_lock:
            if self._hot.get(hot.match_id) is hot:
                del self._hot[hot.match_id]


def _require_match(hot: CachedMatch) -> Match:
    if hot.match is None:
        raise Unknown(hot.match_id)
    return hot.match


def rows_with_seed(match_id: str, records: list[RecordedEvent]) -> list[RecordedEvent]:
    """The rows of a match that has a seed. Raises UnreadableRow where there are none: both are stored together."""
    if not records:
        raise UnreadableRow(stream_of(match_id), 1, "a row that is lost")
    return records


def row_of_version(following: NewVersion) -> RecordedEvent:
    """The row that stores a version."""
    match = following.match
    return RecordedEvent(stream_of(match.id), match.version, following.head, following.payload)
