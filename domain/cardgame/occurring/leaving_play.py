"""Leaving play: cards leave at once, with the cards on them and everything else that follows; only here."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from domain.cardgame.occurring.conditions import leaving_condition
from domain.cardgame.table import CardGame, CardGameTable, area_of_owner, rules_of_table
from domain.kernel.cards.card_table import BOTTOM, TOP
from domain.kernel.cards.moving_cards import move_each, shuffle
from domain.kernel.ids import NO_CARD, PUBLIC, Handle, ZoneKey, zone_kind
from domain.kernel.occurring.conditions import Condition

WITH_HOST = "with-host"


def can_leave(table: CardGameTable, card: Handle, kind: str) -> bool:
    """Whether a card is still in play, and nothing keeps it there or keeps it from leaving in this way."""
    rules = rules_of_table(table)
    return table.is_in_play(card) and rules.can_leave_play(table, card) and rules.can_leave_by(table, card, kind)


def leave_play(game: CardGame, leavers: Sequence[Condition], *, by_hand: int | None = None) -> list[Condition]:
    """Take cards out of play at once, with everything that follows.

    A card that is moved `by_hand` lies at this place of its pile, and no deck is shuffled. Returns the conditions that
    occurred.
    """
    table, rules = game.table, rules_of_table(game.table)
    leavers = [as_it_leaves(table, each) for each in leavers]
    cards = tuple(each.card for each in leavers)
    going = [*leavers, *(with_host(table, other) for other in cards_going_along(table, cards))]
    say_why(game, leavers)
    if by_hand is None:
        rules.follow_leaving(game, leavers)
    rules.leave_contest(game, cards)
    wanted = [(each.card, destination(table, each), NO_CARD) for each in going]
    if by_hand is not None:
        along = move_each(game, wanted[len(leavers) :], place=TOP)
        return left_conditions(game, going, [*move_each(game, wanted[: len(leavers)], place=by_hand), *along])
    laid = [rules.placed.get(each.kind, TOP) for each in leavers]
    if BOTTOM in laid:  # all leave in the same way, but for what goes along with them
        under = move_each(game, wanted[: len(leavers)], BOTTOM)
        new = [*under, *move_each(game, wanted[len(leavers) :], place=TOP)]
    else:
        new = move_each(game, wanted, place=TOP)
    shuffled = (to for each, (_, to, _) in zip(going, wanted, strict=True) if each.kind not in rules.placed)
    for deck in dict.fromkeys(to for to in shuffled if zone_kind(to) in rules.decks):
        shuffle(game, deck)
    return left_conditions(game, going, new)


def as_it_leaves(table: CardGameTable, condition: Condition) -> Condition:
    """The condition with the card's present state, which interrupts may have changed."""
    card = condition.card
    return structs.replace(
        condition, seat=table.cards[card].controller, seen=rules_of_table(table).take_snapshot(table, card)
    )


def left_conditions(game: CardGame, going: Sequence[Condition], new: list[Handle]) -> list[Condition]:
    """The conditions that occurred: each departure with new handles, and a `left_play` for each, with new ids.

    Conditions are public, so a card is left out if it went where not everybody sees it.
    """
    occurred = []
    for each, came in zip(going, new, strict=True):
        id = each.id or game.table.next_serial()
        occurred.append(structs.replace(each, id=id, cards=seen_by_all(game.table, came)))
    for each in tuple(occurred):
        id = game.table.next_serial()
        occurred.append(structs.replace(each, id=id, kind="left_play", name=each.kind))
    return occurred


def seen_by_all(table: CardGameTable, card: Handle) -> tuple[Handle, ...]:
    """The card, if everybody sees which one it is; else empty."""
    found = table.cards.get(card)
    return (card,) if found is not None and table.sees_card(PUBLIC, found) else ()


def say_why(game: CardGame, leavers: Sequence[Condition]) -> None:
    """Record the fact that names what happens to the cards; the fact with their destinations follows."""
    for kind, fact in rules_of_table(game.table).leaving_facts.items():
        cards = tuple(each.card for each in leavers if each.kind == kind)
        if cards:
            game.emit(fact(cards))


def cards_going_along(table: CardGameTable, cards: Sequence[Handle]) -> list[Handle]:
    """The cards on cards that leave play, and those on them."""
    going = list(cards)
    for card in going:
        going += [other for other in table.on(card) if other not in going]
    return going[len(cards) :]


def destination(table: CardGameTable, condition: Condition) -> ZoneKey:
    """The destination of a card that leaves: its owner's area, or that of a replacement effect."""
    to = condition.instead or rules_of_table(table).leaving[condition.kind]
    return area_of_owner(table, condition.card, to)


def with_host(table: CardGameTable, card: Handle) -> Condition:
    """The condition that a card leaves with the card that it is on."""
    return leaving_condition(rules_of_table(table).leaves_with_host(table, card), table, card, how=WITH_HOST)
