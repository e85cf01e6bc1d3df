"""Checks of conflicts: declaring one, its attackers and covert, defenders."""

from __future__ import annotations

from collections.abc import Sequence

from domain.cardgame.checks.command_context import CardCommandContext
from domain.cardgame.commands import DeclareDefenders
from domain.cardgame.in_play.active_constants import is_at_work
from domain.cardgame.in_play.characteristics import card_cannot, has_keyword, restrictions, seat_lines
from domain.games.l5r.commands import DeclareConflict, PassConflict
from domain.games.l5r.numbers_in_play import has_dash
from domain.games.l5r.pool.printed import Element
from domain.games.l5r.state import (
    CONFLICTS,
    ROW,
    SLOTS,
    STRONGHOLD,
    L5rCard,
    L5rTable,
    current_conflict,
)
from domain.kernel.checks import check, first_refusal
from domain.kernel.citing import enforces
from domain.kernel.formats.reading import meant_by
from domain.kernel.ids import Handle, Seat
from domain.kernel.refusals import Refusal
from domain.kernel.state.readings import is_read

CommandContext = CardCommandContext[L5rTable]

TYPE = "l5r.conflict.declare-type-side"
TWO = "l5r.conflictphase.two-opportunities"
RING = "l5r.conflict.declare-ring"
PROVINCE, UNDER_STRONGHOLD = "l5r.conflict.declare-province", "l5r.break.stronghold-attackable"
MINIMUM, READY = "l5r.conflict.declare-attackers-minimum", "l5r.conflict.declare-attackers-ready"
DASH, CANNOT = "l5r.skill.dash-no-participation", "l5r.participate.cannot"
COVERT, EVADED = "l5r.keyword.covert-choose", "l5r.keyword.covert-evaded"
DEFENDERS = "l5r.conflict.3-2-1-defenders"
BARRED = "l5r.term.cannot"
IDLE = "l5r.target.must-be-affectable"
ATTACK, DEFEND = "attack", "defend"
DECLARED_AS = {ATTACK: "declare-attacker", DEFEND: "declare-defender"}
"""What a card forbids that a character cannot be declared on a side."""
PASSING, OF_A_TYPE = "l5r.pass.conflict-type-not-stated", "of-a-type"
BROKEN_BEFORE = 3
"""So many of the other provinces are broken before the one under the stronghold can be attacked."""


def declaration_of(context: CommandContext) -> DeclareConflict:
    assert isinstance(context.command, DeclareConflict)
    return context.command


# --- type, ring and province


@check("is_a_conflict_type", TYPE)
def is_a_conflict_type(context: CommandContext) -> Refusal | None:
    kind = declaration_of(context).kind
    if kind in CONFLICTS:
        return None
    meant = {"meant": each} if (each := meant_by(kind, CONFLICTS)) else {}
    return Refusal(TYPE, {"kind": kind, **meant, "known": list(CONFLICTS)})


@check("opportunity_is_left", TWO, "is_a_conflict_type")
def opportunity_is_left(context: CommandContext) -> Refusal | None:
    """The player has declared no conflict of this type in this phase."""
    left = left_types(context.table, context.seat)
    kind = declaration_of(context).kind
    return None if kind in left else Refusal(TWO, {"kind": kind, "left": list(left)})


@enforces(TWO)
def left_types(table: L5rTable, seat: Seat) -> tuple[str, ...]:
    """The types of conflict that a player may still declare in this phase."""
    player = table.players[seat]
    if not player.opportunities:
        return ()
    return tuple(kind for kind in CONFLICTS if not getattr(player, f"declared_{kind}"))


@check("ring_is_unclaimed", RING)
def ring_is_unclaimed(context: CommandContext) -> Refusal | None:
    ring, unclaimed = declaration_of(context).ring, context.table.unclaimed_rings()
    return None if ring in unclaimed else Refusal(RING, {"ring": ring, "unclaimed": list(unclaimed)})


@check("element_may_be_declared", BARRED, "ring_is_unclaimed")
def element_may_be_declared(context: CommandContext) -> Refusal | None:
    """No card keeps the player from declaring conflicts of this element."""
    ring = declaration_of(context).ring
    sources = restrictions(context.table, context.seat, f"declare-{ring}")
    return Refusal(BARRED, {"ring": ring, "because_of": list(sources)}) if sources else None


