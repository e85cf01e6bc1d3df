"""A match round by round in words, told from the facts that the viewer may read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from domain.kernel.flow.waits import StepReached
from domain.kernel.ids import Viewer
from domain.kernel.redaction import read_facts
from service.present.text.facts import in_story, sentence
from service.present.text.names import CardTitles
from service.present.text.words_of_games import HEADINGS, OPENINGS


class StoryTeller:
    """The state of a story: the step that it has reached, and the names that the viewer knows.

    `backs` has the version that each rewind goes back to: what follows is told under the headings that stood there.
    """

    def __init__(self, names: CardTitles, viewer: Viewer, backs: Iterable[tuple[int, int]] = ()) -> None:
        self.names = names
        self.viewer = viewer
        self.step = ""
        self.heads: tuple[str, ...] = ("\nSet-up",)
        self.backs = dict(backs)
        self.reached: dict[int, tuple[tuple[str, ...], str]] = {0: (self.heads, "")}

    def lines(self, version: int, event: Any) -> Iterator[str]:
        """The lines of one version; none if the story has nothing to tell of it."""
        facts = read_facts(event.facts, self.viewer, judging=False)
        self.names.learn(fact for _, fact in facts)
        number = f"v{version}"
        yield from self.resume(version)
        for _, fact in facts:
            if opening := OPENINGS.get(type(fact)):
                round, phase = opening(fact)
                self.heads = f"\n{round}", f" {phase}"
            if isinstance(fact, StepReached):
                self.step = fact.step
            elif heading := HEADINGS.get(type(fact)):
                head = heading(fact)
                self.heads = (head,) if "round" in fact.__struct_fields__ else (self.heads[0], head)
                yield head
            elif said := in_story(fact, self.names):
                yield f"  {number:<5} {self.step:<7} {said}"
                number = ""
        self.reached[version] = self.heads, self.step

    def resume(self, version: int) -> Iterator[str]:
        """The headings under which a version stands that does not follow the one before it."""
        before = self.heads
        self.heads, self.step = self.reached[self.backs.get(version, version - 1)]
        if self.heads != before:
            yield from self.heads[self.heads[0] == before[0] :]


def log_lines(version: int, event: Any, names: CardTitles, viewer: Viewer) -> Iterator[str]:
    """One version of the log: who did what, then each fact that the viewer may read, with its place."""
    facts = read_facts(event.facts, viewer, judging=False)
    names.learn(fact for _, fact in facts)
    names.learn_event(event)
    command = event.cmd.__struct_config__.tag if event.cmd is not None else event.__struct_config__.tag
    yield f"v{version}  {event.actor}  {command}"
    for place, fact in facts:
        if said := sentence(fact, names):
            where = f"{version}.{place}"
            yield f"  {where:<8} {said}"
