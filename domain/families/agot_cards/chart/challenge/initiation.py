"""The challenges that may be declared, and what their declaration does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import structs

from domain.cardgame.facts.course import Counted
from domain.cardgame.in_play import characteristics
from domain.families.agot_cards import numbers_in_play, occurring
from domain.families.agot_cards.chart.framework import tell_those_in_play
from domain.families.agot_cards.checks.challenges import (
    able_to,
    challenge_refusal,
    is_able,
    not_bypassable,
    pick_with_forced,
    type_refusal,
)
from domain.families.agot_cards.commands import InitiateChallenge
from domain.families.agot_cards.facts.challenges import ChallengeInitiated, StealthBypassed
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.occurring import executes
from domain.families.agot_cards.state import CHALLENGES, AgotGame, AgotTable, Challenge, current_challenge
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.assign import Assign
from domain.kernel.spaces.fields import Pick


def is_refused_type(table: AgotTable, seat: Seat, kind: str) -> bool:
    """Whether a player may initiate no challenge of a type, whatever its attackers."""
    return type_refusal(table, seat, kind) is not None or challenge_refusal(table, seat, kind) is not None


def can_initiate(table: AgotTable, seat: Seat) -> bool:
    """Whether a player can initiate any challenge."""
    if not characteristics.allowance(table, seat, "attackers", base=99).value:
        return False
    characters = table.characters(seat) if table.opponents(seat) else ()
    return any(
        any(is_able(table, card, kind, "attack") for card in characters) and not is_refused_type(table, seat, kind)
        for kind in CHALLENGES
    )


def attackers_pick(table: AgotTable, seat: Seat, kind: str) -> Pick | None:
    """The choice of attackers in a challenge of a type; None where there is no such challenge."""
    attackers = able_to(table, seat, kind, "attack")
    most = min(len(attackers), characteristics.allowance(table, seat, "attackers", base=99).value)
    if not most or is_refused_type(table, seat, kind):
        return None
    return pick_with_forced(table, attackers, (1, most), "attack")


def stealth_choice(table: AgotTable, attackers: Iterable[Handle], against: Seat, within: str = "") -> Assign:
    """The choice of the characters that attackers with stealth bypass, each one of the opponent's."""
    bypassable = tuple(card for card in table.characters(against) if not_bypassable(table, card) is None)
    stealthy = tuple(card for card in attackers if characteristics.has_keyword(table, table.cards[card], "stealth"))
    return Assign(stealthy, dict.fromkeys(bypassable, 1), fill=-1, within=within)


def bypass_conditions(against: Seat, stealth: Mapping[Handle, Handle]) -> Iterator[Condition]:
    """The conditions that characters are bypassed, by the attacker that bypasses each of them."""
    for attacker, target in sorted(stealth.items()):
        yield Condition(0, "bypassed", card=target, seat=against, source=attacker)


def declare_challenge(game: AgotGame, seat: Seat, command: InitiateChallenge) -> list[Condition]:
    """Count a challenge of a type. Returns the conditions of its initiation: it, each attacker, those who kneel."""
    table = game.table
    game.emit(Counted((f"phase:challenge:{command.kind}:{seat}",)))
    attackers = {card: table.cards[card] for card in command.attackers}
    kneeling = [
        card for card, each in attackers.items() if not numbers_in_play.stays_standing(table, each, command.kind)
    ]
    return [
        Condition(
            0, "challenge_initiated", seat=seat, other=command.against, name=command.kind, cards=command.attackers
        ),
        *(Condition(0, "attacker_declared", card=card, seat=seat, name=command.kind) for card in command.attackers),
        *(occurring.kneel_condition(table, card, how="attack") for card in kneeling),
    ]


@executes("challenge_initiated")
def begin_challenge(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    """Begin the challenge with the declared characters, except those that interrupts removed. Returns what occurred."""
    begun = []
    for each in conditions:
        attackers = tuple(card for card in each.cards if card in game.table.characters(each.seat))
        challenge = Challenge(game.table.next_serial(), each.name, each.seat, each.other, attackers)
        game.emit(own_fact(game.table, ChallengeInitiated)(challenge))
        begun.append(structs.replace(each, cards=attackers))
    return begun


@executes("attacker_declared")
def declare_attackers(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    return [each for each in conditions if each.card in current_challenge(game.table).attackers]


@executes("bypassed")
def bypass(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    return tell_those_in_play(game, conditions, StealthBypassed)
