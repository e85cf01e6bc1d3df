"""The repair of a challenge after a correction has changed the table (see the kernel's `stack_repair`)."""

from __future__ import annotations

from domain.families.agot_cards.chart.challenge.ending import (
    end_delayed_effects,
    end_the_challenge,
    expire_with_challenge,
)
from domain.families.agot_cards.facts.challenges import LeftChallenge
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.state import AgotGame, AgotTable
from domain.kernel.corrections.stack_repair import FITS, FrameMended, FrameVerdict
from domain.kernel.flow.frames import Procedure
from domain.kernel.occurring.conditions import Condition


def challenge_fits(table: AgotTable, frame: Procedure) -> FrameVerdict:
    """`FITS`, or the challenge without participants that are not in play on their controllers' sides.

    A side may be left without participants: the steps of a challenge handle that.
    """
    now = table.challenge
    if now is None:
        return FITS
    sides = ((now.attackers, now.attacker), (now.defenders, now.defender))
    gone = tuple(
        card
        for cards, seat in sides
        for card in cards
        if not table.is_in_play(card) or table.cards[card].controller != seat
    )
    return FrameMended(frame, "left the challenge", (own_fact(table, LeftChallenge)(gone),)) if gone else FITS


def close_challenge(game: AgotGame, frame: Procedure) -> None:
    """End a challenge that is given up, without a winner; its effects end and no ability reacts."""
    expire_with_challenge(game, frame)
    if game.table.challenge is not None:
        end_the_challenge(game)
    end_delayed_effects(game, frame)


OF_CHALLENGE = ("attacker_declared", "defender_declared", "bypassed", "claim_applied")


def is_past(table: AgotTable, condition: Condition) -> bool:
    """Whether the condition belongs to a challenge that has ended, whose data an ability would no longer find."""
    of_challenge = condition.kind.startswith("challenge_") or condition.kind in OF_CHALLENGE
    return of_challenge and table.challenge is None
