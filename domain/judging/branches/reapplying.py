"""The later decisions of a match tried again on a branch, and the report of how far they fitted.

Read `Walk.go_on`. At each question the first unused decision that answered the same question is given again. A question
that no decision of the match answers is passed where a seat may pass, else the walk stops. No answer is made up.
"""

from __future__ import annotations

from typing import Any, Protocol

import msgspec
from msgspec import Struct, structs

from domain.judging.branches.recorded_decisions import ALWAYS, CardHomes, Matching, RecordedDecision, question_key
from domain.kernel.cards.card_table import CardTable
from domain.kernel.commands import Command
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.flow.waits import Waiting
from domain.kernel.formats.mismatch import because_of
from domain.kernel.ids import Seat
from domain.kernel.refusals import JsonObject, Refusal
from domain.match.aggregate import Match, evolve_table
from domain.match.events import StoredEvent, event_kind

AHEAD = 60
FITTED, DROPPED, UNFIT, PASSED, LEFT_OUT, STOPPED = (
    "fitted",
    "dropped",
    "unfit",
    "new wait passed",
    "left out",
    "stopped",
)
END, OVER, NEW = "end", "over", "new question"
MISFITS = frozenset({DROPPED, UNFIT, PASSED, LEFT_OUT, STOPPED})
CAVEAT = "Whatever follows the first misfit is so only if they had still decided so."


class DecisionOutcome(Struct, frozen=True, omit_defaults=True):
    """What became of one decision, or of one question: at which version of the branch, by whom, and why.

    `of` is the version of the match. `instead` says which card stood in for which, `ambiguous` which of those might as
    well have been another. `rule` and `because` are those of a refusal; `question` is the name of what was asked.
    """

    what: str
    at: int
    seat: str = ""
    question: str = ""
    of: int = 0
    instead: dict[str, str] = {}
    ambiguous: tuple[str, ...] = ()
    rule: str = ""
    because: JsonObject = {}


class ReapplyReport(Struct, frozen=True):
    """What became of the later decisions; `first` is where they stopped fitting, after `fitted_before` that fitted.

    `stopped` is `end` (none is left up to the version `upto`), `over` (the branch's match is), `new question` or
    `unfit`; then `question` and `awaited` say what must be answered before the others can be tried. `left` is how many
    up to `upto` were not tried, `beyond` how many after it.
    """

    fitted: int
    fitted_before: int
    first: DecisionOutcome | None
    warning: str
    stopped: str
    question: str
    awaited: tuple[Seat, ...]
    left: int
    outcomes: tuple[DecisionOutcome, ...]
    upto: int
    beyond: int

    @property
    def is_clean(self) -> bool:
        """Whether every decision fitted, no question was new and none is left."""
        return self.first is None and self.left == 0 and self.stopped in (END, OVER)


class ReplayingBranch(Protocol):
    """A branch that is being replayed."""

    @property
    def match(self) -> Match: ...

    @property
    def left(self) -> list[RecordedDecision]: ...

    @property
    def homes(self) -> CardHomes: ...

    @property
    def level(self) -> bool: ...

    def give(self, seat: str, command: Command, how: str, of: int = 0) -> Refusal | None: ...

    def order(self, order: JsonObject, how: str, of: int = 0) -> Refusal | None: ...

    def take_over(self, event: StoredEvent, of: int, table: CardTable) -> None: ...


