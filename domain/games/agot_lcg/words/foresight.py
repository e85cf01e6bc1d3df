"""Foresight: the table after a word, for rules that depend on what using an ability would do.

Such a table is read and then discarded. No window opens on it and nobody chooses.
"""

from __future__ import annotations

from domain.cardgame.facts.cards import LastingBegan
from domain.cardgame.table import LastingEffect
from domain.games.agot_lcg.facts.cards import EnteredPlay
from domain.games.agot_lcg.state import AS_ATTACHMENT, AgotContext, AgotTable
from domain.games.agot_lcg.words.choices import Choose
from domain.games.agot_lcg.words.select import Cards
from domain.kernel.cards import Move
from domain.kernel.ids import NO_CARD, Handle, Seat, ZoneKey, zone


def within_reach(context: AgotContext, on: Cards) -> list[Handle]:
    """The cards that a part could act on: those that it finds, or those that could be chosen for it."""
    words = (*context.ability.targets, *context.parts)
    naming = [word for word in words if isinstance(word, Choose) and on.picked == word.name]
    return [card for word in naming for card in word.eligible(context, context.you)] if naming else on.find(context)


def with_moved(table: AgotTable, card: Handle, to: ZoneKey, host: Handle = NO_CARD) -> AgotTable:
    """The table with a card moved to another place."""
    ahead = table.branch()
    ahead.apply_move(Move(card, card, table.cards[card].zone, to, host=host))
    return ahead


def without(table: AgotTable, card: Handle) -> AgotTable:
    """The table after a card has left play."""
    return with_moved(table, card, zone(table.cards[card].owner, "discard"))


def with_attached(table: AgotTable, seat: Seat, event: Handle, host: Handle) -> AgotTable:
    """The table with an event attached to a card."""
    ahead = with_moved(table, event, zone(seat, "play"), host)
    EnteredPlay(event, AS_ATTACHMENT, serial=ahead.next_serial()).apply(ahead)
    return ahead


def with_lasting(table: AgotTable, effect: LastingEffect) -> AgotTable:
    """The table with another lasting effect."""
    ahead = table.branch()
    LastingBegan(effect).apply(ahead)
    return ahead
