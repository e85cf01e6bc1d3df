"""The waiting points of positions: the windows of a game by key, the steps of its chart by number.

Read `WaitingPoint`, then `WaitingPoints`, which a game makes of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.cardgame.table import SETUP as SETUP
from domain.kernel.flow.frames import Procedure
from domain.kernel.formats.reading import DocumentNode, meant_by, nearest_first, whole_number


class WaitingPoint(Struct, frozen=True):
    """A waiting point: its phase, the label of the step that comes next, and the chart's step of an open window.

    The label of a step is its own, that of a window is of the step after it. In a `contest` one is under way. Passes of
    a window may be `final`.
    """

    phase: str
    label: str
    window: str = ""
    contest: bool = False
    final: bool = False


def steps_of_phases(phase_frames: Mapping[str, type[Procedure]]) -> dict[str, WaitingPoint]:
    """The numbered steps of a game whose phases are procedures, as waiting points."""
    return {
        each.label: WaitingPoint(phase, each.label)
        for phase, frame in phase_frames.items()
        for each in frame.steps
        if each.chart
    }


class WaitingPoints(Struct, frozen=True):
    """The waiting points of a game by key, its phases in order, and the steps that begin a phase.

    Until such a step the phase before it is the current one.
    """

    by_key: Mapping[str, WaitingPoint]
    phases: tuple[str, ...]
    beginnings: tuple[str, ...] = ()

    def __getitem__(self, at: str) -> WaitingPoint:
        return self.by_key[at]

    @property
    def course(self) -> tuple[str, ...]:
        """The set-up and the phases, in order."""
        return (SETUP, *self.phases)

    def begins(self, at: str) -> bool:
        """Whether a phase begins at a waiting point."""
        return at in self.beginnings

    def time_at(self, at: str, round: int) -> tuple[int, str]:
        """The round and phase under way; the step that begins a phase belongs to the phase before it."""
        phase = self[at].phase
        if not self.begins(at):
            return round, phase
        if phase != self.phases[0]:
            return round, self.phases[self.phases.index(phase) - 1]
        return round - 1, self.phases[-1] if round > 1 else SETUP

    def key_of_step(self, label: str) -> str:
        """The key of the step with this label; empty if no match waits there."""
        return next((key for key, each in self.by_key.items() if not each.window and each.label == label), "")

    # what a position says

    def read_point(self, document: DocumentNode, fields: Mapping[str, DocumentNode]) -> tuple[str, str]:
        """The waiting point of a position, and its phase. Raises Unreadable."""
        if "at" not in fields:
            raise document.wrong("at: missing")
        field = fields["at"]
        # without quotation marks YAML reads the number of a step as a number
        at = str(field.value) if isinstance(field.value, float) else field.text()
        if at not in self.by_key:
            why = f"{at!r} is no window or step; known are {nearest_first(at, self.by_key)}"
            raise field.wrong(why, meant_by(at, self.by_key))
        phase = self[at].phase
        if "phase" in fields and fields["phase"].text((*self.phases, SETUP)) != phase:
            raise fields["phase"].wrong(f"{at} lies in the {phase} phase")
        return at, phase

    def read_round(self, field: DocumentNode | None, phase: str) -> int:
        """The round: 0 in set-up, from 1 after it. Raises Unreadable."""
        first = 0 if phase == SETUP else 1
        found = first if field is None else field.number()
        if field is not None and (found < first or (phase == SETUP and found)):
            raise field.wrong("in set-up it is round 0" if phase == SETUP else "the first round is 1; 0 is set-up")
        return found

    def read_since(self, field: DocumentNode, at: str, round: int) -> str:
        """The round and phase in which a card entered play. Raises Unreadable for a later one than the current."""
        number, _, phase = field.text().partition(":")
        if whole_number(number) is None or phase not in self.course:
            close, example = meant_by(phase, self.course), f"2:{self.phases[len(self.phases) // 2]}"
            raise field.wrong(f"{field.value!r} is no round and phase (`{example}`)", close and f"{number}:{close}")
        if (int(number), self.course.index(phase)) > (round, self.course.index(self[at].phase)):
            raise field.wrong(f"{field.value!r} is yet to come at {at} of round {round}")
        return field.text()
