"""Common parts of framework events: each has its own reactions, and periods end in a fixed order."""

from __future__ import annotations

from domain.cardgame.facts.cards import LastingEnded
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.kernel.citing import enforces
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence, collect_reactions


@enforces(
    "agot_lcg.framework.event-definition",
    "agot_lcg.framework.effect-definition",
    "agot_lcg.effects.framework-effect-definition",
    "agot_lcg.framework.interruptible",
    "agot_lcg.framework.one-reaction-window-per-step",
)
def framework(game: AgotGame, step: str, *conditions: Condition) -> None:
    """Carry out a framework event with one reaction window of its own; the last statement of a step."""
    collect_reactions(game, step)
    begin_occurrence(game, *conditions)


@enforces("agot_lcg.lasting.expires-at-stated-moment", "agot_lcg.effects.expiry-not-a-state-change")
def expire(game: AgotGame, period: str) -> None:
    """Expire the lasting effects of this period, before abilities that are usable at its end."""
    over = tuple(each.id for each in game.table.lasting.values() if each.until == period)
    if over:
        game.emit(LastingEnded(over))
