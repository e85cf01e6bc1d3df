"""Everything of the kernel that is stored: its facts, frames and commands, for the unions of a game."""

from __future__ import annotations

from types import UnionType

from domain.kernel.cards import card_facts, unseen_handles
from domain.kernel.corrections import changes, manual_resolution
from domain.kernel.facts import Fact
from domain.kernel.flow import endings, priority_windows, standing_orders, waits
from domain.kernel.flow.frames import Procedure, Wait
from domain.kernel.occurring import abilities, conditions, occurrence
from domain.kernel.state import field_facts
from domain.kernel.state.readings import ReadingsChosen

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
    ReadingsChosen,
    endings.MatchOver,
    endings.Conceded,
    endings.DrawOffered,
    endings.DrawOffersLapsed,
    endings.DrawOfferEnded,
    endings.SeatsTakenOver,
    card_facts.CardsMoved,
    card_facts.ZoneShuffled,
    card_facts.HandlesRedrawn,
    card_facts.Learned,
    unseen_handles.HandlesUnseen,
    changes.Corrected,
    field_facts.FieldSet,
)

KERNEL_FACTS: tuple[type[Fact], ...] = (
    *COMMON_FACTS,
    priority_windows.WindowOpened,
    priority_windows.PriorityPassed,
    priority_windows.WindowClosed,
    standing_orders.StandingOrderGiven,
    standing_orders.StandingOrdersEnded,
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
    manual_resolution.ManualResolutionProposed,
    manual_resolution.ManualResolutionAnswered,
    manual_resolution.ManuallyResolved,
)

COMMON_FRAMES: tuple[type[Procedure], ...] = (Wait,)

KERNEL_FRAMES: tuple[type[Procedure], ...] = (
    *COMMON_FRAMES,
    priority_windows.Window,
    occurrence.Occurrence,
    occurrence.Aftermath,
    abilities.Initiation,
    abilities.Resolution,
    manual_resolution.ManualResolution,
)

KERNEL_COMMANDS: tuple[type, ...] = (
    priority_windows.Pass,
    *abilities.CHOICES,
    occurrence.OrderMandatory,
    manual_resolution.GiveConsent,
    *endings.ALWAYS,
)


def union_of(types: tuple[type, ...]) -> type | UnionType:
    """The union of struct types, for decoding."""
    union: type | UnionType = types[0]
    for each in types[1:]:
        union = union | each
    return union
