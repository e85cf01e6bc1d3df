"""4.2.6: the challenge ends."""

from __future__ import annotations

from domain.cardgame.facts.cards import DelayedEnded
from domain.cardgame.facts.course import LimitsReset
from domain.cardgame.occurring.framework import expire, framework
from domain.games.agot_lcg.abilities.occurring import AgotGame, executes
from domain.games.agot_lcg.chart.challenge.current import current_challenge
from domain.games.agot_lcg.facts.challenges import ChallengeEnded
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.standing_orders import end_orders
from domain.kernel.occurring.conditions import Condition


@enforces("agot_lcg.lasting.expires-before-end-abilities")
def expire_with_challenge(game: AgotGame, frame: Procedure) -> None:
    """Expire the effects that last for the challenge, in a step of its own: what follows happens before the end."""
    expire(game, "challenge")


@enforces("agot_lcg.step.4-2-6-challenge-ends")
def end_challenge(game: AgotGame, frame: Procedure) -> None:
    framework(game, "4.2.6", Condition(0, "challenge_ended", name=current_challenge(game.table).kind))


@executes("challenge_ended")
@enforces("agot_lcg.step.4-2-6-participation-ends")
def challenge_over(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    end_the_challenge(game)
    return conditions


def end_the_challenge(game: AgotGame) -> None:
    game.emit(ChallengeEnded())
    game.emit(LimitsReset("challenge"))
    end_orders(game, "challenge")


def end_delayed_effects(game: AgotGame, frame: Procedure) -> None:
    """End the delayed effects whose moment could only come in this challenge."""
    for effect in [each for each in game.table.delayed.values() if each.until == "challenge"]:
        game.emit(DelayedEnded(effect.id))
