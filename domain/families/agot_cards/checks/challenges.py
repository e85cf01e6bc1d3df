"""Checks of challenges: initiating, attackers, stealth, defenders, claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.cardgame.commands import DeclareDefenders
from domain.cardgame.in_play import characteristics
from domain.cardgame.in_play.active_constants import is_at_work, is_immune
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.checks.command_context import AgotCommandContext
from domain.families.agot_cards.commands import ChooseClaimCharacters, InitiateChallenge
from domain.families.agot_cards.state import CHALLENGES, AgotTable
from domain.kernel.checks import check, first_refusal
from domain.kernel.formats.reading import meant_by
from domain.kernel.ids import Handle, Seat
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.constraints import AtLeast
from domain.kernel.spaces.fields import Pick

IMMUNE = "slot.immune-not-targeted"
MUST = "slot.card-over-rules"


@check("is_a_challenge_type", "slot.challenge-type")
def is_a_challenge_type(context: AgotCommandContext) -> Refusal | None:
    kind = challenge_of(context).kind
    if kind in CHALLENGES:
        return None
    meant = {"meant": each} if (each := meant_by(kind, CHALLENGES)) else {}
    return Refusal("slot.challenge-type", {"kind": kind, **meant, "known": list(CHALLENGES)})


def challenge_of(context: AgotCommandContext) -> InitiateChallenge:
    assert isinstance(context.command, InitiateChallenge)
    return context.command


@check("is_an_opponent", "slot.challenge-opponent")
def is_an_opponent(context: AgotCommandContext) -> Refusal | None:
    against = challenge_of(context).against
    if against in context.table.opponents(context.seat):
        return None
    return Refusal("slot.challenge-opponent", {"against": against})


@check("type_is_left", "slot.challenge-of-each-type", "is_a_challenge_type")
def type_is_left(context: AgotCommandContext) -> Refusal | None:
    return type_refusal(context.table, context.seat, challenge_of(context).kind)


def type_refusal(table: AgotTable, seat: Seat, kind: str) -> Refusal | None:
    """Why a player has no challenge of a type left in this phase."""
    used = table.usage.get(f"phase:challenge:{kind}:{seat}", 0)
    allowed = characteristics.allowance(table, seat, "challenges", kind)
    if used < allowed.value:
        return None
    return Refusal("slot.challenge-of-each-type", {"kind": kind, "used": used, "allowed": allowed.value})


@check("challenge_is_allowed", "slot.forbidden-by-card", "is_a_challenge_type")
def challenge_is_allowed(context: AgotCommandContext) -> Refusal | None:
    """No card forbids this player to initiate such a challenge, or another one."""
    return challenge_refusal(context.table, context.seat, challenge_of(context).kind)


def challenge_refusal(table: AgotTable, seat: Seat, kind: str) -> Refusal | None:
    """Why a player may not initiate a challenge of a type, or any other, by what cards say."""
    if sources := characteristics.restrictions(table, seat, f"initiate-{kind}"):
        return Refusal("slot.forbidden-by-card", {"kind": kind, "because_of": list(sources)})
    if not is_at_work(table, "challenges-in-all"):
        return None
    in_all = characteristics.allowance(table, seat, "challenges-in-all", base=99)
    used = sum(table.usage.get(f"phase:challenge:{each}:{seat}", 0) for each in CHALLENGES)
    if used < in_all.value:
        return None
    return Refusal("slot.card-over-rules", {"used": used, "allowed": in_all.value})


@check("somebody_attacks", "slot.an-attacker-needed")
def somebody_attacks(context: AgotCommandContext) -> Refusal | None:
    if challenge_of(context).attackers:
        return None
    return Refusal("slot.an-attacker-needed", {"attackers": 0})


@check("attackers_are_eligible", "slot.attacker-eligible", "is_a_challenge_type")
def attackers_are_eligible(context: AgotCommandContext) -> Refusal | None:
    command = challenge_of(context)
    for card in command.attackers:
        if because := not_controlled(context.table, context.seat, card):
            return Refusal("slot.attackers-declared", {"card": card, **because})
        if because := not_eligible(context.table, card, command.kind):
            return Refusal("slot.attacker-eligible", {"card": card, **because})
    return None


def not_controlled(table: AgotTable, seat: Seat, handle: Handle) -> dict[str, object]:
    """Why a player cannot declare a card; empty for a character that the player controls."""
    card = table.cards.get(handle)
    if card is None or card.type != "character" or not table.is_in_play(handle) or card.controller != seat:
        return {"is": "no character that you control"}
    return {}


def not_eligible(table: AgotTable, handle: Handle, kind: str) -> dict[str, object]:
    """Why a character may not be declared as attacker or defender; empty if it may."""
    card = table.cards[handle]
    if card.kneeling:
        return {"is": "kneeling"}
    if table.is_participating(handle):
        return {"is": "participating already"}
    if not numbers_in_play.has_icon(table, card, kind):
        return {"icons": list(numbers_in_play.icons(table, card)), "needed": kind}
    return {}


@check("attackers_can_attack", "slot.forbidden-by-card", "is_a_challenge_type", "attackers_are_eligible")
def attackers_can_attack(context: AgotCommandContext) -> Refusal | None:
    """No card forbids an attacker to attack, or to kneel if attacking kneels it."""
    command = challenge_of(context)
    return first_refusal(cannot_refusal(context.table, card, command.kind, "attack") for card in command.attackers)


def cannot_refusal(table: AgotTable, handle: Handle, kind: str, deed: str) -> Refusal | None:
    """Why a character cannot be declared, by cards that forbid what declaring does."""
    if not is_at_work(table, "card-cannot"):
        return None
    card = table.cards[handle]
    kneels = deed == "defend" or not numbers_in_play.stays_standing(table, card, kind)
    for each in (deed, "kneel") if kneels else (deed,):
        if refusal := cannot(table, handle, each):
            return refusal
    return None


def cannot(table: AgotTable, handle: Handle, deed: str) -> Refusal | None:
    """The refusal by cards that forbid a card to do something; None if there are none."""
    sources = characteristics.card_cannot(table, table.cards[handle], deed)
    because: dict[str, object] = {"card": handle, "cannot": deed, "because_of": list(sources)}
    return Refusal("slot.forbidden-by-card", because) if sources else None


def is_able(table: AgotTable, card: Handle, kind: str, deed: str) -> bool:
    """Whether the player who controls a character may declare it as an attacker or defender."""
    return not not_eligible(table, card, kind) and cannot_refusal(table, card, kind, deed) is None


def forced_characters(table: AgotTable, eligible: tuple[Handle, ...], deed: str) -> tuple[Handle, ...]:
    """The eligible characters that a card says must be declared."""
    return tuple(card for card in eligible if characteristics.card_must(table, table.cards[card], deed))


def pick_with_forced(table: AgotTable, eligible: tuple[Handle, ...], least_most: tuple[int, int], deed: str) -> Pick:
    """The choice of eligible characters to declare, with as many as possible of those that must be declared."""
    least, most = least_most
    must = forced_characters(table, eligible, deed)
    owed = min(len(must), most)
    constraints = (AtLeast(MUST, must, owed),) if owed else ()
    return Pick(eligible, least, most, constraints)


def owes_more(
    table: AgotTable, seat: Seat, kind: str, declared: tuple[Handle, ...], most: int, deed: str
) -> Refusal | None:
    """Why a declaration is refused that lacks a character which must and could be declared."""
    if not is_at_work(table, "card-must", deed):  # who could be declared costs more to find out
        return None
    must = forced_characters(table, able_to(table, seat, kind, deed), deed)
    missing = [card for card in must if card not in declared]
    if len(must) - len(missing) >= min(len(must), most):
        return None
    sources = characteristics.card_must(table, table.cards[missing[0]], deed)
    return Refusal(MUST, {"must": deed, "cards": missing, "because_of": list(sources)})


@check("forced_attackers_attack", MUST, "is_an_opponent", "attackers_are_eligible", "attackers_can_attack")
def forced_attackers_attack(context: AgotCommandContext) -> Refusal | None:
    """Every character that must be declared as an attacker, and can be, is declared."""
    table, command = context.table, challenge_of(context)
    most = max(1, characteristics.allowance(table, context.seat, "attackers", base=99).value)
    return owes_more(table, context.seat, command.kind, tuple(command.attackers), most, "attack")


def able_to(table: AgotTable, seat: Seat, kind: str, deed: str) -> tuple[Handle, ...]:
    """The characters that a player may declare as attackers or defenders."""
    bypassed = table.challenge.bypassed if table.challenge and deed == "defend" else ()
    return tuple(card for card in table.characters(seat) if card not in bypassed and is_able(table, card, kind, deed))


@check("not_too_many_attackers", "slot.card-over-rules")
def not_too_many_attackers(context: AgotCommandContext) -> Refusal | None:
    return too_many(context, "attackers", challenge_of(context).attackers)


def too_many(context: AgotCommandContext, side: str, declared: tuple[Handle, ...]) -> Refusal | None:
    allowed = characteristics.allowance(context.table, context.seat, side, base=99).value
    if len(declared) <= allowed:
        return None
    return Refusal("slot.card-over-rules", {side: len(declared), "allowed": allowed})


@check("attackers_are_different", "slot.attackers-declared")
def attackers_are_different(context: AgotCommandContext) -> Refusal | None:
    attackers = challenge_of(context).attackers
    if len(set(attackers)) == len(attackers):
        return None
    return Refusal("slot.attackers-declared", {"attackers": list(attackers)})


def stealth_refusal(
    table: AgotTable, against: Seat, attackers: Sequence[Handle], stealth: Mapping[Handle, Handle]
) -> Refusal | None:
    """Why attackers may not bypass these characters: each with stealth bypasses one of the defender without stealth."""
    targets = list(stealth.values())
    for attacker, target in stealth.items():
        if attacker not in attackers or not characteristics.has_keyword(table, table.cards[attacker], "stealth"):
            return Refusal("slot.stealth-bypass", {"attacker": attacker})
        if target not in table.characters(against):
            return Refusal("slot.stealth-bypass", {"target": target})
        if refusal := not_bypassable(table, target):
            return refusal
    if len(set(targets)) < len(targets):
        return Refusal("slot.stealth-bypass", {"targets": targets})
    return None


def not_bypassable(table: AgotTable, target: Handle) -> Refusal | None:
    """Why stealth cannot bypass a character: it has stealth itself, it is immune, or a card forbids it."""
    card = table.cards[target]
    if characteristics.has_keyword(table, card, "stealth"):
        return Refusal("slot.not-bypassable", {"target": target})
    return kept_off_keywords(table, target) or cannot(table, target, "be-bypassed")


def kept_off_keywords(table: AgotTable, target: Handle) -> Refusal | None:
    """Why the keyword of an opponent's character cannot be used on a card: it is immune to effects of characters.

    A keyword is an ability of its card, so what it does is an effect of a character, also within a framework step.
    """
    if is_immune(table, table.cards[target], "characters"):
        return Refusal(IMMUNE, {"target": target})
    return None


@check("defenders_are_eligible", "slot.defender-eligible")
def defenders_are_eligible(context: AgotCommandContext) -> Refusal | None:
    challenge = context.table.challenge
    assert isinstance(context.command, DeclareDefenders)
    assert challenge is not None
    for card in context.command.defenders:
        if because := not_controlled(context.table, context.seat, card):
            return Refusal("slot.defenders-declared", {"card": card, **because})
        if because := not_eligible(context.table, card, challenge.kind):
            return Refusal("slot.defender-eligible", {"card": card, **because})
    return None


@check("defenders_can_defend", "slot.forbidden-by-card", "defenders_are_eligible")
def defenders_can_defend(context: AgotCommandContext) -> Refusal | None:
    """No card forbids a defender to defend or kneel."""
    challenge = context.table.challenge
    assert isinstance(context.command, DeclareDefenders)
    assert challenge is not None
    return first_refusal(
        cannot_refusal(context.table, card, challenge.kind, "defend") for card in context.command.defenders
    )


@check("defenders_are_different", "slot.defenders-declared")
def defenders_are_different(context: AgotCommandContext) -> Refusal | None:
    assert isinstance(context.command, DeclareDefenders)
    defenders = context.command.defenders
    if len(set(defenders)) == len(defenders):
        return None
    return Refusal("slot.defenders-declared", {"defenders": list(defenders)})


@check("defenders_are_not_bypassed", "slot.bypassed-cannot-defend")
def defenders_are_not_bypassed(context: AgotCommandContext) -> Refusal | None:
    challenge = context.table.challenge
    assert isinstance(context.command, DeclareDefenders)
    assert challenge is not None
    bypassed = [card for card in context.command.defenders if card in challenge.bypassed]
    return Refusal("slot.bypassed-cannot-defend", {"bypassed": bypassed}) if bypassed else None


@check("not_too_many_defenders", "slot.card-over-rules")
def not_too_many_defenders(context: AgotCommandContext) -> Refusal | None:
    assert isinstance(context.command, DeclareDefenders)
    return too_many(context, "defenders", context.command.defenders)


@check("forced_defenders_defend", MUST, "defenders_are_eligible", "defenders_can_defend", "defenders_are_not_bypassed")
def forced_defenders_defend(context: AgotCommandContext) -> Refusal | None:
    """Every character that must be declared as a defender, and can be, is declared."""
    table, challenge = context.table, context.table.challenge
    assert isinstance(context.command, DeclareDefenders)
    assert challenge is not None
    most = characteristics.allowance(table, context.seat, "defenders", base=99).value
    return owes_more(table, context.seat, challenge.kind, tuple(context.command.defenders), most, "defend")


@check("victims_are_different", "slot.victims-different")
def victims_are_different(context: AgotCommandContext) -> Refusal | None:
    assert isinstance(context.command, ChooseClaimCharacters)
    chosen = context.command.characters
    if len(set(chosen)) == len(chosen):
        return None
    return Refusal("slot.victims-different", {"characters": list(chosen)})
