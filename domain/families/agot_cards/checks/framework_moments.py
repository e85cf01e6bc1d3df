"""When challenges and their defenders are declared, and who names the first player."""

from __future__ import annotations

from domain.families.agot_cards.checks.command_context import AgotCommandContext
from domain.kernel.checks import check
from domain.kernel.command_moments import question_of
from domain.kernel.refusals import Refusal


@check("won_initiative", "slot.initiative-winner-names")
def won_initiative(context: AgotCommandContext) -> Refusal | None:
    if question_of(context.table) != "first-player":
        return None
    return Refusal("slot.initiative-winner-names", {})


@check("is_the_challenger", "slot.challenger-active")
def is_the_challenger(context: AgotCommandContext) -> Refusal | None:
    """Challenges are initiated in the challenges phase, by the active player."""
    table = context.table
    if table.phase == "challenges" and table.active_player == context.seat:
        return None
    return Refusal("slot.challenger-active", {"phase": table.phase, "active_player": table.active_player})


@check("challenge_has_ended", "slot.one-challenge-at-a-time")
def challenge_has_ended(context: AgotCommandContext) -> Refusal | None:
    """Another challenge is initiated, or declined, after the end of the one that is resolving."""
    now = context.table.challenge
    if now is None:
        return None
    because: dict[str, object] = {"resolving": now.kind, "by": now.attacker, "against": now.defender}
    return Refusal("slot.one-challenge-at-a-time", because)


@check("is_challenged", "slot.challenged-player-defends")
def is_challenged(context: AgotCommandContext) -> Refusal | None:
    """Only the defending player declares defenders."""
    now = context.table.challenge
    if now is None or now.defender == context.seat:
        return None
    return Refusal("slot.challenged-player-defends", {"defending_player": now.defender})
