"""The timeline of a match: rounds, phases, steps, actions and facts as a tree, each with a stable address.

An address is `match@version.fact`. What is told is what the viewer may read of the facts; places of facts that are
hidden are gaps. Read `TimelineQuery`, then `timeline`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import ClassVar

import msgspec
from msgspec import Struct

from domain.games import GAMES, timeline_marks
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.citations import rules_of_event
from domain.judging.inquiry.subjects import ThingNames, mentions, texts_of
from domain.kernel.cards.card_facts import ZoneShuffled
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import MatchOver
from domain.kernel.flow.priority_windows import WindowClosed, WindowOpened
from domain.kernel.flow.waits import Forced, RandomResult, StepReached, Waiting
from domain.kernel.ids import Viewer
from domain.kernel.redaction import read_facts
from domain.kernel.refusals import JsonObject
from domain.match.aggregate import told_command
from domain.match.events import event_kind, ruling_of

ROUND, PHASE = "round", "phase"
MARKS: dict[type[Fact], str] = {
    Forced: "forced",
    RandomResult: "random",
    ZoneShuffled: "random",
    MatchOver: "over",
}
JUDGE, REFUSAL, DISAGREEMENT = "judge", "refusal", "disagreement"


class RefusedAttempt(Struct, frozen=True):
    """A command that was refused: at which version, whose, when, by which rule; `id` of its row."""

    id: str
    version: int
    seat: str
    at: str
    rule: str


class TimelineQuery(Struct, frozen=True):
    """Which part: versions, those about a thing, of a seat, that a rule was looked at for, with a mark, of a line."""

    first: int = 1
    last: int = 0
    thing: str = ""
    seat: str = ""
    rule: str = ""
    mark: str = ""
    line: str = ""


class TimelineExtras(Struct, frozen=True):
    """What is told beside the facts: refused commands (to judges), and places where today's engine disagrees."""

    refused: tuple[RefusedAttempt, ...] = ()
    disagreed: Collection[str] = ()


def all_marks() -> list[str]:
    """Every mark by which an event can be asked for, of all games."""
    of_games = {mark for game in GAMES for mark in timeline_marks(game).values()}
    return sorted({JUDGE, REFUSAL, DISAGREEMENT, *MARKS.values(), *of_games} - {ROUND, PHASE})


def address(match: str, place: str | int) -> str:
    """The stable address of a version or of a fact of it."""
    return f"{match}@{place}"


class StepBranch(Struct):
    """A step of a timeline: the address of the first of it, and its actions as JSON objects with their facts."""

    schema_name: ClassVar[str] = "TimelineStep"

    step: str
    address: str
    actions: list[JsonObject]


class PhaseBranch(Struct):
    """A phase of a timeline: the address of the first of it, and its steps."""

    schema_name: ClassVar[str] = "TimelinePhase"

    phase: str
    address: str
    steps: list[StepBranch]


class RoundBranch(Struct):
    """A round of a timeline: the address of the first of it, and its phases. Round 0 is the set-up."""

    schema_name: ClassVar[str] = "TimelineRound"

    round: int
    address: str
    phases: list[PhaseBranch]


class JumpMark(Struct, frozen=True):
    """A place that readers jump to: what it is, where, on which line."""

    schema_name: ClassVar[str] = "JumpMark"

    mark: str
    at: str
    address: str
    line: str


class TimelineTree(Struct, frozen=True):
    """Rounds, phases, steps, actions and facts as a tree, and the jump marks in it."""

    rounds: list[RoundBranch]
    marks: list[JumpMark]


def timeline(
    chronicle: Chronicle, viewer: Viewer, wanted: TimelineQuery, beside: TimelineExtras, *, judging: bool = False
) -> TimelineTree:
    """The tree, and the jump marks in it, as a viewer may know them; `judging` also where a judge looks as a seat."""
    actions = list(actions_of(chronicle, viewer, wanted, beside, judging))
    versions = {slices[0].version for slices in actions}
    marks = jump_marks(chronicle, viewer, beside, judging=judging, of=versions)
    return TimelineTree(tree(chronicle.match.id, actions), marks)


