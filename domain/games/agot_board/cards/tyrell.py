"""House Tyrell: Mace Tyrell, Ser Loras Tyrell, Queen of Thorns."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame, remove_orders
from domain.games.agot_board.board.geography import neighbours, ports_at
from domain.games.agot_board.chart.combat.casualties import lose
from domain.games.agot_board.chart.combat.side import CombatSide
from domain.games.agot_board.components import AREAS, FOOTMAN
from domain.games.agot_board.words import KEEPS_MARCH, REVEAL, SPARED, has, permits, resolves
from domain.kernel.citing import enforces

STANDING, ROUTED = "standing", "routed"


@enforces("agot_board.ruling.mace-tyrell-routed", "agot_board.ruling.blackfish-mace")
def opposing_footmen(side: CombatSide) -> list[str]:
    """The states (`STANDING`, `ROUTED`) in which the opponent has Footmen in the combat.

    Returns [] for an opponent that suffers no casualties.
    """
    against = side.opponent
    if has(against, SPARED):
        return []
    there = {STANDING: against.units, ROUTED: against.routed}
    return [which for which, units in there.items() if units.get(FOOTMAN)]


@resolves(
    "mace-tyrell",
    REVEAL,
    objects=opposing_footmen,
    asks=f"which Footman of the opponent is destroyed: `{STANDING}` or `{ROUTED}`",
)
@enforces("agot_board.ruling.mace-last-defender")
def mace_tyrell(game: BoardGame, side: CombatSide, which: str) -> None:
    """Destroy one Footman of the opponent in the combat, in the state `which`."""
    if which == ROUTED:
        lose(game, side.opponent, {}, {FOOTMAN: 1})
    else:
        lose(game, side.opponent, {FOOTMAN: 1})


@permits("ser-loras-tyrell", KEEPS_MARCH)
@enforces("agot_board.ruling.loras-order")
def ser_loras_tyrell(side: CombatSide) -> bool:
    """Whether the March order moves into the conquered area: the side attacked and has won."""
    return side.attacks and side.has_won


@enforces("agot_board.ruling.queen-of-thorns-target")
def adjacent_orders(side: CombatSide) -> list[str]:
    """The areas of the opponent's orders that are adjacent to the embattled area or in a port connected to it.

    The March order of the combat itself is excluded.
    """
    combat = side.combat
    near = {*neighbours(combat.area), *ports_of(combat.area)}
    marching = combat.origin if side.defends else ""
    return [area for area in side.table.orders_of(side.opponent.house) if area in near and area != marching]


def ports_of(area: str) -> tuple[str, ...]:
    """The ports that a land or sea area is connected to; empty if there are none."""
    own = AREAS[area].port
    return (own,) if own else ports_at(area)


@resolves(
    "queen-of-thorns",
    REVEAL,
    objects=adjacent_orders,
    asks="the area of an order of the opponent beside the embattled area: `the-reach`",
)
def queen_of_thorns(game: BoardGame, side: CombatSide, area: str) -> None:
    """Remove the opponent's order in `area`."""
    remove_orders(game, area)
