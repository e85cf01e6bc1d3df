"""Checks of challenges: initiating, attackers, stealth, defenders, claim, intimidate."""

from __future__ import annotations

from domain.cardgame.in_play import characteristics
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.checks.command_context import CommandContext
from domain.games.agot_lcg.commands import ChooseClaimCharacters, DeclareDefenders, InitiateChallenge, UseIntimidate
from domain.games.agot_lcg.state import CHALLENGES, AgotTable
from domain.kernel.checks import check, first_refusal
from domain.kernel.citing import enforces
from domain.kernel.formats.reading import meant_by
from domain.kernel.ids import Handle, Seat
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.constraints import AtLeast
from domain.kernel.spaces.fields import Pick

MUST = "agot_lcg.golden.card-over-rules"


@check("is_a_challenge_type", "agot_lcg.step.4-2-declare-type")
@enforces("agot_lcg.icons.types")
def is_a_challenge_type(context: CommandContext) -> Refusal | None:
    kind = challenge_of(context).kind
    if kind in CHALLENGES:
        return None
    meant = {"meant": each} if (each := meant_by(kind, CHALLENGES)) else {}
    return Refusal("agot_lcg.step.4-2-declare-type", {"kind": kind, **meant, "known": list(CHALLENGES)})


def challenge_of(context: CommandContext) -> InitiateChallenge:
    assert isinstance(context.command, InitiateChallenge)
    return context.command


@check("is_an_opponent", "agot_lcg.step.4-2-declare-opponent")
def is_an_opponent(context: CommandContext) -> Refusal | None:
    against = challenge_of(context).against
    if against in context.table.opponents(context.seat):
        return None
    return Refusal("agot_lcg.step.4-2-declare-opponent", {"against": against})


@check("type_is_left", "agot_lcg.step.4-2-one-of-each-type", "is_a_challenge_type")
def type_is_left(context: CommandContext) -> Refusal | None:
    kind = challenge_of(context).kind
    used = context.table.usage.get(f"phase:challenge:{kind}:{context.seat}", 0)
    allowed = characteristics.allowance(context.table, context.seat, "challenges", kind)
    if used < allowed.value:
        return None
    return Refusal("agot_lcg.step.4-2-one-of-each-type", {"kind": kind, "used": used, "allowed": allowed.value})


@check("challenge_is_allowed", "agot_lcg.cannot.absolute", "is_a_challenge_type")
def challenge_is_allowed(context: CommandContext) -> Refusal | None:
    """No card forbids this player to initiate such a challenge, or another one."""
    table, kind = context.table, challenge_of(context).kind
    if sources := characteristics.restrictions(table, context.seat, f"initiate-{kind}"):
        return Refusal("agot_lcg.cannot.absolute", {"kind": kind, "because_of": list(sources)})
    in_all = characteristics.allowance(table, context.seat, "challenges-in-all", base=99)
    used = sum(table.usage.get(f"phase:challenge:{each}:{context.seat}", 0) for each in CHALLENGES)
    if used < in_all.value:
        return None
    return Refusal("agot_lcg.golden.card-over-rules", {"used": used, "allowed": in_all.value})


@check("somebody_attacks", "agot_lcg.step.4-2-at-least-one-attacker")
def somebody_attacks(context: CommandContext) -> Refusal | None:
    if challenge_of(context).attackers:
        return None
    return Refusal("agot_lcg.step.4-2-at-least-one-attacker", {"attackers": 0})


@check("attackers_are_eligible", "agot_lcg.step.4-2-attacker-eligibility", "is_a_challenge_type")
def attackers_are_eligible(context: CommandContext) -> Refusal | None:
    command = challenge_of(context)
    for card in command.attackers:
        if because := not_controlled(context.table, context.seat, card):
            return Refusal("agot_lcg.step.4-2-declare-attackers-kneel", {"card": card, **because})
        if because := not_eligible(context.table, card, command.kind):
            return Refusal("agot_lcg.step.4-2-attacker-eligibility", {"card": card, **because})
    return None


@enforces("agot_lcg.step.4-2-declare-attackers-kneel", "agot_lcg.step.4-2-1-declare-defenders")
def not_controlled(table: AgotTable, seat: Seat, handle: Handle) -> dict[str, object]:
    """Why a player cannot declare a card; empty for a character that the player controls."""
    card = table.cards.get(handle)
    if card is None or card.type != "character" or not table.is_in_play(handle) or card.controller != seat:
        return {"is": "no character that you control"}
    return {}


@enforces("agot_lcg.icons.allow-declaration")
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


