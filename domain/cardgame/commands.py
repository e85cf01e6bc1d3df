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


class DeclareDefenders(Command, frozen=True, tag="declare_defenders"):
    """Declare defenders, or none."""

    defenders: tuple[Handle, ...]


class ChooseWinner(Command, frozen=True, tag="choose_winner"):
    """Name the winner, as first player, among players who would win at the same time."""

    winner: Seat


class InitiateAction(Command, frozen=True, tag="initiate_action"):
    """Use an action ability of a card."""

    card: Handle
    ability: int


class PlayEvent(Command, frozen=True, tag="play_event"):
    """Play an event from hand; `condition` is the one that it answers to, 0 for an action."""

    card: Handle
    condition: int = 0


class UseInterrupt(Command, frozen=True, tag="use_interrupt"):
    """Use an interrupt of a card on an imminent condition."""

    card: Handle
    ability: int
    condition: int


class UseReaction(Command, frozen=True, tag="use_reaction"):
    """Use a reaction of a card to a condition that occurred."""

    card: Handle
    ability: int
    condition: int


ABILITY_COMMANDS: tuple[type[Command], ...] = (InitiateAction, PlayEvent, UseInterrupt, UseReaction)
"""What a player gives in a window to use what cards say."""
