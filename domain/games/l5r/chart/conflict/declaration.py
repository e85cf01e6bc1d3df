"""3.2: the conflicts that may be declared, and what their declaration does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import structs

from domain.cardgame.occurring.framework import framework
from domain.games.l5r.checks.conflicts import (
    PASSING,
    able_to_attack,
    attackable,
    has_covert,
    is_evadable,
    left_rings,
    left_types,
    passed_types,
)
from domain.games.l5r.facts.conflicts import CharactersEvaded, ConflictDeclared, RingContested
from domain.games.l5r.facts.players import OpportunityUsed
from domain.games.l5r.occurring import executes
from domain.games.l5r.pool.printed import Element
from domain.games.l5r.state import SLOT_NAMES, Conflict, L5rGame, L5rTable, current_conflict
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure, step
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence
from domain.kernel.spaces.assign import Assign
from domain.kernel.spaces.commands import Commands, FieldSpace, Form
from domain.kernel.spaces.fields import Pick

OPTIONS = {"military": "l5r.conflictphase.option-military", "political": "l5r.conflictphase.option-political"}


@enforces("l5r.conflict.declare-all-or-nothing")
def can_declare(table: L5rTable, seat: Seat) -> bool:
    """Whether a player can declare any conflict: there are a ring, a province and an attacker for it."""
    if not left_rings(table, seat) or not attackable(table, table.opponent(seat)):
        return False
    return any(able_to_attack(table, seat, kind) for kind in left_types(table, seat))


def declaration_space(rules: object, table: L5rTable, frame: Procedure, seat: Seat) -> Commands:
    """Every conflict that the active player may declare, and the commands that pass."""
    kinds = left_types(table, seat) if can_declare(table, seat) else ()
    forms = (form for kind in kinds if able_to_attack(table, seat, kind) for form in conflict_forms(table, seat, kind))
    passes = (Form("pass_conflict", {"kind": kind}, {}, (PASSING,)) for kind in passed_types(table, seat))
    return Commands((*forms, *passes))


def conflict_forms(table: L5rTable, seat: Seat, kind: str) -> Iterator[Form]:
    """The forms of the conflicts of one type: one for each ring, where covert depends on the ring."""
    rings = left_rings(table, seat)
    covert = {ring: covert_choice(table, seat, kind, ring) for ring in rings}
    choices = [*covert.values()]
    if all(each == choices[0] for each in choices):
        yield conflict_form(table, seat, kind, rings, choices[0])
        return
    yield from (conflict_form(table, seat, kind, (ring,), choice) for ring, choice in covert.items())


@enforces(
    "l5r.conflict.declare-ring",
    "l5r.conflict.declare-type-side",
    "l5r.conflict.declare-province",
    "l5r.conflict.declare-attackers-any-number",
    "l5r.conflict.declare-attackers-minimum",
)
def conflict_form(table: L5rTable, seat: Seat, kind: str, rings: tuple[Element, ...], covert: Assign) -> Form:
    """The form of a conflict of one type: ring, province, attackers, and the characters that covert evades."""
    other = table.opponent(seat)
    attackers = able_to_attack(table, seat, kind)
    provinces = tuple(SLOT_NAMES[each.slot] for each in attackable(table, other))
    fields: dict[str, FieldSpace] = {
        "ring": Pick(rings, 1, 1, single=True),
        "province": Pick(provinces, 1, 1, single=True),
        "attackers": Pick(attackers, 1, len(attackers)),
        "covert": covert,
    }
    return Form("declare_conflict", {"kind": kind}, fields, (OPTIONS[kind],))


@enforces("l5r.keyword.covert-choose", "l5r.conflict.declare-covert", "l5r.keyword.covert-only-at-declaration")
def covert_choice(table: L5rTable, seat: Seat, kind: str, ring: str) -> Assign:
    """The choice of what attackers with covert in a conflict for a ring evade, one character of the opponent each."""
    covert = tuple(card for card in able_to_attack(table, seat, kind) if has_covert(table, table.cards[card], ring))
    evadable = tuple(card for card in table.characters(table.opponent(seat)) if is_evadable(table, card, ring))
    return Assign(covert, dict.fromkeys(evadable, 1), fill=-1, within="attackers")


@enforces("l5r.conflict.declare-simultaneous")
def begin_declaration(game: L5rGame, frame: Declaration) -> None:
    """Let all parts of the declaration occur at once."""
    table, seat = game.table, frame.seat
    other = table.opponent(seat)
    declared = Condition(
        0, "conflict_declared", seat=seat, other=other, name=frame.kind, how=frame.ring, n=frame.slot,
        cards=frame.attackers,
    )  # fmt: skip
    attackers = (Condition(0, "attacker_declared", card=card, seat=seat, name=frame.kind) for card in frame.attackers)
    fate = next(ring.fate for element, ring in table.rings.items() if element == frame.ring)
    chosen = Condition(0, "ring_chosen", seat=seat, n=fate, name=frame.ring)
    begin_occurrence(game, declared, chosen, *attackers, *evasions(dict(frame.covert), other))


def evasions(covert: Mapping[Handle, Handle], against: Seat) -> Iterator[Condition]:
    """The conditions that characters are evaded, by the attacker that evades each of them."""
    for attacker, target in sorted(covert.items()):
        yield Condition(0, "evaded", card=target, seat=against, source=attacker)


@executes("conflict_declared")
@enforces(
    "l5r.conflict.declare-ring-fate",
    "l5r.ring.fate-to-attacker",
    "l5r.ring.state-contested",
    "l5r.conflict.attacking-player",
    "l5r.conflict.defending-player",
    "l5r.conflict.attacking-character",
    "l5r.conflict.against",
)
def declare(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Begin the conflict with the attackers that are still there. Returns what occurred."""
    table, begun = game.table, []
    for each in conditions:
        ring = next(element for element in table.rings if element == each.how)
        attackers = tuple(card for card in each.cards if card in table.characters(each.seat))
        game.emit(OpportunityUsed(each.seat, each.name))
        game.emit(RingContested(ring, each.name, each.seat, table.rings[ring].fate))
        id = table.next_serial()
        game.emit(ConflictDeclared(Conflict(id, each.name, each.seat, each.other, attackers, ring=ring, slot=each.n)))
        begun.append(structs.replace(each, cards=attackers))
    return begun


