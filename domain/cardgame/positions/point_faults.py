"""Whether the waiting points of positions are those of the game's chart: looked for when the game is made.

ValueError
  WrongPoints    a waiting point is not in the chart, or a place of the chart has none; names all of it
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.cardgame.positions.waiting_points import WaitingPoint, WaitingPoints
from domain.cardgame.rounds_and_phases import PhaseStep, WindowStep
from domain.kernel.flow.frames import Decision, Procedure, Step
from domain.kernel.formats.reading import did_you_mean


class WrongPoints(ValueError):
    """The waiting points of a game are not those of its chart."""


def check_points(
    name: str, points: WaitingPoints, stacks: Iterable[tuple[type[Procedure], ...]], unwritten: tuple[str, ...]
) -> None:
    """Raises WrongPoints, which names all that is wrong with the waiting points of a game.

    `stacks` are the frames under which positions are written, `unwritten` the questions of theirs at which none is.
    """
    charts = [frame.steps for frame in dict.fromkeys(stack[-1] for stack in stacks)]
    found = (
        *misplaced_points(points, charts),
        *lacking_points(points, charts, unwritten),
        *wrong_phases(points, charts),
    )
    if found:
        raise WrongPoints(f"{name}: {'; '.join(found)}")


def misplaced_points(points: WaitingPoints, charts: list[tuple[Step, ...]]) -> Iterator[str]:
    """The points whose step or phase there is not, and the beginnings of phases at which no match waits."""
    labels = [step.label for steps in charts for step in steps]
    for key, point in points.by_key.items():
        if point.label not in labels:
            yield f"{key}: no step has the label {point.label!r}{did_you_mean(point.label, labels)}"
        if point.phase not in points.course:
            yield f"{key}: no phase is {point.phase!r}{did_you_mean(point.phase, points.course)}"
    for key in points.beginnings:
        if key not in points.by_key:
            yield f"beginnings: {key!r} is no waiting point{did_you_mean(key, points.by_key)}"


def lacking_points(points: WaitingPoints, charts: list[tuple[Step, ...]], unwritten: tuple[str, ...]) -> Iterator[str]:
    """The windows and questions of the chart that have no point, and the windows whose point lies elsewhere."""
    questions = {point.label for point in points.by_key.values() if not point.window}
    for steps in charts:
        for step, following in zip(steps, (*steps[1:], steps[0]), strict=True):
            if isinstance(step, WindowStep):
                yield from misplaced_window(points.by_key.get(step.window), step, following)
            elif isinstance(step, Decision) and step.label not in questions and step.question not in unwritten:
                yield f"no point for the question {step.question} of step {step.label}"


def misplaced_window(point: WaitingPoint | None, step: WindowStep, following: Step) -> Iterator[str]:
    """What is wrong with the point of a window: it has the label of the step after it, and the window's as well."""
    meant = f"the window of step {step.label}, before {following.label}"
    if point is None:
        yield f"no point for {step.window}, {meant}"
    elif (point.window, point.label) != (step.label, following.label):
        yield f"{step.window}: it is {meant}, not of {point.window!r} before {point.label!r}"


def wrong_phases(points: WaitingPoints, charts: list[tuple[Step, ...]]) -> Iterator[str]:
    """The points whose phase is not that in which their step lies, and phases in another order than in the chart."""
    lying: dict[str, set[str]] = {}
    for steps in charts:
        begun = [step.phase for step in steps if isinstance(step, PhaseStep)]
        if begun != [phase for phase in points.phases if phase in begun]:
            yield f"phases: {', '.join(begun)} come in this order, not as in {', '.join(points.phases)}"
        for label, phase in phases_of(steps):
            lying.setdefault(label, set()).add(phase)
    for key, point in points.by_key.items():
        phases = lying.get(point.label, {""})
        # the chart of a phase may not say which one it is
        if point.phase in points.course and not {"", point.phase} & phases:
            yield f"{key}: step {point.label} lies in the phase {', '.join(sorted(phases))}, not in {point.phase}"


def phases_of(steps: tuple[Step, ...]) -> Iterator[tuple[str, str]]:
    """The labels of steps with their phases, from the step on in which the first one begins."""
    phase = ""
    for step in steps:
        phase = step.phase if isinstance(step, PhaseStep) else phase
        yield step.label, phase
