"""Facts of the Westeros Phase: cards, supply and income as counted, mustering, bids, Wildling attacks."""

from __future__ import annotations

from msgspec import structs

from domain.games.agot_board.state import Bidding, BoardTable, MusterPoints, WildlingAttack
from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import Term
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.numbers import TraceLine

# --- cards


class WesterosCardBegan(Fact, frozen=True, tag="agot_board.westeros_card_began"):
    """The resolution of a revealed Westeros card began."""

    card: Term

    def apply(self, table: BoardTable) -> None:
        table.westeros_card = self.card


class WesterosEnded(Fact, frozen=True, tag="agot_board.westeros_ended"):
    """All three cards have been resolved."""

    def apply(self, table: BoardTable) -> None:
        table.westeros_card = ""


class CardOptionChosen(Fact, frozen=True, tag="agot_board.card_option_chosen"):
    """The holder of a Dominance token decided what a Westeros card does."""

    neutral = True
    house: Seat
    card: Term
    option: Term


class SupplyCounted(Fact, frozen=True, tag="agot_board.supply_counted"):
    """The supply icons of the areas that a House controls were counted, area by area."""

    neutral = True
    house: Seat
    supply: int
    trace: tuple[TraceLine, ...]


class IncomeCounted(Fact, frozen=True, tag="agot_board.income_counted"):
    """The Power that a House is to gain was counted, by area and port."""

    neutral = True
    house: Seat
    power: int
    trace: tuple[TraceLine, ...]


# --- mustering


class MusteringBegan(Fact, frozen=True, tag="agot_board.mustering_began"):
    """A House began to muster: the points of each of its areas that provide any."""

    house: Seat
    points: dict[Term, int]

    def apply(self, table: BoardTable) -> None:
        table.mustering = MusterPoints(self.house, self.points)


class MusterPointsSpent(Fact, frozen=True, tag="agot_board.muster_points_spent"):
    """Mustering points of an area were spent."""

    area: Term
    points: int

    def apply(self, table: BoardTable) -> None:
        assert table.mustering is not None
        left = {**table.mustering.points, self.area: table.mustering.points[self.area] - self.points}
        table.mustering = structs.replace(table.mustering, points=left)


class MusteringEnded(Fact, frozen=True, tag="agot_board.mustering_ended"):
    """A House ended its mustering; the points that it had left are lost."""

    house: Seat
    lost: int

    def apply(self, table: BoardTable) -> None:
        table.mustering = None


# --- bidding


class BiddingBegan(Fact, frozen=True, tag="agot_board.bidding_began"):
    """The Houses began to bid for a track or against the Wildlings: each announced its available Power and hid it."""

    purpose: Term
    power: dict[Term, int]

    def apply(self, table: BoardTable) -> None:
        table.bidding = Bidding(self.purpose, tuple(Seat(house) for house in self.power))


class BidsRevealed(Fact, frozen=True, tag="agot_board.bids_revealed"):
    """All bids were revealed at once; the tokens lie apart until they are discarded."""

    bids: dict[Term, int]

    def apply(self, table: BoardTable) -> None:
        assert table.bidding is not None
        table.bidding = structs.replace(table.bidding, bids=self.bids)
        for seat, bid in self.bids.items():
            house = table.houses.writable(Seat(seat))
            house.power -= bid
            house.bid = bid


class BidsRanked(Fact, frozen=True, tag="agot_board.bids_ranked"):
    """Houses took the highest free positions by their bids, in this order; `by`: who ordered a tie."""

    houses: tuple[Seat, ...]
    by: Seat = NO_SEAT

    def apply(self, table: BoardTable) -> None:
        assert table.bidding is not None
        table.bidding = structs.replace(table.bidding, ranked=(*table.bidding.ranked, *self.houses))


class BidReturned(Fact, frozen=True, tag="agot_board.bid_returned"):
    """A House took its bid back."""

    house: Seat
    power: int

    def apply(self, table: BoardTable) -> None:
        house = table.houses.writable(self.house)
        house.bid -= self.power
        house.power += self.power


class BidsDiscarded(Fact, frozen=True, tag="agot_board.bids_discarded"):
    """The bids that were not taken back went to the Power Pool; the bidding is over."""

    bids: dict[Term, int]

    def apply(self, table: BoardTable) -> None:
        table.bidding = None
        for seat, bid in self.bids.items():
            house = table.houses.writable(Seat(seat))
            house.bid -= bid
            house.pool += bid


# --- the Wildlings


class WildlingsAttacked(Fact, frozen=True, tag="agot_board.wildlings_attacked"):
    """The Wildlings attacked with this strength; `houses` bid. `second`: the attack that Preemptive Raid adds."""

    strength: int
    houses: tuple[Seat, ...]
    second: bool = False

    def apply(self, table: BoardTable) -> None:
        table.attack = WildlingAttack(self.strength, self.houses, second=self.second)


class NightsWatchCounted(Fact, frozen=True, tag="agot_board.nights_watch_counted"):
    """The strength of the Night's Watch was counted, bid by bid, and whether it defeated the Wildlings."""

    strength: int
    victory: bool
    trace: tuple[TraceLine, ...]

    def apply(self, table: BoardTable) -> None:
        assert table.attack is not None
        table.attack = structs.replace(table.attack, total=self.strength, victory=self.victory)


class BidderNamed(Fact, frozen=True, tag="agot_board.bidder_named"):
    """The highest bidder of a victory, or the lowest of a defeat, was named; `by`: who decided a tie."""

    house: Seat
    by: Seat = NO_SEAT

    def apply(self, table: BoardTable) -> None:
        assert table.attack is not None
        table.attack = structs.replace(table.attack, bidder=self.house)


class WildlingCardRevealed(Fact, frozen=True, tag="agot_board.wildling_card_revealed"):
    """The top card of the Wildling deck was revealed."""

    card: Term

    def apply(self, table: BoardTable) -> None:
        assert table.attack is not None
        table.attack = structs.replace(table.attack, card=self.card)


class WildlingRewardDeclined(Fact, frozen=True, tag="agot_board.wildling_reward_declined"):
    """The highest bidder declined a reward."""

    neutral = True
    house: Seat
    card: Term


class WildlingsGone(Fact, frozen=True, tag="agot_board.wildlings_gone"):
    """The Wildling attack ended."""

    def apply(self, table: BoardTable) -> None:
        table.attack = None


WESTEROS_FACTS: tuple[type[Fact], ...] = (
    WesterosCardBegan,
    WesterosEnded,
    CardOptionChosen,
    SupplyCounted,
    IncomeCounted,
    MusteringBegan,
    MusterPointsSpent,
    MusteringEnded,
    BiddingBegan,
    BidsRevealed,
    BidsRanked,
    BidReturned,
    BidsDiscarded,
    WildlingsAttacked,
    NightsWatchCounted,
    BidderNamed,
    WildlingCardRevealed,
    WildlingRewardDeclined,
    WildlingsGone,
)
