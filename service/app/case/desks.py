"""The judges' desks of the store: assignments, interests, and looks of judges that belong to no case."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Any

from msgspec import structs

from domain.games import GAMES
from domain.judging.cases.commands import Look, MatchSetting
from domain.judging.cases.desk import DECODER, AssignJudge, Desk, JudgeAssigned, decide, initial, refusal_of, replay
from domain.judging.cases.entries import LookTaken
from domain.kernel.ids import JUDGE
from domain.kernel.refusals import Refusal
from domain.match.aggregate import KeyReused, Refused
from domain.match.envelope import Actor, Stamp
from service.app.match.matches import MatchApplication, Unknown, new_id, now
from service.app.write_loop import append_with_retry, available
from service.store.damage import UNREAD
from service.store.recorded import EVENTS, RecordedEvent, Unchanged, desk_stream
from service.store.stream_rows import Fault, faults_of

LOG = logging.getLogger("praetor.store")
MOST = 500  # desks in memory
DeskReceipt = tuple[Desk, Any]


class DeskApplication:
    """The desks of one process's store."""

    def __init__(
        self,
        matches: MatchApplication,
        *,
        budget: float = 4.0,
        clock: Callable[[], str] = now,
        ids: Callable[[], str] = new_id,
        setting: Callable[[str], MatchSetting] = lambda match_id: MatchSetting(),
    ) -> None:
        self._matches = matches
        self._recorder = matches.recorder
        self._cached: OrderedDict[str, Desk] = OrderedDict()
        self._lock = Lock()
        self._budget = budget
        self._clock = clock
        self._ids = ids
        self._setting = setting

    def of(self, match_id: str) -> Desk:
        """The desk of a match. Raises Unknown, Unavailable, Refused where it is damaged."""
        return self._load(match_id)

    def judges(self, match_id: str) -> frozenset[str]:
        """The judges who were called to a match; none where its desk is damaged. Raises Unknown, Unavailable."""
        try:
            return self._load(match_id).judges
        except Refused:
            return frozenset()

    def people(self, match_id: str) -> dict[str, str]:
        """Whoever made an entry at a desk or is named in one, each with an office; nobody where the desk is damaged.

        Raises Unknown, Unavailable.
        """
        try:
            entries = self._load(match_id).entries
        except Refused:
            return {}
        judges = {each.judge: JUDGE for each in entries if not isinstance(each, LookTaken)}
        return {**judges, **{each.actor: each.role for each in entries}}

    def interested_judges(self, match_id: str) -> frozenset[str]:
        """The judges who declared an interest in a match; none where its desk is damaged.

        Raises Unknown, Unavailable.
        """
        try:
            return self._load(match_id).interested
        except Refused:
            return frozenset()

    def enter(self, match_id: str, command: Any, *, by: Actor, key: str) -> DeskReceipt:
        """Give a command to the desk.

        Returns the desk, and the entry that answers it, for a repeated key the first one.

        Raises Refused, also where the desk is damaged, KeyReused, Unknown, Contended, Unavailable.
        """

        def recover() -> DeskReceipt | None:
            desk = self._load(match_id)
            given = self._earlier_entry(desk, command, by, key)
            return None if given is None else (desk, given)

        return append_with_retry(
            match_id,
            lambda: self._try(match_id, command, by, key),
            recover,
            deadline=monotonic() + self._budget,
        )

    def earlier_receipt(self, match_id: str, command: Any, *, by: Actor, key: str) -> DeskReceipt | None:
        """What `enter` returned for the same request before, whatever right it took away; None where it did not.

        Raises KeyReused, Unavailable.
        """
        try:
            desk = self._load(match_id)
        except (Unknown, Refused):
            return None
        given = self._earlier_entry(desk, command, by, key)
        return None if given is None else (desk, given)

    def _try(self, match_id: str, command: Any, by: Actor, key: str) -> DeskReceipt:
        """One look, one decision, and the decision stored."""
        with available(match_id):
            # who holds which office, and who plays
            unchanged = self._recorder.as_it_stands(EVENTS)
        setting = self._setting(match_id)
        match = self._matches.fresh(match_id)
        desk = self._load(match_id)
        given = self._earlier_entry(desk, command, by, key)
        # who may no longer look is refused also what they have seen before
        if given is not None and not isinstance(command, Look):
            return desk, given
        players = {**GAMES[match.rules.name].players(match.table), **setting.players}
        seated = structs.replace(setting, players=players)
        noted = decide(desk, match, seated, command, setting.resolve_office(by), Stamp(key, self._clock(), self._ids()))
        if given is not None or (given := earlier_call(desk, command)) is not None:
            return desk, given
        noted = self._matches.sealer.desk(desk, noted, seated.everybody, command)
        self._store(noted.desk, noted.payload, unchanged)
        return noted.desk, noted.desk.entries[-1]

    def _earlier_entry(self, desk: Desk, command: Any, by: Actor, key: str) -> Any:
        """The entry that the desk already holds under this key; raises KeyReused where something else was asked."""
        given = desk.find_by_key(by, key)
        if given is not None and not self._matches.sealer.answers(given.asked, command):
            raise KeyReused(key)
        return given

    def forget_all(self) -> None:
        """Drop every desk from memory: a player whom some of them name was erased."""
        with self._lock:
            self._cached.clear()

    def refusal(self, match_id: str, command: Any, *, by: Actor) -> Refusal | None:
        """Why a command would be refused now; nothing is stored. Raises Unknown, Unavailable."""
        setting, desk, match = self._setting(match_id), self._load(match_id), self._matches.fresh(match_id)
        by = setting.resolve_office(by)
        players = {**GAMES[match.rules.name].players(match.table), **setting.players}
        return refusal_of(desk, match, structs.replace(setting, players=players), command, by)

    def faults(self, match_id: str) -> list[Fault]:
        """What is wrong with the stored entries of a desk. Raises Unknown, Unavailable."""
        seed = initial(match_id, self._matches.seed(match_id)).seed
        with available(match_id):
            return faults_of(self._recorder, desk_stream(match_id), seed, DECODER.decode)

    def _load(self, match_id: str) -> Desk:
        with self._lock:
            cached = self._cached.get(match_id)
        cached = cached or initial(match_id, self._matches.seed(match_id))
        try:
            with available(match_id):
                since = self._recorder.since(desk_stream(match_id), cached.version)
            return self._keep(replay(cached, ((each.payload, each.head) for each in since)))
        except UNREAD as damage:
            LOG.error("the desk of %s is damaged", match_id, exc_info=damage)
            # the rows of the match itself are whole: whoever needs nothing of its desk reads on
            raise Refused(Refusal("match.damaged", {"desk": match_id})) from damage

    def _keep(self, desk: Desk) -> Desk:
        with self._lock:
            self._cached[desk.match] = desk
            self._cached.move_to_end(desk.match)
            while len(self._cached) > MOST:
                self._cached.popitem(last=False)
        return desk

    def _store(self, desk: Desk, payload: bytes, unchanged: Unchanged) -> None:
        row = RecordedEvent(desk_stream(desk.match), desk.version, desk.head, payload)
        self._recorder.append_together([self._matches.mapper.to_stored_event(row)], {}, unchanged)


def earlier_call(desk: Desk, command: Any) -> Any:
    """The entry that called this judge already; None for any other command, and for a judge who was not called."""
    if not isinstance(command, AssignJudge) or command.judge not in desk.judges:
        return None
    calls = (each for each in reversed(desk.entries) if isinstance(each, JudgeAssigned))
    return next(each for each in calls if each.judge == command.judge)