@executes("attacker_declared")
def declare_attackers(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    return [each for each in conditions if each.card in current_conflict(game.table).attackers]


@executes("evaded")
@enforces("l5r.keyword.covert-evaded")
def evade(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    there = [each for each in conditions if game.table.is_in_play(each.card)]
    if there:
        game.emit(CharactersEvaded(tuple(each.card for each in there)))
    return there


@enforces("l5r.conflict.declare-reveal", "l5r.province.reveal-on-attack")
def reveal_attacked(game: L5rGame, frame: Procedure) -> None:
    """Reveal the attacked province if it lies facedown, before anybody reacts to the declaration."""
    now = game.table.contest
    province = game.table.province(now.defender, now.slot) if now is not None else None
    if province is not None and province.facedown:
        revealed = Condition(0, "province_revealed", seat=province.controller, n=province.slot)
        framework(game, "3.2", revealed)


class Declaration(Procedure, frozen=True, tag="l5r.declaration"):
    """The declaration of a conflict, whose reactions wait until the attacked province is revealed."""

    seat: Seat
    kind: str
    ring: str
    slot: int
    attackers: tuple[Handle, ...]
    covert: tuple[tuple[Handle, Handle], ...] = ()
    steps = (
        step("/declare", begin_declaration, "the conflict is declared"),
        step("/reveal", reveal_attacked, "the attacked province is revealed"),
    )
