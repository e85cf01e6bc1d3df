"""Random legal play into the store, in several processes.

Read `SimulationTask`, then `decisions` and `play_into_store`, then `simulate_matches`. The random player is a pure
function of the task and of the version that it answers, so equal tasks give equal matches. A match is stored in one
transaction when it has ended, so an interrupted series leaves no partial match and can be continued.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from domain.games import DEFAULT, GAMES
from domain.kernel.chance import RandomStream, commitment
from domain.kernel.deciding import awaited_options
from domain.match.aggregate import Match, NewVersion, decide, open_match
from domain.match.events import OpenMatch
from service.app.match.matches import MatchApplication, Unknown, new_id, now
from service.demo.decks import demo_seats
from service.settings import Settings
from service.worker_processes import work_on_all

DRAWS = 1 << 24  # the draws reserved for one answer


class SimulationTask(Struct, frozen=True):
    """One match to play: its series and number, game, seats (0: the usual number) and policy."""

    game: str
    series: int
    number: int
    seats: int = 0
    policy: str = "public"

    @property
    def seat_count(self) -> int:
        """The number of seats."""
        return self.seats or GAMES[self.game].default_seats

    @property
    def match_id(self) -> str:
        """The id of the match, which names every setting that differs from the default."""
        game = [] if self.game == DEFAULT else [self.game.replace("_", "-")]
        seats = [] if self.seat_count == GAMES[self.game].default_seats else [str(self.seat_count)]
        return "-".join(["m-sim", *game, *seats, str(self.series), self.policy, str(self.number)])

    @property
    def seed(self) -> bytes:
        return sha256(f"praetor.simulated {self.series} {self.number}".encode()).digest()


class SimulatedMatch(Struct, frozen=True):
    """The result of a simulated match: its number of versions, the winner, and how it ended."""

    match_id: str
    versions: int
    winner: str
    how: str


def player_chance(task: SimulationTask, version: int) -> RandomStream:
    """The random stream of the player at one version."""
    return RandomStream(task.seed, version * DRAWS, b"praetor.player")


def random_answer(match: Match, chance: RandomStream) -> tuple[str, Any]:
    """A random awaited seat, and a legal command of it, each choice uniform."""
    seats = match.table.waiting.seats
    seat = seats[chance.below(len(seats))]
    space = awaited_options(match.rules, match.table, seat)
    return seat, match.rules.command(space.sample(chance))


def play_into_store(matches: MatchApplication, task: SimulationTask) -> SimulatedMatch:
    """Play the match of a task to its end and store it, unless it is stored already. Returns its result."""
    try:
        return outcome(matches.fresh(task.match_id))
    except Unknown:
        played = list(decisions(task))
        matches.bring_in(task.match_id, task.seed, [(each.payload, each.head) for each in played])
        return outcome(played[-1].match)


def task_opening(task: SimulationTask) -> OpenMatch:
    """The opening of a task's match: the seats of the demonstration, with its decks in turn."""
    seats = demo_seats(task.game, task.seat_count, task.number)
    return OpenMatch(task.game, seats, task.policy, commitment=commitment(task.seed))


def decisions(task: SimulationTask, clock: Callable[[], str] = now) -> Iterator[NewVersion]:
    """Every new version of a match, from its opening to its end, recorded at what the clock says.

    Raises Refused for seats that cannot play.
    """
    opening, seed = task_opening(task), task.seed
    envelope = {"key": "open", "actor": "organizer", "at": clock(), "action_id": new_id()}
    following = open_match(task.match_id, opening, seed=seed, **envelope)
    yield following
    while following.match.table.over is None:
        match = following.match
        seat, command = random_answer(match, player_chance(task, match.version))
        key = f"simulated-{match.version}"
        following = decide(match, seat, command, wait=match.wait, key=key, actor=seat, at=clock(), action_id=new_id())
        yield following


def outcome(match: Match) -> SimulatedMatch:
    over = match.table.over
    return SimulatedMatch(match.id, match.version, over.winner, over.how)


def simulate_matches(settings: Settings, tasks: list[SimulationTask], jobs: int) -> Iterator[SimulatedMatch]:
    """Play all tasks in `jobs` processes. Yields the results in the order of the tasks."""
    return work_on_all(play_into_store, settings, tasks, jobs)


class SimulationSums(Struct):
    """The sums over a series of matches."""

    matches: int = 0
    versions: int = 0
    winners: Counter[str] = msgspec.field(default_factory=Counter)
    endings: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, played: SimulatedMatch) -> None:
        self.matches += 1
        self.versions += played.versions
        self.winners[played.winner or "nobody"] += 1
        self.endings[played.how] += 1
