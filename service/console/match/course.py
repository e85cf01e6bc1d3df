"""The course of a match as a viewer may read it: its story by rounds and phases, and its windows at any version.

Read `Course`, then `Story`. Both are folded from the stored events alone. An undone event stays in the story and is
marked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from domain.judging.inquiry.chronicle import UNDONE, Chronicle
from domain.kernel.flow.waits import StepReached
from domain.kernel.ids import Viewer
from domain.kernel.redaction import read_facts
from domain.match.events import event_kind, ruling_of
from projections.windows.fold import END, LedgerRow, Stack, as_of
from service.console.words import actor_words, contains_words, fact_line
from service.present.text.command_titles import command_title
from service.present.text.facts import in_story
from service.present.text.names import CardTitles, in_words
from service.present.text.words_of_games import HEADINGS, OPENINGS, names_for


class StoryEntry(Struct, frozen=True):
    """The story of one version; `ruling` has the data of a judge's event."""

    version: int
    step: str
    actor: str
    command: str
    lines: tuple[str, ...] = ()
    undone: bool = False
    ruling: dict[str, Any] | None = None

    def mentions(self, wanted: str) -> bool:
        """Whether the entry contains every word of a search."""
        text = " ".join((self.actor, self.command, *self.lines, *map(str, (self.ruling or {}).values())))
        return contains_words(wanted, text)


class StoryPhase(Struct):
    """A phase with its entries."""

    title: str
    entries: list[StoryEntry]


class StoryRound(Struct):
    """A round with its phases; `first` is the version at which it began."""

    title: str
    first: int
    phases: list[StoryPhase]

    @property
    def entries(self) -> list[StoryEntry]:
        return [entry for phase in self.phases for entry in phase.entries]

    def holds(self, version: int) -> bool:
        """Whether a version belongs to the round."""
        return any(entry.version == version for entry in self.entries)


class Course:
    """A match up to its newest version, as a viewer may read it.

    `asked` has the open question after each version. A judge reads sealed answers when everybody does, even if looking
    as a seat.
    """

    def __init__(self, chronicle: Chronicle, viewer: Viewer, judging: bool) -> None:
        self.chronicle = chronicle
        self.events = chronicle.events
        self.viewer = viewer
        self.judging = judging
        stack, self.questions = Stack(), [""]
        for version, event in sorted(self.events.items()):
            stack.take(version, event)
            self.questions.append(question_of(stack))
        self.windows = list(stack.touched.values())

    def readable_facts(self, event: Any) -> list[tuple[int, Any]]:
        """The facts of an event that the viewer may read, each with its place."""
        return read_facts(event.facts, self.viewer, judging=self.judging)

    def windows_at(self, version: int, fact: int = 0) -> list[LedgerRow]:
        """Every window that had opened by a fact of a version, or by its end, in its state at that time."""
        line = frozenset(self.chronicle.path(version))
        return [row for each in self.windows if (row := as_of(each, (version, fact or END), line))]

    def next_window(self, version: int) -> int:
        """The next version with another open window or question; 0 if there is none."""
        question = self.questions[version]
        following = range(version + 1, len(self.questions))
        return next((n for n in following if self.questions[n] not in ("", question)), 0)

    def previous_window(self, version: int) -> int:
        """The first version of the previous window or question; 0 if there is none."""
        back = version
        while back > 1 and self.questions[back - 1] == self.questions[version]:
            back -= 1
        back -= 1
        while back > 1 and self.questions[back - 1] == self.questions[back]:
            back -= 1
        return max(0, back)

    def rulings(self) -> list[StoryEntry]:
        """The events of judges, in order."""
        events = ((version, event) for version, event in sorted(self.events.items()) if event_kind(event) != "action")
        undone = ((version, event, self.chronicle.line(version) == UNDONE) for version, event in events)
        return [
            StoryEntry(n, "", actor_words(event.actor), event_title(event), (), off, ruling_data(event, self.viewer))
            for n, event, off in undone
        ]

    def names(self) -> CardTitles:
        """A new `CardTitles` without titles, for the cards of this match."""
        return names_for(self.chronicle.match.rules)

    def story(self) -> list[StoryRound]:
        """The rounds in words."""
        return Story(self).all_rounds()

    def facts(self, version: int) -> list[tuple[str, str]]:
        """The facts of one version in words, by place."""
        names = self.names()
        # the titles of cards are learned from earlier versions first
        for each in self.chronicle.path(version)[:-1]:
            names.learn(fact for _, fact in self.readable_facts(self.events[each]))
            names.learn_event(self.events[each])
        facts = self.readable_facts(self.events[version])
        names.learn(fact for _, fact in facts)
        names.learn_event(self.events[version])
        lines = ((f"{version}.{place}", fact_line(fact, names)) for place, fact in facts)
        return [(place, said) for place, said in lines if said]


