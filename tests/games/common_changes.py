"""Random changes by hand that every game has; those of one game alone are in its module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import AnyChange
from domain.kernel.corrections.stack_repair import frame_tag
from domain.kernel.ids import Seat
from tests.builders import Dice

ChangeDraw: TypeAlias = Callable[[Any, Dice], "AnyChange | tuple[AnyChange, ...]"]
"""A change, or several that are possible only together."""


def a_seat(table: Any, dice: Dice) -> Seat:
    found: Seat = dice.pick(table.seats)
    return found


def shuffle(table: Any, dice: Dice) -> AnyChange:
    return changes.ShuffleUnknown(dice.pick(sorted(table.zones)))


def show(table: Any, dice: Dice) -> AnyChange:
    return changes.Show(dice.pick(sorted(table.cards)), (a_seat(table, dice),))


def ask_again(table: Any, dice: Dice) -> AnyChange:
    return changes.AskAgain()


def abandon(table: Any, dice: Dice) -> AnyChange:
    frames = [frame for frame in table.stack if table.registry.rules.abandonable(frame)]
    if frames and dice.chance(60):
        return changes.AbandonStep(frame_tag(dice.pick(frames)))
    return changes.AbandonStep(frame_tag(dice.pick(table.stack)) if table.stack else "")


COMMON: tuple[ChangeDraw, ...] = (shuffle, show, abandon, ask_again)
COMMON_KINDS = ("shuffle_unknown", "show", "ask_again", "abandon_step other")