@check("attackers_can_attack", "agot_lcg.cannot.absolute", "is_a_challenge_type", "attackers_are_eligible")
def attackers_can_attack(context: CommandContext) -> Refusal | None:
    """No card forbids an attacker to attack, or to kneel if attacking kneels it."""
    command = challenge_of(context)
    return first_refusal(cannot_refusal(context.table, card, command.kind, "attack") for card in command.attackers)


@enforces("agot_lcg.cannot.absolute", "agot_lcg.step.4-2-declare-attackers-kneel")
def cannot_refusal(table: AgotTable, handle: Handle, kind: str, deed: str) -> Refusal | None:
    """Why a character cannot be declared, by cards that forbid what declaring does."""
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
    return Refusal("agot_lcg.cannot.absolute", because) if sources else None


def is_able(table: AgotTable, seat: Seat, card: Handle, kind: str, deed: str) -> bool:
    """Whether a player may declare a character as an attacker or defender."""
    if not_controlled(table, seat, card) or not_eligible(table, card, kind):
        return False
    return cannot_refusal(table, card, kind, deed) is None


@enforces("agot_lcg.golden.card-over-rules")
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
    table: AgotTable, eligible: tuple[Handle, ...], declared: tuple[Handle, ...], most: int, deed: str
) -> Refusal | None:
    """Why a declaration is refused that lacks a character which must and could be declared."""
    must = forced_characters(table, eligible, deed)
    missing = [card for card in must if card not in declared]
    if len(must) - len(missing) >= min(len(must), most):
        return None
    sources = characteristics.card_must(table, table.cards[missing[0]], deed)
    return Refusal(MUST, {"must": deed, "cards": missing, "because_of": list(sources)})


@check("forced_attackers_attack", MUST, "is_an_opponent", "attackers_are_eligible", "attackers_can_attack")
def forced_attackers_attack(context: CommandContext) -> Refusal | None:
    """Every character that must be declared as an attacker, and can be, is declared."""
    table, command = context.table, challenge_of(context)
    most = max(1, characteristics.allowance(table, context.seat, "attackers", base=99).value)
    return owes_more(
        table, able_to(table, context.seat, command.kind, "attack"), tuple(command.attackers), most, "attack"
    )


def able_to(table: AgotTable, seat: Seat, kind: str, deed: str) -> tuple[Handle, ...]:
    """The characters that a player may declare as attackers or defenders."""
    bypassed = table.challenge.bypassed if table.challenge and deed == "defend" else ()
    return tuple(
        card for card in table.characters(seat) if card not in bypassed and is_able(table, seat, card, kind, deed)
    )


@check("not_too_many_attackers", "agot_lcg.golden.card-over-rules")
def not_too_many_attackers(context: CommandContext) -> Refusal | None:
    return too_many(context, "attackers", challenge_of(context).attackers)


def too_many(context: CommandContext, side: str, declared: tuple[Handle, ...]) -> Refusal | None:
    allowed = characteristics.allowance(context.table, context.seat, side, base=99).value
    if len(declared) <= allowed:
        return None
    return Refusal("agot_lcg.golden.card-over-rules", {side: len(declared), "allowed": allowed})


@check("attackers_are_different", "agot_lcg.step.4-2-declare-attackers-kneel")
def attackers_are_different(context: CommandContext) -> Refusal | None:
    attackers = challenge_of(context).attackers
    if len(set(attackers)) == len(attackers):
        return None
    return Refusal("agot_lcg.step.4-2-declare-attackers-kneel", {"attackers": list(attackers)})


@check("stealth_is_legal", "agot_lcg.stealth.bypass", "is_an_opponent", "attackers_are_eligible")
def stealth_is_legal(context: CommandContext) -> Refusal | None:
    """Each attacker with stealth may bypass one character of the defender without stealth, each another."""
    command, table = challenge_of(context), context.table
    targets = list(command.stealth.values())
    for attacker, target in command.stealth.items():
        if attacker not in command.attackers or not characteristics.has_keyword(
            table, table.cards[attacker], "stealth"
        ):
            return Refusal("agot_lcg.stealth.bypass", {"attacker": attacker})
        if target not in table.characters(command.against):
            return Refusal("agot_lcg.stealth.bypass", {"target": target})
        if refusal := not_bypassable(table, target):
            return refusal
    if len(set(targets)) < len(targets):
        return Refusal("agot_lcg.stealth.bypass", {"targets": targets})
    return None


