"""The timeline of a match: rounds, phases, steps, actions and facts as a tree, each with a stable address.

An address is `match@version.fact`. What is told is what the viewer may read of the facts; places of facts that are
hidden are gaps. Read `Wanted`, then `timeline`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from domain.games import GAMES
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.citations import rules_of_event
from domain.judging.inquiry.subjects import Things, mentions, words_of
from domain.kernel.cards import ZoneShuffled
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import MatchOver
from domain.kernel.flow.waits import Forced, RandomResult, StepReached, Waiting
from domain.kernel.flow.windows import WindowClosed, WindowOpened
from domain.kernel.ids import Viewer
from domain.kernel.redaction import read_facts
from domain.match.aggregate import told_command
from domain.match.events import kind_of, ruling_of

ROUND, PHASE = "round", "phase"
MARKS: dict[type[Fact], str] = {
    Forced: "forced",
    RandomResult: "random",
    ZoneShuffled: "random",
    MatchOver: "over",
}
JUDGE, REFUSAL, DISAGREEMENT = "judge", "refusal", "disagreement"
# every mark by which an event can be asked for, of all games
OF_GAMES = {mark for game in GAMES.values() for mark in game.questions.marks.values()}
MARKED = sorted({JUDGE, REFUSAL, DISAGREEMENT, *MARKS.values(), *OF_GAMES} - {ROUND, PHASE})


class Attempted(Struct, frozen=True):
    """A command that was refused: at which version, whose, when, by which rule; `id` of its row."""

    id: str
    version: int
    seat: str
    at: str
    rule: str


class Wanted(Struct, frozen=True):
    """Which part: versions, those about a thing, of a seat, that a rule was looked at for, with a mark, of a line."""

    first: int = 1
    last: int = 0
    thing: str = ""
    seat: str = ""
    rule: str = ""
    mark: str = ""
    line: str = ""


class Told(Struct, frozen=True):
    """What is told beside the facts: refused commands (to judges), and places where today's engine disagrees."""

    refused: tuple[Attempted, ...] = ()
    disagreed: Collection[str] = ()


def address(match: str, place: str | int) -> str:
    """The stable address of a version or of a fact of it."""
    return f"{match}@{place}"


def timeline(told: Chronicle, viewer: Viewer, wanted: Wanted, beside: Told, *, judging: bool = False) -> dict[str, Any]:
    """The tree, and the jump marks in it, as a viewer may know them; `judging` also where a judge looks as a seat."""
    actions = list(actions_of(told, viewer, wanted, beside, judging))
    versions = {slices[0].version for slices in actions}
    return {"rounds": tree(told.match.id, actions), "marks": jumps(told, viewer, beside, judging=judging, of=versions)}


def jumps(
    told: Chronicle, viewer: Viewer, beside: Told, *, judging: bool, of: Collection[int] | None = None
) -> list[dict[str, Any]]:
    """The jump marks of a match, or of some of its versions, in order: what, where, on which line."""
    marks = []
    for version in told.events if of is None else sorted(of):
        about = {"line": told.line(version)}
        for mark, at in marks_of(told, version, viewer, beside, judging=judging):
            marks.append({"mark": mark, "at": at, "address": address(told.match.id, at), **about})
    return sorted(marks, key=lambda mark: placed(mark["at"]))


class Slice(Struct):
    """The facts of one event that belong to one step, with what the event is."""

    version: int
    round: int
    phase: str
    step: str
    head: dict[str, Any]
    facts: list[dict[str, Any]]


def actions_of(told: Chronicle, viewer: Viewer, wanted: Wanted, beside: Told, judging: bool) -> Iterator[list[Slice]]:
    """Each wanted event in slices, one for each step that it reaches."""
    things = Things(told.events.values(), viewer, judging=judging) if wanted.thing else None
    names = things.names(wanted.thing) if things else frozenset()
    steps: dict[int, str] = {0: ""}
    windows: dict[int, tuple[str, ...]] = {0: ()}
    for version in range(1, min(wanted.last or told.newest, told.newest) + 1):
        event, parent = told.events[version], told.parent(version)
        seen = dict(read_facts(event.facts, viewer, judging=judging))
        slices, windows[version] = sliced(told, version, steps[parent], windows[parent], seen)
        steps[version] = slices[-1].step
        slices[0].head |= headed(told, version, viewer, beside, judging=judging)
        marks = {mark for mark, _ in marks_of(told, version, viewer, beside, judging=judging)} if wanted.mark else set()
        if wanted.mark and wanted.mark not in marks:
            continue
        if version >= wanted.first and is_wanted(told, version, slices, wanted, names, viewer):
            yield slices


def sliced(
    told: Chronicle, version: int, step: str, windows: tuple[str, ...], seen: dict[int, Fact]
) -> tuple[list[Slice], tuple[str, ...]]:
    """The facts of an event that are `seen`, by place, by step; and the ids of the windows that are open after it."""
    table, game = told.at(told.parent(version)).table, told.match.rules.name
    slices = [Slice(version, table.round, table.phase, step, {"windows": list(windows)}, [])]
    for number, fact in enumerate(told.events[version].facts, 1):
        place, mark = f"{version}.{number}", mark_of(game, fact)
        now = slices[-1]
        if mark == ROUND:
            now = begun(slices, fact.round, "", "")
        elif mark == PHASE:
            now = begun(slices, now.round, fact.phase, "")
        elif isinstance(fact, StepReached):
            now = begun(slices, now.round, now.phase, fact.step)
        windows = opened(windows, place, fact)
        if number in seen:
            now.facts.append(written(told, place, seen[number], mark))
    return slices, windows


