"""What the checks of a command read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.games.agot_board.board.supply import sizes
from domain.games.agot_board.components import SUPPORT, UNITS
from domain.games.agot_board.state import ORDER_TYPE, BoardTable, Units, without_nothing
from domain.kernel.checks import lazily
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal


class CommandContext:
    """A command of a House at a table."""

    def __init__(self, table: BoardTable, seat: Seat, command: Any, counted: dict[str, Any] | None = None) -> None:
        self.table = table
        self.seat = seat
        self.command = command
        self.counted: dict[str, Any] = {} if counted is None else counted

    def instead(self, command: Any) -> CommandContext:
        """The context with another command at the same table; counted values are shared."""
        return CommandContext(self.table, self.seat, command, self.counted)

    @lazily
    def moves(self) -> dict[str, Units]:
        """The moves of a march, without what moves nothing."""
        return without_nothing(self.command.march.moves)

    def sizes(self) -> dict[str, int]:
        """The number of the House's units in each area where it has some."""
        if "sizes" not in self.counted:
            self.counted["sizes"] = sizes(self.table, self.seat)
        found: dict[str, int] = self.counted["sizes"]
        return found

    def count_unused(self, unit: str) -> int:
        """The number of unused units of a type that the House has."""
        if unit not in self.counted:
            self.counted[unit] = self.table.count_unused(self.seat, unit)
        found: int = self.counted[unit]
        return found

    def has_own_order(self, kind: str) -> bool:
        """Whether a revealed order of this type of the House lies in the area of the command."""
        area = self.command.area
        return area in self.table.areas and self.table.has_order(area, self.seat, kind)


def no_own_order(context: CommandContext, kind: str, rule: str, naming_none: str) -> Refusal | None:
    """Why a command fits no own order of a kind: its area has none, or it names no area and so passes illegally."""
    if context.has_own_order(kind):
        return None
    own, area = context.table.areas_with(context.seat, kind), context.command.area
    return Refusal(f"agot_board.{rule if area else naming_none}", {"area": area, "order": kind, "own": own})


@enforces("agot_board.component.units")
def no_such_unit(units: Iterable[str]) -> Refusal | None:
    """Why a command that names these units is refused if one of them is no unit of the game."""
    unknown = next((unit for unit in units if unit not in UNITS), None)
    return None if unknown is None else Refusal("agot_board.component.units", {"unit": unknown, "units": list(UNITS)})


def not_own_support(context: CommandContext, rule: str, own: list[str]) -> Refusal:
    """Why the support cannot be decided: the order is another House's, or the area has no own order (`rule`)."""
    there = context.table.areas.get(context.command.area)
    order = there.order if there is not None else None
    is_foreign = order is not None and order.house != context.seat and ORDER_TYPE[order.token] == SUPPORT
    cited = "agot_board.support.grant-or-refuse" if is_foreign else rule
    return Refusal(cited, {"area": context.command.area, "order": SUPPORT, "own": own})
