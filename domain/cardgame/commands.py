"""The commands that every card game has."""

from __future__ import annotations

from domain.kernel.commands import Command
from domain.kernel.ids import Handle, Seat


class DecideMulligan(Command, frozen=True, tag="decide_mulligan"):
    """Keep the setup hand, or shuffle it back and draw a new one."""

    mulligan: bool


class OrderPiles(Command, frozen=True, tag="order_piles"):
    """Order cards that were put on one pile at the same time; the last is on top."""

    cards: tuple[Handle, ...]


class OrderConstantEffects(Command, frozen=True, tag="order_constant_effects"):
    """Order constant abilities that cannot apply together, as first player.

    Of those that set a number the last one counts, of those that blank each other the first.
    """

    cards: tuple[Handle, ...]


class ChooseWinner(Command, frozen=True, tag="choose_winner"):
    """Name the winner, as first player, among players who would win at the same time."""

    winner: Seat
