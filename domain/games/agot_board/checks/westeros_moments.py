"""The moments of the commands of the Westeros Phase: reconciling, mustering, choices, bids, Wildlings."""

from __future__ import annotations

from domain.games.agot_board.board.control import highest_tracks
from domain.games.agot_board.board.supply import armies, excess, flags
from domain.games.agot_board.chart.action.consolidate_power import ResolveConsolidates
from domain.games.agot_board.chart.westeros.mustering import Mustering, MusterInTurn
from domain.games.agot_board.chart.westeros.supply import UpdateSupply
from domain.games.agot_board.checks.command_context import CommandContext
from domain.games.agot_board.checks.westeros import supply_carries, unit_is_unused
from domain.games.agot_board.commands import (
    Bid,
    ChooseCardOption,
    ChooseTiedBidder,
    MusterDone,
    MusterUnit,
    MusterUpgrade,
    OrderTiedBids,
    ReconcileRemoveUnit,
    WildlingChoice,
)
from domain.games.agot_board.components import UNITS
from domain.games.agot_board.state import BoardTable
from domain.kernel.checks import check
from domain.kernel.command_moments import CommandMoment, is_awaited, question_of
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal

# --- reconciling and mustering, House by House in turn order


def turn_of(table: BoardTable, procedure: type[UpdateSupply | MusterInTurn]) -> int:
    """The number of Houses that have had their turn, with the present one; 0 where there are no turns."""
    return next((frame.turn for frame in table.stack if isinstance(frame, procedure)), 0)


def comes_later(context: CommandContext, procedure: type[UpdateSupply | MusterInTurn]) -> bool:
    """Whether the House's turn is still to come."""
    turn = turn_of(context.table, procedure)
    return turn > 0 and context.seat in context.table.turn_order()[turn:]


@check("supply_comes_in_turn", "agot_board.supply.update-in-turn-order")
def supply_comes_in_turn(context: CommandContext) -> Refusal | None:
    if not comes_later(context, UpdateSupply):
        return None
    return Refusal("agot_board.supply.update-in-turn-order", {"turn_order": list(context.table.turn_order())})


@check("something_is_over_supply", "agot_board.ruling.reconcile-minimum")
def something_is_over_supply(context: CommandContext) -> Refusal | None:
    """Units are removed only while armies exceed the supply."""
    table, house = context.table, context.seat
    if excess(table, house):
        return None
    there = {area: table.area(area).size for area in table.areas_of(house)}
    because: dict[str, object] = {"armies": armies(there.values()), "flags": list(flags(table, house)), "to_go": 0}
    return Refusal("agot_board.ruling.reconcile-minimum", because)


@check("others_have_finished", "agot_board.muster.finish-before-next")
def others_have_finished(context: CommandContext) -> Refusal | None:
    """A House that musters later waits until the House before it has finished."""
    if not comes_later(context, MusterInTurn):
        return None
    return Refusal("agot_board.muster.finish-before-next", who_musters(context.table))


def who_musters(table: BoardTable) -> dict[str, object]:
    """The House that is mustering, as data of a refusal; nothing where none is."""
    return {"mustering": table.mustering.house} if table.mustering is not None else {}


@check("mustering_is_left", "agot_board.muster.points")
def mustering_is_left(context: CommandContext) -> Refusal | None:
    """A House musters only while something can be mustered; then the engine ends its mustering."""
    if not was_decided(context.table, context.seat, "muster"):
        return None
    return what_was_short(context) or Refusal("agot_board.muster.points", {"left": 0})


def was_decided(table: BoardTable, seat: Seat, question: str) -> bool:
    """Whether the engine gave a House's only possible answer to this question."""
    return any((each.seat, each.question) == (seat, question) for each in table.forced)


def what_was_short(context: CommandContext) -> Refusal | None:
    """Why a mustering fails for another reason than points: no unused unit of the type, or supply."""
    if isinstance(context.command, MusterDone) or context.command.unit not in UNITS:
        return None
    refused = unit_is_unused.test(context)
    if refused is None and isinstance(context.command, MusterUnit):
        refused = supply_carries.test(context)
    return refused


@check("has_not_finished", "agot_board.muster.points-lost")
def has_not_finished(context: CommandContext) -> Refusal | None:
    """A House that has finished musters no more in this turn."""
    if not turn_of(context.table, MusterInTurn) or is_awaited(context.table, context.seat):
        return None
    return Refusal("agot_board.muster.points-lost", who_musters(context.table))


@check("order_or_card_lets_muster", "agot_board.special.consolidate-power")
def order_or_card_lets_muster(context: CommandContext) -> Refusal | None:
    """While Consolidate Power orders are resolved, a special one lets its own House muster, once it is resolved."""
    if not any(isinstance(frame, ResolveConsolidates) for frame in context.table.stack):
        return None
    return Refusal("agot_board.special.consolidate-power", who_musters(context.table))


