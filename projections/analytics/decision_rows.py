"""The rows of what was done: stored events, decisions with what was legal, facts, remedies of judges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Annotated, Any

from msgspec import Meta, structs

from domain.kernel.corrections.manual_resolution import ManualResolutionProposed, ResolveManually
from domain.kernel.facts import Fact
from domain.kernel.flow.priority_windows import WindowClosed, WindowOpened
from domain.kernel.history.reading import HistoryMoment, HistoryReader
from domain.kernel.history.tables import CourseRow, HistoryTable, MatchRow, UndoneBy
from domain.kernel.ids import Handle
from domain.match.events import OpenMatch, StoredEvent, event_kind
from domain.match.history import recorded_time

ACTION = "action"
# an exact number of answers is counted up to here
COUNTED = 20
SEATS = ("seat", "house", "player")
# where a player writes words
WORDED: dict[type, str] = {ManualResolutionProposed: "effect", ResolveManually: "effect"}


class ActionRow(CourseRow, frozen=True, kw_only=True):
    """A stored event of a match: the action of a seat, or an order of a judge. `place` is 0.

    `round` and `phase` are those in which it was given, also where it ended them; the opening has those that it began.
    """

    kind: Annotated[str, Meta(description="`action` for a seat's (and the opening), else what was done for a case.")]
    seat: Annotated[int | None, Meta(description="The seat that acted, as in `seats`; nothing for anybody else.")]
    command: Annotated[str | None, Meta(description="The type of the command, if the event has one.")]
    at: Annotated[datetime | None, Meta(description="When it was recorded.")]
    facts: Annotated[int, Meta(description="The number of facts that it caused.")]


class DecisionRow(CourseRow, frozen=True, kw_only=True):
    """An answer of a seat to a question of the game, or its action or pass in a window. `place` is 0.

    `round` and `phase` are those in which it was given, also where it ended them.
    """

    seat: Annotated[int, Meta(description="The seat that decided, as in `seats`.")]
    question: Annotated[str, Meta(description="The question, as the game calls it.")]
    kind: Annotated[str, Meta(description="`choice` for a question; else the kind of the window.")]
    window_version: Annotated[int | None, Meta(description="The version of the innermost open window, if any.")]
    window_place: Annotated[int | None, Meta(description="The place of the innermost open window, if any.")]
    command: Annotated[str, Meta(description="The type of the command that was chosen.")]
    chosen: Annotated[str, Meta(description="The command, as JSON: cards by their keys, seats by their numbers.")]
    forms: Annotated[int, Meta(description="The number of ways to answer that were legal, before their fields.")]
    answers: Annotated[
        int | None, Meta(description="The exact number of legal answers where it is 20 or less; else nothing.")
    ]
    legal: Annotated[str, Meta(description="What was legal, as a JSON array of forms with their fields.")]
    seconds: Annotated[
        float | None,
        Meta(
            description="How long the seat was awaited for this answer: since the question was put, or put anew by a "
            "judge's rewind, without the time in which a case froze the match. Nothing without recorded times."
        ),
    ]
    repeats: Annotated[
        int | None, Meta(description="The version of the decision that it repeats after a remedy, if it does.")
    ]


class QuestionTimeRow(MatchRow, frozen=True, kw_only=True):
    """A question of a match, all its decisions together: how long seats were awaited, where times are known."""

    question: Annotated[str, Meta(description="The question, as in `decisions`.")]
    answers: Annotated[int, Meta(description="The number of decisions whose time is known.")]
    seconds: Annotated[float, Meta(description="The sum of their seconds.")]
    longest: Annotated[float, Meta(description="The seconds of the longest.")]


class FactRow(CourseRow, frozen=True, kw_only=True):
    """A fact: the smallest thing that happened."""

    fact: Annotated[str, Meta(description="The tag of the fact.")]
    seat: Annotated[int | None, Meta(description="The seat that it names first, as in `seats`, if any.")]
    card: Annotated[str | None, Meta(description="The key of the card that it is about, if it is about one.")]
    body: Annotated[str, Meta(description="The whole fact, as JSON: cards by their keys, seats by their numbers.")]


class RemedyRow(MatchRow, frozen=True, kw_only=True):
    """What was done to a match for a case, also where it lies on a line that was undone since.

    A judge did it, or a seat whose call froze the match (`frozen`).
    """

    version: Annotated[int, Meta(description="The version of the match that it made.")]
    kind: Annotated[str, Meta(description="`rewound`, `corrected`, `frozen` and so on.")]
    case_id: Annotated[str | None, Meta(description="The case under which it was done, as in `cases`.")]
    office: Annotated[str | None, Meta(description="The office of who did it; `seat` for a call.")]
    back: Annotated[int | None, Meta(description="The version to which the match went back, if it did.")]
    at: Annotated[datetime | None, Meta(description="When it was recorded.")]
    undone_by: UndoneBy


class EventsReader(HistoryReader):
    """Reads stored events: actions and decisions."""

    def __init__(self) -> None:
        self.windows: list[tuple[int, int]] = []
        self.found: list[MatchRow] = []

    def begin_event(self, now: HistoryMoment) -> None:
        """Read an event with the table before it, to which it belongs, and of which a decision tells."""
        event, waiting = now.event, now.table.waiting
        if now.version > 1:
            self.add_action(now)
        if event_kind(event) != ACTION or isinstance(event.cmd, (OpenMatch, *now.rules.always)) or waiting is None:
            return
        space = now.options(event.actor)
        if space is None:
            return
        window = self.windows[-1] if self.windows else (None, None)
        self.found.append(
            DecisionRow(
                **now.course,
                seat=now.veil.numbers[event.actor],
                question=waiting.question,
                kind=waiting.kind,
                window_version=window[0],
                window_place=window[1],
                command=tag_of_struct(event.cmd),
                chosen=now.text_of(without_words(event.cmd)),
                forms=len(space.forms),
                answers=space.count(COUNTED),
                legal=now.text_of(space.forms),
                seconds=now.seconds,
                repeats=event.again or None,
            )
        )

    def read_fact(self, now: HistoryMoment, fact: Fact) -> None:
        if isinstance(fact, WindowOpened):
            self.windows.append((now.version, now.place))
        elif isinstance(fact, WindowClosed) and self.windows:
            self.windows.pop()

    def end_event(self, now: HistoryMoment) -> None:
        """Read the opening, before which there is no table, with the one after it."""
        if now.version == 1:
            self.add_action(now)

    def add_action(self, now: HistoryMoment) -> None:
        """Add the row of an event to the round and phase of the table as it is now."""
        event, kind = now.event, event_kind(now.event)
        self.found.append(
            ActionRow(
                **now.course,
                kind=kind,
                seat=now.seat_number(event.actor) if kind == ACTION else None,
                command=tag_of_struct(event.cmd) if event.cmd is not None else None,
                at=now.at,
                facts=len(event.facts),
            )
        )

    def rows(self, now: HistoryMoment) -> Iterator[MatchRow]:
        yield from self.found


class FactsReader(HistoryReader):
    """Reads all facts."""

    def __init__(self) -> None:
        self.found: list[FactRow] = []

    def read_fact(self, now: HistoryMoment, fact: Fact) -> None:
        seat, card = field_of_seat(type(fact)), field_of_card(type(fact))
        self.found.append(
            FactRow(
                **now.course,
                fact=tag_of_struct(fact),
                seat=now.seat_number(getattr(fact, seat)) if seat else None,
                card=key_of_card(now, getattr(fact, card)) if card else None,
                body=now.text_of(without_words(fact)),
            )
        )

    def rows(self, now: HistoryMoment) -> Iterator[MatchRow]:
        yield from self.found


def remedy_rows(match_id: str, events: Sequence[StoredEvent], undone: Mapping[int, int]) -> Iterator[RemedyRow]:
    """The rows of what judges did, from all events of a match; `undone` are the versions that do not stand."""
    for version, event in enumerate(events, 1):
        if event_kind(event) != ACTION:
            yield RemedyRow(
                match_id=match_id,
                version=version,
                kind=event_kind(event),
                case_id=event.case or None,
                office=(event.by or {}).get("role"),
                back=event.back or None,
                at=recorded_time(event.at),
                undone_by=undone.get(version),
            )


def question_time_rows(match_id: str, decisions: Iterable[DecisionRow]) -> Iterator[QuestionTimeRow]:
    """The rows of the questions of a match, from its decisions."""
    taken: dict[str, list[float]] = defaultdict(list)
    for each in decisions:
        if each.seconds is not None:
            taken[each.question].append(each.seconds)
    for question, seconds in taken.items():
        yield QuestionTimeRow(
            match_id=match_id,
            question=question,
            answers=len(seconds),
            seconds=round(sum(seconds), 6),
            longest=max(seconds),
        )


@cache
def field_of_seat(kind: type[Fact]) -> str:
    """The field in which facts of a type name a seat; empty where they name none."""
    return next((name for name in SEATS if name in kind.__struct_fields__), "")


@cache
def field_of_card(kind: type[Fact]) -> str:
    """The field in which facts of a type name the one card that they are about; empty where they name none."""
    fields = structs.fields(kind)
    handles = (each.name for each in fields if each.type is Handle)
    return "card" if any(each.name == "card" for each in fields) else next(handles, "")


def key_of_card(now: HistoryMoment, card: str) -> str | None:
    """The key of a card that a fact names by its handle, or by its key as games without handles do; None for none."""
    return now.card_key(Handle(card)) or card or None


def tag_of_struct(value: Any) -> str:
    """The tag under which a fact or a command is stored."""
    return str(value.__struct_config__.tag)


def without_words(value: Any) -> Any:
    """A fact or command without the words that a player wrote."""
    field = WORDED.get(type(value))
    return structs.replace(value, **{field: ""}) if field else value


EVENT_TABLES = (
    HistoryTable("actions", ActionRow, 3),
    HistoryTable("decisions", DecisionRow, 3),
    HistoryTable("question_times", QuestionTimeRow, 2),
    HistoryTable("facts", FactRow, 3),
    HistoryTable("remedies", RemedyRow, 2),
)
