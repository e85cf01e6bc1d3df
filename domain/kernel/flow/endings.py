"""The end of a match, and the commands that a seat may give at any time.

They are conceding, draws, standing orders and manual resolution. An offer of a draw stands until every other seat that
is left has accepted it, one declines it, another seat goes on playing, or the match goes back. The offer or acceptance
of a seat that leaves the game ends with it, those of the others stand; where a seat gets another player all end, as
nobody has agreed with that one. What becomes of the windows under way when a
seat leaves is `withdraw_seats` in `priority_windows`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from domain.kernel.commands import Command
from domain.kernel.corrections.manual_resolution import ResolveManually, manual_refusal, propose
from domain.kernel.facts import Fact
from domain.kernel.flow.standing_orders import (
    GiveStandingOrder,
    StandingOrderGiven,
    StandingOrdersEnded,
    WithdrawStandingOrder,
    order_refusal,
    withdraw_refusal,
)
from domain.kernel.game import Game
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.refusals import Refusal
from domain.kernel.table import MatchOutcome, StandingOrder, Table, TableT

if TYPE_CHECKING:
    from domain.kernel.rules import Rules


class Concede(Command, frozen=True, tag="concede"):
    """Give up the match."""


class OfferDraw(Command, frozen=True, tag="offer_draw"):
    """Offer to end the match without a winner."""


class AcceptDraw(Command, frozen=True, tag="accept_draw"):
    """Accept the draw that was offered."""


class DeclineDraw(Command, frozen=True, tag="decline_draw"):
    """Decline the draw that was offered."""


# standing orders and offers of a draw, of one seat during one wait
MOST_UNASKED = 8
ENDINGS = (Concede, OfferDraw, AcceptDraw, DeclineDraw)

# Beside them, in games with windows of priority and with cards that may be resolved by hand.
ALWAYS = (
    *ENDINGS,
    GiveStandingOrder,
    WithdrawStandingOrder,
    ResolveManually,
)


class MatchOver(Fact, frozen=True, tag="kernel.match_over"):
    """The match ended: who won (nobody in a draw), how, and by which rule."""

    outcome: MatchOutcome

    def apply(self, table: Table) -> None:
        table.over = self.outcome
        table.waiting = None


class Conceded(Fact, frozen=True, tag="kernel.conceded"):
    """A seat conceded."""

    seat: Seat


class DrawOffered(Fact, frozen=True, tag="kernel.draw_offered"):
    """A seat offered a draw, or accepted the one that stands."""

    neutral = True
    seat: Seat

    def apply(self, table: Table) -> None:
        table.offers = (*table.offers, self.seat)
        table.count_unasked(self.seat)


class DrawOffersLapsed(Fact, frozen=True, tag="kernel.draw_offers_lapsed"):
    """The offers of a draw lapsed: a seat declined or went on playing."""

    neutral = True
    seat: Seat

    def apply(self, table: Table) -> None:
        table.offers = ()


class DrawOfferEnded(Fact, frozen=True, tag="kernel.draw_offer_ended"):
    """The offer or acceptance of one seat ended: it left, the match went back, or a seat got another player."""

    neutral = True
    seat: Seat

    def apply(self, table: Table) -> None:
        table.offers = tuple(each for each in table.offers if each != self.seat)


class SeatsTakenOver(Fact, frozen=True, tag="kernel.seats_taken_over"):
    """These seats have other players from here on, who have given nothing unasked yet."""

    neutral = True
    seats: tuple[Seat, ...]

    def apply(self, table: Table) -> None:
        for seat in self.seats:
            if seat in table.unasked:
                table.unasked.take(seat)


def seats_taken_over(facts: Iterable[Fact]) -> tuple[Seat, ...]:
    """The seats that have other players after these facts."""
    return tuple(seat for fact in facts if isinstance(fact, SeatsTakenOver) for seat in fact.seats)


def always_refusal(rules: Rules[TableT], table: TableT, seat: Seat, command: Command) -> Refusal | None:
    """Why a command that answers no wait is refused; None where it is allowed."""
    if isinstance(command, (GiveStandingOrder, OfferDraw)) and (found := unasked_refusal(table, seat)):
        return found
    if isinstance(command, OfferDraw) and table.offers:
        return Refusal("match.draw-already-offered", {"by": list(table.offers)})
    if isinstance(command, (AcceptDraw, DeclineDraw)) and (not table.offers or seat in table.offers):
        return Refusal("match.no-draw-offered", {"seat": seat, "offered_by": list(table.offers)})
    if isinstance(command, GiveStandingOrder):
        return order_refusal(rules, table, seat, command)
    if isinstance(command, WithdrawStandingOrder):
        return withdraw_refusal(table, seat, command)
    if isinstance(command, ResolveManually):
        return manual_refusal(rules, table, seat, command)
    return None


def unasked_refusal(table: Table, seat: Seat) -> Refusal | None:
    """Why a seat may give no more unasked commands during this wait; None below the limit."""
    given = table.unasked.get(seat, 0)
    return (
        Refusal("match.unasked", {"seat": seat, "given": given, "most": MOST_UNASKED})
        if given >= MOST_UNASKED
        else None
    )


def do_always(game: Game[TableT], seat: Seat, command: Command) -> None:
    """Carry out a command that answers no wait."""
    if isinstance(command, Concede):
        game.emit(Conceded(seat))
        game.rules.concede(game, seat)
    elif isinstance(command, (OfferDraw, AcceptDraw)):
        game.emit(DrawOffered(seat))
        settle_offers(game)
    elif isinstance(command, DeclineDraw):
        game.emit(DrawOffersLapsed(seat))
    elif isinstance(command, GiveStandingOrder):
        order = StandingOrder(seat, command.until, command.windows, command.unless)
        game.emit(StandingOrderGiven(order))
    elif isinstance(command, WithdrawStandingOrder):
        game.emit(StandingOrdersEnded((seat,)))
    elif isinstance(command, ResolveManually):
        propose(game, seat, command)


def end_offers(game: Game[TableT]) -> None:
    """End every offer of a draw and every acceptance."""
    for seat in game.table.offers:
        game.emit(DrawOfferEnded(seat))


def settle_offers(game: Game[TableT]) -> bool:
    """End the offers of seats that have left, and the match if every seat left has agreed to a draw.

    It is asked after every happening, since a seat may leave in other ways than by conceding. Returns whether the match
    is over.
    """
    table = game.table
    if not table.offers or table.over is not None:
        return False
    left = table.remaining_seats()
    for seat in table.offers:
        if seat not in left:
            game.emit(DrawOfferEnded(seat))
    if not set(table.offers) >= set(left):
        return False
    game.emit(MatchOver(MatchOutcome(NO_SEAT, "agreed-draw", "match.agreed-draw")))
    return True
