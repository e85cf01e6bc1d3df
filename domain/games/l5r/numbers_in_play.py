"""The numbers that the rules compute: skill, glory, strength of provinces, totals of a conflict, bids.

Each is computed in one place, with a trace, whenever it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.in_play.active_constants import card_lines, constants, is_at_work, is_blank
from domain.cardgame.in_play.characteristics import card_cannot, card_number, seat_lines
from domain.cardgame.words.constants import Constant
from domain.games.l5r.pool.printed import Element
from domain.games.l5r.state import STRONGHOLD, L5rCard, L5rTable, current_conflict
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat
from domain.kernel.numbers import TracedNumber, TraceLine, trace_number


def has_dash(card: L5rCard, kind: str) -> bool:
    """Whether a character has a dash in the place of this skill."""
    return getattr(card.printed, kind) is None


@enforces(
    "l5r.skill.dash-not-modifiable",
    "l5r.skill.dash-counts-as-zero",
    "l5r.status.honored-bonus",
    "l5r.status.dishonored-penalty",
    "l5r.glory.modifies-skill",
)
def skill(table: L5rTable, card: L5rCard, kind: str) -> TracedNumber:
    """A character's military or political skill; a dash counts as 0, whatever would change it."""
    if has_dash(card, kind):
        return trace_number(0, (), source="dash")
    lines = [*attached_lines(table, card, kind), *status_lines(table, card), *card_lines(table, kind, card)]
    changed = [*card_lines(table, f"base-{kind}", card)]
    base = trace_number(getattr(card.printed, kind), changed).value if changed else getattr(card.printed, kind)
    return trace_number(base, lines, source="base" if changed else "printed")


def base_skill(table: L5rTable, card: L5rCard, kind: str) -> TracedNumber:
    """A character's base skill, before everything that changes the skill; 0 for a dash."""
    printed: int | None = getattr(card.printed, kind)
    return trace_number(printed or 0, card_lines(table, f"base-{kind}", card) if printed is not None else ())


@enforces(
    "l5r.attachment.skill-modifiers",
    "l5r.attachment.modifiers-while-host-bowed",
    "l5r.zone.bowed-attachment-modifies",
    "l5r.attachment.character-as-attachment",
)
def attached_lines(table: L5rTable, card: L5rCard, kind: str) -> Iterator[TraceLine]:
    """The bonuses printed on attachments, bowed or not; a character that is one gives none."""
    for handle in table.attachments(card.handle):
        attachment = table.cards[handle]
        bonus: int = getattr(attachment.printed, f"{kind}_bonus")
        if bonus:
            yield TraceLine(attachment.key, bonus)


def status_lines(table: L5rTable, card: L5rCard) -> Iterator[TraceLine]:
    """What being honored or dishonored does to both skills."""
    if card.honored:
        yield TraceLine("honored", glory(table, card).value)
    elif card.dishonored:
        yield TraceLine("dishonored", -glory(table, card).value)


def glory(table: L5rTable, card: L5rCard) -> TracedNumber:
    """A character's glory."""
    return card_number(table, card, "glory", card.printed.glory)


def can_be_dishonored(table: L5rTable, card: L5rCard) -> bool:
    """Whether dishonoring would change a character: it has no dishonored token, and may get one if it needs it."""
    if card.type != "character" or card.dishonored:
        return False
    return card.honored or not card_cannot(table, card, "receive-dishonor")


def can_lose_fate(table: L5rTable, card: L5rCard) -> bool:
    return not card_cannot(table, card, "lose-fate")


@enforces("l5r.ring.effect-multi-element")
def conflict_elements(table: L5rTable) -> tuple[Element, ...]:
    """The elements of the conflict: of the contested ring, and those that cards add to it."""
    own = current_conflict(table).ring
    seats = table.player_order() if is_at_work(table, "ring-element") else ()
    added = {constant.name for seat in seats for constant in seat_constants(table, seat, "ring-element")}
    return (own, *(each for each in table.rings if each in added and each != own))


