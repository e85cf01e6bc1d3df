"""4.2.2 and 4.2.3: the comparison of strength, its winner, the bonus."""

from __future__ import annotations

from msgspec import structs

from domain.games.agot_lcg import happenings, values
from domain.games.agot_lcg.challenge.current import the
from domain.games.agot_lcg.facts import (
    ChallengeDecided,
    Counted,
)
from domain.games.agot_lcg.framework import framework
from domain.games.agot_lcg.happenings import OCCUR, AgotGame
from domain.games.agot_lcg.state import AgotTable, Challenge
from domain.kernel.citing import enforces
from domain.kernel.conditions import Condition
from domain.kernel.flow import Procedure


@enforces(
    "agot_lcg.step.4-2-2-compare",
    "agot_lcg.step.4-2-2-no-winner",
    "agot_lcg.step.4-2-2-reactions-to-winning",
    "agot_lcg.framework.example-win-challenge",
)
def determine_winner(game: AgotGame, frame: Procedure) -> None:
    """Compare strength; the higher total wins, the attacker on a tie, but only with STR and a participant."""
    decided = comparison(game.table)
    if not decided.winner:
        game.emit(decided)
        return
    framework(game, "4.2.2", *won_and_lost(the(game.table), decided))


def won_and_lost(challenge: Challenge, decided: ChallengeDecided) -> tuple[Condition, Condition]:
    """That one player wins and the other loses, each as attacker or as defender."""
    how = "attacker" if decided.winner == challenge.attacker else "defender"
    lost_as = "defender" if how == "attacker" else "attacker"
    won = Condition(
        0, "challenge_won", seat=decided.winner, other=decided.loser, n=decided.margin, name=challenge.kind, how=how
    )
    return won, structs.replace(won, kind="challenge_lost", seat=decided.loser, other=decided.winner, how=lost_as)


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
    """The totals of both sides and what follows from them."""
    challenge = the(table)
    attack = values.side_strength(table, challenge.attacker, challenge.attackers)
    defense = values.side_strength(table, challenge.defender, challenge.defenders)
    attacking = attack.value >= defense.value
    total, side = (attack, challenge.attackers) if attacking else (defense, challenge.defenders)
    if total.value < 1 or not side:
        return ChallengeDecided(attack, defense)
    winner, loser = challenge.attacker, challenge.defender
    if not attacking:
        winner, loser = loser, winner
    margin = abs(attack.value - defense.value)
    return ChallengeDecided(attack, defense, winner, loser, margin, attacking and defense.value == 0)


def decide_challenge(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    """The totals of this moment decide: interrupts may have changed what was about to be so."""
    decided = comparison(game.table)
    challenge = the(game.table)
    kind = challenge.kind
    game.emit(decided)
    if not decided.winner:
        return []
    keys = [f"{period}:won:{kind}:{decided.winner}" for period in ("phase", "round")]
    keys += [f"{period}:lost:{kind}:{decided.loser}" for period in ("phase", "round")]
    game.emit(Counted(tuple(keys)))
    won, _ = won_and_lost(challenge, decided)
    return [structs.replace(won, id=each.id) for each in conditions]


def lose_challenge(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    challenge = the(game.table)
    if not challenge.winner:
        return []
    _, lost = won_and_lost(challenge, comparison(game.table))
    return [structs.replace(lost, id=each.id) for each in conditions]


@enforces(
    "agot_lcg.step.4-2-3-unopposed-bonus",
    "agot_lcg.unopposed.bonus-power",
    "agot_lcg.for-your-faction.on-faction-card",
)
def challenge_bonuses(game: AgotGame, frame: Procedure) -> None:
    """The attacker gains one power for an unopposed challenge."""
    challenge = the(game.table)
    if challenge.unopposed:
        faction = game.table.players[challenge.attacker].faction
        framework(game, "4.2.3", happenings.power_gained(game.table, faction, 1, how="unopposed"))


OCCUR["challenge_won"] = decide_challenge  # type: ignore[assignment]


OCCUR["challenge_lost"] = lose_challenge  # type: ignore[assignment]
