"""Group commit: events that arrive while a commit runs go into the next one.

The first caller leads: it stores up to `most` waiting events as one batch, gives each caller its own answer and
promotes the next waiter. There is no thread for this.
"""

from collections import deque
from collections.abc import Callable, Sequence
from threading import Lock

from eventsourcing.persistence import IntegrityError, InterfaceError, StoredEvent

Place = tuple[str, int]
AppendMany = Callable[[Sequence[StoredEvent]], dict[Place, int]]


class Waiter:
    """One caller's event, and its answer once there is one."""

    __slots__ = ("answer", "event", "place", "woken")

    def __init__(self, event: StoredEvent) -> None:
        self.event = event
        self.place: Place = (str(event.originator_id), event.originator_version)
        self.answer: int | Exception | None = None
        self.woken = Lock()
        self.woken.acquire()


class GroupCommit:
    """Stores single events of different matches together."""

    def __init__(self, append_many: AppendMany, most: int = 64) -> None:
        self._append_many = append_many
        self._most = most
        self._lock = Lock()
        self._queue: deque[Waiter] = deque()
        self._led = False

    def append(self, event: StoredEvent) -> int:
        """Store one event together with those of other threads. Returns its position.

        Raises IntegrityError where the version is taken, else what the store raised for the batch.
        """
        mine = Waiter(event)
        if not self._joins_as_leader(mine):
            mine.woken.acquire()
        if mine.answer is None:
            self._lead()
        return _position_of(mine)

    def _joins_as_leader(self, mine: Waiter) -> bool:
        with self._lock:
            self._queue.append(mine)
            leads, self._led = not self._led, True
            return leads

    def _lead(self) -> None:
        with self._lock:
            batch = [self._queue.popleft() for _ in range(min(self._most, len(self._queue)))]
        try:
            self._commit(batch)
        finally:
            self._promote()
            for waiter in batch:
                waiter.woken.release()

    def _promote(self) -> None:
        with self._lock:
            self._led = bool(self._queue)
            if self._led:
                self._queue[0].woken.release()

    def _commit(self, batch: list[Waiter]) -> None:
        first = {waiter.place: waiter for waiter in reversed(batch)}
        try:
            rows = self._append_many([waiter.event for waiter in batch if first[waiter.place] is waiter])
        except Exception as failure:
            _settle(batch, failure)
        except BaseException:
            # stored or not: the others have to look, only the leader was told to stop
            _settle(batch, InterfaceError("the writer of this batch was interrupted"))
            raise
        else:
            for waiter in batch:
                stored = rows.get(waiter.place) if first[waiter.place] is waiter else None
                waiter.answer = _conflict(waiter) if stored is None else stored


def _settle(batch: list[Waiter], failure: Exception) -> None:
    for waiter in batch:
        waiter.answer = failure


def _conflict(waiter: Waiter) -> IntegrityError:
    return IntegrityError("{}, version {} is taken".format(*waiter.place))


def _position_of(mine: Waiter) -> int:
    if isinstance(mine.answer, int):
        return mine.answer
    assert isinstance(mine.answer, Exception)
    # each thread raises an exception of its own: a shared one would collect everybody's traceback
    raise type(mine.answer)(*mine.answer.args) from mine.answer
