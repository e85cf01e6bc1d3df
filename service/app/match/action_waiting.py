"""Who waits for the next action of a match, or entry of an event, is called when it is stored, by whatever process.

One thread of a process looks for all that wait in it: each time it asks the store how far it has come, and what has
been stored since then, so that a thousand waiting clients cost the store no more than one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable
from threading import Lock, Thread
from time import monotonic, sleep

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from service.store.recorded import ActionRecorder, UnreadableRow

LOG = logging.getLogger("praetor.watch")
# the seconds between two looks at the store
GLANCE = 0.02
# the seconds between two questions whether the keys of those that wait are still valid
KEYS_ASKED = 1.0
# so many events are looked through one by one; after more, each match that is watched is asked for
LIMIT = 1000


class Watcher(Struct, frozen=True, eq=False):
    """Somebody who waits until a stream has passed a version, or until a time (`monotonic`, in seconds).

    `key` is the id of the key that they showed, empty for whoever has none.
    """

    stream: str
    after: int
    until: float
    call: Callable[[], None]
    key: str = ""


class MatchWatch:
    """The streams that are watched in this process. Its thread runs while there are any.

    `find_ended` returns which of some keys are valid no more, and raises the errors of the store.
    """

    def __init__(
        self, recorder: ActionRecorder, find_ended: Callable[[Collection[str]], Collection[str]] = lambda _: ()
    ) -> None:
        self._recorder = recorder
        self._find_ended = find_ended
        self._keys_asked = 0.0
        self._watchers: set[Watcher] = set()
        self._unchecked: set[Watcher] = set()
        self._position = 0
        self._runs = self._failed = False
        self._lock = Lock()

    def add(self, watcher: Watcher) -> None:
        """Call `watcher.call` once, in another thread.

        It is called when the stream has passed the version, when the key is valid no more, or when the time is over.
        """
        with self._lock:
            self._watchers.add(watcher)
            # an action may have been stored since the caller read the match
            self._unchecked.add(watcher)
            runs, self._runs = self._runs, True
        if not runs:
            Thread(target=self._run, name="match-watch", daemon=True).start()

    def remove(self, watcher: Watcher) -> None:
        """Do not call it any more; does nothing where it has been called."""
        with self._lock:
            self._forget([watcher])

    def close(self) -> None:
        """Call nobody any more."""
        with self._lock:
            self._forget(set(self._watchers))

    def _run(self) -> None:
        while self._has_some():
            self.look()
            sleep(GLANCE)

    def _has_some(self) -> bool:
        with self._lock:
            self._runs = bool(self._watchers)
            return self._runs

    def look(self) -> None:
        """Call those whose stream has passed their version, and those whose key or time is over."""
        passed = self._ask_store()
        # afterwards: a store that does not answer is waited for
        now = monotonic()
        with self._lock:
            due = [each for each in self._watchers if each.until <= now or each in passed]
            self._forget(due)
        for each in due:
            call_watcher(each)

    def _ask_store(self) -> Collection[Watcher]:
        """Those whose stream has passed their version or whose key has ended; nobody while the store is silent."""
        try:
            # the keys first: who has passed is found once
            passed = self._find_without_key() | self._find_passed()
        except Exception as error:
            # said once for each failure of the store, and not at each look
            if not (self._failed or isinstance(error, PersistenceError)):
                LOG.exception("the store could not be asked for those that wait")
            self._failed = True
            return ()
        self._failed = False
        return passed

    def _find_without_key(self) -> set[Watcher]:
        """Those whose key is valid no more, at most once in so many seconds. Raises the errors of the store."""
        now = monotonic()
        if now - self._keys_asked < KEYS_ASKED:
            return set()
        self._keys_asked = now
        with self._lock:
            shown = [each for each in self._watchers if each.key]
        ended = set(self._find_ended({each.key for each in shown}) if shown else ())
        return {each for each in shown if each.key in ended}

    def _find_passed(self) -> set[Watcher]:
        """Those whose stream has passed their version. Raises the errors of the store."""
        position = self._recorder.max_notification_id() or 0
        much = position - self._position > LIMIT
        with self._lock:
            unchecked = set(self._watchers if much else self._unchecked)
        stored = {} if much else self._stored_until(position)
        found = {each for each in unchecked if self._has_passed(each)}
        self._position = position
        with self._lock:
            self._unchecked -= unchecked
            return found | {each for each in self._watchers if stored.get(each.stream, 0) > each.after}

    def _stored_until(self, position: int) -> dict[str, int]:
        """The newest version of each stream that has grown since the last look."""
        if position <= self._position:
            return {}
        found = self._recorder.select_notifications(self._position + 1, LIMIT, stop=position)
        return {str(each.originator_id): each.originator_version for each in found}

    def _has_passed(self, watcher: Watcher) -> bool:
        try:
            return bool(self._recorder.since(watcher.stream, watcher.after))
        except UnreadableRow:
            # there is a next row: whoever reads it will say that it is damaged
            return True

    def _forget(self, several: Iterable[Watcher]) -> None:
        self._watchers.difference_update(several)
        self._unchecked.difference_update(several)


def call_watcher(watcher: Watcher) -> None:
    """Call a watcher; what goes wrong there is logged, and ends neither the thread nor another wait."""
    try:
        watcher.call()
    except Exception:
        LOG.exception("a request that was held for %s could not be called", watcher.stream)
