"""Choices that are answered by names, of rings or of provinces, and not by cards."""

from __future__ import annotations

from typing import Any, ClassVar

from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.words.choices import TOO_FEW, targets_form
from domain.games.l5r.state import L5rContext, L5rGame
from domain.kernel.ids import Seat
from domain.kernel.occurring.abilities import ChooseTargets, Keeping, Part
from domain.kernel.refusals import Refusal


class ChooseNamed(Part, frozen=True):
    """Choose from `least` to `most` of what is `eligible`, which later words name by `name`."""

    changes: ClassVar[bool] = False
    every_name: ClassVar[tuple[str, ...]] = ()
    """What could be chosen at some time."""

    name: str = ""
    least: int = 1
    most: int = 1

    def eligible(self, context: L5rContext) -> tuple[str, ...]:
        """The names that may be chosen now."""
        raise NotImplementedError

    def choosers(self, context: L5rContext) -> tuple[Seat, ...]:
        return (context.you,) if self.eligible(context) else ()

    def refusal(self, context: L5rContext) -> Refusal | None:
        have, needed = len(self.eligible(context)), max(self.least, 1)
        return None if have >= needed else Refusal(TOO_FEW, {"target": self.name, "eligible": have, "needed": needed})

    def space(self, context: L5rContext, seat: Seat) -> Any:
        eligible = self.eligible(context)
        return targets_form(eligible, min(self.least, len(eligible)), min(self.most, len(eligible)))

    def keeps(self) -> Keeping:
        return {self.name: self.every_name}

    def read_choice(self, context: L5rContext, seat: Seat, command: ChooseTargets) -> tuple[str, tuple[str, ...]]:
        return self.name, command.targets

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        report_part(game, context, bool(context.picks(self.name)))
