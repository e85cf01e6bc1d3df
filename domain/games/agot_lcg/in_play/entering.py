"""Entering play: whether a card may enter, and as what.

A unique card enters as a duplicate if its owner controls a copy; a copy in the dead pile blocks it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from domain.cardgame.in_play import entering
from domain.families.agot_cards.in_play.entering import copies_in_play, dead_pile_refusal
from domain.games.agot_lcg.state import AgotCard, AgotTable
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_CARD, Handle, Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.refusals import Refusal

FACEDOWN = "facedown"


@enforces("agot_lcg.unique.definition")
def may_enter(table: AgotTable, seat: Seat, card: AgotCard, control: bool = False) -> Refusal | None:
    """Why a player may not bring a card into play or take control of it, by uniqueness and the dead pile."""
    if not card.printed.unique:
        return None
    as_duplicate = not control and base_for(table, seat, card) is not None
    dead = dead_pile_refusal(table, seat, card, as_duplicate)
    return dead if dead or as_duplicate else blocked_by_copy(table, seat, card, control)


@enforces(
    "agot_lcg.unique.one-instance-per-player",
    "agot_lcg.unique.no-control-if-copy-in-play",
    "agot_lcg.duplicates.many-allowed",
)
def blocked_by_copy(table: AgotTable, seat: Seat, card: AgotCard, control: bool) -> Refusal | None:
    """Why a unique card that is no duplicate cannot enter play: each player has one instance.

    A card counts for its owner and for its controller, so one that enters play under another player counts for both.
    """
    players = {seat} if control else {seat, card.owner}
    copies = [each for each in copies_in_play(table, card) if players & {each.owner, each.controller}]
    copies = [each for each in copies if each.handle != card.handle]
    if not copies:
        return None
    rule = "agot_lcg.unique.no-control-if-copy-in-play" if control else "agot_lcg.unique.one-instance-per-player"
    return Refusal(rule, {"title": card.printed.title, "in_play": [each.handle for each in copies]})


@enforces("agot_lcg.duplicates.definition")
def base_for(table: AgotTable, seat: Seat, card: AgotCard) -> Handle | None:
    """The copy in play that the player owns and controls, under which this card may go as a duplicate."""
    if not card.printed.unique or card.owner != seat:
        return None
    for each in copies_in_play(table, card):
        if each.owner == seat == each.controller:
            return each.handle
    return None


@enforces("agot_lcg.duplicates.first-version-stays-active", "agot_lcg.put-into-play.unique-becomes-duplicate")
def first_copies(table: AgotTable, cards: Sequence[Handle]) -> dict[Handle, Handle]:
    """The first copy of each unique card that enters play together with others; any other card itself."""
    titles: dict[str, Handle] = {}
    first = {}
    for card in cards:
        printed = table.cards[card].printed
        first[card] = titles.setdefault(printed.title, card) if printed.unique else card
    return first


@enforces("agot_lcg.unique.one-instance-per-player")
def without_second_copies(table: AgotTable, seat: Seat, cards: Sequence[Handle]) -> list[Handle]:
    """The cards that may enter play together; a further copy of a unique card only as a duplicate."""
    first, entering = first_copies(table, cards), []
    for card in cards:
        owners = {table.cards[each].owner for each in (card, first[card])}
        if card == first[card] or owners == {seat}:
            entering.append(card)
    return entering


def needs_host(table: AgotTable, seat: Seat, card: AgotCard) -> bool:
    """Whether a card enters play attached to another one; a duplicate goes under its copy."""
    return card.printed.type == "attachment" and base_for(table, seat, card) is None


@enforces(
    "agot_lcg.duplicates.placement",
    "agot_lcg.duplicates.first-version-stays-active",
    "agot_lcg.put-into-play.unique-becomes-duplicate",
)
def entering_condition(table: AgotTable, seat: Seat, card: Handle, how: str, host: Handle = NO_CARD) -> Condition:
    """The condition that a card is about to enter play, as a duplicate if the player has a copy in play."""
    entry = entering.entering_condition(table, seat, card, how, host)
    base = base_for(table, seat, table.cards[card])
    return entry if base is None else structs.replace(entry, kind="duplicate_entered", cards=(base,))


def as_duplicate(table: AgotTable, entry: Condition) -> Condition:
    """The entry as a duplicate, if a copy has entered play since or enters with it; else the entry unchanged."""
    base = base_for(table, entry.seat, table.cards[entry.card]) if entry.kind == "entered_play" else None
    if base is None:
        return entry
    return structs.replace(entry, kind="duplicate_entered", cards=(base,))
