"""Group commit: each caller its own answer."""

import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError, StoredEvent

from service.store.group_commit import GroupCommit
from tests.patience import PATIENCE


class Slow:
    """A store that waits to be let on, so that callers gather behind the first."""

    def __init__(self, failure: BaseException | None = None) -> None:
        self.batches: list[list[StoredEvent]] = []
        self.entered = threading.Event()
        self.go = threading.Event()
        self.failure = failure

    def append_many(self, events: Sequence[StoredEvent]) -> dict[tuple[Any, int], int]:
        self.batches.append(list(events))
        self.entered.set()
        assert self.go.wait(PATIENCE)
        if self.failure and len(self.batches) > 1:
            raise self.failure
        return {(e.originator_id, e.originator_version): 10 * e.originator_version for e in events}


def event(version: int) -> StoredEvent:
    return StoredEvent("match-m-one", version, "action", b"")


def gathered(slow: Slow, together: GroupCommit, versions: list[int]) -> list[Future[int]]:
    """One caller leads and hangs, the others arrive meanwhile; the futures of all, in order."""
    pool = ThreadPoolExecutor(len(versions))
    futures = [pool.submit(together.append, event(versions[0]))]
    assert slow.entered.wait(PATIENCE)
    futures += [pool.submit(together.append, event(version)) for version in versions[1:]]
    while len(together._queue) < len(versions) - 1:
        threading.Event().wait(0.001)
    slow.go.set()
    pool.shutdown(wait=True)
    return futures


def test_what_arrives_during_a_commit_goes_into_the_next_one_and_each_caller_gets_its_own_answer() -> None:
    slow = Slow()
    futures = gathered(slow, GroupCommit(slow.append_many), [1, 2, 3, 4, 5])
    assert [future.result() for future in futures] == [10, 20, 30, 40, 50]
    assert [len(batch) for batch in slow.batches] == [1, 4]


def test_a_batch_is_no_larger_than_allowed() -> None:
    slow = Slow()
    futures = gathered(slow, GroupCommit(slow.append_many, most=2), [1, 2, 3, 4, 5, 6])
    assert [future.result() for future in futures] == [10, 20, 30, 40, 50, 60]
    assert [len(batch) for batch in slow.batches] == [1, 2, 2, 1]


def test_of_two_events_of_one_version_in_a_batch_one_wins() -> None:
    slow = Slow()
    futures = gathered(slow, GroupCommit(slow.append_many), [1, 2, 2])
    outcomes = [future.exception() or future.result() for future in futures]
    assert outcomes.count(20) == 1
    assert sum(isinstance(outcome, IntegrityError) for outcome in outcomes) == 1
    assert [len(batch) for batch in slow.batches] == [1, 1]


def test_a_failing_batch_fails_for_each_of_its_callers_with_an_error_of_its_own() -> None:
    slow = Slow(OperationalError("locked"))
    first, *others = gathered(slow, GroupCommit(slow.append_many), [1, 2, 3])
    assert first.result() == 10
    failures = [future.exception() for future in others]
    assert all(isinstance(failure, OperationalError) for failure in failures)
    assert failures[0] is not failures[1]


def test_an_interrupted_leader_leaves_the_others_in_doubt_and_not_hanging() -> None:
    slow = Slow(KeyboardInterrupt())
    together = GroupCommit(slow.append_many)
    _, *others = gathered(slow, together, [1, 2, 3])
    kinds = {type(future.exception(timeout=PATIENCE)) for future in others}
    assert kinds == {KeyboardInterrupt, InterfaceError}
    slow.failure = None
    assert together.append(event(9)) == 90


def test_a_taken_version_is_a_conflict() -> None:
    together = GroupCommit(lambda events: {})
    with pytest.raises(IntegrityError, match="match-m-one, version 1 is taken"):
        together.append(event(1))
