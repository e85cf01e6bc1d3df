"""Standing orders: a seat has the service pass for it, on conditions about public events only.

An order names kinds of window (none: all), the public period at whose end it lapses, and kinds of condition which
suspend it where they concern a card or the seat itself ("unless a character of mine would be killed"). An order never
says "if I can": it would stop play because of the cards in a hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.kernel.commands import Command
from domain.kernel.facts import Fact
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal
from domain.kernel.table import StandingOrder, Table, TableT

if TYPE_CHECKING:
    from domain.kernel.flow.priority_windows import Window
    from domain.kernel.game import Game
    from domain.kernel.rules import Rules


class GiveStandingOrder(Command, frozen=True, tag="give_standing_order"):
    """Pass automatically until a public period ends. A new order replaces the seat's earlier one.

    The order is public. Its period, windows and conditions are of public kinds and reveal nothing hidden.
    """

    until: str
    windows: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


class WithdrawStandingOrder(Command, frozen=True, tag="withdraw_standing_order"):
    """Withdraw the standing order, so that the seat is asked again."""


class StandingOrderGiven(Fact, frozen=True, tag="kernel.standing_order_given"):
    """A seat gave a standing order; it is public, like every pass that it gives."""

    neutral = True
    order: StandingOrder

    def apply(self, table: Table) -> None:
        table.orders.put(self.order.seat, self.order)
        table.count_unasked(self.order.seat)


class StandingOrdersEnded(Fact, frozen=True, tag="kernel.standing_orders_ended"):
    """The standing orders of these seats ended: they lapsed, were withdrawn, or their seats got other players."""

    neutral = True
    seats: tuple[Seat, ...]

    def apply(self, table: Table) -> None:
        for seat in self.seats:
            table.orders.take(seat)


def order_refusal(rules: Rules[TableT], table: TableT, seat: Seat, command: GiveStandingOrder) -> Refusal | None:
    """Why the order is refused: it names a window, period or condition that is no public event of this game."""
    if command.until not in rules.periods:
        return Refusal("standing-order.period", {"until": command.until, "periods": list(rules.periods)})
    for kind in command.windows:
        if kind not in rules.window_kinds:
            return Refusal("standing-order.window", {"window": kind, "windows": list(rules.window_kinds)})
    for kind in command.unless:
        if kind not in rules.condition_kinds:
            return Refusal("standing-order.condition", {"unless": kind, "conditions": list(rules.condition_kinds)})
    return None


def withdraw_refusal(table: Table, seat: Seat, command: WithdrawStandingOrder) -> Refusal | None:
    return None if seat in table.orders else Refusal("standing-order.none", {"seat": seat})


def passes_by_order(rules: Rules[TableT], table: TableT, window: Window, seat: Seat) -> bool:
    """Whether the seat's standing order passes for it in this window."""
    order = table.orders.get(seat)
    if order is None or (order.windows and window.kind not in order.windows):
        return False
    return not any(rules.concerns(table, window, seat, kind) for kind in order.unless)


def end_orders(game: Game[Table], period: str) -> None:
    """End the orders that were given until the end of this period."""
    seats = tuple(
        seat for seat in game.table.seats if seat in game.table.orders and game.table.orders[seat].until == period
    )
    if seats:
        game.emit(StandingOrdersEnded(seats))
