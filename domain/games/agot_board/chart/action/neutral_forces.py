"""3.2.g: the strength against a Neutral Force, settled before anything of the March order is carried out.

The declaration that names the Neutral Force is pending on the table (`neutral_call`) together with the answers about
support; the board has not changed yet. Read `NeutralAttack` first, then the counting.
"""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.board.geography import supporting_areas
from domain.games.agot_board.commands import DeclareSupport
from domain.games.agot_board.components import AREAS, ORDERS, SUPPORT, UNITS
from domain.games.agot_board.facts.march import (
    MarchVoided,
    NeutralStrengthCounted,
    NeutralSupportDeclared,
    current_neutral_call,
)
from domain.games.agot_board.state import BoardTable, Order, Units
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import Seat
from domain.kernel.numbers import TracedNumber, TraceLine, trace_number
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.distribute import Weights

# --- strength


@enforces("agot_board.neutral.marching-units")
def weights(target: str) -> dict[str, int]:
    """The strength of one unit of each type that attacks an area or supports the attack."""
    if not AREAS[target].is_fortified:
        return {each.id: each.strength for each in UNITS.values()}
    return {each.id: each.strength or each.strength_when_attacking_fortification for each in UNITS.values()}


def weight(units: Units, target: str) -> int:
    return sum(weights(target)[kind] * n for kind, n in units.items())


def order_in(table: BoardTable, area: str) -> Order:
    order = table.area(area).order
    assert order is not None
    return order


def supporters(table: BoardTable, target: str) -> list[str]:
    """The areas of all Houses with a Support order that reaches an area."""
    near = supporting_areas(target)
    return [area for seat in table.turn_order() for area in near if table.has_order(area, seat, SUPPORT)]


def answers(table: BoardTable, origin: str) -> dict[str, str]:
    """The answers in this pass to the March order in an area, by Support order."""
    call = table.neutral_call
    return call.support if call and call.area == origin else {}


def granting_areas(table: BoardTable, origin: str, target: str) -> list[str]:
    return [area for area in supporters(table, target) if answers(table, origin).get(area) == "attacker"]


def undecided_areas(table: BoardTable, origin: str, target: str) -> list[str]:
    return [area for area in supporters(table, target) if area not in answers(table, origin)]


@enforces("agot_board.neutral.attacker-support", "agot_board.ruling.neutral-other-moves")
def support_strength(table: BoardTable, area: str, target: str, joining: Units) -> int:
    """The strength of a Support order against a Neutral Force: its standing units, units that join them, its bonus."""
    units = weight(table.area(area).units, target) + weight(joining, target)
    return units + ORDERS[order_in(table, area).token].modifier


@enforces("agot_board.neutral.march-modifier", "agot_board.neutral.no-house-card", "agot_board.neutral.no-blade")
def strength(table: BoardTable, origin: str, target: str, moves: dict[str, Units], support: list[str]) -> TracedNumber:
    """The strength of a march against a Neutral Force with the support of these areas, without cards and Blade."""
    lines = [TraceLine("march order", ORDERS[order_in(table, origin).token].modifier)]
    lines += [
        TraceLine(f"support {area}", support_strength(table, area, target, moves.get(area, {}))) for area in support
    ]
    return trace_number(weight(moves[target], target), lines, source="units")


@enforces("agot_board.neutral.entry", "agot_board.ruling.neutral-support-window")
def force_needed(table: BoardTable, origin: str, target: str) -> Weights:
    """The strength that must march to enter, if all support is granted that was not refused.

    Units that march to an own supporting area add to its support.
    """
    counted = [*granting_areas(table, origin, target), *undecided_areas(table, origin, target)]
    house = order_in(table, origin).house
    without = ORDERS[order_in(table, origin).token].modifier + sum(
        support_strength(table, area, target, {}) for area in counted
    )
    own = tuple(area for area in counted if order_in(table, area).house == house)
    return Weights(weights(target), max(0, table.area(target).neutral - without), own)


# --- the attack


@enforces("agot_board.neutral.match-or-exceed", "agot_board.ruling.neutral-support-window")
def count_strength(game: BoardGame, frame: Procedure) -> None:
    """Count the strength with the support granted so far; if it suffices, no House is asked."""
    if suffices(game):
        game.leave()


def suffices(game: BoardGame) -> bool:
    """Whether the pending declaration defeats the Neutral Force by the present count."""
    table, call = game.table, current_neutral_call(game.table)
    support = granting_areas(table, call.area, call.target)
    counted = strength(table, call.area, call.target, call.moves, support)
    needed = table.area(call.target).neutral
    game.emit(NeutralStrengthCounted(order_in(table, call.area).house, call.target, counted, needed))
    return counted.value >= needed


@enforces("agot_board.support.turn-order", "agot_board.support.any-adjacent-combat", "agot_board.support.own-combat")
def next_supporter(table: BoardTable, frame: Procedure) -> tuple[Seat, ...]:
    """The first House in turn order with an unanswered Support order; at most one."""
    call = current_neutral_call(table)
    return tuple(order_in(table, area).house for area in undecided_areas(table, call.area, call.target)[:1])


@enforces("agot_board.neutral.no-support-for-neutral", "agot_board.support.all-or-nothing")
def support_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    """The command for each own Support order: refuse it, or grant it to the attacker."""
    call = current_neutral_call(table)
    cited = ("agot_board.neutral.attacker-support", "agot_board.ruling.neutral-support-window")
    own = [area for area in undecided_areas(table, call.area, call.target) if order_in(table, area).house == seat]
    return Commands(
        tuple(
            Form("declare_support", {"area": area, "side": side}, {}, cited)
            for area in own
            for side in ("refuse", "attacker")
        )
    )


@enforces("agot_board.ruling.support-is-public", "agot_board.support.order-stays")
def declare_support(game: BoardGame, frame: Procedure, seat: Seat, command: DeclareSupport) -> None:
    assert command.side != "defender"
    game.emit(NeutralSupportDeclared(seat, command.area, command.side))
    game.goto("3.2.g.2")


@enforces("agot_board.neutral.match-or-exceed", "agot_board.ruling.neutral-insufficient")
def compare(game: BoardGame, frame: Procedure) -> None:
    """Compare the strengths. If it is too low, the declaration is void and the order must be resolved otherwise."""
    call = current_neutral_call(game.table)
    if not suffices(game):
        game.emit(MarchVoided(order_in(game.table, call.area).house, call.area, call.target))


class NeutralAttack(Procedure, frozen=True, tag="agot_board.neutral_attack"):
    """NEUTRAL ATTACK: the pending declaration is confirmed, or void."""

    steps = (
        step("3.2.g.1", count_strength, "the strength against the Neutral Force is counted"),
        Decision(
            "3.2.g.2",
            "neutral-support",
            title="a House decides whether it supports the attack on the Neutral Force",
            seats=next_supporter,
            options=support_space,
            accepts=(DeclareSupport,),
            on_answer=declare_support,
            rule="agot_board.ruling.neutral-support-window",
        ),
        step("3.2.g.3", compare, "the strengths are compared"),
    )
