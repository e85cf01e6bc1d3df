"""Checks of challenges: initiating, attackers, stealth, defenders, claim, intimidate."""

from __future__ import annotations

from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.checks.challenges import cannot, kept_off_keywords, stealth_refusal
from domain.games.agot_lcg.checks.command_context import CommandContext
from domain.games.agot_lcg.commands import InitiateChallenge, UseIntimidate
from domain.kernel.checks import check
from domain.kernel.refusals import Refusal


@check("stealth_is_legal", "agot_lcg.stealth.bypass", "is_an_opponent", "attackers_are_eligible")
def stealth_is_legal(context: CommandContext) -> Refusal | None:
    """Each attacker with stealth may bypass one character of the defender without stealth, each another."""
    assert isinstance(context.command, InitiateChallenge)
    command = context.command
    return stealth_refusal(context.table, command.against, command.attackers, command.stealth)


@check("intimidated_is_weak_enough", "agot_lcg.intimidate.kneel-loser-character")
def intimidated_is_weak_enough(context: CommandContext) -> Refusal | None:
    assert isinstance(context.command, UseIntimidate)
    challenge, target = context.table.challenge, context.command.target
    if challenge is None or not target:
        return None
    if target not in context.table.characters(challenge.loser):
        because: dict[str, object] = {"target": target, "is": "no character of the loser", "loser": challenge.loser}
        return Refusal("agot_lcg.intimidate.kneel-loser-character", because)
    if refusal := kept_off_keywords(context.table, target):
        return refusal
    strength, kneeling = numbers_in_play.strength(context.table, target).value, context.table.cards[target].kneeling
    if strength <= challenge.margin and not kneeling:
        return cannot(context.table, target, "kneel")
    because = {"strength": strength, "margin": challenge.margin, "kneeling": kneeling}
    return Refusal("agot_lcg.intimidate.kneel-loser-character", because)
