"""A turn of Cairn: the checks of what a player asks for, and the steps in their order."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.kernel.checks import Check, check, first_failed_check
from domain.kernel.citing import enforces
from domain.kernel.flow.endings import MatchOver
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.flow.priority_windows import open_for_all
from domain.kernel.game import Game
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.table import MatchOutcome
from tests.examples.cairn.table import CairnTable, StonesTaken, TakeStones, TossStone, TurnPassed

MOST = 3


class Request(Struct, frozen=True):
    """What a check looks at: the table, who asks, and the command."""

    table: CairnTable
    seat: Seat
    command: Any


@check("one_to_three_stones", "cairn.take.one-to-three")
def one_to_three_stones(request: Request) -> Refusal | None:
    count = request.command.count
    return None if 1 <= count <= MOST else Refusal("cairn.take.one-to-three", {"given": count, "most": MOST})


@check("heap_holds_them", "cairn.take.from-the-heap")
def heap_holds_them(request: Request) -> Refusal | None:
    count, stones = request.command.count, request.table.stones
    return None if count <= stones else Refusal("cairn.take.from-the-heap", {"given": count, "stones": stones})


@check("not_the_same_number", "cairn.take.another-number")
def not_the_same_number(request: Request) -> Refusal | None:
    count = request.command.count
    return Refusal("cairn.take.another-number", {"given": count}) if count == request.table.last else None


@check("has_a_spare_stone", "cairn.toss.once")
def has_a_spare_stone(request: Request) -> Refusal | None:
    return None if request.seat in request.table.spare else Refusal("cairn.toss.once", {"seat": request.seat})


CHECKS: dict[type, tuple[Check, ...]] = {
    TakeStones: (one_to_three_stones, heap_holds_them, not_the_same_number),
    TossStone: (has_a_spare_stone,),
}


def is_lawful(table: CairnTable, seat: Seat, command: Any) -> bool:
    """Whether no check of the command's type refuses it."""
    return first_failed_check(CHECKS[type(command)], Request(table, seat, command)) is None


def lawful_counts(table: CairnTable, seat: Seat) -> list[int]:
    """How many stones a player may take."""
    return [count for count in range(1, MOST + 1) if is_lawful(table, seat, TakeStones(count))]


@enforces("cairn.end.nothing-to-take")
def begin_turn(game: Game[CairnTable], frame: Turns) -> None:
    """End the match where nothing can be taken."""
    table = game.table
    if not lawful_counts(table, table.turn):
        winner = table.other(table.turn)
        game.emit(MatchOver(MatchOutcome(winner, "nothing-to-take", "cairn.end.nothing-to-take")))


def who_takes(table: CairnTable, frame: Turns) -> tuple[Seat, ...]:
    return (table.turn,)


def takings(rules: object, table: CairnTable, frame: Turns, seat: Seat) -> Commands:
    """The choice of a player: one form for each number that the checks allow."""
    cites = ("cairn.take.one-to-three",)
    counts = lawful_counts(table, seat)
    return Commands(tuple(Form("take_stones", fixed={"count": count}, rules=cites) for count in counts))


def take(game: Game[CairnTable], frame: Turns, seat: Seat, command: TakeStones) -> None:
    game.emit(StonesTaken(seat, command.count))


@enforces("cairn.toss.window")
def offer_toss(game: Game[CairnTable], frame: Turns) -> None:
    open_for_all(game, "action", "toss", "2")


def pass_turn(game: Game[CairnTable], frame: Turns) -> None:
    game.emit(TurnPassed(game.table.other(game.table.turn)))
    game.goto("1")


class Turns(Procedure, frozen=True, tag="cairn.turns"):
    """The turns, one after the other, until the match is over."""

    steps = (
        step("1", begin_turn, "the turn begins"),
        Decision(
            "1.1",
            "take",
            seats=who_takes,
            options=takings,
            accepts=(TakeStones,),
            on_answer=take,
            rule="cairn.take.one-to-three",
            checked=True,
        ),
        step("2", offer_toss, "a stone may be tossed"),
        step("3", pass_turn, "the turn passes"),
    )
