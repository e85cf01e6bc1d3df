"""The steps of a challenge in order, and its beginning."""

from __future__ import annotations

from domain.cardgame.commands import DeclareDefenders
from domain.cardgame.occurring.framework import framework
from domain.families.agot_cards.chart.challenge.defense import declare_defenders, defenders_space, defending_player
from domain.families.agot_cards.chart.challenge.ending import end_challenge, end_delayed_effects, expire_with_challenge
from domain.families.agot_cards.chart.challenge.initiation import bypass_conditions, declare_challenge
from domain.families.agot_cards.chart.challenge.outcome import challenge_bonuses, determine_winner
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.chart.challenge.claim import apply_claim
from domain.games.agot_lcg.chart.challenge.defense import actions_after_defenders, actions_before_defenders
from domain.games.agot_lcg.chart.challenge.resolution_keywords import resolve_keywords
from domain.games.agot_lcg.commands import InitiateChallenge
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import Seat


@enforces(
    "agot_lcg.step.4-2-atomic-initiation",
    "agot_lcg.step.4-2-declare-attackers-kneel",
    "agot_lcg.step.4-2-reactions-to-any-part",
    "agot_lcg.kneel.purpose",
)
def initiate(game: AgotGame, seat: Seat, command: InitiateChallenge) -> None:
    """Initiate a challenge; all parts of the initiation are one occurrence (4.2)."""
    conditions = declare_challenge(game, seat, command)
    conditions += bypass_conditions(command.against, command.stealth)
    game.push(ChallengeFrame())
    framework(game, "4.2", *conditions)


class ChallengeFrame(Procedure, frozen=True, tag="agot_lcg.challenge"):
    """One challenge, after its initiation (4.2)."""

    steps = (
        step("/actions-before-defenders", actions_before_defenders, "an action window before defenders are declared"),
        Decision(
            "4.2.1",
            "defenders",
            title="the defending player declares defenders",
            seats=defending_player,
            options=defenders_space,
            accepts=(DeclareDefenders,),
            on_answer=declare_defenders,
            rule="agot_lcg.step.4-2-1-declare-defenders",
            checked=True,
            public=True,
        ),
        step("/actions-after-defenders", actions_after_defenders, "an action window after defenders are declared"),
        step("4.2.2", determine_winner, "the winner of the challenge is determined"),
        step("4.2.3", challenge_bonuses, "an unopposed challenge gives its bonus"),
        step("4.2.4", apply_claim, "claim is applied"),
        step("4.2.5", resolve_keywords, "challenge resolution keywords are resolved"),
        step("/expire", expire_with_challenge, "effects that last for the challenge expire"),
        step("4.2.6", end_challenge, "the challenge ends"),
        step("/lapse", end_delayed_effects, "delayed effects that waited for this challenge end"),
    )
