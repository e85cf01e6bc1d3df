"""Marks of a position that cannot stand at its step: what the steps before have cleared, and what none has set yet.

Read `check_marks`. Each mark is left by one step of the round and taken away by another one; between them it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from domain.games.agot_board.board.orders import BANNING_DECK, BANS
from domain.games.agot_board.chart.westeros.phase import WINTER_IS_COMING
from domain.games.agot_board.components import (
    CONSOLIDATE_POWER,
    MARCH,
    ORDERS,
    RAID,
    SETUPS,
    SIEGE_ENGINE,
    WESTEROS_CARDS,
)
from domain.games.agot_board.positions.cards import WESTEROS_PILES, Pile, position_key
from domain.games.agot_board.positions.waiting_points import (
    AFTER_RAIDS,
    BEFORE_MARCHES,
    BEFORE_ORDERS,
    CONSOLIDATES,
    PLANNING,
    RAVEN,
    WESTEROS,
)
from domain.games.agot_board.state import ORDER_TYPE, BoardTable
from domain.kernel.formats.listing import join_names
from domain.kernel.formats.reading import DocumentNode

if TYPE_CHECKING:
    from domain.games.agot_board.positions.reading import Position

# The orders of which none is left after a step, with the moments after it and the rule.
RESOLVED = (
    (RAID, AFTER_RAIDS, "agot_board.raid.one-at-a-time"),
    (MARCH, (CONSOLIDATES,), "agot_board.march.one-at-a-time"),
)


def check_marks(table: BoardTable, position: Position, fields: dict[str, DocumentNode]) -> None:
    """Nothing; raises Unreadable at the first mark that cannot stand at this step, with its rule."""
    areas = fields.get("areas", DocumentNode("position.areas", {}))
    check_routed(table, position.at, areas)
    check_tokens(position, fields)
    check_resolved(table, position.at, areas)
    check_revealed(position, fields)
    if position.at in PLANNING:
        check_bans(position, fields.get("bans", DocumentNode("position.bans", [])))
    elif position.at not in BEFORE_ORDERS:
        check_unbanned(table, position, fields)


def check_routed(table: BoardTable, at: str, field: DocumentNode) -> None:
    """Units are routed by the combats of this round; a Siege Engine only where a routed Footman was upgraded since.

    Raises Unreadable otherwise.
    """
    for id, area in table.areas.items():
        if area.routed and at in BEFORE_MARCHES:
            raise field.mapping()[id].wrong(f"at {at} no unit is routed (agot_board.cleanup.stand-routed)")
        if area.routed.get(SIEGE_ENGINE) and at != CONSOLIDATES:
            raise field.mapping()[id].wrong(f"at {at} no {SIEGE_ENGINE} is routed (agot_board.retreat.siege-engines)")


def check_tokens(position: Position, fields: dict[str, DocumentNode]) -> None:
    """The Blade is used in a combat of this round; the Raven when it is offered, which ends that step.

    Raises Unreadable otherwise.
    """
    for token, used, too_early in (
        ("blade", position.blade_used, BEFORE_MARCHES),
        ("raven", position.raven_used, (*BEFORE_ORDERS, RAVEN)),
    ):
        if used and position.at in too_early:
            raise fields[token].wrong(f"at {position.at} it is unused (agot_board.cleanup.refresh-tokens)")


def check_resolved(table: BoardTable, at: str, field: DocumentNode) -> None:
    """A step of the Action Phase is over when no order of its type is left. Raises Unreadable otherwise."""
    for kind, moments, rule in RESOLVED:
        left = [id for id, area in table.areas.items() if area.order and ORDER_TYPE[area.order.token] == kind]
        if left and at in moments:
            raise field.mapping()[left[0]].wrong(f"at {at} no {kind} order is left ({rule})")


def check_specials(table: BoardTable, position: Position, field: DocumentNode) -> None:
    """The King's Court track may have changed since orders were laid, but some order of Houses on it let them lie.

    Raises Unreadable otherwise.
    """
    laid = {house: sum(ORDERS[token].special for token in table.orders_of(house).values()) for house in table.seats}
    if position.inner.muster is not None:
        laid[position.turn or table.turn_order()[0]] += 1  # by it the House musters
    stars = SETUPS[len(table.seats)].special_orders
    for house, most in zip(sorted(laid, key=laid.__getitem__, reverse=True), stars, strict=True):
        if laid[house] > most:
            because = f"agot_board.special.limit: stars {' '.join(map(str, stars))}"
            raise field.wrong(f"{house} cannot have laid {laid[house]} Special Orders beside the others' ({because})")


# --- Westeros cards


def check_revealed(position: Position, fields: dict[str, DocumentNode]) -> None:
    """A deck shows a card a round from the second on at most, never Winter is Coming: it is shuffled in again.

    Raises Unreadable otherwise.
    """
    phases = position.round - (2 if position.at == WESTEROS else 1)
    for pile in position.piles:
        if pile.name in WESTEROS_PILES and len(pile.revealed) > phases:
            place = fields["revealed"].mapping()[pile.name]
            if not phases:
                raise place.wrong("no Westeros Phase has been yet (agot_board.round.first-round-no-westeros)")
            raise place.wrong(f"so far {phases} cards were revealed at most (agot_board.westeros.step-2-reveal)")
        if WINTER_IS_COMING in map(position_key, pile.revealed):
            place = fields["revealed"].mapping()[pile.name]
            raise place.wrong(f"{WINTER_IS_COMING} is shuffled in again (agot_board.ruling.winter-is-coming-immediate)")


def check_bans(position: Position, field: DocumentNode) -> None:
    """One Westeros card of a round bans orders of one kind: the newest that its deck shows.

    Raises Unreadable otherwise.
    """
    if len(position.bans) > 1:
        raise field.wrong("one card of a round bans one kind of order (agot_board.westeros.step-2-reveal)")
    if position.bans and position.round == 1:
        raise field.wrong("no Westeros Phase has been yet (agot_board.round.first-round-no-westeros)")
    shown = banning_cards(position.piles)
    if shown and (found := " ".join(position.bans)) not in (lawful := bans_by(shown[-1])):
        wanted = join_names((each or "nothing" for each in lawful), "or")
        card = position_key(shown[-1])
        raise field.wrong(f"{card} bans {wanted}, not {found or 'nothing'} (agot_board.westeros-card.{card})")


def check_unbanned(table: BoardTable, position: Position, fields: dict[str, DocumentNode]) -> None:
    """After the Planning Phase no order lies on the board, nor lets a House muster, that it has banned.

    Raises Unreadable otherwise.
    """
    shown = banning_cards(position.piles)
    for ban in fixed_bans(shown):
        rule = f"agot_board.westeros-card.{position_key(shown[-1])}"
        for id, area in table.areas.items():
            if area.order and ban in (area.order.token, ORDER_TYPE[area.order.token]):
                raise fields["areas"].mapping()[id].wrong(f"{ban} is banned in this round ({rule})")
        if position.inner.muster is not None and ban == CONSOLIDATE_POWER:
            raise fields["muster"].wrong(f"{ban} is banned in this round ({rule})")


def banning_cards(piles: tuple[Pile, ...]) -> tuple[str, ...]:
    """What lies revealed of the deck whose cards ban orders, newest last."""
    return next(pile.revealed for pile in piles if WESTEROS_PILES.get(pile.name) == BANNING_DECK)


def fixed_bans(shown: Sequence[str]) -> tuple[str, ...]:
    """What the newest of these cards bans, where it leaves no choice."""
    lawful = bans_by(shown[-1]) if shown else ()
    return tuple(filter(None, lawful)) if len(lawful) == 1 else ()


def bans_by(key: str) -> tuple[str, ...]:
    """What the orders may be of which a card of the third deck bans one kind; an empty name for none."""
    card = WESTEROS_CARDS[key]
    chosen = tuple(ban for ban in BANS if f"no-{ban}" in card.options)
    return ("", *chosen) if chosen else tuple(ban for ban, by in BANS.items() if by == card.id) or ("",)
