"""Time used, by seat, round and decision, from the recorded times: who was awaited, and for how long.

Real time passes on undone lines too, and a seat has used it; a decision has that of the wait which it answers, without
what passed before a rewind opened that wait anew. While a case freezes the match, no seat's time passes. A wait that is
still open counts up to the time at which it is asked, at an earlier version up to the recorded time of that one, and so
does a freeze that goes on. Read `clocks`, then `time_owed`: what of it a table gets back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from math import ceil
from typing import ClassVar, NamedTuple, TypeVar

from msgspec import Struct, structs

from domain.judging.cases.entries import Ruling
from domain.judging.inquiry.chronicle import Chronicle
from domain.kernel.flow.endings import seats_taken_over
from domain.kernel.flow.waits import Waiting
from domain.kernel.ids import HEAD_JUDGE, JUDGE
from domain.match.aggregate import Flags, Match
from domain.match.events import event_kind

LONGEST = 20
W = TypeVar("W", bound="TimedDecision | UnansweredWait")


class TimedDecision(Struct, frozen=True):
    """One answer of a seat: at which version, to what question, in which round, after how many seconds."""

    schema_name: ClassVar[str] = "TimedDecision"

    seat: str
    version: int
    line: str
    question: str
    round: int
    seconds: float


class OpenWait(Struct, frozen=True):
    """A wait that a seat has not answered yet: since which version, for what, in which round, for how many seconds."""

    schema_name: ClassVar[str] = "OpenWait"

    seat: str
    since: int
    question: str
    round: int
    seconds: float


class UnansweredWait(Struct, frozen=True):
    """A wait that ended without an answer of its player: since which version, up to which, for what, for how long.

    `case` is the case that cut it off, as with a rewind; empty where the match went on otherwise, as by a concession,
    and where the seat got another player. `line` is the line on which the seat was asked.
    """

    schema_name: ClassVar[str] = "UnansweredWait"

    seat: str
    since: int
    version: int
    line: str
    question: str
    round: int
    seconds: float
    case: str


class FrozenTime(Struct, frozen=True):
    """A time during which a case froze the match: from which version to which (0: it still does), since when.

    `seconds` are those from its start to its end; of a freeze that goes on there are none, but `so_far`.
    """

    schema_name: ClassVar[str] = "FrozenTime"

    case: str
    first: int
    last: int
    since: str
    seconds: float
    so_far: float = 0.0


class RoundTime(Struct, frozen=True):
    """The seconds that a seat used in a round."""

    schema_name: ClassVar[str] = "RoundTime"

    round: int
    seconds: float


class SeatTime(Struct, frozen=True):
    """The time that a seat used: in all, its number of decisions, and the seconds by round.

    `longest` is the longest time for which it was awaited for one answer, whether it has been given or not: that of a
    decision, of an unanswered wait or of an open one. `average` is the mean of its decisions alone, undone ones too.
    """

    schema_name: ClassVar[str] = "SeatTime"

    seconds: float
    decisions: int
    average: float
    longest: float
    rounds: tuple[RoundTime, ...]


class TimeUsed(Struct, frozen=True):
    """The time used up to a version, in seconds: by seat, the longest decisions, and the time that cases took.

    `unanswered` are the longest waits that ended without an answer. `open` are the waits that go on, the longest first,
    counted up to `as_of`: at the newest version the time at which it is asked, at an earlier one its recorded time,
    while a case freezes the match the start of that. The seconds of their seats have them too. `frozen` are the seconds
    of cases up to the version, `frozen_so_far` up to `frozen_as_of`, which is empty where no freeze goes on.
    `untimed` events have no recorded time; the versions `out_of_order` were recorded earlier than the one before them.
    """

    seats: dict[str, SeatTime]
    longest: tuple[TimedDecision, ...]
    unanswered: tuple[UnansweredWait, ...]
    open: tuple[OpenWait, ...]
    as_of: str
    frozen: float
    frozen_so_far: float
    frozen_as_of: str
    freezes: tuple[FrozenTime, ...]
    untimed: int
    out_of_order: tuple[int, ...]

    @property
    def longest_waits(self) -> tuple[TimedDecision | UnansweredWait, ...]:
        """The decisions and the unanswered waits that took longest, the longest first."""
        return longest_of((*self.longest, *self.unanswered))


class TimeOwed(Struct, frozen=True):
    """The seconds owed to each seat: by which rule, what it follows from, and the office that may give them.

    `owed` is in whole seconds: what cases took (`taken`) is rounded up.
    """

    schema_name: ClassVar[str] = "TimeOwed"

    rule: str
    taken: float
    given: int
    ruled: dict[str, int]
    owed: dict[str, int]
    limit: int
    office: str


def freezes(chronicle: Chronicle, last: int) -> list[FrozenTime]:
    """The freezes up to a version, in order."""
    found: list[FrozenTime] = []
    flags = Flags()
    for version in range(1, last + 1):
        event, before = chronicle.events[version], flags.frozen
        flags = flags.after(event)
        if before and flags.frozen != before:
            found[-1] = structs.replace(
                found[-1], last=version, seconds=seconds_between(found[-1].since, event.at) or 0.0
            )
        if flags.frozen and flags.frozen != before:
            found.append(FrozenTime(flags.frozen, version, 0, event.at, 0.0))
    return found


class CaseTime(NamedTuple):
    """The seconds in which cases froze a match up to a version, and up to `as_of`, empty where no freeze goes on."""

    seconds: float
    so_far: float
    as_of: str


def time_frozen(chronicle: Chronicle, last: int, as_of: str = "") -> CaseTime:
    """The time in which cases froze the match up to a version, and that of a freeze that goes on there."""
    seconds, flags, events = 0.0, Flags(), chronicle.events
    for version in range(1, last + 1):
        if flags.frozen:
            seconds += seconds_between(events[version - 1].at, events[version].at) or 0.0
        flags = flags.after(events[version])
    until = end_of_count(chronicle, last, as_of) if flags.frozen else ""
    so_far = seconds + (seconds_between(events[last].at, until) or 0.0)
    return CaseTime(round(seconds, 6), round(so_far, 6), until)


def end_of_count(chronicle: Chronicle, last: int, as_of: str) -> str:
    """The time up to which what goes on at a version is counted: `as_of` for the newest, else its recorded time."""
    return as_of if as_of and last == chronicle.newest else chronicle.events[last].at


def seconds_ruled(rulings: Iterable[Ruling]) -> Counter[str]:
    """The seconds that rulings gave to each seat."""
    found = Counter[str]()
    for each in rulings:
        found.update(each.time)
    return found


def time_owed(taken: float, given: int, ruled: Mapping[str, int], limit: int) -> TimeOwed:
    """The time owed to each seat's round after cases took some seconds, and who may give it.

    `given` were given to the table already, `ruled` to each seat by rulings. A judge gives back what all cases took
    together, up to the limit for what table and seat have in all; more needs the head judge.
    """
    left = {seat: max(0, ceil(taken) - given - seconds) for seat, seconds in ruled.items()}
    most = max((given + ruled[seat] + seconds for seat, seconds in left.items() if seconds), default=0)
    return TimeOwed(
        rule="judging.time.extension",
        taken=round(taken, 6),
        given=given,
        ruled=dict(ruled),
        owed=left,
        limit=limit,
        office=HEAD_JUDGE if most > limit else JUDGE,
    )


def clocks(chronicle: Chronicle, last: int, as_of: str = "") -> TimeUsed:
    """The time used up to a version, in seconds of the recorded times; of the newest up to `as_of`, if given.

    At an earlier version, or without `as_of`, what goes on is counted up to the recorded time of the version.
    """
    counted = TimeCount(chronicle)
    for version in range(2, last + 1):
        counted.take(version)
    until = end_of_count(chronicle, last, as_of)
    by_cases, frozen = freezes(chronicle, last), time_frozen(chronicle, last, as_of)
    if frozen.as_of:
        until = by_cases[-1].since
        so_far = seconds_between(until, frozen.as_of) or 0.0
        by_cases[-1] = structs.replace(by_cases[-1], so_far=round(so_far, 6))
    counted.wait_on(last, until)
    return TimeUsed(
        seats={seat: counted.of(seat) for seat in chronicle.match.table.seats},
        longest=longest_of(counted.decisions),
        unanswered=longest_of(counted.unanswered),
        open=tuple(sorted(counted.open, key=lambda each: -each.seconds)),
        as_of=until,
        frozen=frozen.seconds,
        frozen_so_far=frozen.so_far,
        frozen_as_of=frozen.as_of,
        freezes=tuple(by_cases),
        untimed=counted.untimed,
        out_of_order=tuple(version for version in out_of_order(chronicle) if version <= last),
    )


def longest_of(waits: Iterable[W]) -> tuple[W, ...]:
    """Those of some waits that took longest, the longest first."""
    return tuple(sorted(waits, key=lambda each: (-each.seconds, each.version))[:LONGEST])


class TimeCount:
    """The time counted so far."""

    def __init__(self, chronicle: Chronicle) -> None:
        self.chronicle = chronicle
        self.pending: dict[str, float] = {}
        self.began: dict[str, int] = {}
        self.wait, self.question, self.round = 0, "", 0
        self.open: list[OpenWait] = []
        self.unanswered: list[UnansweredWait] = []
        self.rounds: dict[str, dict[int, float]] = {}
        self.decisions: list[TimedDecision] = []
        self.untimed = 0

    def take(self, version: int) -> None:
        """Count the time between an event and the one stored before it, for those who were awaited meanwhile."""
        chronicle, before = self.chronicle, self.chronicle.at(version - 1)
        seconds = seconds_between(chronicle.events[version - 1].at, chronicle.events[version].at)
        if seconds is None:
            self.untimed += 1
            seconds = 0.0
        if not before.flags.frozen:
            if before.table.waiting is not None:
                self.spend(version - 1, before.table.waiting, before.table.round, seconds)
            self.count_decision(version, before)
        self.cut_off(version)

    def spend(self, version: int, waiting: Waiting, number: int, seconds: float) -> None:
        """Count seconds of a round after a version for the seats that are awaited in it."""
        self.wait, self.question, self.round = waiting.wait, waiting.question, number
        awaited = waiting.seats
        self.began = {seat: self.began.get(seat, version) if seat in self.pending else version for seat in awaited}
        self.pending = {seat: self.pending.get(seat, 0.0) + seconds for seat in awaited}
        for seat in awaited:
            of_round = self.rounds.setdefault(seat, {})
            of_round[number] = of_round.get(number, 0.0) + seconds

    def wait_on(self, version: int, as_of: str) -> None:
        """Count the waits that are open after a version, up to a time; where it is frozen, no further."""
        now = self.chronicle.at(version)
        waiting = now.table.waiting
        if waiting is None or now.table.over is not None:
            return
        number = now.table.round
        since = None if now.flags.frozen else seconds_between(self.chronicle.events[version].at, as_of)
        self.spend(version, waiting, number, since or 0.0)
        self.open = [
            OpenWait(seat, self.began[seat], waiting.question, number, round(self.pending[seat], 6))
            for seat in waiting.seats
        ]

    def count_decision(self, version: int, before: Match) -> None:
        event = self.chronicle.events[version]
        answers = event_kind(event) == "action" and not isinstance(event.cmd, self.chronicle.match.rules.always)
        if answers and event.actor in self.pending:
            took, question = self.pending.pop(event.actor), before.table.waiting.question
            line = self.chronicle.line(version)
            self.decisions.append(
                TimedDecision(event.actor, version, line, question, before.table.round, round(took, 6))
            )

    def cut_off(self, version: int) -> None:
        """Keep the waits that a version ended without an answer of their seat."""
        now = self.chronicle.at(version).table
        goes_on = now.over is None and now.waiting is not None and now.waiting.wait == self.wait
        awaited = now.waiting.seats if goes_on and now.waiting is not None else ()
        # another player has not been awaited before
        taken = seats_taken_over(self.chronicle.events[version].facts)
        awaited = tuple(seat for seat in awaited if seat not in taken)
        for seat in [each for each in self.pending if each not in awaited]:
            seconds, since = round(self.pending.pop(seat), 6), self.began[seat]
            line, case = self.chronicle.line(since), self.chronicle.events[version].case
            self.unanswered.append(UnansweredWait(seat, since, version, line, self.question, self.round, seconds, case))

    def of(self, seat: str) -> SeatTime:
        rounds = self.rounds.get(seat, {})
        decided = [each.seconds for each in self.decisions if each.seat == seat]
        ended = (each.seconds for each in self.unanswered if each.seat == seat)
        going_on = (each.seconds for each in self.open if each.seat == seat)
        return SeatTime(
            seconds=round(sum(rounds.values()), 6),
            decisions=len(decided),
            average=round(sum(decided) / len(decided), 6) if decided else 0.0,
            longest=max((*decided, *ended, *going_on), default=0.0),
            rounds=tuple(RoundTime(number, round(spent, 6)) for number, spent in rounds.items()),
        )


def seconds_between(since: str, until: str) -> float | None:
    """The seconds between two recorded times, 0 where a clock was set back; None where one is not recorded."""
    if not since or not until:
        return None
    return max(0.0, seconds_from(since, until))


def seconds_from(since: str, until: str) -> float:
    """The seconds from one recorded time to another, negative where a clock was set back."""
    return (datetime.fromisoformat(until) - datetime.fromisoformat(since)).total_seconds()


def out_of_order(chronicle: Chronicle) -> Iterator[int]:
    """The versions that were recorded at an earlier time than the one before them."""
    for version in range(2, chronicle.newest + 1):
        before, after = chronicle.events[version - 1].at, chronicle.events[version].at
        if before and after and seconds_from(before, after) < 0:
            yield version
