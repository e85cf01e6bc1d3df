"""Step 2 of the Action Phase: March orders, one at a time by rotation.

Read `ResolveMarches` first. `march_destinations` has the areas to which units may go, `neutral_forces` the attack on a
Neutral Force; a combat begins here and is fought in the package `combat`, whose clean-up removes the March order.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.agot_board.board.board_changes import BoardGame, remove_orders
from domain.games.agot_board.chart.action.march_destinations import march_space, may_go, starts_combat
from domain.games.agot_board.chart.action.neutral_forces import NeutralAttack, order_in
from domain.games.agot_board.chart.action.rotation import next_with
from domain.games.agot_board.chart.combat import begin_combat
from domain.games.agot_board.commands import March, ResolveMarch
from domain.games.agot_board.components import MARCH
from domain.games.agot_board.facts.board import (
    NeutralForceDefeated,
    PowerTokenPlaced,
    PowerTokenRemoved,
    UnitsMoved,
)
from domain.games.agot_board.facts.march import MarchDeclared, MarchEnded, NeutralForceAttacked
from domain.games.agot_board.state import BoardTable, Units, without_nothing
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.spaces.commands import Form

FORM_RULES = (
    "agot_board.march.any-subset",
    "agot_board.march.split",
    "agot_board.ruling.march-destinations",
    "agot_board.control.establish",
)


# --- turns


@enforces("agot_board.march.one-at-a-time")
def close_when_none_is_left(game: BoardGame, frame: ResolveMarches) -> None:
    if not next_with(game.table, frame.turn, MARCH):
        game.leave()


@enforces("agot_board.ruling.doran-turn-skip", "agot_board.ruling.neutral-insufficient")
def who_marches(table: BoardTable, frame: ResolveMarches) -> tuple[Seat, ...]:
    """The House whose declaration was void, else the next House by position that has a March order; at most one."""
    if table.neutral_call is not None:
        return (order_in(table, table.neutral_call.area).house,)
    return next_with(table, frame.turn, MARCH)


@enforces("agot_board.ruling.march-must-resolve", "agot_board.order.march", "agot_board.march.chaining")
def march_forms(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Iterator[Form]:
    """The form of each own March order; after a void declaration only that of the same order."""
    for area in areas_to_march_from(table, seat):
        yield Form("resolve_march", {"area": area}, {"march": march_space(table, seat, area)}, FORM_RULES)


def areas_to_march_from(table: BoardTable, seat: Seat) -> list[str]:
    return [table.neutral_call.area] if table.neutral_call else table.areas_with(seat, MARCH)


def marches_vary(table: BoardTable, frame: Procedure, seat: Seat) -> bool:
    """Whether there are clearly several marches: one for each order that moves nothing, and where some unit may go."""
    areas = areas_to_march_from(table, seat)
    return len(areas) > 1 or any(may_go(table, area) for area in areas)


# --- one March order


@enforces("agot_board.control.decide-before-combat")
def declare(game: BoardGame, frame: Procedure, seat: Seat, command: ResolveMarch) -> None:
    """Record a checked declaration before anything moves. The next turn follows this House's position."""
    march = March(without_nothing(command.march.moves), command.march.token)
    game.emit(MarchDeclared(seat, command.area, order_in(game.table, command.area).token, march.moves, march.token))
    game.set(turn=game.table.turn_order().index(seat) + 1, area=command.area, march=march)


@enforces("agot_board.neutral.counts-as-combat", "agot_board.neutral.definition")
def attack_neutral_force(game: BoardGame, frame: ResolveMarches) -> None:
    """Begin the attack on a Neutral Force, if any.

    There is no declaration if a correction removed the last March order.
    """
    table, march = game.table, frame.march
    if not frame.area:
        game.goto("3.2")
        return
    target = next((to for to in march.moves if table.area(to).neutral), "")
    if not target:
        game.goto("3.2.c")
        return
    house = order_in(table, frame.area).house
    game.emit(NeutralForceAttacked(house, frame.area, target, march.moves, march.token))
    game.push(NeutralAttack())


