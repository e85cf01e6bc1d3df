"""The ordered list of checks of each type of command."""

from __future__ import annotations

from domain.cardgame.checks.lists import ABILITY_CHECKS
from domain.cardgame.commands import DeclareDefenders
from domain.games.l5r.checks import abilities, conflicts, playing, rings
from domain.games.l5r.commands import (
    DeclareConflict,
    DiscardDuplicate,
    PassConflict,
    PlayAttachment,
    PlayCharacter,
    ResolveRing,
)
from domain.kernel.checks import Check

CHECKS: dict[type, tuple[Check, ...]] = {
    **{kind: (*checks, abilities.card_may_be_triggered) for kind, checks in ABILITY_CHECKS.items()},
    PlayCharacter: playing.CHARACTER,
    PlayAttachment: playing.ATTACHMENT,
    DiscardDuplicate: playing.DISCARD_DUPLICATE,
    DeclareConflict: (
        conflicts.is_a_conflict_type,
        conflicts.opportunity_is_left,
        conflicts.ring_is_unclaimed,
        conflicts.element_may_be_declared,
        conflicts.province_is_attackable,
        conflicts.somebody_attacks,
        conflicts.attackers_are_eligible,
        conflicts.attackers_are_different,
        conflicts.covert_is_legal,
        conflicts.covert_evades_different,
    ),
    ResolveRing: (rings.ring_changes_its_target,),
    PassConflict: (conflicts.pass_is_of_its_type,),
    DeclareDefenders: (
        conflicts.defenders_are_eligible,
        conflicts.defenders_are_different,
        conflicts.defenders_are_not_evaded,
        conflicts.defenders_are_not_too_many,
    ),
}