def question_of(stack: Stack) -> str:
    """The open question: the id of the innermost open window, or the name of the question and who answers."""
    wait = stack.waiting
    if wait is None:
        return ""
    if wait.kind != "choice" and stack.open:
        return stack.open[-1].id
    return f"{wait.question} {' '.join(wait.seats)}"


class Story:
    """The story of a course. What follows a rewind stands under the round and phase to which it went back."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.names = course.names()
        self.step = ""
        self.rounds = [StoryRound("Set-up", 1, [StoryPhase("", [])])]
        # the round, phase and step at the end of each version
        self.reached = {0: ("Set-up", "", "")}

    def all_rounds(self) -> list[StoryRound]:
        for version, event in sorted(self.course.events.items()):
            self.resume(version)
            self.tell(version, event)
            self.reached[version] = (*self.current_heads(), self.step)
        for each in self.rounds:
            each.phases = [phase for phase in each.phases if phase.entries]
        return [each for each in self.rounds if each.phases]

    def current_heads(self) -> tuple[str, str]:
        """The titles of the round and the phase that are being told."""
        return self.rounds[-1].title, self.rounds[-1].phases[-1].title

    def resume(self, version: int) -> None:
        """Tell a version under the heads of the one that it follows."""
        round, phase, self.step = self.reached[self.course.chronicle.parent(version)]
        told_round, told_phase = self.current_heads()
        if round != told_round:
            self.head(version, round, is_round=True)
        if round != told_round or phase != told_phase:
            self.head(version, phase, is_round=False)

    def tell(self, version: int, event: Any) -> None:
        """Add a version: its lines under their headings; a version without lines is mentioned where it began."""
        facts = self.course.readable_facts(event)
        self.names.learn(fact for _, fact in facts)
        began, lines, any_line = self.rounds[-1].phases[-1], list[str](), False
        for _, fact in facts:
            if opening := OPENINGS.get(type(fact)):
                round, phase = opening(fact)
                self.head(version, round, is_round=True)
                self.head(version, phase, is_round=False)
            if isinstance(fact, StepReached):
                self.step = fact.step
            elif heading := HEADINGS.get(type(fact)):
                any_line = self.write(version, event, lines) or any_line
                self.head(version, heading(fact).strip(), is_round="round" in fact.__struct_fields__)
            elif said := in_story(fact, self.names):
                lines.append(said)
        if not (self.write(version, event, lines) or any_line):
            began.entries.append(self.entry(version, event, ()))

    def head(self, version: int, title: str, *, is_round: bool) -> None:
        title = title[:1].upper() + title[1:]
        if is_round:
            self.rounds.append(StoryRound(title, version, [StoryPhase("", [])]))
        else:
            self.rounds[-1].phases.append(StoryPhase(title, []))

    def write(self, version: int, event: Any, lines: list[str]) -> bool:
        """Add the collected lines as an entry under the current heading. Returns whether there were any."""
        if not lines:
            return False
        self.rounds[-1].phases[-1].entries.append(self.entry(version, event, tuple(lines)))
        lines.clear()
        return True

    def entry(self, version: int, event: Any, lines: tuple[str, ...]) -> StoryEntry:
        undone = self.course.chronicle.line(version) == UNDONE
        return StoryEntry(
            version,
            self.step,
            actor_words(event.actor),
            event_title(event),
            lines,
            undone,
            ruling_data(event, self.course.viewer),
        )


def event_title(event: Any) -> str:
    """The title of an event: that of its command, or the kind of a judge's event."""
    return in_words(event_kind(event)) if event.cmd is None else title_of_command(event.cmd)


def title_of_command(command: Struct) -> str:
    """The title of a command that was given."""
    return command_title(str(command.__struct_config__.tag), msgspec.structs.asdict(command))


def ruling_data(event: Any, viewer: Viewer) -> dict[str, Any] | None:
    """The part of a judge's event that a viewer may read; None for an action of a seat."""
    if event_kind(event) == "action":
        return None
    shown: dict[str, Any] = msgspec.to_builtins(ruling_of(event, viewer))
    return shown


def find_entries(rounds: list[StoryRound], wanted: str) -> Iterator[StoryEntry]:
    """The entries that contain a text, newest first."""
    for each in reversed(rounds):
        yield from (entry for entry in reversed(each.entries) if entry.mentions(wanted))
