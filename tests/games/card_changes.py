"""Random changes by hand that card games have in common: whose cards are, on what they lie, effects, limits."""

from __future__ import annotations

from typing import Any

from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import AnyChange
from domain.kernel.ids import Handle
from tests.builders import Dice
from tests.games.common_changes import ChangeDraw, a_seat


def in_play(table: Any, dice: Dice) -> Handle:
    found: Handle = dice.pick(table.in_play())
    return found


def control(table: Any, dice: Dice) -> AnyChange:
    return changes.SetController(in_play(table, dice), a_seat(table, dice))


def attach(table: Any, dice: Dice) -> AnyChange:
    attachments = [card for card in table.in_play() if table.cards[card].type == "attachment"]
    return changes.Attach(dice.pick(attachments) if attachments else in_play(table, dice), in_play(table, dice))


def end_effect(table: Any, dice: Dice) -> AnyChange:
    return changes.EndEffect(dice.pick((*table.lasting, 0)))


def limit(table: Any, dice: Dice) -> AnyChange:
    return changes.SetLimit(dice.pick((*table.usage, "round:limited:alice")), dice.below(2))


OF_CARDS: tuple[ChangeDraw, ...] = (control, attach, end_effect, limit)
