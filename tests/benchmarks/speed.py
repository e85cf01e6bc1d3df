"""How fast this state of the code is beside an earlier one: the same recorded commands, in turns, in one run.

`python -m tests.benchmarks.speed EARLIER` takes the folder of a clone that is checked out at the earlier state, such as
1523d40. Both states play the same matches of random legal play and keep the commands that they have in common. Then
their processes take turns, so both see the same load of the machine. For each command, the least time of all rounds
and processes of a state counts; the sums of these are compared. A ratio above 1 is how many times faster this state is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from domain.games import GAMES

ROOT = Path(__file__).parents[2]
WORKER = Path(__file__).with_name("speed_worker.py")
MEASURED = ("commands", "views", "rebuild")


class Ratio(NamedTuple):
    """Two sums of least times, in microseconds."""

    name: str
    earlier: float
    now: float

    def __str__(self) -> str:
        return f"{self.name}: {self.earlier:.1f} -> {self.now:.1f} us, {self.earlier / self.now:.3f}x"


class WorkerProcess:
    """A process that measures the state of the code in a folder."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"}
        command = (sys.executable, "-P", str(WORKER))
        pipe = subprocess.PIPE
        self.process: subprocess.Popen[str] = stack.enter_context(
            subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=folder, env=environment, text=True)
        )
        assert self.process.stdin is not None
        stack.callback(self.process.stdin.close)

    def ask(self, *question: object) -> Any:
        """The answer of the process to a question."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def common_length(one: list[Any], other: list[Any]) -> int:
    """How many commands two records of a match have in common before the first that differs; the opening counts."""
    pairs = zip(one[1:], other[1:], strict=False)
    return 1 + next((n for n, (each, twin) in enumerate(pairs) if each != twin), min(len(one), len(other)) - 1)


def games_of(folder: Path) -> list[str]:
    """The games that the state of the code in a folder has."""
    with ExitStack() as stack:
        found: list[str] = WorkerProcess(folder, stack).ask("games")
    return found


def compare(earlier: Path, game: str, matches: int, rounds: int, processes: int) -> Iterator[Ratio]:
    """The figures of a game at the earlier state and at this one."""
    with ExitStack() as stack:
        sides = [[WorkerProcess(folder, stack) for _ in range(processes)] for folder in (earlier, ROOT)]
        played = [[each.ask("play", game, matches) for each in side] for side in sides]
        lengths = [common_length(*each) for each in zip(played[0][0], played[1][0], strict=True)]
        seats, *_ = [worker.ask("keep", lengths) for side in sides for worker in side]
        names = (f"{sum(lengths[:-1])} commands", f"views of {seats} seats", f"rebuild of {lengths[-1]} events")
        for what, name in zip(MEASURED, names, strict=True):
            least: list[list[int]] = [[], []]
            for _ in range(rounds):
                for pair in zip(*sides, strict=True):
                    for side, worker in enumerate(pair):
                        times = worker.ask(what)
                        least[side] = [min(pair) for pair in zip(least[side] or times, times, strict=True)]
            sums = [sum(each) / len(each) / 1000 for each in least]
            yield Ratio(f"{game}: {name}", *sums)


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m tests.benchmarks.speed", description=__doc__)
    parser.add_argument("earlier", type=Path, help="the folder of the earlier state")
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--matches", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    there = games_of(asked.earlier.resolve())
    for each in asked.game or GAMES:
        if each not in there:
            print(f"{each}: the earlier state has no such game")
            continue
        for ratio in compare(asked.earlier.resolve(), each, asked.matches, asked.rounds, asked.processes):
            print(ratio, flush=True)
