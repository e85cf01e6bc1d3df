"""How every phase and round begins and ends."""

from __future__ import annotations

from collections.abc import Mapping

from domain.cardgame.facts.course import LimitsReset, PhaseBegan, PhaseEnded, RoundBegan, RoundEnded
from domain.cardgame.occurring.delayed_effects import end_unused
from domain.cardgame.occurring.execution import executes
from domain.cardgame.occurring.framework import expire, framework
from domain.cardgame.table import CardGame
from domain.kernel.flow.frames import Procedure, Step, step
from domain.kernel.flow.priority_windows import open_for_all
from domain.kernel.flow.standing_orders import end_orders
from domain.kernel.occurring.conditions import Condition


def begin_phase(game: CardGame, label: str, phase: str) -> None:
    framework(game, label, Condition(0, "phase_began", name=phase))


def end_phase(game: CardGame, label: str, phase: str) -> None:
    """End the phase: interrupts, the end itself, reactions."""
    framework(game, label, Condition(0, "phase_ended", name=phase))


def expire_with_phase(game: CardGame, frame: Procedure) -> None:
    """Expire the effects that last for the phase, in a step of its own: what follows happens before the phase ends.

    Delayed effects that waited for something in the phase end unused; those that wait for its end go on to it.
    """
    expire(game, "phase")
    end_unused(game, "phase", end_of_phase(game))


def end_of_phase(game: CardGame) -> Condition:
    """The condition with which the current phase ends."""
    return Condition(0, "phase_ended", name=game.table.phase)


class PhaseStep(Step):
    """The step of a procedure with which a phase begins."""

    __slots__ = ("phase",)

    def __init__(self, label: str, phase: str) -> None:
        def begin(game: CardGame, frame: Procedure) -> None:
            begin_phase(game, label, phase)

        super().__init__(label, begin, f"the {phase} phase begins")
        self.phase = phase


class WindowStep(Step):
    """The step of a procedure in which the players act by turns, in a window with a name."""

    __slots__ = ("window",)

    def __init__(self, label: str, window: str, title: str) -> None:
        def act(game: CardGame, frame: Procedure) -> None:
            open_for_all(game, "action", window, label)

        super().__init__(label, act, title)
        self.window = window


def phase_steps(phases: Mapping[str, type[Procedure]]) -> tuple[Step, ...]:
    """The steps of a round that phases are, by name, each with the frame that it pushes."""
    return tuple(phase_step(phase, frame) for phase, frame in phases.items())


def phase_step(phase: str, begun: type[Procedure]) -> Step:
    """The step of a round that a phase is."""

    def go(game: CardGame, frame: Procedure) -> None:
        game.push(begun())

    return step(f"/{phase}", go, f"the {phase} phase")


def round_step(label: str) -> Step:
    """The step of a procedure with which a round begins."""

    def begin(game: CardGame, frame: Procedure) -> None:
        framework(game, label, Condition(0, "round_began"))

    return step(label, begin, "the round begins")


def first_step(label: str, phase: str) -> Step:
    """The step of a procedure with which a phase begins."""
    return PhaseStep(label, phase)


def window_step(label: str, name: str, title: str) -> Step:
    """The step of a procedure in which the players act by turns, in a window of this name."""
    return WindowStep(label, name, title)


def last_steps(label: str, phase: str) -> tuple[Step, Step]:
    """The steps with which a phase ends: what lasts for it expires, then it is over."""

    def end(game: CardGame, frame: Procedure) -> None:
        end_phase(game, label, phase)

    return (
        step(f"/{label}-expire", expire_with_phase, "effects that last for the phase expire"),
        step(label, end, f"the {phase} phase ends"),
    )


@executes("phase_began")
def phase_begins(game: CardGame, conditions: list[Condition]) -> list[Condition]:
    end_unused(game, "phase")  # begun after what lasted for the last phase had expired
    for each in conditions:
        game.emit(PhaseBegan(each.name))
        game.emit(LimitsReset("phase"))
    return conditions


@executes("phase_ended")
def phase_ends(game: CardGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        game.emit(PhaseEnded(each.name))
        end_orders(game, "phase")
    return conditions


@executes("round_began")
def round_begins(game: CardGame, conditions: list[Condition]) -> list[Condition]:
    end_unused(game, "round")
    game.emit(RoundBegan(game.table.round + 1))
    game.emit(LimitsReset("round"))
    return conditions


@executes("round_ended")
def round_ends(game: CardGame, conditions: list[Condition]) -> list[Condition]:
    game.emit(RoundEnded(game.table.round))
    end_orders(game, "round")
    return conditions


def expire_with_round(game: CardGame, frame: Procedure) -> None:
    """Expire what lasts for the last phase and for the round, which end together."""
    for period in ("phase", "round"):
        expire(game, period)
        end_unused(game, period, end_of_phase(game), Condition(0, "round_ended"))
