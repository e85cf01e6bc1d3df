"""Honor bids: of the draw phase and of duels. They are set in secret, revealed together, and paid for."""

from __future__ import annotations

from collections.abc import Iterable

from domain.cardgame.occurring.framework import framework
from domain.games.l5r.commands import BidHonor
from domain.games.l5r.facts.players import DialsRevealed
from domain.games.l5r.numbers_in_play import bid_value
from domain.games.l5r.occurring import executes
from domain.games.l5r.state import L5rGame, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Number

HONOR_BID = "l5r.drawphase.2-2-secret-bid"
LEAST_BID, MOST_BID = 1, 5

Bids = tuple[tuple[Seat, int], ...]


@enforces("l5r.drawphase.2-2-both-ready", "l5r.duel.d3-both-ready")
def who_bids(table: L5rTable, frame: Procedure) -> tuple[Seat, ...]:
    return table.player_order()


def bid_space(rules: object, table: L5rTable, frame: Procedure, seat: Seat) -> Commands:
    """The numbers on a dial, by the rule of the step that asks for them."""
    asking = next(each for each in frame.steps if isinstance(each, Decision) and BidHonor in each.accepts)
    return Commands((Form("bid_honor", {}, {"bid": Number(LEAST_BID, MOST_BID)}, (asking.rule,)),))


@enforces(HONOR_BID, "l5r.duel.d3-bid")
def set_dials(game: L5rGame, frame: Procedure, answers: dict[Seat, BidHonor]) -> None:
    game.set(bids=tuple((seat, command.bid) for seat, command in answers.items()))


def reveal_bids(game: L5rGame, step: str, bids: Bids) -> None:
    """Reveal the dials at the same time."""
    framework(game, step, *(Condition(0, "bid_revealed", seat=seat, n=bid) for seat, bid in bids))


@executes("bid_revealed")
@enforces("l5r.drawphase.2-3-dial-stays", "l5r.honor.bid-reference", "l5r.duel.d4-dial-stays")
def dials_revealed(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    game.emit(DialsRevealed(tuple((each.seat, each.n) for each in conditions)))
    return conditions


def debt(table: L5rTable) -> tuple[Seat, Seat, int]:
    """Who gives honor for the bids, to whom, and how much: the higher bidder the difference; nobody in a tie."""
    bids = {seat: bid_value(table, seat).value for seat in table.player_order()}
    low, high = sorted(bids, key=lambda seat: bids[seat])
    difference = bids[high] - bids[low]
    return (high, low, difference) if difference else (NO_SEAT, NO_SEAT, 0)


def transfer_honor(game: L5rGame, step: str, further: Iterable[Condition] = ()) -> None:
    """Let the higher bidder give the difference to the other player."""
    giver, taker, n = debt(game.table)
    if n:
        framework(game, step, Condition(0, "honor_given", seat=giver, other=taker, n=n, how="bid"), *further)
