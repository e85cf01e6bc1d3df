"""Tasks given to processes, a few at a time, and their results as they come. Read `decide_tasks`.

Whatever has the face of an executor may decide them: threads of this process, each of which has a process that may
die, or the workers of a cluster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager

from service.readjudication.child import decide_in_child, end_children
from service.readjudication.deciding import DIED, MatchFindings, MatchTask, Task, failed_findings


@contextmanager
def local_executor(jobs: int) -> Iterator[tuple[Executor, int]]:
    """What decides `jobs` matches at once on this machine, with how many; its processes end with it."""
    try:
        with ThreadPoolExecutor(jobs) as executor:
            yield executor, jobs
    finally:
        end_children()


def decide_tasks(executor: Executor, tasks: Iterable[Task], at_once: int) -> Iterator[MatchFindings]:
    """Yield the results as they come; at most twice `at_once` tasks are read ahead."""
    waiting: dict[Future[MatchFindings], MatchTask] = {}
    try:
        for task in tasks:
            if isinstance(task, MatchFindings):
                yield task
                continue
            waiting[executor.submit(decide_in_child, task)] = task
            if len(waiting) >= 2 * at_once:
                yield from results_that_came(waiting)
        while waiting:
            yield from results_that_came(waiting)
    finally:
        for each in waiting:
            each.cancel()


def results_that_came(waiting: dict[Future[MatchFindings], MatchTask]) -> Iterator[MatchFindings]:
    """Yield the results that have come, and take them out of what is waited for; at least one."""
    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
    for future in done:
        task = waiting.pop(future)
        try:
            yield future.result()
        except Exception as error:  # a worker of a cluster has died, or is of another version
            yield failed_findings(task, DIED, f"{type(error).__name__}: {error}")
