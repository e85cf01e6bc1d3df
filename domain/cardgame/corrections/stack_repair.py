"""The repair of the frames of card games after a correction has changed the table (see the kernel's `stack_repair`).

A game adds its own frames to `CARD_FITS`, and to `ABANDONABLE` those that a judge may have abandoned.
"""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.in_play.constant_order import OrderOfConstants
from domain.cardgame.in_play.pile_order import OrderOfPiles
from domain.cardgame.occurring.delayed_effects import DelayedEffects
from domain.cardgame.state_checks import SimultaneousVictory
from domain.cardgame.table import HAND, PLAYING, CardGame, CardGameTable, area_of_owner, rules_of_table
from domain.kernel.cards.card_table import TOP
from domain.kernel.cards.moving_cards import move
from domain.kernel.corrections.manual_resolution import ManualResolution
from domain.kernel.corrections.stack_repair import (
    FITS,
    KERNEL_FITS,
    FrameCheck,
    FrameEnded,
    FrameMended,
    FrameVerdict,
    close_ability_frame,
    goes_on,
)
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import zone_kind
from domain.kernel.occurring.abilities import EffectEnded, Initiation, Resolution, Resolving

# before these steps an ability has not paid or not been initiated
UNPAID = ("", "/cost", "/next-cost", "/pay")
UNINITIATED = (*UNPAID, "/paid", "/target", "/next-target", "/initiate")


def initiation_fits(table: CardGameTable, frame: Initiation) -> FrameVerdict:
    """`FITS`, or give up an ability whose card or payment has gone before its initiation; costs stay paid."""
    context = table.registry.rules.ability_context(table, table.effects[frame.effect])
    is_there = context.me in table.cards and (
        zone_kind(table.cards[context.me].zone) in (HAND, PLAYING)
        or context.me in rules_of_table(table).counted_as_in_hand(table, context.you)
    )
    if context.is_event and frame.at in UNINITIATED and not is_there:
        return FrameEnded("its card has gone")
    if frame.at not in UNPAID:
        return FITS
    chosen = [card for cost in context.ability.costs for card in context.picks(getattr(cost, "name", ""))]
    lost = [card for card in chosen if card not in table.cards and card not in table.seats]
    unpayable = any(cost.refusal(context) for cost in context.ability.costs) if context.me in table.cards else True
    return FrameEnded("it cannot be paid") if lost or unpayable else FITS


def piles_fits(table: CardGameTable, frame: OrderOfPiles) -> FrameVerdict:
    """`FITS`, or the ordering of piles without the cards that have left a pile."""
    left = tuple((area, tuple(card for card in cards if card in table.zone(area))) for area, cards in frame.piles)
    piles = tuple((area, cards) for area, cards in left if len(cards) > 1)
    return FITS if piles == frame.piles else FrameMended(structs.replace(frame, piles=piles), "cards left")


def constants_fits(table: CardGameTable, frame: OrderOfConstants) -> FrameVerdict:
    """`FITS`, or the ordering of constants without the cards that have left play; ended if one is left."""
    cards = tuple(card for card in frame.cards if card in table.cards and table.is_in_play(card))
    if cards == frame.cards:
        return FITS
    return (
        FrameMended(structs.replace(frame, cards=cards), "cards left") if len(cards) > 1 else FrameEnded("cards left")
    )


CARD_FITS: dict[type[Procedure], FrameCheck] = {
    **KERNEL_FITS,
    Initiation: initiation_fits,
    Resolution: goes_on,
    SimultaneousVictory: goes_on,
    DelayedEffects: goes_on,
    OrderOfPiles: piles_fits,
    OrderOfConstants: constants_fits,
}

ABANDONABLE: tuple[type[Procedure], ...] = (Resolving, ManualResolution, OrderOfPiles, OrderOfConstants)


def close_frame(game: CardGame, frame: Procedure) -> None:
    """End what a frame keeps on the table; an event that was being played is discarded."""
    close_ability_frame(game, frame)
    if isinstance(frame, Resolving) and frame.effect in game.table.effects:
        close_effect(game, frame)


def close_effect(game: CardGame, frame: Resolving) -> None:
    """End the effect of an ability that is given up; its event goes to the discard pile."""
    table = game.table
    card = table.cards.get(table.effects[frame.effect].me)
    game.emit(EffectEnded(frame.effect, "correction"))
    if card is not None and zone_kind(card.zone) == PLAYING:
        move(game, [card.handle], area_of_owner(table, card.handle, rules_of_table(table).leaving["discarded"]), TOP)
