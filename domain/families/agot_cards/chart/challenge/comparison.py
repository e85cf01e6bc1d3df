"""The comparison of strength in a challenge: the present totals of both sides, and the winner by them."""

from __future__ import annotations

from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.facts.challenges import ChallengeDecided
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.state import AgotTable, current_challenge


def comparison(table: AgotTable) -> ChallengeDecided:
    """The totals of both sides, and the winner and margin that follow from them."""
    challenge = current_challenge(table)
    attack = numbers_in_play.side_strength(table, challenge.attacker, challenge.attackers)
    defense = numbers_in_play.side_strength(table, challenge.defender, challenge.defenders)
    decided = own_fact(table, ChallengeDecided)
    winner, loser, side = challenge.by_totals(attack.value, defense.value)
    if max(attack.value, defense.value) < 1 or not side:
        return decided(attack, defense)
    margin = abs(attack.value - defense.value)
    return decided(attack, defense, winner, loser, margin, winner == challenge.attacker and defense.value == 0)


def is_unopposed(table: AgotTable) -> bool:
    """Whether the challenge was won unopposed, or would be if strength were compared now."""
    if table.challenge is None:
        return False
    return table.challenge.unopposed if table.challenge.decided else comparison(table).unopposed
