"""Conditions of cards, before they are carried out; one that leaves play takes a snapshot along."""

from __future__ import annotations

from domain.cardgame.table import CardGameTable, rules_of_table
from domain.kernel.ids import NO_CARD, PUBLIC, Handle, Seat, Viewer
from domain.kernel.occurring.conditions import Condition


def leaving_condition(
    kind: str, table: CardGameTable, card: Handle, source: Handle = NO_CARD, how: str = ""
) -> Condition:
    """The condition that a card is about to leave play; for a facedown card only its controller knows which one."""
    found = table.cards[card]
    hidden = not table.sees_card(PUBLIC, found)
    look = rules_of_table(table).take_snapshot(table, card)
    return Condition(0, kind, card=card, seat=found.controller, source=source, how=how, seen=look, hidden=hidden)


def sacrifice_condition(table: CardGameTable, card: Handle, source: Handle = NO_CARD) -> Condition:
    return leaving_condition("sacrificed", table, card, source)


def removal_condition(table: CardGameTable, card: Handle, source: Handle = NO_CARD) -> Condition:
    """The condition that a card is about to be removed from the game, from play or from another area."""
    if table.is_in_play(card):
        return leaving_condition("removed", table, card, source)
    return moving_condition("card_removed", table, card, source)


def discard_condition(table: CardGameTable, card: Handle, source: Handle = NO_CARD) -> Condition:
    """The condition that a card is about to be discarded: from play, from a hand, or from a deck."""
    if table.is_in_play(card):
        return leaving_condition("discarded", table, card, source)
    return moving_condition("card_discarded", table, card, source)


def moving_condition(kind: str, table: CardGameTable, card: Handle, source: Handle) -> Condition:
    """The condition that a card out of play is about to move; hidden if not everybody sees the card."""
    found = table.cards[card]
    return Condition(
        0,
        kind,
        card=card,
        seat=found.owner,
        source=source,
        name=found.zone.partition(".")[2],
        hidden=True,
        unseen=not table.sees_card(Viewer(found.owner), found),
    )


def draw_condition(seat: Seat, n: int, source: Handle = NO_CARD) -> Condition:
    return Condition(0, "cards_drawn", seat=seat, n=n, source=source)


def describe_condition(table: CardGameTable, condition: Condition) -> str:
    """A condition in public words."""
    card = table.cards.get(condition.card)
    if condition.hidden:
        named = f"a card of {condition.seat}"
    elif condition.seen is not None:
        named = condition.seen.key
    else:
        named = card.key if card is not None and table.sees_card(PUBLIC, card) else condition.seat
    detail = f" ({condition.name})" if condition.name else ""
    return f"{condition.kind}{detail}: {named}" if named else f"{condition.kind}{detail}"
