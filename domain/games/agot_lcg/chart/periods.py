"""How every phase and round begins and ends."""

from __future__ import annotations

from domain.cardgame.facts.course import LimitsReset, PhaseBegan, PhaseEnded, RoundBegan, RoundEnded
from domain.games.agot_lcg.abilities.occurring import EXECUTORS, AgotGame
from domain.games.agot_lcg.chart.framework import expire, framework
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.standing_orders import end_orders
from domain.kernel.occurring.conditions import Condition


@enforces("agot_lcg.step.phase-begin-milestone")
def begin_phase(game: AgotGame, label: str, phase: str) -> None:
    framework(game, label, Condition(0, "phase_began", name=phase))


@enforces("agot_lcg.step.phase-end-milestone")
def end_phase(game: AgotGame, label: str, phase: str) -> None:
    """End the phase: interrupts, the end itself, reactions."""
    framework(game, label, Condition(0, "phase_ended", name=phase))


@enforces("agot_lcg.lasting.expires-before-end-abilities")
def expire_with_phase(game: AgotGame, frame: Procedure) -> None:
    """Expire the effects that last for the phase, in a step of its own: what follows happens before the phase ends."""
    expire(game, "phase")


def phase_begins(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        game.emit(PhaseBegan(each.name))
        game.emit(LimitsReset("phase"))
    return conditions


@enforces("agot_lcg.active-player.definition")
def phase_ends(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        game.emit(PhaseEnded(each.name))
        end_orders(game, "phase")
    return conditions


def round_begins(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    game.emit(RoundBegan(game.table.round + 1))
    game.emit(LimitsReset("round"))
    return conditions


def round_ends(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    game.emit(RoundEnded(game.table.round))
    end_orders(game, "round")
    return conditions


@enforces("agot_lcg.step.7-5-round-effects-expire", "agot_lcg.lasting.expires-before-end-abilities")
def expire_with_round(game: AgotGame, frame: Procedure) -> None:
    expire(game, "phase")
    expire(game, "round")


EXECUTORS["phase_began"] = phase_begins  # type: ignore[assignment]


EXECUTORS["phase_ended"] = phase_ends  # type: ignore[assignment]


EXECUTORS["round_began"] = round_begins  # type: ignore[assignment]


EXECUTORS["round_ended"] = round_ends  # type: ignore[assignment]
