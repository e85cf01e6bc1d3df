"""The functions that change the board: every rule that destroys, gains or removes something calls them."""

from __future__ import annotations

from domain.games.agot_board.facts.board import (
    DominanceTokenTaken,
    InfluenceSet,
    OrdersRemoved,
    PowerDiscarded,
    PowerGained,
    UnitsDestroyed,
)
from domain.games.agot_board.state import BoardTable, Units
from domain.kernel.citing import enforces
from domain.kernel.game import Game
from domain.kernel.ids import Seat

BoardGame = Game[BoardTable]


@enforces("agot_board.term.destroy", "agot_board.component.destroyed-units-reusable")
def destroy(game: BoardGame, area: str, units: Units, routed: Units | None = None) -> None:
    """Remove units from the board."""
    if units or routed:
        game.emit(UnitsDestroyed(game.table.area(area).house, area, units, routed or {}))


@enforces(
    "agot_board.term.gain-power",
    "agot_board.term.own-power-only",
    "agot_board.component.power-tokens",
    "agot_board.ruling.pillage-pool-limit",
)
def gain_power(game: BoardGame, house: Seat, power: int) -> None:
    """Take Power from the pool, as much as it holds."""
    taken = min(power, game.table.house(house).pool)
    if taken:
        game.emit(PowerGained(house, taken))


@enforces("agot_board.term.discard-power", "agot_board.ruling.penalty-as-many-as-able")
def discard_power(game: BoardGame, house: Seat, power: int) -> int:
    """Return available Power to the pool, as much as there is. Returns the amount."""
    given = min(power, game.table.house(house).power)
    if given:
        game.emit(PowerDiscarded(house, given))
    return given


@enforces("agot_board.order.return-to-owner")
def remove_orders(game: BoardGame, *areas: str) -> None:
    """Return orders to their owners."""
    there = tuple(area for area in areas if game.table.area(area).order)
    if there:
        game.emit(OrdersRemoved(there))


HOLDERS = {"iron_throne": "throne", "fiefdoms": "blade", "kings_court": "raven"}


def holder(table: BoardTable, track: str) -> Seat:
    """The House that holds the Dominance token of a track."""
    found: Seat = getattr(table, HOLDERS[track])
    return found


@enforces(
    "agot_board.trackchange.shift",
    "agot_board.trackchange.dominance-token",
    "agot_board.trackchange.special-orders-unaffected",
    "agot_board.track.iron-throne-token-holder",
    "agot_board.track.fiefdoms-token-holder",
    "agot_board.track.kings-court-token-holder",
)
def move_on_track(game: BoardGame, track: str, house: Seat, position: int) -> None:
    """Move a House to a position (from 0) of a track; the others shift and the Dominance token follows at once."""
    others = [each for each in game.table.track(track) if each != house]
    order = (*others[:position], house, *others[position:])
    if order != game.table.track(track):
        game.emit(InfluenceSet(track, order))
    hand_over(game, track)


@enforces("agot_board.component.dominance-tokens", "agot_board.track.three-tracks")
def hand_over(game: BoardGame, track: str) -> None:
    """Give the Dominance token to the House on position 1."""
    first = game.table.track(track)[0]
    if holder(game.table, track) != first:
        game.emit(DominanceTokenTaken(track, first))
