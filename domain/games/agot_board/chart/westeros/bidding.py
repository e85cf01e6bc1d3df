"""6. Bidding, and the Westeros card by which the Houses bid for the three influence tracks (1.4.4).

Every bidding has the steps of `SealedBids` (6.1 to 6.3). `BidForTrack` or a Wildling attack then uses the bids.
"""

from __future__ import annotations

from msgspec import field

from domain.games.agot_board.board.board_changes import BoardGame, hand_over
from domain.games.agot_board.chart.westeros.bids import current_bidding, highest_left, tied_next
from domain.games.agot_board.commands import Bid, OrderTiedBids
from domain.games.agot_board.components import TRACKS
from domain.games.agot_board.concession import decides_ties
from domain.games.agot_board.facts.board import InfluenceSet
from domain.games.agot_board.facts.westeros import BiddingBegan, BidsDiscarded, BidsRanked, BidsRevealed
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import Seat
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Number, Ordering

WILDLINGS = "wildlings"


# --- 6.1 to 6.3


@enforces("agot_board.bid.hide-power", "agot_board.hidden.announce-before-bid")
def announce(game: BoardGame, frame: SealedBids) -> None:
    """Announce how much Power each House has to bid with, and hide it."""
    power: dict[str, int] = {house: game.table.house(house).power for house in frame.houses}
    game.emit(BiddingBegan(frame.purpose, power))


def bidders(table: BoardTable, frame: SealedBids) -> tuple[Seat, ...]:
    """The Houses that bid."""
    return frame.houses


@enforces("agot_board.ruling.bids-zero")
def bid_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    """The command that bids from 0 to all Power of the House."""
    power = Number(0, table.house(seat).power)
    return Commands((Form("bid", {}, {"power": power}, ("agot_board.ruling.bids-zero",)),))


@enforces("agot_board.alliance.bids-secret")
def all_have_bid(game: BoardGame, frame: SealedBids, bids: dict[Seat, Bid]) -> None:
    """Keep the bids until they are revealed."""
    game.set(bids={house: bid.power for house, bid in bids.items()})


@enforces("agot_board.bid.simultaneous-reveal")
def reveal_bids(game: BoardGame, frame: SealedBids) -> None:
    """Reveal all bids at the same time."""
    game.emit(BidsRevealed(frame.bids))


class SealedBids(Procedure, frozen=True, tag="agot_board.sealed_bids"):
    """Houses bid in secret for a track or against the Wildlings, and reveal together."""

    purpose: str
    houses: tuple[Seat, ...]
    bids: dict[str, int] = field(default_factory=dict)
    asks_about = "purpose"
    steps = (
        step("6.1", announce, "the Power to bid with is announced"),
        Decision(
            "6.2",
            "bid",
            title="the Houses bid in secret",
            seats=bidders,
            options=bid_space,
            accepts=(Bid,),
            on_answer=all_have_bid,
            rule="agot_board.ruling.bids-zero",
            sealed=True,
            checked=True,
        ),
        step("6.3", reveal_bids, "the bids are revealed"),
    )


@enforces("agot_board.bid.all-bids-discarded", "agot_board.wildling.step-6-discard-bids")
def discard_bids(game: BoardGame, frame: Procedure) -> None:
    """Discard the bids that were not taken back."""
    houses = current_bidding(game.table).houses
    game.emit(BidsDiscarded({house: bid for house in houses if (bid := game.table.house(house).bid)}))


# --- 6.4, for an influence track


def begin_bids(game: BoardGame, frame: BidForTrack) -> None:
    """Let all Houses bid for the track."""
    game.push(SealedBids(purpose=frame.track, houses=game.table.seats))


@enforces("agot_board.bid.rank-by-size")
def place_untied(game: BoardGame, frame: BidForTrack) -> None:
    """Give the highest free positions to the highest bids, as far as the next tie."""
    while len(highest := highest_left(game.table)) == 1:
        game.emit(BidsRanked(highest))


