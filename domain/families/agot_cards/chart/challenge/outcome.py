"""The winner of a challenge, and the bonus for one that was unopposed."""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.facts.course import Counted
from domain.families.agot_cards import occurring
from domain.families.agot_cards.chart.challenge.comparison import comparison
from domain.families.agot_cards.chart.framework import carry_out_step
from domain.families.agot_cards.facts.challenges import ChallengeDecided
from domain.families.agot_cards.occurring import executes
from domain.families.agot_cards.state import AgotGame, Challenge, current_challenge
from domain.kernel.flow.frames import Procedure
from domain.kernel.occurring.conditions import Condition


def determine_winner(game: AgotGame, frame: Procedure) -> None:
    """Compare strength: the higher total wins, the attacker on a tie; a winner needs STR and a participant."""
    decided = comparison(game.table)
    if not decided.winner:
        game.emit(decided)
        return
    carry_out_step(game, *won_and_lost(current_challenge(game.table), decided))


def won_and_lost(challenge: Challenge, decided: ChallengeDecided | Challenge) -> tuple[Condition, Condition]:
    """The conditions that one player wins and the other loses, each as attacker or defender.

    `decided` has the winner and the margin: a comparison, or the challenge itself once it is decided.
    """
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
    _, lost = won_and_lost(challenge, challenge)
    return [structs.replace(lost, id=each.id) for each in conditions]


def challenge_bonuses(game: AgotGame, frame: Procedure) -> None:
    """Give the attacker one power for an unopposed challenge."""
    challenge = current_challenge(game.table)
    if challenge.unopposed:
        faction = game.table.players[challenge.attacker].faction
        carry_out_step(game, occurring.gain_power_condition(game.table, faction, 1, how="unopposed"))
