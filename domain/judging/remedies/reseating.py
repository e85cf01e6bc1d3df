"""The event by which seats of a match get other players: what was a person's word in it ends.

Offers of a draw, acceptances, and proposals to resolve a card by hand end for all seats, as everybody agreed with
whoever sat there; standing orders end for the seats that have other players. What a seat has answered to the game
stays, also a secret answer that is not opened yet. Read `reseat_match`.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.judging.remedies.interventions import RulingEnvelope, game_of_judge, intervention
from domain.kernel.corrections.manual_resolution import end_proposals
from domain.kernel.flow.endings import SeatsTakenOver, end_offers
from domain.kernel.flow.frames import Flow, run_flow
from domain.kernel.flow.standing_orders import StandingOrdersEnded
from domain.kernel.ids import Seat
from domain.match.aggregate import Match, NewVersion
from domain.match.envelope import Actor, Stamp
from domain.match.events import RESEATED

OTHERS = "seats taken over"
RULE = "judging.event.word-of-player"


def may_hold_words(match: Match) -> bool:
    """Whether seats may have given anything in a match that ends with their players: it was acted in and goes on."""
    return match.version > 1 and match.table.over is None


def reseat_by(match: Match, seats: Iterable[str], by: Actor, stamp: Stamp) -> NewVersion:
    """The version from which on these seats have other players, as somebody in an office has seated them."""
    ruled = RulingEnvelope(actor=by.actor, role=by.role, case="", rules=(RULE,))
    return reseat_match(match, [Seat(each) for each in seats], ruled, stamp)


def reseat_match(match: Match, seats: Iterable[Seat], ruled: RulingEnvelope, stamp: Stamp) -> NewVersion:
    """The version from which on these seats have other players. Raises Refused where the game would never stop."""
    taken = set(seats)
    game = game_of_judge(match, match.table)
    game.emit(SeatsTakenOver(tuple(seat for seat in match.table.seats if seat in taken)))
    if orders := tuple(seat for seat in game.table.orders if seat in taken):
        game.emit(StandingOrdersEnded(orders))
    end_offers(game)
    flow: Flow | None = None
    if end_proposals(game, OTHERS):
        run_flow(game)
        _, flow = game.conclude()
    return intervention(match, RESEATED, ruled, stamp, game.table, tuple(game.facts), flow)
