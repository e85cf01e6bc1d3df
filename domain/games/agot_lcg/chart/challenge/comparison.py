"""The comparison of strength in a challenge: the present totals of both sides, and the winner by them."""

from __future__ import annotations

from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.facts.challenges import ChallengeDecided
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces


@enforces(
    "agot_lcg.step.4-2-2-compare",
    "agot_lcg.step.4-2-2-higher-wins-tie-attacker",
    "agot_lcg.step.4-2-2-no-winner",
    "agot_lcg.step.4-2-2-unopposed",
    "agot_lcg.win-challenge.higher-total",
    "agot_lcg.win-challenge.requirements",
    "agot_lcg.win-challenge.tie-attacker",
    "agot_lcg.win-challenge.no-winner",
    "agot_lcg.strength.zero-cannot-win",
    "agot_lcg.unopposed.definition",
)
def comparison(table: AgotTable) -> ChallengeDecided:
    """The totals of both sides, and the winner and margin that follow from them."""
    challenge = table.challenge
    assert challenge is not None
    attack = numbers_in_play.side_strength(table, challenge.attacker, challenge.attackers)
    defense = numbers_in_play.side_strength(table, challenge.defender, challenge.defenders)
    attacking = attack.value >= defense.value
    total, side = (attack, challenge.attackers) if attacking else (defense, challenge.defenders)
    if total.value < 1 or not side:
        return ChallengeDecided(attack, defense)
    winner, loser = challenge.attacker, challenge.defender
    if not attacking:
        winner, loser = loser, winner
    margin = abs(attack.value - defense.value)
    return ChallengeDecided(attack, defense, winner, loser, margin, attacking and defense.value == 0)


@enforces("agot_lcg.unopposed.definition")
def is_unopposed(table: AgotTable) -> bool:
    """Whether the challenge was won unopposed, or would be if strength were compared now."""
    if table.challenge is None:
        return False
    return table.challenge.unopposed if table.challenge.decided else comparison(table).unopposed
