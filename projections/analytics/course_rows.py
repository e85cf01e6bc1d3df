"""The rows of the course of a match: rounds, phases, and what a regulation may compare at the end of each round."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct

from domain.games import history_of, measures_of, timeline_marks
from domain.judging.inquiry.timeline import PHASE, ROUND
from domain.kernel.facts import Fact
from domain.kernel.history.reading import HistoryMoment, HistoryReader
from domain.kernel.history.tables import CourseRow, HistoryTable, MatchRow, PlaceRow
from domain.match.events import event_kind

GivenInIt = Annotated[
    int, Meta(description="The number of actions of seats given in it, the one that ended it too; not the opening.")
]

OnTheClock = Annotated[
    float | None,
    Meta(
        description="The time from its beginning to its end by the clock: also of what was undone since, while a case "
        "froze the match, and between an end and its reopening."
    ),
]


class RoundRow(PlaceRow, frozen=True, kw_only=True):
    """A round of the game."""

    round: Annotated[int, Meta(description="The number of the round.")]
    first_seat: Annotated[int | None, Meta(description="The seat that was first at its end, as in `seats`.")]
    began: Annotated[datetime | None, Meta(description="When the action that began it was recorded.")]
    ended: Annotated[datetime | None, Meta(description="When the action that ended it, or the match, was recorded.")]
    seconds: OnTheClock
    actions: GivenInIt


class PhaseRow(CourseRow, frozen=True, kw_only=True):
    """A phase of a round; the set-up is none."""

    began: Annotated[datetime | None, Meta(description="When the action that began it was recorded.")]
    ended: Annotated[datetime | None, Meta(description="When the action that ended it, or the match, was recorded.")]
    seconds: OnTheClock
    actions: GivenInIt


class RoundMeasureRow(PlaceRow, frozen=True, kw_only=True):
    """A value of a seat at the end of a round: power, cards left in the deck, the position on a track.

    `version` and `place` are those of the beginning of the round, as in `rounds`.
    """

    round: Annotated[int, Meta(description="The number of the round.")]
    seat: Annotated[int, Meta(description="The seat, as in `seats`.")]
    measure: Annotated[
        str, Meta(description="The name of the value, as in the regulations of events and in `api_docs/analytics.md`.")
    ]
    value: Annotated[int, Meta(description="The value when the round ended, with it or the match.")]


class Stretch(Struct):
    """A round or phase that goes on: its place, when it began, and the actions in it so far."""

    where: dict[str, Any]
    began: datetime | None
    actions: int = 0

    def columns(self, ended: datetime | None) -> dict[str, Any]:
        """The columns that rounds and phases share, at its end."""
        passed = (ended - self.began).total_seconds() if ended is not None and self.began is not None else None
        return {**self.where, "began": self.began, "ended": ended, "seconds": passed, "actions": self.actions}


class CourseReader(HistoryReader):
    """Reads rounds and phases by the facts that a game marks, and the values at the end of each round."""

    def __init__(self, game: str) -> None:
        self.marks = timeline_marks(game)
        self.measures = measures_of(game)
        self.first_seat = history_of(game).first_seat
        self.facts: list[Fact] = []
        self.was_over = False
        self.last: datetime | None = None
        self.round: Stretch | None = None
        self.phase: Stretch | None = None
        self.found: list[MatchRow] = []

    def read_fact(self, now: HistoryMoment, fact: Fact) -> None:
        mark = self.marks.get(type(fact))
        if mark == ROUND:
            self.end_round(now, now.at)
            self.round = Stretch({**now.where, "round": now.table.round}, now.at)
        elif mark == PHASE:
            self.end_phase(now.at)
            self.phase = Stretch(now.course, now.at)
        self.facts.append(fact)

    def begin_event(self, now: HistoryMoment) -> None:
        """Count an action of a seat in the round and phase in which it was given, also where it ends them."""
        self.was_over = now.table.over is not None
        # the opening is an action of nobody's seat
        if event_kind(now.event) == "action" and now.seat_number(now.event.actor) is not None:
            for each in (self.round, self.phase):
                if each is not None:
                    each.actions += 1

    def end_event(self, now: HistoryMoment) -> None:
        """Begin the round in which a match begins that is opened from a position; what follows the end is in none."""
        if not (self.was_over and now.table.over is not None):
            self.last = now.at
        if now.version == 1 and self.round is None and now.table.round:
            self.round = Stretch({**now.where, "round": now.table.round}, now.at)
            self.phase = Stretch(now.course, now.at)

    def end_round(self, now: HistoryMoment, at: datetime | None) -> None:
        """Make the rows of the round that ends at a time; its last phase ends with it."""
        self.end_phase(at)
        if self.round is None:
            return
        first = now.seat_number(self.first_seat(now.table))
        self.found.append(RoundRow(**self.round.columns(at), first_seat=first))
        for measure, values in self.measures.measure(now.table, self.facts).items():
            self.found.extend(
                RoundMeasureRow(**self.round.where, seat=now.veil.numbers[seat], measure=measure, value=value)
                for seat, value in values.items()
            )
        self.round = None

    def end_phase(self, at: datetime | None) -> None:
        if self.phase is not None:
            self.found.append(PhaseRow(**self.phase.columns(at)))
        self.phase = None

    def rows(self, now: HistoryMoment) -> Iterator[MatchRow]:
        self.end_round(now, self.last)
        yield from self.found


COURSE_TABLES = (
    HistoryTable("rounds", RoundRow, 3),
    HistoryTable("phases", PhaseRow, 3),
    HistoryTable("round_measures", RoundMeasureRow, 6),
)
