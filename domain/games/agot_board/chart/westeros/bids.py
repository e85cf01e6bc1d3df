"""Who bid what: groups of equal bids, the highest and lowest bidders, ties."""

from __future__ import annotations

from domain.games.agot_board.state import Bidding, BoardTable, WildlingAttack
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat


def current_bidding(table: BoardTable) -> Bidding:
    """The bidding under way."""
    assert table.bidding is not None
    return table.bidding


def current_attack(table: BoardTable) -> WildlingAttack:
    """The Wildling attack under way."""
    assert table.attack is not None
    return table.attack


@enforces("agot_board.bid.rank-by-size")
def highest_left(table: BoardTable) -> tuple[Seat, ...]:
    """The Houses with the highest bid of those that have no position yet."""
    bidding = current_bidding(table)
    left = [house for house in bidding.houses if house not in bidding.ranked]
    most = max((bidding.bids[house] for house in left), default=0)
    return tuple(house for house in left if bidding.bids[house] == most)


def tied_next(table: BoardTable) -> tuple[Seat, ...]:
    """The Houses whose equal bids are to be put in order next."""
    highest = highest_left(table)
    return highest if len(highest) > 1 else ()


@enforces("agot_board.wildling.aftermath-2-reward", "agot_board.wildling.aftermath-2-penalty")
def outermost_bidders(table: BoardTable) -> tuple[Seat, ...]:
    """The Houses that bid the most after a victory, the least after a defeat."""
    bids, attack = current_bidding(table).bids, current_attack(table)
    decisive = max(bids.values()) if attack.victory else min(bids.values())
    return tuple(house for house in attack.houses if bids[house] == decisive)


def tied_bidders(table: BoardTable) -> tuple[Seat, ...]:
    """The Houses of which one must be named as highest, or lowest, bidder."""
    outermost = outermost_bidders(table)
    return outermost if len(outermost) > 1 else ()
