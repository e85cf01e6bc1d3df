"""Work on many subjects in several processes, each of which has a store of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import cache
from multiprocessing import get_context
from typing import TypeVar

from service.app.match.matches import MatchApplication
from service.settings import Settings
from service.wiring import matches_of

T = TypeVar("T")
R = TypeVar("R")


@cache
def worker_matches(settings: Settings) -> MatchApplication:
    """The match application of this worker process, made on first use; it is open until the process ends."""
    return matches_of(settings)


def work_on(work: Callable[[MatchApplication, T], R], settings: Settings, subject: T) -> R:
    """What a worker process returns for one subject."""
    return work(worker_matches(settings), subject)


def work_on_all(
    work: Callable[[MatchApplication, T], R], settings: Settings, subjects: list[T], jobs: int
) -> Iterator[R]:
    """Do some work on all subjects in `jobs` processes; `work` is a function of a module, which every process imports.

    Yields the results in the order of the subjects. One subject, or one job, needs no further process.
    """
    if jobs == 1 or len(subjects) == 1:
        with closing(matches_of(settings)) as matches:
            yield from (work(matches, each) for each in subjects)
        return
    # spawned, not forked: a fork must not share the parent's store
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(work_on, work, settings, each) for each in subjects]
        yield from (each.result() for each in waiting)
