"""Foresight: the table after a word, for rules that depend on what using an ability would do.

Such a table is read and then discarded. No window opens on it and nobody chooses.
"""

from __future__ import annotations

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.facts.cards import LastingBegan
from domain.cardgame.table import CardGameTable, LastingEffect, area_of_owner, rules_of_table
from domain.cardgame.words.choices import Choose
from domain.cardgame.words.select import CardFilter
from domain.kernel.cards.card_facts import Move
from domain.kernel.ids import Handle


def within_reach(context: AnyContext, on: CardFilter) -> list[Handle]:
    """The cards that a part could act on: those that it finds, or those that could be chosen for it."""
    words = (*context.ability.targets, *context.parts)
    naming = [word for word in words if isinstance(word, Choose) and on.picked == word.name]
    return [card for word in naming for card in word.eligible(context, context.you)] if naming else on.find(context)


def without_card(table: CardGameTable, card: Handle) -> CardGameTable:
    """The table after a card has left play."""
    found, ahead = table.cards[card], table.branch()
    to = area_of_owner(table, card, rules_of_table(table).leaving["discarded"])
    ahead.apply_move(Move(card, card, found.zone, to))
    return ahead


def with_lasting(table: CardGameTable, effect: LastingEffect) -> CardGameTable:
    """The table with another lasting effect."""
    ahead = table.branch()
    LastingBegan(effect).apply(ahead)
    return ahead
