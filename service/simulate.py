"""Random legal play into the store, in several processes.

Read `play_on`, then `Task` and `simulated`. A player is a pure function of its number and the version that it answers,
so a match that was interrupted is played on as if nothing had happened, and the same numbers give the same matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from hashlib import sha256
from multiprocessing import get_context
from typing import Any

from domain.kernel.chance import Chance, commitment
from domain.kernel.decide import options
from domain.match import Match, OpenMatch
from msgspec import Struct

from service.demo.decks import demo_seats
from service.matches import Matches
from service.settings import Settings
from service.wiring import matches_of

DRAWS = 1 << 24  # room for the draws of one answer


class Task(Struct, frozen=True):
    """One match to play: which one of a series, by which game, seats and policy."""

    game: str
    series: int
    number: int
    seats: int = 2
    policy: str = "public"

    @property
    def match_id(self) -> str:
        return f"m-sim-{self.series}-{self.policy}-{self.number}"

    @property
    def seed(self) -> bytes:
        return sha256(f"praetor.simulated {self.series} {self.number}".encode()).digest()


class Played(Struct, frozen=True):
    """How a simulated match ended: its versions, who won, and how."""

    match_id: str
    versions: int
    winner: str
    how: str


def player(task: Task, version: int) -> Chance:
    """The chance that the random player has at one version."""
    return Chance(task.seed, version * DRAWS, b"praetor.player")


def random_answer(match: Match, chance: Chance) -> tuple[str, Any]:
    """A seat that is awaited, and a legal command of its, each equally likely at every choice."""
    seats = match.table.waiting.seats
    seat = seats[chance.below(len(seats))]
    space = options(match.rules, match.table, seat)
    return seat, match.rules.command(space.sample(chance))


def play_on(matches: Matches, task: Task) -> Played:
    """Open the match of a task, unless it is in the store already, and play it to its end."""
    opening = OpenMatch(
        task.game, demo_seats(task.game, task.seats, task.number), task.policy, commitment=commitment(task.seed)
    )
    matches.open_match(task.match_id, opening, key="open", actor="organizer", seed=task.seed)
    match = matches.fresh(task.match_id)
    while match.table.over is None:
        seat, command = random_answer(match, player(task, match.version))
        matches.act(match.id, seat, command, wait=match.wait, key=f"simulated-{match.version}", actor=seat)
        match = matches.fresh(match.id)
    over = match.table.over
    return Played(match.id, match.version, over.winner, over.how)


@cache
def matches_here(settings: Settings) -> Matches:
    """The match application of this worker process, built after the fork."""
    return matches_of(settings)


def play_task(settings: Settings, task: Task) -> Played:
    return play_on(matches_here(settings), task)


def simulated(settings: Settings, tasks: list[Task], jobs: int) -> Iterator[Played]:
    """Play all tasks in so many processes; yields each match as it ends."""
    if jobs == 1:
        yield from (play_task(settings, task) for task in tasks)
        return
    # spawned, not forked: a store must not be shared by a fork
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(play_task, settings, task) for task in tasks]
        yield from (each.result() for each in waiting)


class Sums(Struct):
    """What a series of matches came to."""

    matches: int = 0
    versions: int = 0
    winners: Counter[str] = Counter()
    endings: Counter[str] = Counter()

    def add(self, played: Played) -> None:
        self.matches += 1
        self.versions += played.versions
        self.winners[played.winner or "nobody"] += 1
        self.endings[played.how] += 1
