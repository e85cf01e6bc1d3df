"""Checks of the marks of a position that cannot exist at its step: cleared by earlier steps, or not set yet.

Read `check_marks`. Each mark is set by one step of the round and cleared by another; it exists between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from domain.games.agot_board.board.orders import BANNING_DECK, BANS
from domain.games.agot_board.chart.westeros.westeros_phase import WINTER_IS_COMING
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

# the orders of which none is left after a step, with the later moments and the rule
RESOLVED = (
    (RAID, AFTER_RAIDS, "agot_board.raid.one-at-a-time"),
    (MARCH, (CONSOLIDATES,), "agot_board.march.one-at-a-time"),
)


def check_marks(table: BoardTable, position: Position, fields: dict[str, DocumentNode]) -> None:
    """Raises Unreadable at the first mark that cannot exist at this step, with its rule."""
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
    """Raises Unreadable for routed units before this round's combats.

    A Siege Engine can be routed only if a routed Footman was upgraded since.
    """
    for id, area in table.areas.items():
        if area.routed and at in BEFORE_MARCHES:
            raise field.mapping()[id].wrong(f"at {at} no unit is routed (agot_board.cleanup.stand-routed)")
        if area.routed.get(SIEGE_ENGINE) and at != CONSOLIDATES:
            raise field.mapping()[id].wrong(f"at {at} no {SIEGE_ENGINE} is routed (agot_board.retreat.siege-engines)")


def check_tokens(position: Position, fields: dict[str, DocumentNode]) -> None:
    """Check that a used Blade follows this round's combats, and a used Raven its offer. Raises Unreadable."""
    for token, used, too_early in (
        ("blade", position.blade_used, BEFORE_MARCHES),
        ("raven", position.raven_used, (*BEFORE_ORDERS, RAVEN)),
    ):
        if used and position.at in too_early:
            raise fields[token].wrong(f"at {position.at} it is unused (agot_board.cleanup.refresh-tokens)")


def check_resolved(table: BoardTable, at: str, field: DocumentNode) -> None:
    """Check that no order is left of a type whose step of the Action Phase is over. Raises Unreadable."""
    for kind, moments, rule in RESOLVED:
        left = [id for id, area in table.areas.items() if area.order and ORDER_TYPE[area.order.token] == kind]
        if left and at in moments:
            raise field.mapping()[left[0]].wrong(f"at {at} no {kind} order is left ({rule})")


def check_specials(table: BoardTable, position: Position, field: DocumentNode) -> None:
    """Check that some order of the Houses on the King's Court track allows their Special Orders. Raises Unreadable."""
    laid = {house: sum(ORDERS[token].special for token in table.orders_of(house).values()) for house in table.seats}
    if position.inner.muster is not None:
        laid[position.turn or table.turn_order()[0]] += 1  # the order by which the House musters
    stars = SETUPS[len(table.seats)].special_orders
    for house, most in zip(sorted(laid, key=laid.__getitem__, reverse=True), stars, strict=True):
        if laid[house] > most:
            because = f"agot_board.special.limit: stars {' '.join(map(str, stars))}"
            raise field.wrong(f"{house} cannot have laid {laid[house]} Special Orders beside the others' ({because})")


# --- Westeros cards


def check_revealed(position: Position, fields: dict[str, DocumentNode]) -> None:
    """Check that a deck shows at most one card for each Westeros Phase so far. Raises Unreadable.

    Winter is Coming is never among them, since it is shuffled into its deck again.
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
    """Raises Unreadable for bans other than one of the newest card that its deck shows."""
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
    """Check that no order, on the board or used to muster, is banned after the Planning Phase. Raises Unreadable."""
    shown = banning_cards(position.piles)
    for ban in fixed_bans(shown):
        rule = f"agot_board.westeros-card.{position_key(shown[-1])}"
        for id, area in table.areas.items():
            if area.order and ban in (area.order.token, ORDER_TYPE[area.order.token]):
                raise fields["areas"].mapping()[id].wrong(f"{ban} is banned in this round ({rule})")
        if position.inner.muster is not None and ban == CONSOLIDATE_POWER:
            raise fields["muster"].wrong(f"{ban} is banned in this round ({rule})")


def banning_cards(piles: tuple[Pile, ...]) -> tuple[str, ...]:
    """The revealed cards of the deck whose cards ban orders, newest last."""
    return next(pile.revealed for pile in piles if WESTEROS_PILES.get(pile.name) == BANNING_DECK)


def fixed_bans(shown: Sequence[str]) -> tuple[str, ...]:
    """The bans of the newest of these cards, if it leaves no choice."""
    lawful = bans_by(shown[-1]) if shown else ()
    return tuple(filter(None, lawful)) if len(lawful) == 1 else ()


def bans_by(key: str) -> tuple[str, ...]:
    """The bans of which a card of the third deck imposes one; an empty name for none."""
    card = WESTEROS_CARDS[key]
    chosen = tuple(ban for ban in BANS if f"no-{ban}" in card.options)
    return ("", *chosen) if chosen else tuple(ban for ban, by in BANS.items() if by == card.id) or ("",)