def left_rings(table: L5rTable, seat: Seat) -> tuple[Element, ...]:
    """The rings with which a player may declare a conflict."""
    found = table.unclaimed_rings()
    if not is_at_work(table, "cannot"):
        return found
    return tuple(each for each in found if not restrictions(table, seat, f"declare-{each}"))


@check("province_is_attackable", PROVINCE)
def province_is_attackable(context: CommandContext) -> Refusal | None:
    table, name = context.table, declaration_of(context).province
    other, slot = table.opponent(context.seat), SLOTS.get(name, 0)
    if any(each.slot == slot for each in attackable(table, other)):
        return None
    province = table.province(other, slot)
    if province is not None and not province.broken:
        broken = [each.slot for each in table.province_cards(other) if each.broken]
        return Refusal(UNDER_STRONGHOLD, {"broken": len(broken), "needed": BROKEN_BEFORE})
    because: dict[str, object] = {"province": name, "is": "broken" if province else "no province"}
    return Refusal(PROVINCE, because)


@enforces(PROVINCE, UNDER_STRONGHOLD)
def attackable(table: L5rTable, seat: Seat) -> tuple[L5rCard, ...]:
    """The provinces of a player that may be attacked, from left to right."""
    cards = table.province_cards(seat)
    is_open = sum(each.broken for each in cards if each.slot in ROW) >= BROKEN_BEFORE
    return tuple(each for each in cards if not each.broken and (each.slot != STRONGHOLD or is_open))


@check("pass_is_of_its_type", PASSING)
def pass_is_of_its_type(context: CommandContext) -> Refusal | None:
    """A pass names no type; where the match reads the rule so, one that the player may still declare."""
    assert isinstance(context.command, PassConflict)
    kind, types = context.command.kind, passed_types(context.table, context.seat)
    return None if kind in types else Refusal(PASSING, {"kind": kind, "known": list(types)})


@enforces(PASSING)
def passed_types(table: L5rTable, seat: Seat) -> tuple[str, ...]:
    """The types of which a player may pass an opportunity; the empty one is none in particular."""
    if not is_read(table, PASSING, OF_A_TYPE):
        return ("",)
    return left_types(table, seat) or ("",)


# --- attackers


@check("somebody_attacks", MINIMUM)
def somebody_attacks(context: CommandContext) -> Refusal | None:
    return None if declaration_of(context).attackers else Refusal(MINIMUM, {"attackers": 0})


@check("attackers_are_eligible", READY, "is_a_conflict_type")
def attackers_are_eligible(context: CommandContext) -> Refusal | None:
    """Attackers are ready characters of the player that can participate."""
    command = declaration_of(context)
    listed = (
        declaration_refusal(context.table, context.seat, card, command.kind, ATTACK) for card in command.attackers
    )
    return first_refusal(listed)


def declaration_refusal(table: L5rTable, seat: Seat, handle: Handle, kind: str, side: str) -> Refusal | None:
    """Why a player may not declare a card on a side of a conflict of a type."""
    card = table.cards.get(handle)
    if card is None or card.type != "character" or not table.is_in_play(handle) or card.controller != seat:
        return Refusal(READY, {"card": handle, "is": "no character that you control"})
    if card.bowed:
        return Refusal(READY, {"card": handle, "is": "bowed"})
    if sources := card_cannot(table, card, DECLARED_AS[side]):
        return Refusal(BARRED, {"card": handle, "because_of": list(sources)})
    return participation_refusal(table, card, kind, side)


@enforces(DASH)
def participation_refusal(table: L5rTable, card: L5rCard, kind: str, side: str) -> Refusal | None:
    """Why a character cannot participate on a side of a conflict of a type."""
    if has_dash(card, kind):
        return Refusal(DASH, {"card": card.handle, "kind": kind, "skill": "dash"})
    for deed in ("participate", f"participate-{kind}", side):
        if sources := card_cannot(table, card, deed):
            return Refusal(CANNOT, {"card": card.handle, "because_of": list(sources)})
    return None


def joining_refusal(table: L5rTable, card: L5rCard, seat: Seat) -> Refusal | None:
    """Why a character cannot join the conflict that is under way, on the side of a player."""
    now = current_conflict(table)
    return participation_refusal(table, card, now.kind, ATTACK if seat == now.attacker else DEFEND)


