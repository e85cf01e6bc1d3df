"""Playing a scenario: its steps one after the other.

Read `play_steps`, then `ScenarioRun.take` (one step). Nothing here belongs to a game: a `Stage` plays the match, and
expectations.py has what an expectation looks at. A card keeps the name that the position gave it, wherever it lies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from domain.kernel.cards.card_facts import CardsMoved
from domain.kernel.commands import Command
from domain.kernel.facts import Fact
from domain.kernel.flow.priority_windows import Pass, Window, WindowClosed, WindowOpened
from domain.kernel.formats.reading import DocumentNode, Unreadable
from domain.kernel.ids import Seat
from domain.kernel.occurring.conditions import AbilityTable
from domain.kernel.refusals import Refusal
from domain.kernel.scenarios.card_names import CardNames
from domain.kernel.scenarios.commands import SHAPE, Misshapen, check_command, read_command
from domain.kernel.scenarios.expectations import (
    ExpectationChecker,
    ObservedMoment,
    fact_tags,
    not_refused_by,
    refusal_text,
)
from domain.kernel.scenarios.scenario import (
    AFTER,
    ALL,
    EXPECT,
    Scenario,
    ScenarioStep,
    ScenarioVerdict,
    UnmetExpectation,
    shows_nothing,
    verdict_of,
)
from domain.kernel.scenarios.window_names import ScenarioProbe, known_windows, names_of_opened_windows, windows_open

if TYPE_CHECKING:
    from domain.kernel.rules import Rules

NO_SEAT = "match.no-such-seat"
COMMAND = "command"


class Stage(Protocol):
    """The match in which a scenario is played; `facts` are those of the last action."""

    facts: tuple[Fact, ...]

    @property
    def rules(self) -> Rules[AbilityTable]: ...

    @property
    def table(self) -> AbilityTable: ...

    def act(self, seat: Seat, command: Command) -> Refusal | None:
        """Give a command. Returns why it is refused, or None.

        Raises Disagreement where the stored action differs from the play.
        """

    def state_after_command(self) -> tuple[AbilityTable, tuple[Fact, ...]]:
        """The table right after the last command, before play ran on, and the facts up to then."""

    def table_after_facts(self, facts: int) -> AbilityTable:
        """The table after the first facts of the last action, up to this number."""


class Disagreement(Exception):
    """What was stored, folded or decided again differs from what was played."""


def play_steps(
    scenario: Scenario,
    stage: Stage,
    sights: ScenarioProbe[AbilityTable],
    names: CardNames,
    known_rules: Collection[str],
) -> ScenarioVerdict:
    """The verdict on the steps of a scenario, played in an opened match; every difference counts.

    After an expectation that does not hold play goes on; after a step that cannot be taken, and where one cannot be
    read, it does not: of the others only what no table could make sense of is told.
    """
    scene = ScenarioRun(stage, sights, names, known_rules)
    found: list[UnmetExpectation] = []
    goes_on = not any(step.unread for step in scenario.steps)
    if not goes_on:
        scene.name_mentioned(scenario.steps)
    for place, step in enumerate(scenario.steps):
        differences = list(scene.run_step(step) if goes_on else scene.faults_of(step))
        found += differences
        if goes_on and differences and step.who != EXPECT:
            goes_on = False
            scene.name_mentioned(scenario.steps[place:])
    if shows_nothing(scenario.steps):
        found.append(UnmetExpectation("steps", "nothing is expected and nothing refused", is_error=True))
    return verdict_of(found, scene.actions)


class ScenarioRun:
    """A scenario being played: the match, the names, and the facts of the last step."""

    def __init__(
        self, stage: Stage, sights: ScenarioProbe[AbilityTable], names: CardNames, known_rules: Collection[str]
    ) -> None:
        self.stage = stage
        self.sights = sights
        self.names = names
        self.before = names.copy()
        self.known_rules = known_rules
        self.facts: tuple[Fact, ...] = stage.facts
        self.earlier: tuple[Fact, ...] = ()
        self.actions = 0

    # steps

    def run_step(self, step: ScenarioStep) -> Iterator[UnmetExpectation]:
        """The differences of one step, which is carried out, and what of it cannot be read."""
        try:
            if step.who == EXPECT:
                yield from self.differences_at(step.at)
            elif reason := self.take(step):
                yield UnmetExpectation(step.at.place, reason)
        except Unreadable as error:
            yield UnmetExpectation(error.place, error.reason, is_error=True)
        except Disagreement as error:
            yield UnmetExpectation(step.at.place, str(error))

    def take(self, step: ScenarioStep) -> str:
        """Carry out a step that is no expectation. Returns what came out differently, empty if nothing did."""
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
        return f"refused: {refusal_text(refusal, self.names)}" if refusal else ""

    def seat(self, step: ScenarioStep) -> Seat:
        if step.who not in self.stage.table.seats and NO_SEAT not in step.refused:
            raise step.at.unknown_word(
                f"no seat is named {step.who!r}", step.who, (*self.stage.table.seats, EXPECT, ALL)
            )
        return Seat(step.who)

    def act(self, seat: Seat, command: Command) -> Refusal | None:
        before = self.names.copy()
        refusal = self.stage.act(seat, command)
        if refusal is None:
            self.before = before
            self.actions += 1
            self.facts += self.stage.facts
            self.names.follow(self.stage.facts)
        return refusal

    def command(self, seat: Seat, step: ScenarioStep) -> Command:
        """The command of a step; unknown values are left to the game where such a refusal is expected."""
        return read_command(self.stage.rules, self.stage.table, self.sights, self.names, seat, step.at, step.refused)

    # steps that are not reached

    def name_mentioned(self, steps: Iterable[ScenarioStep]) -> None:
        """Take the names as known that these steps would give to cards."""
        for card, name in (mention for step in steps for mention in mentions_in(step.at.value)):
            if card in self.names.handles:
                self.names.handles.setdefault(name, self.names.handles[card])

    def faults_of(self, step: ScenarioStep) -> Iterator[UnmetExpectation]:
        """What of a step that is not reached could be read at no table."""
        try:
            if step.unread:
                yield UnmetExpectation(step.at.place, step.unread, is_error=True)
            elif step.who == EXPECT:
                keys = {name: each.value for name, each in step.at.mapping().items() if name != AFTER}
                checker = ExpectationChecker(self.now(), self.sights, self.known_rules)
                yield from checker.faults(DocumentNode(step.at.place, keys))
            elif step.who == ALL:
                self.window_passed_to(step)
            else:
                self.seat(step)
                check_command(self.stage.rules, self.names, step.at, step.refused)
        except Unreadable as error:
            yield UnmetExpectation(error.place, error.reason, is_error=True)

    # passing

    def pass_until_closed(self) -> str:
        """Pass until the window that is open now has closed, also in windows nested in it.

        Returns why that does not happen, empty if it did.
        """
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

    def pass_until(self, step: ScenarioStep) -> str:
        """Pass in every window until one of this name opens, or a question of this name is asked.

        Returns why that does not happen, empty if it did. Raises Unreadable for an unknown name.
        """
        wanted = self.window_passed_to(step)
        if wanted in windows_open(self.stage.table):
            return f"{wanted} is open already"
        while wanted not in windows_open(self.stage.table):
            if not self.in_window():
                return f"{wanted} does not come: {self.waiting_for_what()}"
            if reason := self.pass_once():
                return reason
        return ""

    def window_passed_to(self, step: ScenarioStep) -> str:
        """The window until which all pass, empty where it is the open one. Raises Unreadable for an unknown name."""
        wanted, windows = step.until, known_windows(self.stage.rules, self.sights)
        if wanted and wanted not in windows:
            raise step.at.unknown_word(f"no window or question is called {wanted!r}", wanted, windows)
        return wanted

    def pass_once(self) -> str:
        waiting = self.stage.table.waiting
        assert waiting is not None, "a window is open of which nobody is asked"
        seat = waiting.seats[0]
        refusal = self.act(seat, Pass())
        return f"{seat} may not pass: {refusal_text(refusal, self.names)}" if refusal else ""

    def in_window(self) -> bool:
        stack = self.stage.table.stack
        return len(stack) > 1 and isinstance(stack[-2], Window)

    def waiting_for_what(self) -> str:
        waiting = self.stage.table.waiting
        return f"{waiting.question!r} is asked of {', '.join(waiting.seats)}" if waiting else "the match is over"

    # moments

    def differences_at(self, at: DocumentNode) -> Iterator[UnmetExpectation]:
        """The differences at the moment that an expectation names, by default where play waits now."""
        fields = at.mapping()
        moment = self.moment_after(fields[AFTER]) if AFTER in fields else self.now()
        others = DocumentNode(at.place, {name: each.value for name, each in fields.items() if name != AFTER})
        return ExpectationChecker(moment, self.sights, self.known_rules).differences(others)

    def now(self) -> ObservedMoment:
        opened = names_of_opened_windows(self.earlier, self.facts)
        return ObservedMoment(self.stage.rules, self.stage.table, self.facts, self.names, opened)

    def moment_after(self, at: DocumentNode) -> ObservedMoment:
        """The moment right after the last command, or after the newest fact of a kind in its action.

        A fact that names cards which move by it, such as those that are killed, is followed by the move: the moment is
        after it. Raises Unreadable where there is no such moment.
        """
        if not self.actions:
            raise at.wrong("no command has been given yet")
        if at.value == COMMAND:
            table, facts = self.stage.state_after_command()
            return self.moment_of(table, facts)
        wanted = at.text({COMMAND}.union(*fact_tags(self.stage.rules.facts)))
        facts = self.stage.facts
        places = [place for place, tag in enumerate(fact_tags(facts), 1) if wanted in tag]
        if not places:
            raise at.wrong(f"{wanted} is no fact of the last action")
        last = places[-1]
        if last < len(facts) and announces(facts[last - 1], facts[last]):
            last += 1
        return self.moment_of(self.stage.table_after_facts(last), facts[:last])

    def moment_of(self, table: AbilityTable, facts: tuple[Fact, ...]) -> ObservedMoment:
        names = self.before.copy()
        names.follow(facts)
        before = (*self.earlier, *self.facts[: len(self.facts) - len(self.stage.facts)])
        return ObservedMoment(
            self.stage.rules, table, facts, names, names_of_opened_windows(before, facts), is_wait=False
        )


def mentions_in(value: object) -> Iterator[tuple[str, str]]:
    """Each card that a value calls by a name of its own, with that name."""
    if isinstance(value, dict):
        if "card" in value and "as" in value:
            yield str(value["card"]), str(value["as"])
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from mentions_in(each)


def announces(fact: Fact, following: Fact) -> bool:
    """Whether the following fact moves cards, all of which a fact names."""
    if not isinstance(following, CardsMoved):
        return False
    fields = (getattr(fact, name) for name in fact.__struct_fields__)
    named = {card for value in fields if isinstance(value, tuple) for card in value if isinstance(card, str)}
    return {each.old for each in following.moves} <= named


def depth_after(depth: int, facts: Iterable[Fact]) -> int:
    """The number of windows open after these facts: the first and those nested in it, 0 once it has closed."""
    for fact in facts:
        if isinstance(fact, WindowOpened):
            depth += 1
        elif isinstance(fact, WindowClosed):
            depth -= 1
        if depth == 0:
            break
    return depth
