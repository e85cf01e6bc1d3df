"""Pebbles: three seats and windows of priority, the least of a game in which a change of the kernel can be seen."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from domain.kernel.commands import Command
from domain.kernel.deciding import apply_command, open_wait
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import Concede
from domain.kernel.flow.frames import Procedure, run_flow, step
from domain.kernel.flow.priority_windows import Pass, Window, open_for_all, withdraw_seats
from domain.kernel.game import Game
from domain.kernel.ids import Seat
from domain.kernel.occurring.conditions import AbilityTable
from domain.kernel.rules import Rules, WithoutAbilities, WithoutCorrections
from domain.kernel.spaces.commands import Commands, Form

F = TypeVar("F", bound=Fact)

ALICE, BOB, CAROL = SEATS = Seat("alice"), Seat("bob"), Seat("carol")


class DropPebble(Command, frozen=True, tag="drop_pebble"):
    """Drop a pebble."""


class Finish(Command, frozen=True, tag="finish"):
    """Pass, and say so aloud."""


class PebbleDropped(Fact, frozen=True, tag="pebbles.dropped"):
    """A pebble fell."""

    seat: Seat


class PassPaid(Fact, frozen=True, tag="pebbles.pass_paid"):
    """A pass earned its player a pebble."""

    neutral = True
    seat: Seat
    aloud: bool


class SeatLeft(Fact, frozen=True, tag="pebbles.left"):
    """A seat left the game."""

    seat: Seat

    def apply(self, table: PebbleTable) -> None:
        table.gone = (*table.gone, self.seat)


class PebbleTable(AbilityTable, kw_only=True):
    """Who has left, and who can act."""

    gone: tuple[Seat, ...] = ()
    able: tuple[Seat, ...] = SEATS

    def remaining_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat not in self.gone)

    def is_asked(self, seat: Seat) -> bool:
        return seat not in self.gone


def open_first(game: Game[PebbleTable], frame: Afternoon) -> None:
    game.push(Window(kind="action", name="first", during="1", first=ALICE, turn=ALICE, final=frame.final))


def open_second(game: Game[PebbleTable], frame: Afternoon) -> None:
    open_for_all(game, "response", "second", "2")


def begin_again(game: Game[PebbleTable], frame: Afternoon) -> None:
    game.goto("1")


class Afternoon(Procedure, frozen=True, tag="pebbles.afternoon"):
    """One window, then the other, and so on; passes in the first may be final."""

    final: bool = False
    steps = (
        step("1", open_first, "the first window"),
        step("2", open_second, "the second window"),
        step("3", begin_again, "again"),
    )


class PebbleRules(WithoutAbilities[PebbleTable], WithoutCorrections[PebbleTable], Rules[PebbleTable]):
    """Alice is first in a window of actions, Bob in one of responses; a pass earns a pebble."""

    window_kinds: ClassVar[tuple[str, ...]] = ("action", "response")
    periods: ClassVar[tuple[str, ...]] = ("afternoon",)
    window_commands: ClassVar[tuple[type[Command], ...]] = (DropPebble,)
    passing: ClassVar[tuple[type[Command], ...]] = (Pass, Finish)
    always: ClassVar[tuple[type[Command], ...]] = (Concede,)

    def first_seat(self, table: PebbleTable, kind: str, about: int) -> Seat:
        return ALICE if kind == "action" else BOB

    def next_seat(self, table: PebbleTable, seat: Seat) -> Seat:
        order = table.clockwise_from(seat)
        return order[1 % len(order)] if order[0] == seat else order[0]

    def window_space(self, table: PebbleTable, window: Window, seat: Seat) -> Commands:
        return Commands((Form("drop_pebble"), Form("pass"), Form("finish")))

    def can_act(self, table: PebbleTable, window: Window, seat: Seat) -> bool:
        return seat in table.able

    could_act = can_act

    def begin(self, game: Game[PebbleTable], window: Window, seat: Seat, command: Command) -> None:
        game.emit(PebbleDropped(seat))

    def follow_pass(self, game: Game[PebbleTable], window: Window, seat: Seat, command: Command | None) -> None:
        game.emit(PassPaid(seat, isinstance(command, Finish)))

    def concede(self, game: Game[PebbleTable], seat: Seat) -> None:
        game.emit(SeatLeft(seat))
        withdraw_seats(game, (seat,))

    def within(self, table: PebbleTable) -> str:
        return "an afternoon"

    def state_checks(self, game: Game[PebbleTable]) -> bool:
        return False


# what nobody asks of this game
PebbleRules.__abstractmethods__ = frozenset()


def pebbles(*, final: bool = False, able: tuple[Seat, ...] = SEATS, policy: str = "open") -> Game[PebbleTable]:
    """A game up to the first question of its first afternoon."""
    table = PebbleTable(seats=SEATS, able=able, policy=policy)
    game = Game(PebbleRules(), table, bytes(32), 1)  # type: ignore[abstract]
    game.push(Afternoon(final=final))
    run_flow(game)
    return game


def answer(game: Game[PebbleTable], *commands: Command) -> None:
    """Give commands, each for the seat that is awaited then, and go on to the next question."""
    for command in commands:
        apply_command(game, awaited(game), command)
        run_flow(game)


def awaited(game: Game[PebbleTable]) -> Seat:
    """The seat that is awaited."""
    wait, _, _ = open_wait(game.table)
    return wait.seats[0]


def window_of(game: Game[PebbleTable]) -> Window:
    """The window in which somebody is awaited."""
    _, frame, _ = open_wait(game.table)
    assert isinstance(frame, Window)
    return frame


def facts_of(game: Game[Any], kind: type[F]) -> list[F]:
    """The facts of a kind so far."""
    return [fact for fact in game.facts if isinstance(fact, kind)]
