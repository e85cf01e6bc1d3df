"""Step 3 of the Action Phase: Consolidate Power orders, one at a time by rotation."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame, gain_power, remove_orders
from domain.games.agot_board.board.control import is_blockaded
from domain.games.agot_board.chart.action.rotation import next_with
from domain.games.agot_board.chart.westeros.mustering import begin_mustering
from domain.games.agot_board.commands import ResolveConsolidate
from domain.games.agot_board.components import AREAS, CONSOLIDATE_POWER, ORDERS
from domain.games.agot_board.facts.action import ConsolidateResolved
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.ids import Seat
from domain.kernel.numbers import TracedNumber, TraceLine, trace_number
from domain.kernel.spaces.commands import Commands, Form


def who_consolidates(table: BoardTable, frame: ResolveConsolidates) -> tuple[Seat, ...]:
    return next_with(table, frame.turn, CONSOLIDATE_POWER)


@enforces(
    "agot_board.special.consolidate-power",
    "agot_board.special.muster-needs-castle",
    "agot_board.port.cp-special-no-muster",
    "agot_board.ruling.cp-no-mustering-points",
    "agot_board.ruling.march-must-resolve",
)
def consolidate_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    """The command for each own Consolidate Power order: for Power, or to muster with a special one at a Castle."""
    forms = []
    for area in table.areas_with(seat, CONSOLIDATE_POWER):
        forms.append(Form("resolve_consolidate", {"area": area, "how": "power"}, {}, ("agot_board.cp.gain",)))
        order = table.area(area).order
        if order and ORDERS[order.token].special and AREAS[area].is_fortified:
            cited = ("agot_board.special.consolidate-power",)
            forms.append(Form("resolve_consolidate", {"area": area, "how": "muster"}, {}, cited))
    return Commands(tuple(forms))


@enforces("agot_board.cp.one-at-a-time", "agot_board.special.muster-only-there")
def resolve_consolidate(game: BoardGame, frame: ResolveConsolidates, seat: Seat, command: ResolveConsolidate) -> None:
    """Remove the order; the House gains Power, or musters in that area only."""
    game.set(turn=game.table.turn_order().index(seat) + 1, at="3.3")
    gained = income(game.table, seat, command.area)
    game.emit(ConsolidateResolved(seat, command.area, command.how))
    remove_orders(game, command.area)
    if command.how == "power":
        gain_power(game, seat, gained.value)
    else:
        begin_mustering(game, seat, (command.area,))


@enforces(
    "agot_board.cp.gain",
    "agot_board.order.consolidate-power",
    "agot_board.order.consolidate-power-at-sea",
    "agot_board.port.cp-blockaded",
    "agot_board.port.cp-normal",
    "agot_board.control.token-no-defense",
)
def income(table: BoardTable, seat: Seat, area: str) -> TracedNumber:
    """The Power that a Consolidate Power order gains: 1, and 1 for each power icon; 0 at sea or in a blockaded port."""
    printed = AREAS[area]
    lines = [TraceLine("power icons", printed.power)] if printed.power else []
    if printed.type == "sea":
        lines.append(TraceLine("agot_board.order.consolidate-power-at-sea", 0, "set"))
    elif printed.type == "port" and is_blockaded(table, seat, area):
        lines.append(TraceLine("agot_board.port.cp-blockaded", 0, "set"))
    return trace_number(1, lines, source="order")


class ResolveConsolidates(Procedure, frozen=True, tag="agot_board.resolve_consolidates"):
    """3.3: in turn order each House resolves one Consolidate Power order, until none is left."""

    turn: int = 0
    steps = (
        Decision(
            "3.3",
            "consolidate-power",
            title="a House resolves a Consolidate Power order",
            seats=who_consolidates,
            options=consolidate_space,
            accepts=(ResolveConsolidate,),
            on_answer=resolve_consolidate,
            rule="agot_board.cp.one-at-a-time",
            public=True,
            checked=True,
        ),
    )