@enforces(
    "agot_board.bid.ties-iron-throne",
    "agot_board.token.iron-throne-breaks-ties",
    "agot_board.token.iron-throne-transfer-after-bid",
    "agot_board.track.fiefdoms-bidding-ties",
)
def who_breaks_ties(table: BoardTable, frame: BidForTrack) -> tuple[Seat, ...]:
    """The House that breaks ties if there is one: the holder of the Iron Throne token before the first bidding."""
    return (decides_ties(table, frame.before),) if tied_next(table) else ()


@enforces("agot_board.ruling.ironthrone-tie-order")
def tie_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    """The command that puts the tied Houses, the holder's own included, in any order."""
    cited = ("agot_board.bid.ties-iron-throne",)
    return Commands((Form("order_tied_bids", {}, {"houses": Ordering(tied_next(table))}, cited),))


def order_tied(game: BoardGame, frame: Procedure, seat: Seat, command: OrderTiedBids) -> None:
    """Give the tied Houses their positions in the order of the command, and go on with the lower bids."""
    game.goto("6.4")
    game.emit(BidsRanked(tuple(Seat(house) for house in command.houses), by=seat))


@enforces("agot_board.bid.rank-by-size")
def place_tokens(game: BoardGame, frame: BidForTrack) -> None:
    """Put all Influence tokens on the track."""
    game.emit(InfluenceSet(frame.track, current_bidding(game.table).ranked))


@enforces("agot_board.clash.dominance-token-transfer", "agot_board.token.iron-throne-transfer-after-bid")
def take_dominance_token(game: BoardGame, frame: BidForTrack) -> None:
    """Give the Dominance token of the track to the House on its first position."""
    hand_over(game, frame.track)


class BidForTrack(Procedure, frozen=True, tag="agot_board.bid_for_track"):
    """The bidding for one influence track.

    `before` is the Iron Throne track as it was before the first bidding.
    """

    track: str
    before: tuple[Seat, ...] = ()
    asks_about = "track"
    steps = (
        step("6.1/track", begin_bids, "the bidding for the track begins"),
        step("6.4", place_untied, "Houses without a tie take their positions"),
        Decision(
            "6.4/ties",
            "order-ties",
            title="the order of tied Houses is chosen",
            seats=who_breaks_ties,
            options=tie_space,
            accepts=(OrderTiedBids,),
            on_answer=order_tied,
            rule="agot_board.bid.ties-iron-throne",
            public=True,
            checked=True,
        ),
        step("6.4/tokens", place_tokens, "the Influence tokens are placed on the track"),
        step("6.4/dominance", take_dominance_token, "the first House on the track takes its Dominance token"),
        step("6.5", discard_bids, "the bids are discarded"),
    )


# --- 1.4.4


@enforces("agot_board.clash.remove-tokens", "agot_board.westeros-card.clash-of-kings")
def remove_influence_tokens(game: BoardGame, frame: ClashOfKings) -> None:
    """Take all Influence tokens off the three tracks. The Iron Throne track is kept to break ties."""
    game.set(before=game.table.turn_order())
    for track in TRACKS:
        game.emit(InfluenceSet(track, ()))


@enforces("agot_board.clash.track-order", "agot_board.clash.finished")
def bid_for_next_track(game: BoardGame, frame: ClashOfKings) -> None:
    """Begin the bidding for the next track: Iron Throne, Fiefdoms, then King's Court."""
    if frame.track < len(TRACKS):
        game.set(track=frame.track + 1, at="1.4.4/track")
        game.push(BidForTrack(track=TRACKS[frame.track], before=frame.before))


class ClashOfKings(Procedure, frozen=True, tag="agot_board.clash_of_kings"):
    """1.4.4: the Houses bid for the three influence tracks."""

    track: int = 0
    before: tuple[Seat, ...] = ()
    steps = (
        step("1.4.4", remove_influence_tokens, "the Influence tokens are taken off the tracks"),
        step("1.4.4/track", bid_for_next_track, "the Houses bid for the next track"),
    )