@check("reward_lets_muster", "agot_board.wildling-card.the-horde-descends.reward")
def reward_lets_muster(context: CommandContext) -> Refusal | None:
    """Only the highest bidder musters by the Wildling card."""
    mustering = any(isinstance(frame, Mustering) for frame in context.table.stack)
    if context.table.attack is None or not mustering:
        return None
    bidder = context.table.attack.bidder
    return Refusal("agot_board.wildling-card.the-horde-descends.reward", {"bidder": bidder})


# --- bids and Wildlings


@check("takes_part_in_the_attack", "agot_board.wildling-card.preemptive-raid.reward")
def takes_part_in_the_attack(context: CommandContext) -> Refusal | None:
    """The House that defeated the Preemptive Raid takes no part in the second attack."""
    attack = context.table.attack
    if attack is None or not attack.second or context.seat in attack.houses:
        return None
    return Refusal("agot_board.wildling-card.preemptive-raid.reward", {"attacked": list(attack.houses)})


@check("bids_are_still_secret", "agot_board.bid.simultaneous-reveal")
def bids_are_still_secret(context: CommandContext) -> Refusal | None:
    """Bids are final once all are revealed."""
    bidding = context.table.bidding
    if bidding is None or not bidding.bids:
        return None
    return Refusal("agot_board.bid.simultaneous-reveal", {"bids": dict(bidding.bids)})


@check("reward_is_the_bidders", "agot_board.wildling.aftermath-2-reward")
def reward_is_the_bidders(context: CommandContext) -> Refusal | None:
    attack = context.table.attack
    if attack is None or not attack.card or not attack.victory:
        return None
    return Refusal("agot_board.wildling.aftermath-2-reward", {"card": attack.card, "bidder": attack.bidder})


@check("holder_names_the_track", "agot_board.ruling.preemptive-raid-track-tie")
def holder_names_the_track(context: CommandContext) -> Refusal | None:
    """Which of equal tracks is the highest for Preemptive Raid is for the holder of the Iron Throne token to say."""
    attack = context.table.attack
    if attack is None or not context.command.track or question_of(context.table) != "highest-track":
        return None
    tied = list(highest_tracks(context.table, attack.bidder))
    return Refusal("agot_board.ruling.preemptive-raid-track-tie", {"tied": tied, "bidder": attack.bidder})


@check("penalties_go_round", "agot_board.ruling.wildling-penalty-order")
def penalties_go_round(context: CommandContext) -> Refusal | None:
    attack = context.table.attack
    if attack is None or not attack.card or attack.victory:
        return None
    because: dict[str, object] = {"card": attack.card, "bidder": attack.bidder}
    return Refusal("agot_board.ruling.wildling-penalty-order", because)


# the seat that breaks a tie if the holder of the Iron Throne token cannot (`concession.decides_ties`)
IN_PLACE = "where it has conceded, by the next House on the Iron Throne track that has not"

MUSTERING = CommandMoment(
    "agot_board.muster.card-in-turn-order",
    "a Mustering card, A Throne of Blades, a Special Consolidate Power order or a Wildling card, where it lets muster",
    (others_have_finished, mustering_is_left, has_not_finished, reward_lets_muster, order_or_card_lets_muster),
)

MOMENTS: dict[type, CommandMoment] = {
    ReconcileRemoveUnit: CommandMoment(
        "agot_board.supply.reconcile-at-once",
        "right after the own Supply token has moved, while armies exceed the limit",
        (supply_comes_in_turn, something_is_over_supply),
    ),
    MusterUnit: MUSTERING,
    MusterUpgrade: MUSTERING,
    MusterDone: MUSTERING,
    ChooseCardOption: CommandMoment(
        "agot_board.ruling.choice-card-holder",
        "when a card with a choice is resolved, by the holder of the Dominance token that it names",
    ),
    Bid: CommandMoment(
        "agot_board.bid.hide-power",
        "each bidding, for an influence track or against the Wildlings",
        (takes_part_in_the_attack, bids_are_still_secret),
    ),
    OrderTiedBids: CommandMoment(
        "agot_board.bid.ties-iron-throne",
        "after bids for a track are tied, by the holder of the Iron Throne token, also where its own bid is one of "
        f"them; for the Iron Throne track itself by the holder from before the bidding; {IN_PLACE}",
    ),
    ChooseTiedBidder: CommandMoment(
        "agot_board.wildling.ties",
        "after the highest bid of a victory or the lowest of a defeat against the Wildlings is tied, before the card "
        "is revealed, by the holder of the Iron Throne token, also where its own bid is one of them and where it takes "
        f"no part in the bidding; {IN_PLACE}",
    ),
    WildlingChoice: CommandMoment(
        "agot_board.wildling.step-4-aftermath",
        "when a Wildling card is carried out, by the House that it concerns; which of several tracks on which that "
        "House stands highest counts for Preemptive Raid, by the holder of the Iron Throne token; " + IN_PLACE,
        (takes_part_in_the_attack, reward_is_the_bidders, holder_names_the_track, penalties_go_round),
    ),
}
