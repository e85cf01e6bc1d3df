"""The time that one state of the code takes: a process of its own, asked by `tests.benchmarks.speed`.

It is run by its path, in the folder of the state that it measures. So it uses nothing else of these tests, and it finds
what it measures under the names of today or of commit 1523d40. Each line of its input is a question in JSON, each line
of its output the answer. Times are processor time in nanoseconds.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from itertools import islice
from time import thread_time_ns
from typing import Any

import msgspec

LONG = 700
REPEATED = 10


def find(*names: str) -> Any:
    """What the first of these paths names that this state of the code has."""
    for name in names:
        module, _, attribute = name.partition(":")
        try:
            return getattr(import_module(module), attribute)
        except ModuleNotFoundError:
            continue
    raise SystemExit(f"none of {names} is in {sys.path[0]}")


games = find("domain.games:GAMES")
task_of = find("service.tools.simulate:SimulationTask", "service.simulate:Task")
decisions = find("service.tools.simulate:decisions", "service.simulate:decisions")
decide = find("domain.match.aggregate:decide", "domain.match:decide")
initial = find("domain.match.aggregate:initial", "domain.match:blank")
replay = find("domain.match.aggregate:replay", "domain.match:loaded")
decode_event = find("domain.match.aggregate:decode_event", "domain.match:decoded")


def encode_views(match: Any) -> list[bytes]:
    """The view of each seat as JSON: of all together where this state of the code can."""
    rules, table = match.rules, match.table
    if hasattr(rules, "views"):
        return [msgspec.json.encode(each) for each in rules.views(table, table.seats, judging=False).values()]
    judged = {"judging": False} if hasattr(rules, "within") and "judging" in rules.view.__annotations__ else {}
    return [msgspec.json.encode(rules.view(table, seat, **judged)) for seat in table.seats]


class Worker:
    """Matches of one game, and one long match, that were played here."""

    def games(self) -> list[str]:
        """The games that this state of the code has."""
        return [*games]

    def play(self, game: str, count: int) -> list[list[Any]]:
        """Play the matches and the long one. Returns the commands of each, with their seats."""
        tasks = [task_of(game, 1, number) for number in range(1, count + 1)]
        played = [list(decisions(each)) for each in tasks]
        played.append(list(islice(decisions(task_of(game, 1, 1, policy="open")), LONG)))
        self.played = played
        self.events = [[decode_event(match[0].match, each.payload) for each in match] for match in played]
        return [[[event.actor, json.loads(msgspec.json.encode(event.cmd))] for event in match] for match in self.events]

    def keep(self, lengths: list[int]) -> int:
        """Keep so many versions of each match. Returns the number of seats."""
        self.played = [match[:n] for match, n in zip(self.played, lengths, strict=True)]
        return len(self.played[0][0].match.table.seats)

    def commands(self) -> list[int]:
        """The time of each command: decided, encoded, hashed."""
        found = []
        for match, events in zip(self.played[:-1], self.events, strict=False):
            for before, event in zip(match[:-1], events[1:], strict=False):
                then, key = before.match, event.key
                started = thread_time_ns()
                decide(then, event.actor, event.cmd, wait=then.wait, key=key, actor=event.actor, at="", action_id=key)
                found.append(thread_time_ns() - started)
        return found

    def views(self) -> list[int]:
        """The time of the views of all seats after each command, built and encoded."""
        found = []
        for match in self.played[:-1]:
            for version in match:
                started = thread_time_ns()
                encode_views(version.match)
                found.append(thread_time_ns() - started)
        return found

    def rebuild(self) -> list[int]:
        """The time of the long match from its stored events: the mean of ten, since they share garbage collections."""
        first, stored = self.played[-1][0].match, [(each.payload, each.head) for each in self.played[-1]]
        started = thread_time_ns()
        for _ in range(REPEATED):
            replay(initial(first.id, first.seed), stored)
        return [(thread_time_ns() - started) // REPEATED]


if __name__ == "__main__":
    worker = Worker()
    for line in sys.stdin:
        what, *given = json.loads(line)
        print(json.dumps(getattr(worker, what)(*given)), flush=True)