@enforces("agot_lcg.stealth.target-without-stealth")
def not_bypassable(table: AgotTable, target: Handle) -> Refusal | None:
    """Why stealth cannot bypass a character: it has stealth itself, or a card forbids it."""
    card = table.cards[target]
    if characteristics.has_keyword(table, card, "stealth"):
        return Refusal("agot_lcg.stealth.target-without-stealth", {"target": target})
    return cannot(table, target, "be-bypassed")


@check("defenders_are_eligible", "agot_lcg.step.4-2-1-defender-eligibility")
def defenders_are_eligible(context: CommandContext) -> Refusal | None:
    challenge = context.table.challenge
    assert isinstance(context.command, DeclareDefenders)
    assert challenge is not None
    for card in context.command.defenders:
        if because := not_controlled(context.table, context.seat, card):
            return Refusal("agot_lcg.step.4-2-1-declare-defenders", {"card": card, **because})
        if because := not_eligible(context.table, card, challenge.kind):
            return Refusal("agot_lcg.step.4-2-1-defender-eligibility", {"card": card, **because})
    return None


@check("defenders_can_defend", "agot_lcg.cannot.absolute", "defenders_are_eligible")
def defenders_can_defend(context: CommandContext) -> Refusal | None:
    """No card forbids a defender to defend or kneel."""
    challenge = context.table.challenge
    assert isinstance(context.command, DeclareDefenders)
    assert challenge is not None
    return first_refusal(
        cannot_refusal(context.table, card, challenge.kind, "defend") for card in context.command.defenders
    )


@check("defenders_are_different", "agot_lcg.step.4-2-1-declare-defenders")
def defenders_are_different(context: CommandContext) -> Refusal | None:
    assert isinstance(context.command, DeclareDefenders)
    defenders = context.command.defenders
    if len(set(defenders)) == len(defenders):
        return None
    return Refusal("agot_lcg.step.4-2-1-declare-defenders", {"defenders": list(defenders)})


@check("defenders_are_not_bypassed", "agot_lcg.stealth.bypassed-cannot-defend")
def defenders_are_not_bypassed(context: CommandContext) -> Refusal | None:
    challenge = context.table.challenge
    assert isinstance(context.command, DeclareDefenders)
    assert challenge is not None
    bypassed = [card for card in context.command.defenders if card in challenge.bypassed]
    return Refusal("agot_lcg.stealth.bypassed-cannot-defend", {"bypassed": bypassed}) if bypassed else None


@check("not_too_many_defenders", "agot_lcg.golden.card-over-rules")
def not_too_many_defenders(context: CommandContext) -> Refusal | None:
    assert isinstance(context.command, DeclareDefenders)
    return too_many(context, "defenders", context.command.defenders)


@check("forced_defenders_defend", MUST, "defenders_are_eligible", "defenders_can_defend", "defenders_are_not_bypassed")
def forced_defenders_defend(context: CommandContext) -> Refusal | None:
    """Every character that must be declared as a defender, and can be, is declared."""
    table, challenge = context.table, context.table.challenge
    assert isinstance(context.command, DeclareDefenders)
    assert challenge is not None
    most = characteristics.allowance(table, context.seat, "defenders", base=99).value
    able = able_to(table, context.seat, challenge.kind, "defend")
    return owes_more(table, able, tuple(context.command.defenders), most, "defend")


@check("victims_are_different", "agot_lcg.military-claim.each-character-once")
def victims_are_different(context: CommandContext) -> Refusal | None:
    assert isinstance(context.command, ChooseClaimCharacters)
    chosen = context.command.characters
    if len(set(chosen)) == len(chosen):
        return None
    return Refusal("agot_lcg.military-claim.each-character-once", {"characters": list(chosen)})


@check("intimidated_is_weak_enough", "agot_lcg.intimidate.kneel-loser-character")
def intimidated_is_weak_enough(context: CommandContext) -> Refusal | None:
    assert isinstance(context.command, UseIntimidate)
    challenge, target = context.table.challenge, context.command.target
    if challenge is None or not target:
        return None
    if target not in context.table.characters(challenge.loser):
        because: dict[str, object] = {"target": target, "is": "no character of the loser", "loser": challenge.loser}
        return Refusal("agot_lcg.intimidate.kneel-loser-character", because)
    strength, kneeling = numbers_in_play.strength(context.table, target).value, context.table.cards[target].kneeling
    if strength <= challenge.margin and not kneeling:
        return cannot(context.table, target, "kneel")
    because = {"strength": strength, "margin": challenge.margin, "kneeling": kneeling}
    return Refusal("agot_lcg.intimidate.kneel-loser-character", because)
