"""The order of cards that come to a pile together, which their owner chooses."""

from __future__ import annotations

from domain.cardgame.commands import OrderPiles
from domain.cardgame.facts.cards import PileOrdered
from domain.cardgame.table import CardGame, CardGameTable, rules_of_table
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.ids import Handle, Seat, ZoneKey, zone_kind, zone_owner
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Ordering

Pile = tuple[ZoneKey, tuple[Handle, ...]]


def piles_to_order(table: CardGameTable, conditions: tuple[Condition, ...]) -> tuple[Pile, ...]:
    """The piles to which two or more cards came together, unless their owner has already ordered them."""
    came = [card for each in conditions if each.how != "ordered" for card in each.cards if card in table.cards]
    if len(came) < 2:
        return ()
    ordered = rules_of_table(table).ordered_piles
    piles: dict[ZoneKey, list[Handle]] = {}
    for card in dict.fromkeys(came):
        area = table.cards[card].zone
        if zone_kind(area) in ordered:
            piles.setdefault(area, []).append(card)
    listed = [(area, tuple(cards)) for area, cards in piles.items() if len(cards) > 1]
    order = table.player_order()
    return tuple(sorted(listed, key=lambda pile: order.index(zone_owner(pile[0]))))


def who_orders(table: CardGameTable, frame: OrderOfPiles) -> tuple[Seat, ...]:
    return (zone_owner(frame.piles[0][0]),) if frame.piles else ()


def piles_space(rules: object, table: CardGameTable, frame: OrderOfPiles, seat: Seat) -> Commands:
    area, cards = frame.piles[0]
    rule = rules_of_table(table).ordered_piles[zone_kind(area)]
    return Commands((Form("order_piles", {}, {"cards": Ordering(cards)}, (rule,)),))


def order_pile(game: CardGame, frame: OrderOfPiles, seat: Seat, command: OrderPiles) -> None:
    area, _ = frame.piles[0]
    game.set(piles=frame.piles[1:], at="/order")
    game.emit(PileOrdered(area, command.cards))


class OrderOfPiles(Procedure, frozen=True, tag="cards.order_of_piles"):
    """The ordering of piles by their owners, in player order."""

    piles: tuple[Pile, ...]
    steps = (
        Decision(
            "/order",
            "order-pile",
            title="a player orders the cards put on a pile",
            seats=who_orders,
            options=piles_space,
            accepts=(OrderPiles,),
            on_answer=order_pile,
            rule="slot.pile-ordered-by-owner",
            public=True,
        ),
    )


def begin_ordering_piles(game: CardGame, conditions: tuple[Condition, ...]) -> None:
    """Push the ordering of the piles to which cards came together by these conditions."""
    piles = piles_to_order(game.table, conditions)
    if piles:
        game.push(OrderOfPiles(piles=piles))