def begun(slices: list[Slice], round: int, phase: str, step: str) -> Slice:
    slices.append(Slice(slices[0].version, round, phase, step, {}, []))
    return slices[-1]


def opened(windows: tuple[str, ...], place: str, fact: Fact) -> tuple[str, ...]:
    """The windows that are open after a fact, outermost first."""
    if isinstance(fact, WindowOpened):
        return (*windows, place)
    if isinstance(fact, MatchOver):
        return ()
    return windows[:-1] if isinstance(fact, WindowClosed) else windows


def written(told: Chronicle, place: str, fact: Fact, mark: str) -> dict[str, Any]:
    shown = {"address": address(told.match.id, place), "place": place, **msgspec.to_builtins(fact)}
    return {**shown, "mark": mark} if mark and mark not in (ROUND, PHASE) else shown


def headed(told: Chronicle, version: int, viewer: Viewer, beside: Told, *, judging: bool) -> dict[str, Any]:
    """What an event is: whose, when, of which kind, on which line; its command as the viewer may read it."""
    event, kind = told.events[version], kind_of(told.events[version])
    head: dict[str, Any] = {
        "address": address(told.match.id, version),
        "version": version,
        "parent": told.parent(version),
        "line": told.line(version),
        "kind": kind,
        "actor": event.actor,
        "time": event.at,
    }
    if event.cmd is not None:
        head["command"] = told_command(event, viewer, judging=judging)
    if kind != "action":
        head["mark"] = JUDGE
        head |= ruling_of(event, viewer)
    if refused := [msgspec.to_builtins(each) for each in beside.refused if each.version == version]:
        head["refused_after"] = refused
    if disagreed := [each for each in beside.disagreed if each.partition(".")[0] == str(version)]:
        head["disagreed"] = disagreed
    return head


def is_wanted(
    told: Chronicle, version: int, slices: list[Slice], wanted: Wanted, names: frozenset[str], viewer: Viewer
) -> bool:
    """Whether an event is asked for: by what the viewer may read of it alone."""
    event, facts = told.events[version], [fact for each in slices for fact in each.facts]
    if wanted.line and told.line(version) != wanted.line:
        return False
    if wanted.seat and event.actor != wanted.seat and not any(names_seat(fact, wanted.seat) for fact in facts):
        return False
    if wanted.rule and wanted.rule not in rules_of_event(told.match.rules, event, viewer) | refused_by(slices):
        return False
    command = slices[0].head.get("command", {})
    return not names or any(mentions(each, names, wanted.thing) for each in (*facts, command))


def names_seat(fact: dict[str, Any], seat: str) -> bool:
    """Whether a fact is about a seat; that it is awaited is none of it."""
    return fact["fact"] != str(Waiting.__struct_config__.tag) and seat in words_of(fact)


def refused_by(slices: list[Slice]) -> set[str]:
    return {each["rule"] for each in slices[0].head.get("refused_after", ())}


def marks_of(
    told: Chronicle, version: int, viewer: Viewer, beside: Told, *, judging: bool
) -> Iterator[tuple[str, str]]:
    """The jump marks of an event as a viewer may know them: what, and where."""
    event = told.events[version]
    if kind_of(event) != "action":
        yield JUDGE, str(version)
    for number, fact in read_facts(event.facts, viewer, judging=judging):
        mark = mark_of(told.match.rules.name, fact)
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
    return GAMES[game].questions.marks.get(type(fact), MARKS.get(type(fact), ""))


def placed(at: str) -> tuple[int, int]:
    version, _, fact = at.partition(".")
    return int(version), int(fact or 0)


def tree(match: str, actions: list[list[Slice]]) -> list[dict[str, Any]]:
    """The slices as rounds, phases and steps, each with the address of the first of it."""
    rounds: list[dict[str, Any]] = []
    for slices in actions:
        for each in slices:
            if not each.facts and each is not slices[0]:
                continue
            at = address(match, each.facts[0]["place"] if each.facts else each.version)
            of_round = within(rounds, {"round": each.round}, at, "phases")
            of_phase = within(of_round["phases"], {"phase": each.phase}, at, "steps")
            of_step = within(of_phase["steps"], {"step": each.step}, at, "actions")
            told = each.head if each is slices[0] else {"version": each.version, "goes_on": True}
            of_step["actions"].append({**told, "facts": each.facts})
    return rounds


def within(listed: list[dict[str, Any]], name: dict[str, Any], at: str, children: str) -> dict[str, Any]:
    """The last of a list if it has this name, else a new one."""
    [(field, value)] = name.items()
    if not listed or listed[-1][field] != value:
        listed.append({**name, "address": at, children: []})
    return listed[-1]
