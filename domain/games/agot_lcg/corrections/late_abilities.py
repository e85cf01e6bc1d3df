"""Mandatory abilities that were missed: the check whether one can still be resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.agot_lcg.state import AgotTable
from domain.kernel.ids import Handle
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import FORCED_REACTION
from domain.kernel.refusals import Refusal

if TYPE_CHECKING:
    from domain.games.agot_lcg.rules import AgotLcg

MISSING = "judging.correct.thing-exists"
NEEDS_ITS_MOMENT = "judging.missed.needs-its-moment"
OPTIONAL = "judging.missed.optional-consent"
WHEN_REVEALED = "when-revealed"


def late_refusal(
    rules: AgotLcg, table: AgotTable, card: Handle, ability: int, condition: Condition | None
) -> Refusal | None:
    """Why an ability cannot be resolved late: it must answer a condition and still apply to the present table."""
    found = table.cards.get(card)
    abilities = table.registry.abilities(found.key) if found is not None else ()
    if not 0 <= ability < len(abilities):
        return Refusal(MISSING, {"card": card, "ability": ability})
    timing = abilities[ability].timing
    because: dict[str, object] = {"card": card, "ability": ability, "timing": timing}
    if timing == WHEN_REVEALED:
        # an ability that answers no condition could be resolved once for each one
        return None if condition is None and table.is_in_play(card) else Refusal(NEEDS_ITS_MOMENT, because)
    if timing != FORCED_REACTION:
        return Refusal(NEEDS_ITS_MOMENT if timing.startswith("forced") else OPTIONAL, because)
    if condition is None or is_over(table, condition) or not rules.applies(table, card, ability, condition):
        return Refusal(NEEDS_ITS_MOMENT, because)
    return None


def is_over(table: AgotTable, condition: Condition) -> bool:
    """Whether the condition belongs to a challenge that has ended, whose data the ability would no longer find."""
    of_challenge = condition.kind.startswith("challenge_") or condition.kind in OF_CHALLENGE
    return of_challenge and table.challenge is None


OF_CHALLENGE = ("attacker_declared", "defender_declared", "bypassed", "claim_applied")
