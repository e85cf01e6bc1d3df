"""Phases in which the players are active one after the other: marshalling and challenges."""

from __future__ import annotations

from domain.cardgame.facts.course import ActivePlayerNamed
from domain.cardgame.turns import Turns, count_turn
from domain.families.agot_cards.state import AgotGame
from domain.kernel.ids import Seat


def make_active(game: AgotGame, frame: Turns, seat: Seat) -> None:
    """Make a player active in a phase of turns."""
    count_turn(game, frame, seat)
    game.emit(ActivePlayerNamed(seat))
