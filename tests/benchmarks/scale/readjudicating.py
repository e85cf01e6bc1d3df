"""Matches decided again by today's engine, with one worker process and with two by turns."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from statistics import median
from time import perf_counter
from typing import NamedTuple

import msgspec

from domain.judging.readjudication.rule_changes import RuleChange
from service.files.records import FORM, RecordHeader, RecordLine
from service.readjudication.deciding import DECIDED, MatchTask
from service.readjudication.running import decide_tasks, local_executor
from service.tools.simulate import SimulationTask, decisions

WORKERS = (1, 2)
SECONDS = 600


def task_of(simulated: SimulationTask) -> MatchTask:
    """The task to decide a simulated match again."""
    played = list(decisions(simulated))
    header = RecordHeader(FORM, simulated.match_id, simulated.game, True, len(played), simulated.seed.hex())
    lines = [RecordLine(n, each.head.hex(), msgspec.Raw(each.payload)) for n, each in enumerate(played, 1)]
    record = [msgspec.json.encode(each) for each in (header, *lines)]
    change = RuleChange()
    return MatchTask(simulated.match_id, lines[-1].head, "simulated", record, change, running=False, seconds=SECONDS)


class Decided(NamedTuple):
    """The seconds that some matches took: by the clock, and of the processor."""

    passed: float
    worked: float


def decide_all(tasks: list[MatchTask], workers: int) -> Decided:
    """Decide matches in so many new processes, each of which has decided one before. Returns what all but that took.

    Raises AssertionError where a match is not decided, or otherwise than it was played.
    """
    started = children_worked()
    decide_in(tasks[:1] * workers, [], workers)
    warmed = children_worked()
    passed = decide_in(tasks[:1] * workers, tasks, workers)
    return Decided(passed, children_worked() - warmed - (warmed - started))


def decide_in(first: list[MatchTask], tasks: list[MatchTask], workers: int) -> float:
    """Decide first matches, then others. Returns the seconds by the clock of the others."""
    with local_executor(workers) as (executor, at_once):
        found = list(decide_tasks(executor, first, at_once))
        began = perf_counter()
        found += decide_tasks(executor, tasks, at_once)
        passed = perf_counter() - began
    assert all(each.what == DECIDED and not each.differences for each in found)
    return passed


def children_worked() -> float:
    """The seconds of the processor of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def report_readjudication(game: str, matches: int, rounds: int, seed: int) -> Iterator[str]:
    """Decide matches of a game again. Returns lines of how many a second, and how two workers compare with one."""
    tasks = [task_of(SimulationTask(game, seed, number)) for number in range(matches)]
    found: dict[int, list[Decided]] = {workers: [] for workers in WORKERS}
    for _ in range(rounds):
        for workers in WORKERS:
            found[workers].append(decide_all(tasks, workers))
    for workers, taken in found.items():
        passed, worked = (median(each) for each in zip(*taken, strict=True))
        yield (
            f"{game}: {workers} worker{'s' * (workers > 1)}: {matches / worked:.2f} matches/s/core,"
            f" {matches / passed:.2f} matches/s by the clock ({matches} matches, median of {rounds})"
        )
    ratio = median(one.passed / two.passed for one, two in zip(*found.values(), strict=True))
    yield f"{game}: two workers are {ratio:.2f} times as fast as one by the clock"