def jump_marks(
    chronicle: Chronicle, viewer: Viewer, beside: TimelineExtras, *, judging: bool, of: Collection[int] | None = None
) -> list[JumpMark]:
    """The jump marks of a match, or of some of its versions, in order: what, where, on which line."""
    marks = []
    for version in chronicle.events if of is None else sorted(of):
        for mark, at in marks_of(chronicle, version, viewer, beside, judging=judging):
            marks.append(JumpMark(mark, at, address(chronicle.match.id, at), chronicle.line(version)))
    return sorted(marks, key=lambda mark: place_key(mark.at))


class Slice(Struct):
    """The facts of one event that belong to one step, with what the event is."""

    version: int
    round: int
    phase: str
    step: str
    head: JsonObject
    facts: list[JsonObject]


def actions_of(
    chronicle: Chronicle, viewer: Viewer, wanted: TimelineQuery, beside: TimelineExtras, judging: bool
) -> Iterator[list[Slice]]:
    """Each wanted event in slices, one for each step that it reaches."""
    thing_names = ThingNames(chronicle.events.values(), viewer, judging=judging) if wanted.thing else None
    names = thing_names.names(wanted.thing) if thing_names else frozenset()
    steps: dict[int, str] = {0: ""}
    windows: dict[int, tuple[str, ...]] = {0: ()}
    for version in range(1, min(wanted.last or chronicle.newest, chronicle.newest) + 1):
        event, parent = chronicle.events[version], chronicle.parent(version)
        seen = dict(read_facts(event.facts, viewer, judging=judging))
        slices, windows[version] = slice_event(chronicle, version, steps[parent], windows[parent], seen)
        steps[version] = slices[-1].step
        slices[0].head |= event_head(chronicle, version, viewer, beside, judging=judging)
        marks = (
            {mark for mark, _ in marks_of(chronicle, version, viewer, beside, judging=judging)}
            if wanted.mark
            else set()
        )
        if wanted.mark and wanted.mark not in marks:
            continue
        if version >= wanted.first and is_wanted(chronicle, version, slices, wanted, names, viewer):
            yield slices


def slice_event(
    chronicle: Chronicle, version: int, step: str, windows: tuple[str, ...], seen: dict[int, Fact]
) -> tuple[list[Slice], tuple[str, ...]]:
    """The facts of an event that are `seen`, by place, by step; and the ids of the windows that are open after it."""
    table, game = chronicle.at(chronicle.parent(version)).table, chronicle.match.rules.name
    slices = [Slice(version, table.round, table.phase, step, {"windows": list(windows)}, [])]
    for number, fact in enumerate(chronicle.events[version].facts, 1):
        place, mark = f"{version}.{number}", mark_of(game, fact)
        now = slices[-1]
        if mark == ROUND:
            now = begin_slice(slices, getattr(fact, ROUND), "", "")
        elif mark == PHASE:
            now = begin_slice(slices, now.round, getattr(fact, PHASE), "")
        elif isinstance(fact, StepReached):
            now = begin_slice(slices, now.round, now.phase, fact.step)
        windows = windows_after(windows, place, fact)
        if number in seen:
            now.facts.append(fact_row(chronicle, place, seen[number], mark))
    return slices, windows


def begin_slice(slices: list[Slice], round: int, phase: str, step: str) -> Slice:
    slices.append(Slice(slices[0].version, round, phase, step, {}, []))
    return slices[-1]


def windows_after(windows: tuple[str, ...], place: str, fact: Fact) -> tuple[str, ...]:
    """The windows that are open after a fact, outermost first."""
    if isinstance(fact, WindowOpened):
        return (*windows, place)
    if isinstance(fact, MatchOver):
        return ()
    return windows[:-1] if isinstance(fact, WindowClosed) else windows


def fact_row(chronicle: Chronicle, place: str, fact: Fact, mark: str) -> JsonObject:
    shown = {"address": address(chronicle.match.id, place), "place": place, **msgspec.to_builtins(fact)}
    return {**shown, "mark": mark} if mark and mark not in (ROUND, PHASE) else shown