class Walk:
    """One walk along the later decisions, up to a version."""

    def __init__(self, replay: ReplayingBranch, upto: int) -> None:
        self.replay = replay
        self.upto = upto
        self.outcomes: list[DecisionOutcome] = []
        self.stopped = ""

    def go_on(self) -> ReapplyReport:
        """Reapply decisions until none is left, the match is over or a question stays open. Returns the report."""
        while not self.stopped:
            self.step()
        return self.report()

    @property
    def table(self) -> Any:
        return self.replay.match.table

    def ahead(self) -> list[RecordedDecision]:
        """The next events that were not tried."""
        return [each for each in self.replay.left[:AHEAD] if each.version <= self.upto]

    def step(self) -> None:
        ahead = self.ahead()
        if not ahead:
            self.stopped = END
        elif self.judges_event(ahead[0]):
            return
        elif self.table.over is not None:
            self.stopped = OVER
        else:
            self.answer(ahead)

    def answer(self, ahead: list[RecordedDecision]) -> None:
        """Give the decision that answered the open question, or an unasked command from before it."""
        waiting = self.table.waiting
        question = question_key(self.replay.match.rules, self.table)
        found = next((each for each in ahead if each.question == question and each.seat in waiting.seats), None)
        before = ahead if found is None else ahead[: ahead.index(found)]
        said = next((each for each in before if each.question == ALWAYS), None)
        if said is not None and (found is not None or said is ahead[0]):
            self.repeat_decision(said)
        elif found is not None:
            self.drop(before, found)
            self.repeat_decision(found)
        else:
            self.pass_or_stop(waiting)

    def drop(self, before: list[RecordedDecision], found: RecordedDecision) -> None:
        """Drop the seat's earlier decisions: they answered questions that were not asked here."""
        for each in before:
            if each.seat == found.seat:
                self.replay.left.remove(each)
                self.note(DROPPED, each.seat, each)

    def repeat_decision(self, decision: RecordedDecision) -> None:
        """Give a decision once more; where it is refused, pass or stop."""
        matching = Matching(self.table, self.replay.homes, decision)
        refusal = self.give_here(matching, decision)
        if refusal is None:
            self.replay.left.remove(decision)
            self.note(FITTED, decision.seat, decision, matching=matching)
        elif decision.question == ALWAYS:
            self.replay.left.remove(decision)
            self.note(UNFIT, decision.seat, decision, refusal)
        else:
            self.note_unfit(decision, refusal)

    def give_here(self, matching: Matching, decision: RecordedDecision) -> Refusal | None:
        """Give the decision with the names of this table. Returns why it is refused, or None."""
        try:
            command = matching.command(self.replay.match.rules)
        except msgspec.ValidationError as error:
            return Refusal("command.shape", because_of(error))
        return self.replay.give(decision.seat, command, "again", decision.version)

    def note_unfit(self, decision: RecordedDecision, refusal: Refusal) -> None:
        """Note a decision that is refused here; pass in its place, or stop and leave the question open."""
        self.note(UNFIT, decision.seat, decision, refusal)
        if self.passes(decision.seat):
            self.replay.left.remove(decision)
        else:
            self.stopped = UNFIT

    def pass_or_stop(self, waiting: Waiting) -> None:
        """Pass a question that the match did not have, for the seat that is asked, or stop."""
        seats = waiting.seats
        if len(seats) == 1 and self.passes(seats[0]):
            self.outcomes.append(DecisionOutcome(PASSED, self.replay.match.version, seats[0], waiting.question))
            return
        at, rule = self.replay.match.version, "judging.branch.own-answers"
        self.outcomes.append(DecisionOutcome(STOPPED, at, ", ".join(seats), waiting.question, rule=rule))
        self.stopped = NEW

    def passes(self, seat: str) -> bool:
        return self.replay.give(seat, Pass(), "passed") is None

    def judges_event(self, event: RecordedDecision) -> bool:
        """Copy a judge's event where nothing differs so far, else order the same again. Returns whether it was one."""
        if event.is_decision:
            return False
        self.replay.left.remove(event)
        if self.replay.level:
            table = self.table.branch()
            evolve_table(table, event.event)
            self.replay.take_over(event.event, event.version, table)
        elif event.event.facts:
            self.order_again(event)
        return True

    def order_again(self, event: RecordedDecision) -> None:
        """Try a correction again on this table; other events of a judge are left out where play differs."""
        matching = Matching(self.table, self.replay.homes, event)
        said = matching.translate_fields(msgspec.to_builtins(event.event.cmd)) if event.event.cmd is not None else {}
        refusal = self.replay.order(said, "again", event.version)
        self.note(FITTED if refusal is None else LEFT_OUT, "", event, refusal, matching)

    def note(
        self,
        what: str,
        seat: str,
        decision: RecordedDecision,
        refusal: Refusal | None = None,
        matching: Matching | None = None,
    ) -> None:
        """Note what became of a decision."""
        found = DecisionOutcome(what, self.replay.match.version, seat, decision_name(decision), decision.version)
        if refusal is not None:
            found = structs.replace(found, rule=refusal.rule, because=refusal.because)
        if matching is not None and matching.others:
            found = structs.replace(found, instead=matching.others, ambiguous=tuple(matching.ambiguous))
        self.outcomes.append(found)

    def report(self) -> ReapplyReport:
        """What became of the decisions, led by the first place where they stopped fitting."""
        first = next((n for n, each in enumerate(self.outcomes) if each.what in MISFITS), len(self.outcomes))
        waiting = self.table.waiting if self.stopped in (NEW, UNFIT) else None
        return ReapplyReport(
            fitted=sum(each.what == FITTED for each in self.outcomes),
            fitted_before=sum(each.what == FITTED for each in self.outcomes[:first]),
            first=self.outcomes[first] if first < len(self.outcomes) else None,
            warning=CAVEAT if first < len(self.outcomes) else "",
            stopped=self.stopped,
            question=waiting.question if waiting else "",
            awaited=waiting.seats if waiting else (),
            left=sum(each.is_decision for each in self.replay.left if each.version <= self.upto),
            outcomes=tuple(self.outcomes),
            upto=self.upto,
            beyond=sum(each.is_decision for each in self.replay.left if each.version > self.upto),
        )


def decision_name(decision: RecordedDecision) -> str:
    """The question that a decision answered, in short; a command that answers none has its own name."""
    if not decision.is_decision:
        return event_kind(decision.event)
    if decision.question == ALWAYS:
        return str(type(decision.event.cmd).__struct_config__.tag)
    return str(decision.question[2])
