"""D.1 to D.9: a duel of two characters, within the ability that begins it.

What follows for winner and loser the ability says: the parts of its word for a duel (`path`), which find both by name.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from domain.cardgame.occurring.conditions import discard_condition
from domain.cardgame.occurring.framework import expire, framework
from domain.cardgame.table import HAND
from domain.games.l5r.chart.bids import Bids, bid_space, debt, reveal_bids, set_dials, transfer_honor, who_bids
from domain.games.l5r.commands import BidHonor
from domain.games.l5r.facts.players import DuelDecided
from domain.games.l5r.numbers_in_play import bid_value, skill
from domain.games.l5r.state import L5rGame, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, Step, step
from domain.kernel.ids import NO_CARD, Handle, Seat, zone
from domain.kernel.numbers import TracedNumber, TraceLine, trace_number
from domain.kernel.occurring.abilities import ChooseOption, ChooseTargets, Chosen, begin_resolution
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick
from domain.kernel.state.readings import is_read

DUEL_BID, NO_ACTIONS = "l5r.duel.d3-bid", "l5r.duel.no-action-windows"
TRANSFER, COMPARE = "l5r.duel.d5-transfer", "l5r.duel.d7-compare"
BY_HONOR = "honor"


def marker(label: str, kind: str, title: str, *rules: str) -> Step:
    """The step of a duel that is a happening of its own and does nothing more."""

    def begin(game: L5rGame, frame: DuelFrame) -> None:
        framework(game, label, Condition(0, kind, seat=frame.seat, card=frame.challenger, name=frame.kind))

    do: Callable[[L5rGame, DuelFrame], None] = enforces(*rules)(begin)
    return step(label, do, title)


@enforces("l5r.duel.d4-reveal")
def reveal(game: L5rGame, frame: DuelFrame) -> None:
    reveal_bids(game, "D.4", frame.bids)


# --- D.5


def who_may_discard(table: L5rTable, frame: DuelFrame) -> tuple[Seat, ...]:
    """The player who gives honor for the bids, if that player may discard cards instead and has as many."""
    giver, _, n = debt(table)
    return (giver,) if frame.may_discard and n and len(table.zone(zone(giver, HAND))) >= n else ()


def payment_space(rules: object, table: L5rTable, frame: DuelFrame, seat: Seat) -> Commands:
    hand, n = tuple(table.zone(zone(seat, HAND))), debt(table)[2]
    return Commands(
        (
            Form("choose_option", {}, {"option": Pick((BY_HONOR,), 1, 1, single=True)}, (TRANSFER,)),
            Form("choose_targets", {}, {"targets": Pick(hand, n, n)}, (TRANSFER,)),
        )
    )


def discard_for_bid(game: L5rGame, frame: DuelFrame, seat: Seat, command: ChooseOption | ChooseTargets) -> None:
    """Discard the chosen cards in place of honor."""
    if isinstance(command, ChooseTargets):
        game.set(at="D.6")
        framework(game, "D.5", *(discard_condition(game.table, Handle(card)) for card in command.targets))


@enforces("l5r.duel.d5-transfer", "l5r.duel.d5-equal")
def transfer(game: L5rGame, frame: DuelFrame) -> None:
    transfer_honor(game, "D.5")


# --- D.6 and D.7


@enforces("l5r.duel.d6-add-bid", "l5r.duel.d6-until-end", "l5r.duel.d6-existing-modifiers")
def duel_value(table: L5rTable, kind: str, card: Handle) -> TracedNumber:
    """What a duelist counts: its skill, bowed or ready, with the bid of its controller, which nothing doubles."""
    found = table.cards[card]
    own, bid = skill(table, found, kind), bid_value(table, found.controller)
    return trace_number(own.value, [TraceLine("honor bid", bid.value)], source=found.key)


@enforces(COMPARE, "l5r.duel.d7-winner", "l5r.duel.d7-loser", "l5r.duel.d7-tie")
def compare(game: L5rGame, frame: DuelFrame) -> None:
    """Compare the duelists; without one of them in play there is nothing to compare, or the one that is left wins."""
    table = game.table
    cards = (frame.challenger, frame.challengee)
    left = [card for card in cards if table.is_in_play(card)]
    if len(left) == 1 and is_read(table, COMPARE, "who-is-left-wins"):
        win_alone(game, frame, left[0])
    if len(left) < len(cards):
        return
    first, second = (duel_value(table, frame.kind, card) for card in cards)
    tied = first.value == second.value
    winner, loser = cards if first.value > second.value else cards[::-1]
    game.emit(DuelDecided(frame.kind, *cards, (first, second), NO_CARD if tied else winner))
    if tied:
        return
    for name, picks in (("winner", (winner,)), ("loser", (loser,)), ("duelists", cards)):
        game.emit(Chosen(frame.effect, name, picks, seat=frame.seat))
    seats = [table.cards[card].controller for card in (winner, loser)]
    won = Condition(0, "duel_won", card=winner, seat=seats[0], other=seats[1], name=frame.kind)
    framework(game, "D.7", won, structs.replace(won, kind="duel_lost", card=loser, seat=seats[1], other=seats[0]))


def win_alone(game: L5rGame, frame: DuelFrame, winner: Handle) -> None:
    """Let the only duelist that is left win: nothing is compared, and nobody is there who has lost."""
    for name, picks in (("winner", (winner,)), ("loser", ()), ("duelists", (winner,))):
        game.emit(Chosen(frame.effect, name, picks, seat=frame.seat))
    seat = game.table.cards[winner].controller
    won = Condition(0, "duel_won", card=winner, seat=seat, other=game.table.opponent(seat), name=frame.kind)
    framework(game, "D.7", won)


@enforces("l5r.duel.d8-apply")
def apply_result(game: L5rGame, frame: DuelFrame) -> None:
    """Resolve what the ability says of winner and loser; nothing in a tie."""
    effect = game.table.effects[frame.effect]
    if effect.has("winner"):
        begin_resolution(game, structs.replace(effect, path=frame.path, done=(), complete=True, shown=()))


@enforces("l5r.duel.d9-end")
def end_duel(game: L5rGame, frame: DuelFrame) -> None:
    expire(game, "bid")
    framework(game, "D.9", Condition(0, "duel_ended", seat=frame.seat, name=frame.kind))


@enforces("l5r.duel.chart-order", "l5r.duel.d9-return-to-window", NO_ACTIONS, "l5r.duel.interrupts-reactions-allowed")
class DuelFrame(Procedure, frozen=True, tag="l5r.duel"):
    """A duel: of whose ability, of which type, between whom; and whether discarding may replace honor."""

    effect: int
    path: tuple[int, ...]
    kind: str
    challenger: Handle
    challengee: Handle
    seat: Seat
    may_discard: bool = False
    bids: Bids = ()
    steps = (
        marker("D.1", "duel_began", "the duel begins", "l5r.duel.d1-begins"),
        marker("D.2", "duelists_named", "challenger and challengee are named", "l5r.duel.d2-two-characters"),
        Decision(
            "D.3",
            "duel-bid",
            title="each player bids honor in secret",
            seats=who_bids,
            options=bid_space,
            accepts=(BidHonor,),
            on_answer=set_dials,
            rule=DUEL_BID,
            sealed=True,
            second_answer=DUEL_BID,
        ),
        step("D.4", reveal, "the honor dials are revealed"),
        Decision(
            "/payment",
            "duel-payment",
            title="a player may discard cards in place of honor",
            seats=who_may_discard,
            options=payment_space,
            accepts=(ChooseOption, ChooseTargets),
            on_answer=discard_for_bid,
            rule=TRANSFER,
        ),
        step("D.5", transfer, "honor is transferred"),
        marker("D.6", "duel_skill_added", "the bids are added to the skills", "l5r.duel.d6-add-bid"),
        step("D.7", compare, "the skills are compared"),
        step("D.8", apply_result, "the result is applied"),
        step("D.9", end_duel, "the duel ends"),
    )


SECRET = ("D.1", "D.2", "D.3", "D.4")
"""The steps up to that which reveals the dials."""


def is_bid_revealed(frame: DuelFrame) -> bool:
    """Whether the bids of a duel are known to everybody."""
    return frame.at not in SECRET
