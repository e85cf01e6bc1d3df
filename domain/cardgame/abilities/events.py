"""Events: cards that are played from hand for their effect alone and then lie on the discard pile."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from domain.cardgame.abilities.context import AbilityContext
from domain.cardgame.facts.cards import EventPlayed
from domain.cardgame.table import PLAYING, CardGame, area_of_owner, rules_of_table
from domain.kernel.cards.card_table import TOP
from domain.kernel.cards.moving_cards import move
from domain.kernel.ids import zone, zone_kind
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import resolve_conditions


def begin_event(game: CardGame, context: AbilityContext[Any]) -> None:
    """Record that an event is played; it counts as played even if its effect is canceled."""
    move(game, [context.me], zone(context.you, PLAYING))
    game.emit(EventPlayed(context.you, context.me))


def put_event_away(game: CardGame, context: AbilityContext[Any]) -> None:
    """Put an event on its owner's discard pile and record it as played, at the same moment as its effect."""
    table = game.table
    card = table.cards.get(context.me)
    if card is not None and zone_kind(card.zone) == PLAYING:
        move(game, [context.me], area_of_owner(table, context.me, rules_of_table(table).leaving["discarded"]), TOP)
    occur_uninterrupted(game, Condition(0, "event_played", card=context.me, seat=context.you))


def occur_uninterrupted(game: CardGame, condition: Condition) -> None:
    """Let a condition occur without interrupts; its reactions belong to the innermost aftermath."""
    numbered = structs.replace(condition, id=game.table.next_serial())
    resolve_conditions(game, (numbered,), 0, 1)
