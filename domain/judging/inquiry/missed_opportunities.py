"""Missed opportunities: what a seat could have used, when, and did not; and why a window offered what it did.

Each action is decided again by today's engine, with a probe, since a skipped window leaves no fact. A faulty engine
finds nothing about its own fault. So a report never says "no error": it names the engine that found none. Read
`report_missed`, then `reasons_of`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from domain.games import GAMES, Questions
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.probing import first_difference, is_action, redecide_action
from domain.kernel.commands import Command
from domain.kernel.deciding import open_wait, seat_options
from domain.kernel.flow.endings import MatchOver
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.open_windows import may_know
from domain.kernel.flow.priority_windows import Window, WindowClosed, WindowOpened
from domain.kernel.flow.standing_orders import StandingOrderGiven
from domain.kernel.flow.waits import Forced
from domain.kernel.game import UnaskedQuestion
from domain.kernel.ids import OFFICIALS, Seat, Viewer
from domain.kernel.refusals import Json, JsonObject, Refusal
from domain.kernel.spaces.codec import to_builtins
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.table import Table
from domain.match.aggregate import Match
from domain.match.events import ENGINE

PASSED, ORDERED, CLOSED, ONLY = "passed", "standing order", "closed by policy", "only one answer"
DECLINED, NOT_ASKED = "declined", "not asked"
# a window that nothing of the seat could have answered to: no opportunity, so only told to who asks for it
UNHEARD = "nothing to use"
POLICY_ERROR, CHANGED = "engine error: policy", "engine error: changed"
KINDS = (PASSED, DECLINED, ORDERED, CLOSED, NOT_ASKED, ONLY, POLICY_ERROR, CHANGED, UNHEARD)
AFTER_THE_MATCH, NOT_BY_SPECTATOR = "judging.missed.after-the-match", "judging.missed.not-by-spectator"


class MissedOpportunity(Struct, frozen=True, omit_defaults=True):
    """One opportunity that a seat did not use: the window, what it could have done, or what forbade it and why."""

    schema_name: ClassVar[str] = "MissedOpportunity"

    kind: str
    version: int
    line: str
    window: JsonObject = {}
    options: tuple[JsonObject, ...] = ()
    reasons: tuple[JsonObject, ...] = ()
    order: JsonObject = {}
    fact: int = 0


class EngineAndPool(Struct, frozen=True):
    """An engine and a card pool with which actions were recorded."""

    schema_name: ClassVar[str] = "EngineAndPool"

    engine: str
    pool: str


class DecidingEngine(Struct, frozen=True):
    """The engine and the card pool that give an answer, and those with which the actions were recorded."""

    schema_name: ClassVar[str] = "DecidingEngine"

    engine: str
    pool: str
    recorded: tuple[EngineAndPool, ...]


class MissedReport(Struct, frozen=True):
    """What a seat did not use; `counts` are of every kind, `actions` is the number of actions that were looked at."""

    seat: str
    found: tuple[MissedOpportunity, ...]
    counts: dict[str, int]
    actions: int
    by: DecidingEngine


def report_refusal(chronicle: Chronicle, seat: Seat, viewer: Viewer) -> Refusal | None:
    """Why somebody may not have the report about a seat: it is coaching while the match runs."""
    if viewer in OFFICIALS:
        return None
    if viewer != seat:
        return Refusal(NOT_BY_SPECTATOR, {"seat": seat, "as": viewer})
    if chronicle.match.table.over is None:
        return Refusal(AFTER_THE_MATCH, {"seat": seat, "match": chronicle.match.id, "version": chronicle.newest})
    return None


def report_missed(
    chronicle: Chronicle, seat: Seat, first: int, last: int, kind: str = "", *, stop: int | None = None
) -> MissedReport:
    """The report about a seat over the versions that lead to `last`, from `first` on; `kind`: one of KINDS alone.

    Without a kind, windows for which the seat had nothing are left out; `counts` are of all. `stop` is the last version
    to look at.
    """
    end = last if stop is None else stop
    versions = [each for each in chronicle.path(last) if first <= each <= end and is_action(chronicle, each)]
    found = [missed for version in versions for missed in missed_in(chronicle, version, seat)]
    return MissedReport(
        seat=seat,
        found=tuple(each for each in found if is_wanted(each, kind)),
        counts=dict(Counter(missed.kind for missed in found)),
        actions=len(versions),
        by=engines(chronicle, versions),
    )


def is_wanted(found: MissedOpportunity, kind: str) -> bool:
    return found.kind == kind if kind else found.kind != UNHEARD


def engines(chronicle: Chronicle, versions: list[int]) -> DecidingEngine:
    """The engine and pool that give the answer, and those with which the actions were recorded."""
    recorded = sorted({(chronicle.events[each].engine, chronicle.events[each].pool) for each in versions})
    return DecidingEngine(
        ENGINE, chronicle.match.rules.pool.id, tuple(EngineAndPool(engine, pool) for engine, pool in recorded)
    )


class OpportunityProbe:
    """A probe that keeps what one seat could have done at each window that it was not asked in."""

    def __init__(self, chronicle: Chronicle, version: int, seat: Seat) -> None:
        self.chronicle, self.version, self.seat = chronicle, version, seat
        self.found: list[MissedOpportunity] = []

    def __call__(self, what: str, window: Procedure, seat: Seat, table: Table) -> None:
        if isinstance(window, UnaskedQuestion):
            self.keep_unasked(window, table)
            return
        assert isinstance(window, Window)
        if what == "elided":
            self.keep(UNHEARD, window, reasons=(nobody_listens(window),))
        elif seat != self.seat or what == "opened":
            return
        elif what == "ordered":
            given = offered_forms(self.chronicle.match.rules.window_space(table, window, seat))
            if given:
                self.keep(ORDERED, window, options=given, order=order_of(self.chronicle, self.version, table, seat))
        elif self.chronicle.match.rules.can_act(table, window, seat):
            self.keep(
                POLICY_ERROR,
                window,
                options=offered_forms(self.chronicle.match.rules.window_space(table, window, seat)),
            )
        else:
            tried = tuple(candidates(self.chronicle, window, seat, table, public=False))
            self.keep(CLOSED if tried else UNHEARD, window, reasons=tried or (nothing_fits(seat),))

    def keep_unasked(self, question: UnaskedQuestion, table: Table) -> None:
        """A power that the seat has, and a step at which it might have been asked for it; told once for each."""
        refusal = questions_of(self.chronicle).why_unasked(table, question, self.seat)
        if refusal is None:
            return
        reasons = ({"rule": refusal.rule, "because": refusal.because},)
        found = MissedOpportunity(
            NOT_ASKED, self.version, self.chronicle.line(self.version), choice_window(question), reasons=reasons
        )
        if found not in self.found:
            self.found.append(found)

    def keep(self, kind: str, window: Window, **more: Any) -> None:
        self.found.append(
            MissedOpportunity(kind, self.version, self.chronicle.line(self.version), window_name(window), **more)
        )


def questions_of(chronicle: Chronicle) -> Questions:
    return GAMES[chronicle.match.rules.name].questions


def choice_window(question: UnaskedQuestion) -> JsonObject:
    return {"kind": "choice", "name": question.question, "step": question.step}


def missed_in(chronicle: Chronicle, version: int, seat: Seat) -> Iterator[MissedOpportunity]:
    """What a seat missed in one action."""
    event, before = chronicle.events[version], chronicle.at(chronicle.parent(version)).table
    if isinstance(event.cmd, chronicle.match.rules.passing) and event.actor == seat:
        _, frame, _ = open_wait(before)
        if isinstance(frame, Window) and (could := offered_forms(seat_options(chronicle.match.rules, before, seat))):
            yield MissedOpportunity(PASSED, version, chronicle.line(version), window_name(frame), options=could)
    elif event.actor == seat and (could := forgone_options(chronicle, before, seat, event.cmd)):
        wait, _, _ = open_wait(before)
        window = {"kind": wait.kind, "name": wait.question, "step": wait.asked_by}
        yield MissedOpportunity(DECLINED, version, chronicle.line(version), window, options=could)
    listener = OpportunityProbe(chronicle, version, seat)
    today = redecide_action(chronicle, version, listener)
    yield from listener.found
    yield from only_answers(chronicle, version, seat)
    place = 1 if today.refusal else first_difference(event.facts, today.facts)
    if place:
        yield MissedOpportunity(CHANGED, version, chronicle.line(version), fact=place)


def forgone_options(chronicle: Chronicle, before: Match, seat: Seat, command: Command) -> tuple[JsonObject, ...]:
    """What a seat could have done with the power that its command leaves unused."""
    said = msgspec.to_builtins(command)
    field, value = questions_of(chronicle).declines.get(said.get("type", ""), ("", None))
    if not field or said.get(field) != value:
        return ()
    space = seat_options(chronicle.match.rules, before, seat)
    listed = space.forms if isinstance(space, Commands) else ()
    return tuple(
        to_builtins(form) for form in listed if is_same_thing(form, said, field) and uses_power(form, field, value)
    )


def is_same_thing(form: Form, said: JsonObject, field: str) -> bool:
    """Whether a form is about the same thing as a command: what it fixes beside the field is what the command says."""
    fixed = ((name, value) for name, value in form.fixed.items() if name != field)
    return form.type != said["type"] or all(said.get(name) == value for name, value in fixed)


def uses_power(form: Form, field: str, value: Json) -> bool:
    """Whether an answer of this form leaves the power not unused."""
    fixed = {"type": form.type, **form.fixed}
    if field in fixed:
        return bool(fixed[field] != value)
    answers = form.answers(1)
    return answers is None or any(isinstance(answer, dict) and answer.get(field) != value for answer in answers)


def only_answers(chronicle: Chronicle, version: int, seat: Seat) -> Iterator[MissedOpportunity]:
    """The questions that the rules answered for a seat, since there was one possible answer."""
    for number, fact in enumerate(chronicle.events[version].facts, 1):
        if isinstance(fact, Forced) and fact.seat == seat:
            window = {"kind": "choice", "name": fact.question, "step": ""}
            answer: JsonObject = msgspec.json.decode(fact.answer)
            yield MissedOpportunity(ONLY, version, chronicle.line(version), window, options=(answer,), fact=number)


def window_name(window: Window) -> JsonObject:
    return {"kind": window.kind, "name": window.name, "step": window.during}


def offered_forms(space: Commands | None) -> tuple[JsonObject, ...]:
    """What a space offers beside passing."""
    offered = space.forms if isinstance(space, Commands) else ()
    return tuple(to_builtins(form) for form in offered if form.type != "pass")


def nobody_listens(window: Window) -> JsonObject:
    return {"because": {"listens": "no card in play and no event of the format", "to": window.name}}


def nothing_fits(seat: Seat) -> JsonObject:
    return {"because": {"listens": "no card that the seat has", "seat": seat}}


def candidates(chronicle: Chronicle, window: Window, seat: Seat, table: Table, *, public: bool) -> Iterator[JsonObject]:
    """What a seat might have tried, each with the first check that forbids it."""
    for command, refusal in GAMES[chronicle.match.rules.name].questions.reasons(table, window, seat, public=public):
        verdict = {"rule": refusal.rule, "because": refusal.because} if refusal else {"lawful": True}
        yield {"command": command, **verdict}


def order_of(chronicle: Chronicle, version: int, table: Table, seat: Seat) -> JsonObject:
    """A standing order in words, and where in the record it was given."""
    given = (
        f"{each}.{number}"
        for each in reversed(chronicle.path(version))
        for number, fact in reversed([*enumerate(chronicle.events[each].facts, 1)])
        if isinstance(fact, StandingOrderGiven) and fact.order.seat == seat
    )
    return {**msgspec.to_builtins(table.orders[seat]), "given": next(given, "")}


# --- one window


def reasons_of(chronicle: Chronicle, version: int, place: int, viewer: Viewer) -> JsonObject:
    """The window that opened at a fact: who was asked, passed over or passed for, and what each could have done.

    Judges are told what depends on hidden cards; a seat is told it about itself after the match. Raises KeyError where
    no window opened there.
    """
    event = chronicle.events[version]
    opened = event.facts[place - 1] if place <= len(event.facts) else None
    if not isinstance(opened, WindowOpened):
        raise KeyError(f"{version}.{place}")
    nth = sum(isinstance(fact, WindowOpened) for fact in event.facts[: place - 1])
    line = [version, *chronicle.onward(version)]
    found: list[JsonObject] = []
    frame: Frame | None = None
    versions, is_closed = versions_open_in(chronicle, line, place)
    for each in versions:
        if is_action(chronicle, each):
            inside = WindowProbe(chronicle, each, viewer, frame, nth)
            redecide_action(chronicle, each, inside)
            frame, found = inside.frame, [*found, *inside.found]
        if not is_closed or each != versions[-1]:
            found += current_offer(chronicle, each, frame, viewer)
    return {
        "window": f"{version}.{place}",
        **opened_window_name(opened),
        "by": engines(chronicle, line[:1]),
        "found": found,
    }


def opened_window_name(fact: WindowOpened) -> JsonObject:
    return {"kind": fact.kind, "name": fact.name, "step": fact.step, "first": fact.first, "about": list(fact.about)}


def versions_open_in(chronicle: Chronicle, line: list[int], place: int) -> tuple[list[int], bool]:
    """The versions of a line in which the window that a fact of the first opened was open; whether it closed there."""
    depth, found = 0, []
    for version in line:
        found.append(version)
        for number, fact in enumerate(chronicle.events[version].facts, 1):
            if version == line[0] and number < place:
                continue
            depth += isinstance(fact, WindowOpened) - isinstance(fact, WindowClosed)
            if depth == 0 or isinstance(fact, MatchOver):
                return found, True
    return found, False


Frame = tuple[str, str, str, int]


def frame_of(window: Window) -> Frame:
    return window.kind, window.name, window.during, window.about


class WindowProbe:
    """A probe that keeps what is said of one window: the `nth` that opens in its action, the same frame later on.

    Who is skipped is skipped before a window opens: from then on it is of the next one of that frame.
    """

    def __init__(self, chronicle: Chronicle, version: int, viewer: Viewer, frame: Frame | None, nth: int) -> None:
        self.chronicle, self.version, self.viewer = chronicle, version, viewer
        self.frame, self.left = frame, nth
        self.closed = False
        self.found: list[JsonObject] = []
        self.before: list[tuple[Frame, JsonObject]] = []

    def __call__(self, what: str, window: Procedure, seat: Seat, table: Table) -> None:
        if what == "elided" or not isinstance(window, Window):
            return
        self.closed |= what in ("opened", "skipped") and frame_of(window) == self.frame
        if self.closed:
            return
        if what == "opened":
            self.count_opened(window)
        elif self.frame is None:
            self.before.append((frame_of(window), self.describe_seat(what, window, seat, table)))
        elif frame_of(window) == self.frame:
            self.found.append(self.describe_seat(what, window, seat, table))

    def count_opened(self, window: Window) -> None:
        if self.frame is None and self.left == 0:
            self.frame = frame_of(window)
            self.found = [said for frame, said in self.before if frame == self.frame]
        self.left -= 1
        self.before = []

    def describe_seat(self, what: str, window: Window, seat: Seat, table: Table) -> JsonObject:
        over = self.chronicle.match.table.over is not None
        whole = self.viewer in OFFICIALS or (self.viewer == seat and over)
        found = list(candidates(self.chronicle, window, seat, table, public=not whole))
        how = {"skipped": "policy", "passed": "policy", "ordered": "standing-order"}[what]
        return {"version": self.version, "seat": seat, "how": how, "whole": whole, "candidates": found}


def current_offer(chronicle: Chronicle, version: int, frame: Frame | None, viewer: Viewer) -> list[JsonObject]:
    """Who is asked in the window after a version, and what that seat may do there if the viewer may know it."""
    table = chronicle.at(version).table
    if table.over is not None or frame is None:
        return []
    wait, asking, _ = open_wait(table)
    if not isinstance(asking, Window) or frame_of(asking) != frame:
        return []
    offered = {
        seat: offered_forms(seat_options(chronicle.match.rules, table, seat))
        for seat in wait.seats
        if may_know(viewer, seat)
    }
    return [
        {"version": version, "seat": seat, "how": "offered", "whole": seat in offered, "options": offered.get(seat, ())}
        for seat in wait.seats
    ]
