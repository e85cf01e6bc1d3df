"""The first action of each player in a conflict, whose effects a card may cancel."""

from __future__ import annotations

from domain.cardgame.facts.course import Counted
from domain.cardgame.in_play.active_constants import is_at_work
from domain.games.l5r.numbers_in_play import seat_constants
from domain.games.l5r.state import L5rContext, L5rGame
from domain.kernel.ids import Seat
from domain.kernel.occurring.abilities import EffectCanceled


def action_key(seat: Seat) -> str:
    """The counter of the actions that a player has initiated from cards in a conflict."""
    return f"conflict:actions:{seat}"


def count_action(game: L5rGame, context: L5rContext) -> None:
    """Count an action from a card that is initiated in a conflict; cancel its effects if a card says so of the first.

    Nobody is asked: the costs stay paid, and the ability counts as used.
    """
    table, seat = game.table, context.you
    if table.contest is None or context.ability.timing != "action":
        return
    is_first = not table.usage.get(action_key(seat))
    game.emit(Counted((action_key(seat),)))
    if is_first and is_at_work(table, "stop-first-action") and any(seat_constants(table, seat, "stop-first-action")):
        game.emit(EffectCanceled(context.effect.id))