@enforces("agot_board.ruling.neutral-insufficient")
def declare_again_if_void(game: BoardGame, frame: Procedure) -> None:
    if game.table.neutral_call is not None and not game.table.neutral_call.target:
        game.goto("3.2.a")


@enforces(
    "agot_board.march.other-moves-first",
    "agot_board.ruling.neutral-other-moves",
    "agot_board.ruling.victory-check-points",
    "agot_board.combat.attacker",
    "agot_board.march.modifier",
)
def carry_out(game: BoardGame, frame: ResolveMarches) -> None:
    """Carry out token and moves, with the attackers' departure; control and ports are then checked once for all."""
    table, march = game.table, frame.march
    order = order_in(table, frame.area)
    embattled = next((to for to in march.moves if starts_combat(table, order.house, to)), "")
    if march.token:
        establish_control(game, order.house, frame.area)
    for to, units in march.moves.items():
        if to != embattled:
            march_in(game, order.house, frame.area, to, units)
    if embattled:
        begin_combat(
            game,
            area=embattled,
            origin=frame.area,
            attacker=order.house,
            march=order.token,
            units=march.moves[embattled],
        )


@enforces("agot_board.control.establish", "agot_board.control.only-by-march", "agot_board.march.leaving-loses-control")
def establish_control(game: BoardGame, house: Seat, area: str) -> None:
    """Leave an available Power token in the vacated area."""
    game.emit(PowerTokenPlaced(house, area))


@enforces(
    "agot_board.neutral.defeated",
    "agot_board.control.token-removed-by-enemy",
    "agot_board.control.token-only-no-combat",
    "agot_board.control.token-stays-with-units",
)
def march_in(game: BoardGame, house: Seat, origin: str, to: str, units: Units) -> None:
    """Move units into an area without combat; a Neutral Force and an enemy Power token leave the area."""
    state = game.table.area(to)
    if state.neutral:
        game.emit(NeutralForceDefeated(to))
    game.emit(UnitsMoved(house, origin, to, units))
    if state.power_token not in (NO_SEAT, house):
        game.emit(PowerTokenRemoved(state.power_token, to))


@enforces("agot_board.march.order-removed")
def remove_march_order(game: BoardGame, frame: ResolveMarches) -> None:
    """Remove the March order, unless the clean-up of a combat has removed or moved it."""
    if game.table.marching:
        remove_orders(game, frame.area)
        game.emit(MarchEnded(frame.area))


def next_house(game: BoardGame, frame: Procedure) -> None:
    game.set(area="", march=March({}), at="3.2")


class ResolveMarches(Procedure, frozen=True, tag="agot_board.resolve_marches"):
    """3.2: in turn order each House resolves one March order, until none is left.

    `turn` is the position from which the next House is sought; `area` and `march` are the declaration that is carried
    out.
    """

    turn: int = 0
    area: str = ""
    march: March = March({})
    steps = (
        step("3.2", close_when_none_is_left, "the step ends when no March order is left"),
        Decision(
            "3.2.a",
            "march",
            title="a House declares how it resolves a March order",
            seats=who_marches,
            forms=march_forms,
            accepts=(ResolveMarch,),
            on_answer=declare,
            rule="agot_board.march.one-at-a-time",
            public=True,
            plural=marches_vary,
            checked=True,
        ),
        step("3.2.b", attack_neutral_force, "an attack on a Neutral Force begins"),
        step("3.2.b/void", declare_again_if_void, "a House whose declaration is void declares again"),
        step("3.2.c", carry_out, "the moves of the March order are carried out"),
        step("3.2.e", remove_march_order, "the March order is removed"),
        step("3.2.f", next_house, "the next House resolves a March order"),
    )