@check("attackers_are_different", READY)
def attackers_are_different(context: CommandContext) -> Refusal | None:
    return repetition_refusal(READY, "attackers", declaration_of(context).attackers)


def repetition_refusal(rule: str, side: str, cards: Sequence[Handle]) -> Refusal | None:
    """Why a side is refused that names a character twice."""
    return None if len(set(cards)) == len(cards) else Refusal(rule, {side: list(cards)})


@enforces("l5r.conflict.declare-attackers-ready")
def able_to_attack(table: L5rTable, seat: Seat, kind: str) -> tuple[Handle, ...]:
    """The characters that a player may declare as attackers."""
    own = table.characters(seat)
    return tuple(card for card in own if not declaration_refusal(table, seat, card, kind, ATTACK))


@check("covert_is_legal", COVERT, "attackers_are_eligible")
def covert_is_legal(context: CommandContext) -> Refusal | None:
    """Each attacker with covert may evade one character of the opponent without covert."""
    table, command = context.table, declaration_of(context)
    theirs = table.characters(table.opponent(context.seat))
    for attacker, target in command.covert.items():
        if attacker not in command.attackers or not has_covert(table, table.cards[attacker], command.ring):
            return Refusal(COVERT, {"attacker": attacker})
        if target not in theirs or not is_evadable(table, target, command.ring):
            return Refusal(COVERT, {"target": target})
    return None


@check("covert_evades_different", IDLE, "covert_is_legal")
def covert_evades_different(context: CommandContext) -> Refusal | None:
    """No character is evaded by two attackers: the second evasion would not affect it."""
    return repetition_refusal(IDLE, "targets", list(declaration_of(context).covert.values()))


def has_covert(table: L5rTable, card: L5rCard, ring: str) -> bool:
    """Whether a character has covert in conflicts for a ring; some have it in those of one element alone."""
    return has_keyword(table, card, "covert") or has_keyword(table, card, f"covert-{ring}")


@enforces(COVERT)
def is_evadable(table: L5rTable, card: Handle, ring: str) -> bool:
    """Whether covert can evade a character in a conflict for a ring: it has no covert itself there."""
    return not has_covert(table, table.cards[card], ring)


# --- defenders


def defenders_of(context: CommandContext) -> tuple[Handle, ...]:
    assert isinstance(context.command, DeclareDefenders)
    return context.command.defenders


@check("defenders_are_eligible", DEFENDERS)
def defenders_are_eligible(context: CommandContext) -> Refusal | None:
    """Defenders are ready characters of the player that can participate."""
    kind = current_conflict(context.table).kind
    listed = (declaration_refusal(context.table, context.seat, card, kind, DEFEND) for card in defenders_of(context))
    found = first_refusal(listed)
    return Refusal(DEFENDERS, found.because) if found is not None and found.rule == READY else found


@check("defenders_are_different", DEFENDERS)
def defenders_are_different(context: CommandContext) -> Refusal | None:
    return repetition_refusal(DEFENDERS, "defenders", defenders_of(context))


@check("defenders_are_not_evaded", EVADED)
def defenders_are_not_evaded(context: CommandContext) -> Refusal | None:
    evaded = [card for card in defenders_of(context) if card in current_conflict(context.table).evaded]
    return Refusal(EVADED, {"evaded": evaded}) if evaded else None


@enforces(DEFENDERS, EVADED)
def able_to_defend(table: L5rTable, seat: Seat) -> tuple[Handle, ...]:
    """The characters that a player may declare as defenders in the conflict."""
    conflict = current_conflict(table)
    own = (card for card in table.characters(seat) if card not in conflict.evaded)
    return tuple(card for card in own if not declaration_refusal(table, seat, card, conflict.kind, DEFEND))


@check("defenders_are_not_too_many", BARRED)
def defenders_are_not_too_many(context: CommandContext) -> Refusal | None:
    """A card may say how many defenders can be declared."""
    most, declared = most_defenders(context.table, context.seat), len(defenders_of(context))
    return None if most is None or declared <= most else Refusal(BARRED, {"defenders": declared, "most": most})


def most_defenders(table: L5rTable, seat: Seat) -> int | None:
    """The number of defenders that a player can declare at most; None where no card says one."""
    lines = seat_lines(table, seat, "defenders")
    return min(int(each.amount) for each in lines) if lines else None
