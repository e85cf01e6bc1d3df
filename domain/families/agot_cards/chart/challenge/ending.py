"""The end of a challenge."""

from __future__ import annotations

from domain.cardgame.facts.course import LimitsReset
from domain.cardgame.occurring.delayed_effects import end_unused
from domain.cardgame.occurring.framework import expire
from domain.families.agot_cards.chart.framework import carry_out_step
from domain.families.agot_cards.facts.challenges import ChallengeEnded
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.occurring import executes
from domain.families.agot_cards.state import AgotGame, current_challenge
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.standing_orders import end_orders
from domain.kernel.occurring.conditions import Condition


def expire_with_challenge(game: AgotGame, frame: Procedure) -> None:
    """Expire the effects that last for the challenge, in a step of its own: what follows happens before the end."""
    expire(game, "challenge")


def end_challenge(game: AgotGame, frame: Procedure) -> None:
    carry_out_step(game, Condition(0, "challenge_ended", name=current_challenge(game.table).kind))


@executes("challenge_ended")
def challenge_over(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    end_the_challenge(game)
    return conditions


def end_the_challenge(game: AgotGame) -> None:
    game.emit(own_fact(game.table, ChallengeEnded)())
    game.emit(LimitsReset("challenge"))
    end_orders(game, "challenge")


def end_delayed_effects(game: AgotGame, frame: Procedure) -> None:
    """End the delayed effects whose moment could only come in this challenge."""
    end_unused(game, "challenge")