@enforces("l5r.holding.strength-modifier", "l5r.card.field-bonus-strength", "l5r.card.field-strength")
def province_strength(table: L5rTable, province: L5rCard) -> TracedNumber:
    """The strength of a province: what is printed, with faceup holdings in it, and the stronghold where it is."""
    seat, slot = province.controller, province.slot
    lines = [TraceLine(each.key, each.printed.strength_bonus) for each in strength_sources(table, seat, slot)]
    return trace_number(province.printed.strength, [*lines, *card_lines(table, "strength", province)])


def strength_sources(table: L5rTable, seat: Seat, slot: int) -> Iterator[L5rCard]:
    """The cards that add to the strength of a province by what is printed on them."""
    found = [each for each in table.in_slot(seat, slot) if each.type == "holding"]
    stronghold = table.stronghold(seat)
    if slot == STRONGHOLD and stronghold is not None:
        found.append(stronghold)
    yield from (each for each in found if each.printed.strength_bonus and not is_blank(table, each))


def seat_constants(table: L5rTable, seat: Seat, what: str) -> Iterator[Constant]:
    """The constant abilities of a kind that concern a player now."""
    return (constant for context, constant in constants(table, what) if constant.concerns(context, seat))


@enforces(
    "l5r.conflict.3-2-3-attacker-total",
    "l5r.conflict.3-2-3-defender-total",
    "l5r.conflict.3-2-3-type-skill",
    "l5r.conflict.win-total-composition",
    "l5r.skill.attack-total",
    "l5r.skill.defense-total",
    "l5r.skill.military-decides",
    "l5r.skill.political-decides",
    "l5r.participate.bowed-no-skill",
    "l5r.zone.bowed-no-skill",
    "l5r.favor.bonus",
    "l5r.favor.bonus-on-player-total",
)
def side_skill(table: L5rTable, seat: Seat) -> TracedNumber:
    """A player's total in the conflict: the skill of ready participants, the Imperial Favor, changes of the total."""
    conflict = current_conflict(table)
    side = [table.cards[card] for card in conflict.own_side(seat)]
    lines = [TraceLine(each.key, skill(table, each, conflict.kind).value) for each in side if not each.bowed]
    favor = table.favor
    if side and favor is not None and (favor.holder, favor.side) == (seat, conflict.kind):
        lines.append(TraceLine("imperial favor", 1))
    return trace_number(0, [*lines, *seat_lines(table, seat, "side-skill", conflict.kind)], source="participants")


@enforces(
    "l5r.favor.3-4-1-count",
    "l5r.glory.count-own-ready",
    "l5r.glory.count-excludes-bowed",
    "l5r.ring.adds-to-glory-count",
)
def glory_count(table: L5rTable, seat: Seat) -> TracedNumber:
    """The glory of a player's ready characters, and one for each claimed ring."""
    ready = [table.cards[card] for card in table.characters(seat) if not table.cards[card].bowed]
    lines = [TraceLine(each.key, glory(table, each).value) for each in ready]
    lines += [TraceLine(f"ring of {element}", 1) for element in table.claimed_rings(seat)]
    return trace_number(0, lines, source="ready characters")


@enforces("l5r.honor.bid-modified", "l5r.honor.bid-range-when-modified", "l5r.honor.bid-dial-unchanged")
def bid_value(table: L5rTable, seat: Seat) -> TracedNumber:
    """A player's honor bid: the number on the dial with what changes the bid."""
    return trace_number(table.players[seat].dial, seat_lines(table, seat, "bid"), source="honor dial")


@enforces("l5r.dynasty.1-3-collect", "l5r.card.field-fate-value")
def fate_value(table: L5rTable, seat: Seat) -> TracedNumber:
    """What a player collects in the dynasty phase: the fate value of the stronghold with what changes it."""
    stronghold = table.stronghold(seat)
    printed = stronghold.printed.fate_value if stronghold is not None else 0
    return trace_number(printed, seat_lines(table, seat, "fate-value"), source="stronghold")
