"""2. The draw phase: honor is bid in secret, the difference is paid, cards are drawn."""

from __future__ import annotations

from domain.cardgame.occurring.conditions import draw_condition
from domain.cardgame.occurring.framework import expire, framework
from domain.cardgame.rounds_and_phases import end_phase, expire_with_phase, first_step
from domain.games.l5r.chart.bids import HONOR_BID, Bids, bid_space, reveal_bids, set_dials, transfer_honor, who_bids
from domain.games.l5r.commands import BidHonor
from domain.games.l5r.numbers_in_play import bid_value
from domain.games.l5r.state import L5rGame
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.flow.priority_windows import open_for_all


@enforces("l5r.drawphase.2-3-reveal")
def reveal_dials(game: L5rGame, frame: DrawPhase) -> None:
    reveal_bids(game, "2.3", frame.bids)


@enforces("l5r.drawphase.2-4-transfer", "l5r.drawphase.2-4-equal")
def transfer(game: L5rGame, frame: Procedure) -> None:
    transfer_honor(game, "2.4")


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
    expire(game, "bid")
    end_phase(game, "2.6", "draw")


@enforces("l5r.drawphase.chart-order", "l5r.drawphase.2-1-begin")
class DrawPhase(Procedure, frozen=True, tag="l5r.draw_phase"):
    """2. The draw phase."""

    bids: Bids = ()
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
            rule=HONOR_BID,
            sealed=True,
            second_answer=HONOR_BID,
        ),
        step("2.3", reveal_dials, "the honor dials are revealed"),
        step("2.4", transfer, "honor is transferred"),
        step("2.5", draw_bids, "cards are drawn"),
        step("/actions", draw_actions, "an action window"),
        step("/expire", expire_with_phase, "effects that last for the phase expire"),
        step("2.6", draw_ends, "the draw phase ends"),
    )
