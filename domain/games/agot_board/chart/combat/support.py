"""4.1: the call for support, order by order, House by House in turn order."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.board.geography import supporting_areas
from domain.games.agot_board.commands import AnswerSupport, DeclareSupport
from domain.games.agot_board.components import SUPPORT
from domain.games.agot_board.facts.combat import SupportAnswered, SupportCalled, SupportDeclared, current_combat
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Seat
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick


@enforces("agot_board.support.who-may-be-asked", "agot_board.support.adjacent-to-embattled")
def call_for_support(game: BoardGame, frame: Procedure) -> None:
    """Call for support: every Support order next to the embattled area must be decided."""
    game.emit(
        SupportCalled({area: seat for seat in game.table.turn_order() for area in undecided_areas(game.table, seat)})
    )


def undecided_areas(table: BoardTable, seat: Seat) -> list[str]:
    """The areas of a House's undecided Support orders that can support the combat."""
    combat = current_combat(table)
    near = [area for area in supporting_areas(combat.area) if area not in combat.support]
    return [area for area in near if table.has_order(area, seat, SUPPORT)]


@enforces("agot_board.support.turn-order")
def who_declares(table: BoardTable, frame: Procedure) -> tuple[Seat, ...]:
    """The first House in turn order with an undecided order; at most one."""
    return next(((seat,) for seat in table.turn_order() if undecided_areas(table, seat)), ())


@enforces("agot_board.ruling.support-per-order", "agot_board.support.all-or-nothing")
def support_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    """The command for one of the House's orders: refuse, or support a side that the House may support."""
    pick = Pick(tuple(undecided_areas(table, seat)), 1, 1, single=True)
    rule = ("agot_board.support.grant-or-refuse",)
    sides = ("refuse", *sides_open_to(table, seat))
    return Commands(tuple(Form("declare_support", {"side": side}, {"area": pick}, rule) for side in sides))


@enforces(
    "agot_board.support.not-against-own-units",
    "agot_board.support.own-combat",
    "agot_board.support.any-adjacent-combat",
)
def sides_open_to(table: BoardTable, seat: Seat) -> tuple[str, ...]:
    """The sides that a House may support: its own if it is in the combat, else either."""
    combat = current_combat(table)
    if seat == combat.attacker.house:
        return ("attacker",)
    return ("defender",) if seat == combat.defender.house else ("attacker", "defender")


@enforces("agot_board.support.grant-or-refuse")
def declare_support(game: BoardGame, frame: Procedure, seat: Seat, command: DeclareSupport) -> None:
    """Record a declaration. Own support and refusals are final; support for another House is offered to it."""
    combat = current_combat(game.table)
    foreign = seat not in (combat.attacker.house, combat.defender.house)
    game.emit(SupportDeclared(seat, command.area, command.side, foreign and command.side != "refuse"))


@enforces("agot_board.ruling.support-decline-timing")
def who_answers(table: BoardTable, frame: Procedure) -> tuple[Seat, ...]:
    """The House to which support has just been offered; at most one."""
    combat = current_combat(table)
    if not combat.offered:
        return ()
    side = combat.attacker if combat.support[combat.offered] == "attacker" else combat.defender
    return (side.house,)


def answer_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    rule = ("agot_board.support.may-be-declined",)
    return Commands(tuple(Form("answer_support", {"accept": accept}, {}, rule) for accept in (False, True)))


@enforces("agot_board.support.may-be-declined", "agot_board.ruling.support-decline-timing")
def answer_support(game: BoardGame, frame: Procedure, seat: Seat, command: AnswerSupport) -> None:
    game.emit(SupportAnswered(seat, current_combat(game.table).offered, command.accept))


@enforces("agot_board.support.step-ends")
def next_support(game: BoardGame, frame: Procedure) -> None:
    """Go on with the next order until all are decided."""
    if who_declares(game.table, frame):
        game.goto("4.1.a")
