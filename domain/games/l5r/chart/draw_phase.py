"""2. The draw phase: honor is bid in secret, the difference is paid, cards are drawn."""

from __future__ import annotations

from domain.cardgame.occurring.conditions import draw_condition
from domain.cardgame.occurring.framework import framework
from domain.cardgame.rounds_and_phases import end_phase, expire_with_phase, first_step
from domain.games.l5r.commands import BidHonor
from domain.games.l5r.facts.players import DialsRevealed
from domain.games.l5r.numbers_in_play import bid_value
from domain.games.l5r.occurring import executes
from domain.games.l5r.state import L5rGame, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.flow.priority_windows import open_for_all
from domain.kernel.ids import Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Number

BID = "l5r.drawphase.2-2-secret-bid"
LEAST_BID, MOST_BID = 1, 5


@enforces("l5r.drawphase.2-2-both-ready")
def who_bids(table: L5rTable, frame: Procedure) -> tuple[Seat, ...]:
    return table.player_order()


def bid_space(rules: object, table: L5rTable, frame: Procedure, seat: Seat) -> Commands:
    return Commands((Form("bid_honor", {}, {"bid": Number(LEAST_BID, MOST_BID)}, (BID,)),))


@enforces(BID)
def set_dials(game: L5rGame, frame: Procedure, answers: dict[Seat, BidHonor]) -> None:
    game.set(bids=tuple((seat, command.bid) for seat, command in answers.items()))


@enforces("l5r.drawphase.2-3-reveal")
def reveal_dials(game: L5rGame, frame: DrawPhase) -> None:
    framework(game, "2.3", *(Condition(0, "bid_revealed", seat=seat, n=bid) for seat, bid in frame.bids))


@executes("bid_revealed")
@enforces("l5r.drawphase.2-3-dial-stays", "l5r.honor.bid-reference")
def dials_revealed(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    game.emit(DialsRevealed(tuple((each.seat, each.n) for each in conditions)))
    return conditions


@enforces("l5r.drawphase.2-4-transfer", "l5r.drawphase.2-4-equal")
def transfer_honor(game: L5rGame, frame: Procedure) -> None:
    """Let the higher bidder give the difference to the other player."""
    table = game.table
    bids = {seat: bid_value(table, seat).value for seat in table.player_order()}
    low, high = sorted(bids, key=lambda seat: bids[seat])
    if difference := bids[high] - bids[low]:
        framework(game, "2.4", Condition(0, "honor_given", seat=high, other=low, n=difference, how="bid"))


@enforces("l5r.drawphase.2-5-draw")
def draw_bids(game: L5rGame, frame: Procedure) -> None:
    """Draw as many cards as was bid for each player, at the same time."""
    table = game.table
    numbers = ((seat, bid_value(table, seat).value) for seat in table.player_order())
    framework(game, "2.5", *(draw_condition(seat, n) for seat, n in numbers if n))


@enforces("l5r.drawphase.action-window")
def draw_actions(game: L5rGame, frame: Procedure) -> None:
    open_for_all(game, "action", "draw.action", "2.5")


@enforces("l5r.drawphase.2-6-end")
def draw_ends(game: L5rGame, frame: Procedure) -> None:
    end_phase(game, "2.6", "draw")


@enforces("l5r.drawphase.chart-order", "l5r.drawphase.2-1-begin")
class DrawPhase(Procedure, frozen=True, tag="l5r.draw_phase"):
    """2. The draw phase."""

    bids: tuple[tuple[Seat, int], ...] = ()
    steps = (
        first_step("2.1", "draw"),
        Decision(
            "2.2",
            "honor-bid",
            title="each player bids honor in secret",
            seats=who_bids,
            options=bid_space,
            accepts=(BidHonor,),
            on_answer=set_dials,
            rule=BID,
            sealed=True,
        ),
        step("2.3", reveal_dials, "the honor dials are revealed"),
        step("2.4", transfer_honor, "honor is transferred"),
        step("2.5", draw_bids, "cards are drawn"),
        step("/actions", draw_actions, "an action window"),
        step("/expire", expire_with_phase, "effects that last for the phase expire"),
        step("2.6", draw_ends, "the draw phase ends"),
    )
