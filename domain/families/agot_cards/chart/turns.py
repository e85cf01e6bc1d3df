"""Phases in which the players are active one after the other: marshalling and challenges."""

from __future__ import annotations

from domain.cardgame.facts.course import ActivePlayerNamed
from domain.families.agot_cards.state import AgotGame, AgotTable
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Seat


class TurnsPhase(Procedure, frozen=True):
    """A phase of turns, with the players who have had theirs or have it; a game's phases are such ones."""

    were_active: tuple[Seat, ...] = ()


def waiting_seats(table: AgotTable, frame: TurnsPhase) -> list[Seat]:
    """The players, in player order, who have not been active in this phase."""
    return [seat for seat in table.player_order() if seat not in frame.were_active]


def make_active(game: AgotGame, frame: TurnsPhase, seat: Seat) -> None:
    """Make a player active in a phase of turns."""
    game.set(were_active=(*frame.were_active, seat))
    game.emit(ActivePlayerNamed(seat))
