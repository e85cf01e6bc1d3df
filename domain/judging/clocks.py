"""Time that was used, by seat, round and decision, from the recorded times: who was awaited, and for how long.

Real time passes on undone lines too; while a case freezes the match nobody's does. Read `clocks`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from msgspec import Struct, to_builtins

from domain.events import kind_of
from domain.judging.chronicle import Chronicle

LONGEST = 20


class Decision(Struct, frozen=True):
    """One answer of a seat: at which version, to what question, in which round, after how many seconds."""

    seat: str
    version: int
    line: str
    question: str
    round: int
    seconds: float


def clocks(told: Chronicle, last: int) -> dict[str, Any]:
    """The time used up to a version, in seconds of the recorded times."""
    counted = Counted(told)
    for version in range(2, last + 1):
        counted.take(version)
    longest = sorted(counted.decisions, key=lambda each: (-each.seconds, each.version))
    return {
        "seats": {seat: counted.of(seat) for seat in told.match.table.seats},
        "longest": [to_builtins(each) for each in longest[:LONGEST]],
        "frozen": round(counted.frozen, 6),
        "untimed": counted.untimed,
    }


class Counted:
    """The time counted so far."""

    def __init__(self, told: Chronicle) -> None:
        self.told = told
        self.pending: dict[str, float] = {}
        self.rounds: dict[str, dict[int, float]] = {}
        self.decisions: list[Decision] = []
        self.frozen = 0.0
        self.untimed = 0

    def take(self, version: int) -> None:
        """Count the time between an event and the one stored before it, for those who were awaited meanwhile."""
        told, before = self.told, self.told.at(version - 1)
        seconds = between(told.events[version - 1].at, told.events[version].at)
        if seconds is None:
            self.untimed += 1
            seconds = 0.0
        if before.flags.frozen:
            self.frozen += seconds
            return
        awaited = before.table.waiting.seats if before.table.waiting else ()
        self.pending = {seat: self.pending.get(seat, 0.0) + seconds for seat in awaited}
        for seat in awaited:
            of_round = self.rounds.setdefault(seat, {})
            of_round[before.table.round] = of_round.get(before.table.round, 0.0) + seconds
        self.decided(version, before)

    def decided(self, version: int, before: Any) -> None:
        event = self.told.events[version]
        answers = kind_of(event) == "action" and not isinstance(event.cmd, self.told.match.rules.always)
        if answers and event.actor in self.pending:
            took, asked = self.pending.pop(event.actor), before.table.waiting.question
            line = self.told.line(version)
            self.decisions.append(Decision(event.actor, version, line, asked, before.table.round, round(took, 6)))

    def of(self, seat: str) -> dict[str, Any]:
        rounds = self.rounds.get(seat, {})
        own = [each.seconds for each in self.decisions if each.seat == seat]
        return {
            "seconds": round(sum(rounds.values()), 6),
            "decisions": len(own),
            "longest": max(own, default=0.0),
            "rounds": [{"round": number, "seconds": round(spent, 6)} for number, spent in rounds.items()],
        }


def between(earlier: str, later: str) -> float | None:
    """Seconds between two recorded times; None where one is not written."""
    if not earlier or not later:
        return None
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()


def out_of_order(told: Chronicle) -> Iterator[int]:
    """The versions that were recorded at an earlier time than the one before them."""
    for version in range(2, told.newest + 1):
        seconds = between(told.events[version - 1].at, told.events[version].at)
        if seconds is not None and seconds < 0:
            yield version
