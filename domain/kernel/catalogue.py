"""Everything of the kernel that is stored: its facts, frames and commands, for the unions of a game."""

from __future__ import annotations

from typing import Any

from domain.kernel import abilities, cards, changes, conditions, ending, manual, occurrence, standing, waits, windows
from domain.kernel.facts import Fact
from domain.kernel.flow import Procedure, Wait

# What every game has; then, what games with windows of priority and abilities have beside it.

COMMON_FACTS: tuple[type[Fact], ...] = (
    waits.Waiting,
    waits.Sealed,
    waits.SealsOpened,
    waits.SealsWithdrawn,
    waits.StepMended,
    waits.Forced,
    waits.StepReached,
    waits.RandomResult,
    waits.ChanceKept,
    waits.SeedCommitted,
    ending.MatchOver,
    ending.Conceded,
    ending.DrawOffered,
    ending.DrawOffersLapsed,
    cards.CardsMoved,
    cards.ZoneShuffled,
    cards.HandlesRedrawn,
    cards.Learned,
    changes.Corrected,
)

KERNEL_FACTS: tuple[type[Fact], ...] = (
    *COMMON_FACTS,
    windows.WindowOpened,
    windows.PriorityPassed,
    windows.WindowClosed,
    standing.StandingOrderGiven,
    standing.StandingOrdersEnded,
    conditions.ConditionsImminent,
    conditions.ConditionAverted,
    conditions.ConditionReplaced,
    conditions.OccurrenceEnded,
    conditions.ConditionsOccurred,
    conditions.AftermathEnded,
    conditions.AftermathRestored,
    abilities.AbilityAnnounced,
    abilities.AbilityInitiated,
    abilities.Chosen,
    abilities.EffectCanceled,
    abilities.PartResolved,
    abilities.EffectEnded,
    manual.ManualResolutionProposed,
    manual.ManualResolutionAnswered,
    manual.ManuallyResolved,
)

COMMON_FRAMES: tuple[type[Procedure], ...] = (Wait,)

KERNEL_FRAMES: tuple[type[Procedure], ...] = (
    *COMMON_FRAMES,
    windows.Window,
    occurrence.Occurrence,
    occurrence.Aftermath,
    abilities.Initiation,
    abilities.Resolution,
    manual.ManualResolution,
)

KERNEL_COMMANDS: tuple[type, ...] = (
    windows.Pass,
    *abilities.CHOICES,
    occurrence.OrderMandatory,
    manual.GiveConsent,
    *ending.ALWAYS,
)


def union_of(types: tuple[Any, ...]) -> Any:
    """The union of struct types, for decoding."""
    union = types[0]
    for each in types[1:]:
        union = union | each
    return union
