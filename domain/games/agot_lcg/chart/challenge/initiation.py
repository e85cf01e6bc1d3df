"""Step 4.2: the challenges that may be declared, and the declaration of a challenge."""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.in_play import characteristics
from domain.games.agot_lcg.abilities.occurring import AgotGame, executes
from domain.games.agot_lcg.chart.challenge.current import current_challenge
from domain.games.agot_lcg.checks.challenges import (
    able_to,
    challenge_is_allowed,
    is_able,
    not_bypassable,
    pick_with_forced,
    type_is_left,
)
from domain.games.agot_lcg.checks.command_context import CommandContext
from domain.games.agot_lcg.commands import InitiateChallenge
from domain.games.agot_lcg.facts.challenges import ChallengeInitiated, StealthBypassed
from domain.games.agot_lcg.state import CHALLENGES, AgotTable, Challenge
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.assign import Assign
from domain.kernel.spaces.commands import Commands, FieldSpace, Form


@enforces(
    "agot_lcg.step.4-2-one-of-each-type",
    "agot_lcg.step.4-2-declare-type",
    "agot_lcg.step.4-2-declare-opponent",
)
def challenge_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    """Every challenge that the active player may initiate, and the command that declines."""
    forms = [
        form
        for kind in CHALLENGES
        for against in table.opponents(seat)
        if (form := challenge_form(table, seat, kind, against)) is not None
    ]
    return Commands((*forms, Form("decline_challenge")))


@enforces(
    "agot_lcg.step.4-2-attacker-eligibility",
    "agot_lcg.step.4-2-at-least-one-attacker",
    "agot_lcg.step.4-2-stealth-targets",
    "agot_lcg.stealth.bypass",
    "agot_lcg.stealth.target-without-stealth",
)
def challenge_form(table: AgotTable, seat: Seat, kind: str, against: Seat) -> Form | None:
    """The form of a challenge of one type against one opponent: attackers, and the characters that stealth bypasses."""
    attackers = able_to(table, seat, kind, "attack")
    most = min(len(attackers), characteristics.allowance(table, seat, "attackers", base=99).value)
    if not most or refused_type(table, seat, kind, against):
        return None
    bypassable = tuple(card for card in table.characters(against) if not_bypassable(table, card) is None)
    stealthy = tuple(card for card in attackers if characteristics.has_keyword(table, table.cards[card], "stealth"))
    stealth = Assign(stealthy, dict.fromkeys(bypassable, 1), fill=-1, within="attackers")
    fixed: dict[str, str | int | bool] = {"kind": kind, "against": against}
    fields: dict[str, FieldSpace] = {
        "attackers": pick_with_forced(table, attackers, (1, most), "attack"),
        "stealth": stealth,
    }
    return Form("initiate_challenge", fixed, fields, ("agot_lcg.step.4-2-one-of-each-type",))


def refused_type(table: AgotTable, seat: Seat, kind: str, against: Seat) -> bool:
    deed = CommandContext(table, seat, InitiateChallenge(kind, against, (), {}))
    checks = (type_is_left, challenge_is_allowed)
    return any(each.test(deed) is not None for each in checks)


def can_initiate(table: AgotTable, seat: Seat) -> bool:
    """Whether a player can initiate any challenge."""
    if not characteristics.allowance(table, seat, "attackers", base=99).value:
        return False
    return any(
        not refused_type(table, seat, kind, against)
        and any(is_able(table, seat, card, kind, "attack") for card in table.characters(seat))
        for kind in CHALLENGES
        for against in table.opponents(seat)
    )


@executes("challenge_initiated")
@enforces(
    "agot_lcg.step.4-2-resolving-until-4-2-6",
    "agot_lcg.participating.declared-characters",
    "agot_lcg.attacker.attacking-character",
    "agot_lcg.attacker.attacking-player",
    "agot_lcg.against.definition",
)
def begin_challenge(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    """Begin the challenge with the declared characters, except those that interrupts removed. Returns what occurred."""
    begun = []
    for each in conditions:
        attackers = tuple(card for card in each.cards if card in game.table.characters(each.seat))
        challenge = Challenge(game.table.next_serial(), each.name, each.seat, each.other, attackers)
        game.emit(ChallengeInitiated(challenge))
        begun.append(structs.replace(each, cards=attackers))
    return begun


@executes("attacker_declared")
def declare_attackers(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    return [each for each in conditions if each.card in current_challenge(game.table).attackers]


@executes("bypassed")
@enforces("agot_lcg.stealth.bypass")
def bypass(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    there = [each for each in conditions if game.table.is_in_play(each.card)]
    game.emit(StealthBypassed(tuple(each.card for each in there)))
    return there
