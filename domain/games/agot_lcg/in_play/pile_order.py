"""The order of cards that come to a dead or discard pile together, which their owner chooses."""

from __future__ import annotations

from domain.cardgame.facts.cards import PileOrdered
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.commands import OrderPiles
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.ids import Handle, Seat, ZoneKey, zone_kind, zone_owner
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Ordering

ORDERED_BY_OWNER = {
    "dead": "agot_lcg.dead-pile.simultaneous-owner-orders",
    "discard": "agot_lcg.discard-pile.simultaneous-owner-orders",
}
"""The piles in which the order matters, with the rule that gives it to the owner."""

Pile = tuple[ZoneKey, tuple[Handle, ...]]


@enforces("agot_lcg.dead-pile.simultaneous-owner-orders", "agot_lcg.discard-pile.simultaneous-owner-orders")
def piles_to_order(table: AgotTable, conditions: tuple[Condition, ...]) -> tuple[Pile, ...]:
    """The piles to which two or more cards came together, unless their owner has already ordered them."""
    came = [card for each in conditions if each.how != "ordered" for card in each.cards if card in table.cards]
    piles: dict[ZoneKey, list[Handle]] = {}
    for card in dict.fromkeys(came):
        area = table.cards[card].zone
        if zone_kind(area) in ORDERED_BY_OWNER:
            piles.setdefault(area, []).append(card)
    listed = [(area, tuple(cards)) for area, cards in piles.items() if len(cards) > 1]
    order = table.player_order()
    return tuple(sorted(listed, key=lambda pile: order.index(zone_owner(pile[0]))))


def who_orders(table: AgotTable, frame: OrderOfPiles) -> tuple[Seat, ...]:
    return (zone_owner(frame.piles[0][0]),) if frame.piles else ()


def piles_space(rules: object, table: AgotTable, frame: OrderOfPiles, seat: Seat) -> Commands:
    area, cards = frame.piles[0]
    return Commands((Form("order_piles", {}, {"cards": Ordering(cards)}, (ORDERED_BY_OWNER[zone_kind(area)],)),))


def order_pile(game: AgotGame, frame: OrderOfPiles, seat: Seat, command: OrderPiles) -> None:
    area, _ = frame.piles[0]
    game.set(piles=frame.piles[1:], at="/order")
    game.emit(PileOrdered(area, command.cards))


class OrderOfPiles(Procedure, frozen=True, tag="agot_lcg.order_of_piles"):
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
            rule="agot_lcg.discard-pile.simultaneous-owner-orders",
            public=True,
        ),
    )
