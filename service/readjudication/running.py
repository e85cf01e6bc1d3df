"""Tasks given to processes, a few at a time, and their results as they come. Read `decide_tasks`.

Whatever has the face of an executor may decide them: threads of this process, each of which has a process that may
die, or the workers of a cluster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager

from service.readjudication.child import decide_in_child, end_children
from service.readjudication.deciding import MatchFindings, Task


@contextmanager
def local_executor(jobs: int) -> Iterator[Executor]:
    """What decides `jobs` matches at once on this machine; its processes end with it."""
    try:
        with ThreadPoolExecutor(jobs) as executor:
            yield executor
    finally:
        end_children()


def decide_tasks(executor: Executor, tasks: Iterable[Task], at_once: int) -> Iterator[MatchFindings]:
    """Yield the results as they come; at most twice `at_once` tasks are read ahead."""
    waiting: set[Future[MatchFindings]] = set()
    try:
        for task in tasks:
            if isinstance(task, MatchFindings):
                yield task
                continue
            waiting.add(executor.submit(decide_in_child, task))
            if len(waiting) >= 2 * at_once:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (each.result() for each in done)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in done)
    finally:
        for each in waiting:
            each.cancel()
