"""The data of a branch page: the branch at one version, shown like a match, and its actions in words.

Read `BranchPage`, then `BranchMoment` (one version of it) and `DecisionFate` (the result of trying a later decision
again).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from flask import url_for
from msgspec import Struct

from domain.judging.branches.branch import BranchEvent
from domain.judging.branches.reapplying import END, FITTED, MISFITS, DecisionOutcome, ReapplyReport
from domain.kernel.redaction import read_facts
from domain.match.aggregate import Match
from service.console.forms.answers import AnswerField, FormAnswers, form_fields
from service.console.match.course import event_title, title_of_command
from service.console.match.match_page import MatchPage, Viewing
from service.console.match.window_panel import Choice
from service.present.text.facts import field_value, in_story
from service.present.text.names import CardTitles, in_words
from service.present.text.words_of_games import names_for
from service.web.branch.branch_access import BranchContext
from service.web.match.places import MatchPlace

HOW = {
    "given": "given on the branch",
    "passed": "passed, as no decision of the match answers it",
    "judged": "by a judge",
}
BEFORE = "again"
FATES = {
    "fitted": "accepted",
    "dropped": "left out, as its question is not asked on the branch",
    "unfit": "refused",
    "new wait passed": "a window that the match did not have; passed",
    "left out": "a judge's event, left out",
    "stopped": "a question that the match did not have; it needs your answer",
}
ENDS = {
    END: "No later decision is left to try.",
    "over": "The match is over on the branch.",
    "new question": "The run stopped at a question that the match did not have. Answer it, then try the rest.",
    "unfit": "The run stopped at a decision that was refused. Answer its question yourself, then try the rest.",
}


class BranchMoment(Struct, frozen=True):
    """One version of a branch: what happened; `of` is the version of the match that it repeats."""

    version: int
    of: int
    who: str
    what: str
    how: str
    lines: tuple[str, ...]


class DecisionFate(Struct, frozen=True):
    """The result of trying a later decision again: in words, with the rule and data of a refusal.

    `decision` is that of a seat, or the action of a judge.
    """

    said: str
    decision: str
    outcome: DecisionOutcome
    because: tuple[tuple[str, str], ...]

    @property
    def is_fitting(self) -> bool:
        return self.outcome.what == FITTED


class Retrial(Struct, frozen=True):
    """One run over the later decisions: how many were accepted, the first that was not, and each result.

    `replaced` are the versions of the match that were not tried, since the branch has an answer in their place.
    """

    report: ReapplyReport
    ended: str
    replaced: tuple[int, ...]
    misfits: tuple[DecisionFate, ...]
    fates: tuple[DecisionFate, ...]


class BranchPage(MatchPage):
    """A branch at one of its versions, as a viewer sees it."""

    def __init__(self, now: BranchContext, asked_at: str, asked_as: str) -> None:
        chronicle, viewer = now.chronicle, now.at_work.viewer
        version = int(asked_at or chronicle.newest)
        seen = Viewing(MatchPlace(version), chronicle.at(version), viewer, now.at_work.judging)
        super().__init__(chronicle, seen, asked_at, asked_as)
        self.now = now
        self.branch = now.found.branch

    @property
    def trunk(self) -> Match:
        """The match from which the branch begins, at its newest version."""
        match: Match = self.now.at_work.chronicle.match
        return match

    @property
    def at_its_end(self) -> bool:
        """Whether the page shows the newest version of the branch, where it can be continued."""
        return self.version == self.last

    @property
    def side(self) -> str:
        """The name of this side in a comparison: the shown version of the branch."""
        return self.branch.id if self.at_its_end else f"{self.branch.id}@{self.version}"

    @property
    def comparison_versions(self) -> list[tuple[int, str]]:
        """The versions of the match to compare with, each with its description."""
        found = [(self.branch.base, "where the branch begins")]
        return (
            found
            if self.branch.tip == self.branch.base
            else [*found, (self.branch.tip, "the last version of its line")]
        )

    def at(self, at: object, **more: Any) -> str:
        """The address of another version of the branch; of the match for a version before the branch begins."""
        version = int(str(at or self.last).partition(".")[0])
        if version <= self.branch.base and version != self.last:
            return self.match_at(at, **more)
        more |= {"at": version if version != self.last else None, "as": self.asked_as or None}
        return url_for("console.branch", branch_id=self.branch.id, **more)

    def match_at(self, at: object, **more: Any) -> str:
        """The address of a place of the match itself."""
        return super().at(at, **more)

    def ask(self, name: str, **more: Any) -> str:
        """The address of a page that answers a question about the match, at the version where the branch begins."""
        more |= {"at": self.branch.base, "as": self.asked_as or None}
        return url_for(f"console.{name}", match_id=self.id, **more)

    @property
    def chart(self) -> str:
        """The address of the timing chart."""
        return url_for("console.timing", game=self.game)

    def questions(self, choice: Choice, number: str, filled: dict[str, list[str]]) -> tuple[AnswerField, ...]:
        """The fields of a choice to fill in; `number` distinguishes the choice from others on the page."""
        return form_fields(choice.form, self.names, FormAnswers(filled, number))

    # --- history

    @cached_property
    def steps(self) -> list[BranchMoment]:
        """The versions of the branch, oldest first."""
        base = self.chronicle.at(self.branch.base)
        names = names_for(base.rules)
        names.look_at(base.table, self.viewer)
        return [self.step(done, names) for done in self.now.replay.done]

    def step(self, done: BranchEvent, names: CardTitles) -> BranchMoment:
        facts = [fact for _, fact in read_facts(done.facts, self.viewer, judging=self.judging)]
        names.learn(facts)
        lines = tuple(said for fact in facts if (said := in_story(fact, names)))
        how = HOW.get(done.how) or f"as at v{done.of}"
        what = title_of_command(done.command) if done.command is not None else self.act_of_judge(done.of)
        return BranchMoment(done.version, done.of, done.seat or "judge", what, how, lines)

    def act_of_judge(self, of: int) -> str:
        """The title of a judge's action at a version of the match; empty for any other version."""
        event = self.now.at_work.chronicle.events.get(of)
        return event_title(event) if event is not None else ""

    @cached_property
    def retrials(self) -> list[Retrial]:
        """The runs over the later decisions, newest first."""
        return [self.retrial(report) for report in reversed(self.now.replay.reports)]

    def retrial(self, report: ReapplyReport) -> Retrial:
        fates = tuple(self.fate(each) for each in report.outcomes)
        misfits = tuple(each for each in fates if each.outcome.what in MISFITS)
        tried = {each.outcome.of for each in fates}
        replaced = tuple(each for each in self.now.replay.replaced if each <= report.upto and each not in tried)
        return Retrial(report, end_sentence(report), replaced, misfits, fates)

    def fate(self, outcome: DecisionOutcome) -> DecisionFate:
        said = FATES[outcome.what]
        if outcome.instead:
            said += ", with another copy of a card"
        if outcome.ambiguous:
            said += " (which one is not certain)"
        because = tuple(
            (in_words(name), field_value(name, value, self.names)) for name, value in outcome.because.items()
        )
        return DecisionFate(said, in_words(outcome.question) or self.act_of_judge(outcome.of), outcome, because)

    @property
    def last_to_try(self) -> int:
        """The last later version of the match that can be tried again; 0 if there is none.

        An answer that is still secret cannot be tried, nor what came after it.
        """
        return max((each.version for each in self.now.replay.left), default=0)


def end_sentence(report: ReapplyReport) -> str:
    """Why a run over the later decisions ended, as a sentence."""
    if report.stopped == END and report.beyond:
        return f"No later decision up to v{report.upto} is left to try."
    return ENDS[report.stopped]
