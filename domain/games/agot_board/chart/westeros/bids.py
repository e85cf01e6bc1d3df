"""What the bids of a bidding say: the highest and the lowest bidders, and ties."""

from __future__ import annotations

from domain.games.agot_board.state import Bidding, BoardTable, WildlingAttack
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat


def current_bidding(table: BoardTable) -> Bidding:
    """The bidding under way; there must be one."""
    assert table.bidding is not None
    return table.bidding


def current_attack(table: BoardTable) -> WildlingAttack:
    """The Wildling attack under way; there must be one."""
    assert table.attack is not None
    return table.attack


@enforces("agot_board.bid.rank-by-size")
def highest_left(table: BoardTable) -> tuple[Seat, ...]:
    """The Houses with the highest bid among those that have no position yet."""
    bidding = current_bidding(table)
    left = [house for house in bidding.houses if house not in bidding.ranked]
    most = max((bidding.bids[house] for house in left), default=0)
    return tuple(house for house in left if bidding.bids[house] == most)


def tied_next(table: BoardTable) -> tuple[Seat, ...]:
    """The Houses that have the highest bid in common and must be put in order next; empty if there is no tie."""
    highest = highest_left(table)
    return highest if len(highest) > 1 else ()


@enforces("agot_board.wildling.aftermath-2-reward", "agot_board.wildling.aftermath-2-penalty")
def outermost_bidders(table: BoardTable) -> tuple[Seat, ...]:
    """The Houses with the decisive bid of a Wildling attack: the highest after a victory, the lowest after a defeat."""
    bids, attack = current_bidding(table).bids, current_attack(table)
    decisive = max(bids.values()) if attack.victory else min(bids.values())
    return tuple(house for house in attack.houses if bids[house] == decisive)


def tied_bidders(table: BoardTable) -> tuple[Seat, ...]:
    """The Houses with the decisive bid if they are several, otherwise empty."""
    outermost = outermost_bidders(table)
    return outermost if len(outermost) > 1 else ()
