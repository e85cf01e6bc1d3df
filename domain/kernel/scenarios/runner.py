"""A scenario being played: its steps one after the other.

Read `judged`, then `Scene.take` (one step). Nothing of a game is in here: a `Stage` plays the match, what an
expectation looks at is in expectations.py. Cards go by the names that the position gave them, wherever they lie.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Protocol

from domain.kernel.facts import Fact
from domain.kernel.flow.windows import Pass, Window, WindowClosed, WindowOpened
from domain.kernel.formats.reading import At, Unreadable
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal
from domain.kernel.scenarios.card_names import Names
from domain.kernel.scenarios.commands import SHAPE, Misshapen, command_of
from domain.kernel.scenarios.expectations import Expecting, Moment, not_refused_by, tags, told
from domain.kernel.scenarios.scenario import AFTER, ALL, EXPECT, Case, Difference, Step, Verdict, verdict_of
from domain.kernel.scenarios.window_names import Sights, known_windows, windows_named, windows_open

NO_SEAT = "match.no-such-seat"
COMMAND = "command"


class Stage(Protocol):
    """The match in which a case is played; `facts` are those of the last action."""

    facts: tuple[Fact, ...]

    @property
    def rules(self) -> Any: ...

    @property
    def table(self) -> Any: ...

    def act(self, seat: Seat, command: Any) -> Refusal | None:
        """Give a command; raises Disagreement where the stored action says something else than the play."""

    def carried_out(self) -> tuple[Any, tuple[Fact, ...]]:
        """The table right after the last command, before play ran on, and the facts up to then."""

    def folded_to(self, facts: int) -> Any:
        """The table after so many facts of the last action."""


class Disagreement(Exception):
    """What was stored, folded or decided again differs from what was played."""


def judged(case: Case, stage: Stage, sights: Sights, names: Names, known_rules: Collection[str]) -> Verdict:
    """Play the steps of a case in an opened match; all that comes out differently decides.

    After an expectation that does not hold play goes on, after a step that cannot be taken it does not.
    """
    scene = Scene(stage, sights, names, known_rules)
    found: list[Difference] = []
    for step in case.steps:
        differences = list(scene.taken(step))
        found += differences
        if differences and step.who != EXPECT:
            break
    return verdict_of(found, scene.actions)


class Scene:
    """A case being played: the match, the names, and the facts of the last step."""

    def __init__(self, stage: Stage, sights: Sights, names: Names, known_rules: Collection[str]) -> None:
        self.stage = stage
        self.sights = sights
        self.names = names
        self.before = names.copied()
        self.known_rules = known_rules
        self.facts: tuple[Fact, ...] = stage.facts
        self.earlier: tuple[Fact, ...] = ()
        self.actions = 0

    # steps

    def taken(self, step: Step) -> Iterator[Difference]:
        """Carry out one step; what came out differently, or cannot be read."""
        try:
            if step.who == EXPECT:
                yield from self.expected(step.at)
            elif reason := self.take(step):
                yield Difference(step.at.place, reason)
        except Unreadable as error:
            yield Difference(error.place, error.reason, is_error=True)
        except Disagreement as error:
            yield Difference(step.at.place, str(error))

    def take(self, step: Step) -> str:
        """Carry out a step that is no expectation; says what came out differently, if anything did."""
        self.earlier += self.facts
        self.facts = ()
        if step.who == ALL:
            return self.pass_until(step) if step.until else self.pass_until_closed()
        seat = self.seat(step)
        try:
            refusal = self.act(seat, self.command(seat, step))
        except Misshapen as error:
            if SHAPE not in step.refused:
                raise
            refusal = error.refusal
        if step.refused:
            return not_refused_by(step.refused, refusal, self.names)
        return f"refused: {told(refusal, self.names)}" if refusal else ""

    def seat(self, step: Step) -> Seat:
        if step.who not in self.stage.table.seats and NO_SEAT not in step.refused:
            raise step.at.unknown(f"no seat is named {step.who!r}", step.who, (*self.stage.table.seats, EXPECT, ALL))
        return Seat(step.who)

    def act(self, seat: Seat, command: Any) -> Refusal | None:
        before = self.names.copied()
        refusal = self.stage.act(seat, command)
        if refusal is None:
            self.before = before
            self.actions += 1
            self.facts += self.stage.facts
            self.names.follow(self.stage.facts)
        return refusal

    def command(self, seat: Seat, step: Step) -> Any:
        """The command of a step; values that no table has are left to the game where such a refusal is expected."""
        return command_of(self.stage.rules, self.stage.table, self.sights, self.names, seat, step.at, step.refused)

    # passing

    def pass_until_closed(self) -> str:
        """Passes until the window that is open now has closed; windows nested in it are passed in too."""
        depth = 1
        if not self.in_window():
            return f"no window is open: {self.waiting_for_what()}"
        while depth > 0 and self.stage.table.over is None:
            if not self.in_window():
                return f"{self.waiting_for_what()} inside the window"
            if reason := self.pass_once():
                return reason
            depth = depth_after(depth, self.stage.facts)
        return ""

    def pass_until(self, step: Step) -> str:
        """Passes, in every window, until one of this name opens, or a question of this name is asked."""
        wanted, known = step.until, known_windows(self.stage.rules, self.sights)
        if wanted not in known:
            raise step.at.unknown(f"no window or question is called {wanted!r}", wanted, known)
        if wanted in windows_open(self.stage.table):
            return f"{wanted} is open already"
        while wanted not in windows_open(self.stage.table):
            if not self.in_window():
                return f"{wanted} does not come: {self.waiting_for_what()}"
            if reason := self.pass_once():
                return reason
        return ""

    def pass_once(self) -> str:
        seat = self.stage.table.waiting.seats[0]
        refusal = self.act(seat, Pass())
        return f"{seat} may not pass: {told(refusal, self.names)}" if refusal else ""

    def in_window(self) -> bool:
        stack = self.stage.table.stack
        return len(stack) > 1 and isinstance(stack[-2], Window)

    def waiting_for_what(self) -> str:
        waiting = self.stage.table.waiting
        return f"{waiting.question!r} is asked of {', '.join(waiting.seats)}" if waiting else "the match is over"

    # moments

    def expected(self, at: At) -> Iterator[Difference]:
        """What differs at the moment that an expectation names: by default where play waits now."""
        fields = at.mapping()
        moment = self.moment_after(fields[AFTER]) if AFTER in fields else self.now()
        others = At(at.place, {name: each.value for name, each in fields.items() if name != AFTER})
        return Expecting(moment, self.sights, self.known_rules).differences(others)

    def now(self) -> Moment:
        opened = windows_named(self.earlier, self.facts)
        return Moment(self.stage.rules, self.stage.table, self.facts, self.names, opened)

    def moment_after(self, at: At) -> Moment:
        """The moment right after the last command, or after the newest fact of a kind in its action."""
        if not self.actions:
            raise at.wrong("no command has been given yet")
        if at.value == COMMAND:
            table, facts = self.stage.carried_out()
            return self.moment_of(table, facts)
        wanted = at.text({COMMAND}.union(*tags(self.stage.rules.facts)))
        places = [place for place, tag in enumerate(tags(self.stage.facts), 1) if wanted in tag]
        if not places:
            raise at.wrong(f"{wanted} is no fact of the last action")
        return self.moment_of(self.stage.folded_to(places[-1]), self.stage.facts[: places[-1]])

    def moment_of(self, table: Any, facts: tuple[Fact, ...]) -> Moment:
        names = self.before.copied()
        names.follow(facts)
        before = (*self.earlier, *self.facts[: len(self.facts) - len(self.stage.facts)])
        return Moment(self.stage.rules, table, facts, names, windows_named(before, facts), is_wait=False)


def depth_after(depth: int, facts: Iterable[Fact]) -> int:
    """How many windows are open after these facts: the first and those nested in it, 0 once it has closed."""
    for fact in facts:
        if isinstance(fact, WindowOpened):
            depth += 1
        elif isinstance(fact, WindowClosed):
            depth -= 1
        if depth == 0:
            break
    return depth
