"""Steps 4.2.2 and 4.2.3: the comparison of strength, the winner, the unopposed bonus."""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.facts.course import Counted
from domain.cardgame.occurring.framework import framework
from domain.games.agot_lcg.abilities import occurring
from domain.games.agot_lcg.abilities.occurring import AgotGame, executes
from domain.games.agot_lcg.chart.challenge.comparison import comparison
from domain.games.agot_lcg.chart.challenge.current import current_challenge
from domain.games.agot_lcg.facts.challenges import ChallengeDecided
from domain.games.agot_lcg.state import Challenge
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.occurring.conditions import Condition


@enforces(
    "agot_lcg.step.4-2-2-compare",
    "agot_lcg.step.4-2-2-no-winner",
    "agot_lcg.step.4-2-2-reactions-to-winning",
    "agot_lcg.framework.example-win-challenge",
)
def determine_winner(game: AgotGame, frame: Procedure) -> None:
    """Compare strength: the higher total wins, the attacker on a tie; a winner needs STR and a participant."""
    decided = comparison(game.table)
    if not decided.winner:
        game.emit(decided)
        return
    framework(game, "4.2.2", *won_and_lost(current_challenge(game.table), decided))


def won_and_lost(challenge: Challenge, decided: ChallengeDecided) -> tuple[Condition, Condition]:
    """The conditions that one player wins and the other loses, each as attacker or defender."""
    how = "attacker" if decided.winner == challenge.attacker else "defender"
    lost_as = "defender" if how == "attacker" else "attacker"
    won = Condition(
        0, "challenge_won", seat=decided.winner, other=decided.loser, n=decided.margin, name=challenge.kind, how=how
    )
    return won, structs.replace(won, kind="challenge_lost", seat=decided.loser, other=decided.winner, how=lost_as)


@executes("challenge_won")
def decide_challenge(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    """Decide the challenge by the present totals, which interrupts may have changed. Returns what occurred."""
    decided = comparison(game.table)
    challenge = current_challenge(game.table)
    kind = challenge.kind
    game.emit(decided)
    if not decided.winner:
        return []
    keys = [f"{period}:won:{kind}:{decided.winner}" for period in ("phase", "round")]
    keys += [f"{period}:lost:{kind}:{decided.loser}" for period in ("phase", "round")]
    game.emit(Counted(tuple(keys)))
    won, _ = won_and_lost(challenge, decided)
    return [structs.replace(won, id=each.id) for each in conditions]


@executes("challenge_lost")
def lose_challenge(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    challenge = current_challenge(game.table)
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
    """Give the attacker one power for an unopposed challenge."""
    challenge = current_challenge(game.table)
    if challenge.unopposed:
        faction = game.table.players[challenge.attacker].faction
        framework(game, "4.2.3", occurring.gain_power_condition(game.table, faction, 1, how="unopposed"))
