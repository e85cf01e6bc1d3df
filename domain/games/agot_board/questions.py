"""What judges ask of this game: its numbers, its limits, its marks in a timeline. It has no windows of priority."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.games.agot_board.action.consolidate import income
from domain.games.agot_board.action.neutral import granted, strength
from domain.games.agot_board.combat.side import sides
from domain.games.agot_board.combat.strength import final, initial
from domain.games.agot_board.components import AREAS, CONSOLIDATE_POWER, FORTIFIED, SETUPS, SPECIAL_ORDERS
from domain.games.agot_board.control import controller, supply_icons
from domain.games.agot_board.facts.board import (
    PhaseBegan,
    PowerDiscarded,
    PowerGained,
    PowerTokenRemoved,
    RoundBegan,
    UnitsDestroyed,
    UnitsReplaced,
)
from domain.games.agot_board.facts.combat import AttackersDestroyed
from domain.games.agot_board.state import BoardTable
from domain.games.agot_board.supply import flags, sizes
from domain.games.agot_board.westeros.income import power_icons, trading_ports
from domain.kernel.facts import Fact
from domain.kernel.ids import Seat, Viewer
from domain.kernel.numbers import Computed, Line, traced
from domain.kernel.refusal import Refusal
from domain.kernel.windows import Window

marks: dict[type[Fact], str] = {
    RoundBegan: "round",
    PhaseBegan: "phase",
    PowerGained: "power",
    PowerDiscarded: "power",
    PowerTokenRemoved: "power",
    UnitsDestroyed: "loss",
    UnitsReplaced: "loss",
    AttackersDestroyed: "loss",
}


def numbers(table: BoardTable, viewer: Viewer) -> Iterator[Computed]:
    """Every number that the rules compute now, of what the viewer sees."""
    for house in table.seats:
        yield Computed("supply", house, supply_icons(table, house))
        yield Computed("castles", house, traced(0, castle_lines(table, house)))
        yield Computed("income", house, traced(0, [*power_icons(table, house), *trading_ports(table, house)]))
        yield from track_numbers(table, house)
        yield from army_limits(table, house)
        for area in table.areas_with(house, CONSOLIDATE_POWER):
            if (order := table.area(area).order) and order.up:
                yield Computed("consolidate", area, income(table, house, area))
    yield from combat_numbers(table)


def castle_lines(table: BoardTable, house: Seat) -> list[Line]:
    """The Castles and Strongholds of a House, by area."""
    return [Line(area, 1) for area in FORTIFIED if controller(table, area) == house]


def track_numbers(table: BoardTable, house: Seat) -> Iterator[Computed]:
    """How many Special Orders the King's Court track allows."""
    if house in table.kings_court:
        place = table.kings_court.index(house)
        source = f"kings_court position {place + 1} of {len(table.kings_court)}"
        stars = SETUPS[len(table.seats)].special_orders[place]
        yield Computed("stars", house, traced(stars, (), source=source))


def army_limits(table: BoardTable, house: Seat) -> Iterator[Computed]:
    """The size of each army against the flag of the supply track that it takes."""
    limits = flags(table, house)
    armies = sorted(((n, area) for area, n in sizes(table, house).items() if n > 1), reverse=True)
    for rank, (n, area) in enumerate(armies):
        limit = limits[rank] if rank < len(limits) else 1
        yield Computed("army", area, traced(n, [Line(f"flag {limit}", 0)], source="units"))


def combat_numbers(table: BoardTable) -> Iterator[Computed]:
    """The strengths of a combat, and of a march that waits for support against a Neutral Force."""
    if table.combat is not None:
        for side in sides(table):
            yield Computed("initial-strength", side.house, initial(side))
            yield Computed("strength", side.house, final(side))
    call = table.neutral_call
    if call is not None and call.target:
        support = granted(table, call.area, call.target)
        counted = strength(table, call.area, call.target, call.moves, support)
        yield Computed("neutral-strength", AREAS[call.target].id, counted)


def limits(table: BoardTable) -> dict[str, int]:
    """What may be done once a round, and the Special Orders that each House has on the board, face up."""
    found = {"round:blade": int(table.blade_used), "round:raven": int(table.raven_used)}
    for area in table.areas.values():
        if area.order and area.order.up and area.order.token in SPECIAL_ORDERS:
            key = f"round:special-orders:{area.order.house}"
            found[key] = found.get(key, 0) + 1
    return {key: n for key, n in found.items() if n}


def reasons(
    table: BoardTable, window: Window, seat: Seat, *, public: bool
) -> Iterator[tuple[dict[str, Any], Refusal | None]]:
    """Nothing: no window of priority is ever opened."""
    yield from ()
