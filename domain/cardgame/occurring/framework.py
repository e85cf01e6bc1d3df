"""Common parts of framework events: each has its own reactions, and periods end in a fixed order."""

from __future__ import annotations

from domain.cardgame.facts.cards import LastingEnded
from domain.cardgame.table import CardGame
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence, collect_reactions


def framework(game: CardGame, step: str, *conditions: Condition) -> None:
    """Carry out a framework event with one reaction window of its own; the last statement of a step."""
    collect_reactions(game, step)
    begin_occurrence(game, *conditions)


def expire(game: CardGame, period: str) -> None:
    """Expire the lasting effects of this period, before abilities that are usable at its end."""
    over = tuple(each.id for each in game.table.lasting.values() if each.until == period)
    if over:
        game.emit(LastingEnded(over))
