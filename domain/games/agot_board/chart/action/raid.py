"""Step 1 of the Action Phase: Raid orders, one at a time by rotation."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.agot_board.board.board_changes import BoardGame, discard_power, gain_power, remove_orders
from domain.games.agot_board.chart.action.raid_targets import raidable
from domain.games.agot_board.chart.action.rotation import next_with
from domain.games.agot_board.commands import ResolveRaid
from domain.games.agot_board.components import CONSOLIDATE_POWER, ORDERS, RAID
from domain.games.agot_board.facts.action import RaidResolved
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.ids import Seat
from domain.kernel.spaces.commands import Form
from domain.kernel.spaces.fields import Pick


def who_raids(table: BoardTable, frame: ResolveRaids) -> tuple[Seat, ...]:
    return next_with(table, frame.turn, RAID)


@enforces("agot_board.raid.may-have-no-effect", "agot_board.ruling.raid-must-resolve")
def raid_forms(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Iterator[Form]:
    """One form for each own Raid order: against one of its targets, or without effect."""
    return (raid_form(table, seat, area) for area in table.areas_with(seat, RAID))


def raid_form(table: BoardTable, seat: Seat, area: str) -> Form:
    target = Pick(raidable(table, seat, area), 0, 1, single=True)
    return Form("resolve_raid", {"area": area}, {"target": target}, ("agot_board.raid.effect",))


@enforces("agot_board.raid.effect", "agot_board.raid.one-at-a-time")
def resolve_raid(game: BoardGame, frame: ResolveRaids, seat: Seat, command: ResolveRaid) -> None:
    """Remove both orders; a Consolidate Power order is pillaged."""
    table = game.table
    game.set(turn=table.turn_order().index(seat) + 1, at="3.1")
    order = table.area(command.target).order if command.target else None
    game.emit(RaidResolved(seat, command.area, command.target or "", order.token if order else ""))
    if command.target is None or order is None:
        remove_orders(game, command.area)
        return
    remove_orders(game, command.area, command.target)
    if ORDERS[order.token].type == CONSOLIDATE_POWER:
        pillage(game, seat, order.house)


@enforces("agot_board.raid.pillage", "agot_board.raid.pillage-always-gains", "agot_board.ruling.pillage-pool-limit")
def pillage(game: BoardGame, raider: Seat, victim: Seat) -> None:
    """Give the raider 1 Power; the victim discards 1 if it has any."""
    gain_power(game, raider, 1)
    discard_power(game, victim, 1)


class ResolveRaids(Procedure, frozen=True, tag="agot_board.resolve_raids"):
    """3.1: in turn order each House resolves one Raid order, until none is left."""

    turn: int = 0
    steps = (
        Decision(
            "3.1",
            "raid",
            title="a House resolves a Raid order",
            seats=who_raids,
            forms=raid_forms,
            accepts=(ResolveRaid,),
            on_answer=resolve_raid,
            rule="agot_board.raid.one-at-a-time",
            public=True,
            checked=True,
        ),
    )
