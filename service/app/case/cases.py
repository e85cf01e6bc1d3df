"""The cases of the store: open one, move one, read them, find them.

Read `CaseApplication.move` first. A command is decided on the newest case and the newest match. What follows from it is
stored in one transaction, in both streams and in that of the match's event, or not at all. If another writer was first,
the version is taken, and everything is decided again. After any failure the stream is searched for the key before the
client is answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from threading import Lock
from time import monotonic
from typing import Any

from msgspec import Struct, structs

from domain.games import GAMES
from domain.judging.cases import commands as m
from domain.judging.cases.case import CLOSED, Case, CaseChange, case_salt, initial, replay
from domain.judging.cases.checks.lists import CHECKS
from domain.judging.cases.commands import CaseContext, MatchSetting
from domain.judging.cases.deciding import decide
from domain.judging.cases.entries import DECODER
from domain.judging.inquiry.clocks import seconds_ruled
from domain.kernel.checks import first_failed_check
from domain.kernel.refusals import Refusal
from domain.match.aggregate import KeyReused, Match, Refused, decode_event
from domain.match.envelope import Actor, Stamp
from domain.match.events import StoredEvent
from service.app.case.desks import DeskApplication
from service.app.match.matches import MatchApplication, MatchIdTaken, Unknown, new_id, now, row_of_version
from service.app.write_loop import append_with_retry, available
from service.store.damage import UNDECODED, unless_damaged
from service.store.recorded import CASES, EVENTS, RecordedEvent, Unchanged, UnreadableRow, case_stream
from service.store.stream_rows import Fault, faults_of


class CaseReceipt(Struct, frozen=True):
    """A case, and the number of the entry that answers a command."""

    case: Case
    entry: int


class LazyEvents(Mapping[int, StoredEvent]):
    """The events of a match by version, read when they are asked for."""

    def __init__(self, matches: MatchApplication, match: Match) -> None:
        self._matches = matches
        self._match = match
        self._cached: dict[int, StoredEvent] = {}

    def __getitem__(self, version: int) -> StoredEvent:
        if version not in self._cached:
            self._read_events()
        return self._cached[version]

    def __iter__(self) -> Iterator[int]:
        return iter(range(1, self._match.version + 1))

    def __len__(self) -> int:
        return self._match.version

    def _read_events(self) -> None:
        payloads = self._matches.payloads(self._match.id, upto=self._match.version)
        self._cached = {version: decode_event(self._match, payload) for version, payload in enumerate(payloads, 1)}


class CaseApplication:
    """The cases of one process's store; a case that was read is cached, and only its new entries are read again."""

    def __init__(
        self,
        matches: MatchApplication,
        desks: DeskApplication,
        *,
        budget: float = 4.0,
        clock: Callable[[], str] = now,
        ids: Callable[[], str] = new_id,
        setting: Callable[[str], MatchSetting] = lambda match_id: MatchSetting(),
        beside: Callable[[CaseChange], Sequence[RecordedEvent]] = lambda moved: (),
        has_branch: Callable[[str, str], bool] = lambda match_id, branch: True,
    ) -> None:
        self._matches = matches
        self._desks = desks
        self._recorder = matches.recorder
        self._budget = budget
        self._clock = clock
        self._ids = ids
        self.setting = setting
        self._beside = beside
        self._has_branch = has_branch
        self._cached: dict[str, Case] = {}
        self._lock = Lock()

    # --- moving

    def open(self, case_id: str, opening: m.Open, *, by: Actor, key: str) -> CaseReceipt:
        """Open a case under an id. Returns the receipt, for a repeated request the first one.

        Raises Refused, KeyReused, MatchIdTaken, Unknown, Contended, Unavailable.
        """
        return self._try_move(case_id, opening.match, opening, by, key)

    def move(self, case_id: str, command: Any, *, by: Actor, key: str) -> CaseReceipt:
        """Give a command to a case. Returns the receipt, for a repeated key the first one.

        Raises Refused, KeyReused, Unknown, Contended, Unavailable.
        """
        return self._try_move(case_id, self.one(case_id).opening.match, command, by, key)

    def _try_move(self, case_id: str, match_id: str, command: Any, by: Actor, key: str) -> CaseReceipt:
        deadline = monotonic() + self._budget

        def recover() -> CaseReceipt | None:
            acting = self.setting(match_id).resolve_case_office(by)
            return self._earlier_receipt(self._fresh(case_id, match_id), command, acting, key)

        return append_with_retry(
            case_id, lambda: self._try(case_id, match_id, command, by, key), recover, deadline=deadline
        )

    def _try(self, case_id: str, match_id: str, command: Any, by: Actor, key: str) -> CaseReceipt:
        """One look, one decision, and the decision stored."""
        unchanged = self._read_by(match_id, command)
        by = self.setting(match_id).resolve_case_office(by)
        case = self._fresh(case_id, match_id)
        given = self._earlier_receipt(case, command, by, key)
        # who may no longer look is refused also what they have seen before
        if given is not None and not isinstance(command, m.Look):
            return given
        if isinstance(command, m.Open) and case.version:
            raise MatchIdTaken(case_id)
        motion = self._context(case, match_id, command, by)
        try:
            moved = decide(motion, Stamp(key, self._clock(), self._ids()))
        except Refused:
            # the same request under way may be why: what it has done to the match was read after the case
            meanwhile = self._earlier_receipt(self._fresh(case_id, match_id), command, by, key)
            if meanwhile is None or isinstance(command, m.Look):
                raise
            return meanwhile
        if given is not None:
            return given
        if moved.followings:
            with available(match_id):
                self._matches.check_whole(match_id)
                self._matches.check_newest(motion.match)
        moved = self._matches.sealer.case(case, motion.match, moved, command, motion.setting.everybody)
        self._store(moved, unchanged)
        return CaseReceipt(self._keep(moved.case), moved.case.version)

    def _earlier_receipt(self, case: Case, command: Any, by: Actor, key: str) -> CaseReceipt | None:
        """The answer that the stream already holds under this key; raises KeyReused where something else was asked."""
        entry = case.find_by_key(by.actor, by.role, key)
        if entry is None:
            return None
        if not self._matches.sealer.answers(case.entries[entry - 1].asked, command):
            raise KeyReused(key)
        return CaseReceipt(case, entry)

    def _context(self, case: Case, match_id: str, command: Any, by: Actor) -> CaseContext:
        match, setting = self._matches.fresh(match_id), self.setting(match_id)
        others = self.of_match(match_id) if isinstance(command, m.Open) else []
        return CaseContext(
            case=case,
            command=command,
            by=by,
            at=self._clock(),
            match=match,
            events=LazyEvents(self._matches, match),
            then=lambda version: self._matches.at(match_id, version),
            stopped_by=self._unreadable_freezing_case(match.flags.frozen) if isinstance(command, m.Open) else "",
            open_cases=tuple(each for each in others if each.state != CLOSED and each.id != case.id),
            interested=self._desks.of(match_id).interested,
            ruled=partial(self._seconds_ruled, match_id, case.id),
            has_branch=partial(self._has_branch, match_id),
            setting=structs.replace(
                setting, players={**GAMES[match.rules.name].players(match.table), **setting.players}
            ),
        )

    def _seconds_ruled(self, match_id: str, but: str) -> Counter[str]:
        """The seconds that the cases of a match but one ruled to each seat."""
        return seconds_ruled(each.ruling for each in self.of_match(match_id) if each.id != but and each.ruling)

    def _unreadable_freezing_case(self, case_id: str) -> str:
        """The case that stops a match, if there is one and it cannot be read; raises Unavailable."""
        return case_id if case_id and unless_damaged(case_id, partial(self.one, case_id)) is None else ""

    def _read_by(self, match_id: str, command: Any) -> Unchanged | None:
        """What a case is opened by, and a look and a penalty are decided by, beside the case.

        A case names the players, who keep their seats while it is open; nobody is seated at what they have seen. What
        is penalised is not penalised for another case meanwhile, or by a command of the event.
        """
        if not isinstance(command, (m.Open, m.Look, m.Penalise)):
            return None
        with available(match_id):
            return self._recorder.as_it_stands(EVENTS, *((CASES,) if isinstance(command, m.Penalise) else ()))

    def _store(self, moved: CaseChange, unchanged: Unchanged | None) -> None:
        events = [RecordedEvent(case_stream(moved.case.id), moved.case.version, moved.head, moved.payload)]
        events += [row_of_version(each) for each in moved.followings]
        events += self._beside(moved)
        self._recorder.append_together([self._matches.mapper.to_stored_event(each) for each in events], {}, unchanged)

    # --- reading

    def refusal(self, case_id: str, command: Any, *, by: Actor) -> Refusal | None:
        """Why a command would be refused now, by its checks alone; nothing is stored. Raises Unknown, Unavailable."""
        case = self.one(case_id)
        match_id = case.opening.match
        return self._refusal(case, match_id, command, by)

    def open_refusal(self, opening: m.Open, *, by: Actor) -> Refusal | None:
        """Why a case would not be opened, by its checks alone; nothing is stored. Raises Unknown, Unavailable."""
        case = initial("", self._matches.seed(opening.match))
        return self._refusal(case, opening.match, opening, by)

    def _refusal(self, case: Case, match_id: str, command: Any, by: Actor) -> Refusal | None:
        acting = self.setting(match_id).resolve_case_office(by)
        try:
            motion = self._context(case, match_id, command, acting)
        except Refused as damaged:
            return damaged.refusal
        return first_failed_check(CHECKS[type(command)], motion)

    def one(self, case_id: str) -> Case:
        """The case with its newest entries. Raises Unknown, Unavailable."""
        cached = self._cached.get(case_id)
        return self._fresh(case_id, cached.opening.match if cached else self.match_of(case_id))

    def versions(self) -> list[tuple[str, int]]:
        """The number of entries of every case, by id. Raises Unavailable."""
        with available("the list of cases"):
            return [(stream.removeprefix(CASES), version) for stream, version in self._recorder.streams(CASES)]

    def all(self) -> list[Case]:
        """Every undamaged case with its newest entries, oldest first."""
        found = (
            unless_damaged(case_id, partial(self._caught_up, case_id, version)) for case_id, version in self.versions()
        )
        return sorted((case for case in found if case is not None), key=lambda case: case.opening.at)

    def some(self, case_ids: Iterable[str]) -> Iterator[Case]:
        """The undamaged ones of these cases with their newest entries, in their order. Raises Unavailable."""
        found = (unless_damaged(case_id, partial(self.one, case_id)) for case_id in case_ids)
        return (case for case in found if case is not None)

    def of_match(self, match_id: str) -> list[Case]:
        """The cases of a match, oldest first."""
        return [each for each in self.all() if each.opening.match == match_id]

    def records(self, case_id: str) -> list[RecordedEvent]:
        """The stored entries of a case."""
        with available(case_id):
            return self._recorder.since(case_stream(case_id), 0)

    def _caught_up(self, case_id: str, version: int) -> Case:
        cached = self._cached.get(case_id)
        if cached is not None and cached.version == version:
            return cached
        return self._fresh(case_id, cached.opening.match if cached else self.match_of(case_id))

    def match_of(self, case_id: str) -> str:
        """The match that a case is about, by its first entry.

        Raises Unknown where there is no case, UnreadableRow where the first entry is damaged.
        """
        with available(case_id):
            first = self._recorder.since(case_stream(case_id), 0, 1)
        if not first:
            raise Unknown(case_id)
        try:
            match_id: str = DECODER.decode(first[0].payload).match
        except (*UNDECODED, AttributeError) as error:
            # no entry, or another one than that with which a case begins
            raise UnreadableRow(case_stream(case_id), 1, str(error)) from error
        return match_id

    def faults(self, case_id: str, match_id: str) -> tuple[list[Fault], int]:
        """What is wrong with the stored entries of a case about a match, and the last of them.

        A case that was found damaged is read again before anything else is done in it. Raises Unknown, Unavailable.
        """
        stream, seed = case_stream(case_id), case_salt(self._matches.seed(match_id), case_id)
        with available(case_id):
            found = faults_of(self._recorder, stream, seed, DECODER.decode)
            last = dict(self._recorder.streams(stream)).get(stream, 0)
        if found:
            with self._lock:
                self._cached.pop(case_id, None)
        return found, last

    def _fresh(self, case_id: str, match_id: str) -> Case:
        cached = self._cached.get(case_id) or initial(case_id, self._matches.seed(match_id))
        with available(case_id):
            since = self._recorder.since(case_stream(case_id), cached.version)
        if not since:
            return cached
        return self._keep(replay(cached, ((each.payload, each.head) for each in since)))

    def forget_all(self) -> None:
        """Drop every case from memory: a player whom some of them name was erased."""
        with self._lock:
            self._cached.clear()

    def _keep(self, case: Case) -> Case:
        with self._lock:
            cached = self._cached.get(case.id)
            if cached is None or cached.version < case.version:
                self._cached[case.id] = case
        return case