def event_head(
    chronicle: Chronicle, version: int, viewer: Viewer, beside: TimelineExtras, *, judging: bool
) -> JsonObject:
    """What an event is: whose, when, of which kind, on which line; its command as the viewer may read it."""
    event, kind = chronicle.events[version], event_kind(chronicle.events[version])
    head: JsonObject = {
        "address": address(chronicle.match.id, version),
        "version": version,
        "parent": chronicle.parent(version),
        "line": chronicle.line(version),
        "kind": kind,
        "actor": event.actor,
        "time": event.at,
    }
    if event.cmd is not None:
        head["command"] = told_command(event, viewer, judging=judging)
    if kind != "action":
        head["mark"] = JUDGE
        head |= msgspec.to_builtins(ruling_of(event, viewer))
    if refused := [msgspec.to_builtins(each) for each in beside.refused if each.version == version]:
        head["refused_after"] = refused
    if disagreed := [each for each in beside.disagreed if each.partition(".")[0] == str(version)]:
        head["disagreed"] = disagreed
    return head


def is_wanted(
    chronicle: Chronicle,
    version: int,
    slices: list[Slice],
    wanted: TimelineQuery,
    names: frozenset[str],
    viewer: Viewer,
) -> bool:
    """Whether an event is asked for: by what the viewer may read of it alone."""
    event, facts = chronicle.events[version], [fact for each in slices for fact in each.facts]
    if wanted.line and chronicle.line(version) != wanted.line:
        return False
    if wanted.seat and event.actor != wanted.seat and not any(names_seat(fact, wanted.seat) for fact in facts):
        return False
    if wanted.rule and wanted.rule not in rules_of_event(chronicle.match.rules, event, viewer) | refused_by(slices):
        return False
    command = slices[0].head.get("command", {})
    return not names or any(mentions(each, names, wanted.thing) for each in (*facts, command))


def names_seat(fact: JsonObject, seat: str) -> bool:
    """Whether a fact is about a seat; that it is awaited is none of it."""
    return fact["fact"] != str(Waiting.__struct_config__.tag) and seat in texts_of(fact)


def refused_by(slices: list[Slice]) -> set[str]:
    return {each["rule"] for each in slices[0].head.get("refused_after", ())}


def marks_of(
    chronicle: Chronicle, version: int, viewer: Viewer, beside: TimelineExtras, *, judging: bool
) -> Iterator[tuple[str, str]]:
    """The jump marks of an event as a viewer may know them: what, and where."""
    event = chronicle.events[version]
    if event_kind(event) != "action":
        yield JUDGE, str(version)
    for number, fact in read_facts(event.facts, viewer, judging=judging):
        mark = mark_of(chronicle.match.rules.name, fact)
        if mark not in ("", ROUND, PHASE):
            yield mark, f"{version}.{number}"
    for each in beside.refused:
        if each.version == version:
            yield REFUSAL, str(version)
    for place in beside.disagreed:
        if place.partition(".")[0] == str(version):
            yield DISAGREEMENT, place


def mark_of(game: str, fact: Fact) -> str:
    """What a timeline marks a fact as; nothing for most."""
    return timeline_marks(game).get(type(fact), MARKS.get(type(fact), ""))


def place_key(at: str) -> tuple[int, int]:
    version, _, fact = at.partition(".")
    return int(version), int(fact or 0)


def tree(match: str, actions: list[list[Slice]]) -> list[RoundBranch]:
    """The slices as rounds, phases and steps, each with the address of the first of it."""
    rounds: list[RoundBranch] = []
    for slices in actions:
        for each in slices:
            if not each.facts and each is not slices[0]:
                continue
            at = address(match, each.facts[0]["place"] if each.facts else each.version)
            if not rounds or rounds[-1].round != each.round:
                rounds.append(RoundBranch(each.round, at, []))
            phases = rounds[-1].phases
            if not phases or phases[-1].phase != each.phase:
                phases.append(PhaseBranch(each.phase, at, []))
            steps = phases[-1].steps
            if not steps or steps[-1].step != each.step:
                steps.append(StepBranch(each.step, at, []))
            head = each.head if each is slices[0] else {"version": each.version, "goes_on": True}
            steps[-1].actions.append({**head, "facts": each.facts})
    return rounds
