"""Windows with priority: one seat at a time may act or pass, until all have passed consecutively.

A window is a procedure over a wait. The window policy says whether a seat is asked: `open` asks every seat each time,
`public` every seat that could act by public knowledge, `fast` only those that really can. A window that opened is a
fact, so a ledger needs no engine; to see the skipped ones, run the action again with a probe.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.kernel.commands import Command
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.flow.standing_orders import passes_by_order
from domain.kernel.game import Game
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.table import Table, TableT

if TYPE_CHECKING:
    from domain.kernel.rules import Rules
    from domain.kernel.spaces.commands import Commands


class Pass(Command, frozen=True, tag="pass"):
    """Forgo the opportunity for now."""


class WindowOpened(Fact, frozen=True, tag="kernel.window_opened"):
    """A window opened: its kind and name, the step it belongs to, who is first, what it is about (public words)."""

    neutral = True
    kind: str
    name: str
    step: str
    first: Seat
    within: str = ""
    about: tuple[str, ...] = ()


class PriorityPassed(Fact, frozen=True, tag="kernel.priority_passed"):
    """A seat passed: of its own, by its standing order, or by the window policy."""

    neutral = True
    seat: Seat
    how: str = "own"


class WindowClosed(Fact, frozen=True, tag="kernel.window_closed"):
    """The innermost open window closed: by passes, void, correction or because its step ended."""

    neutral = True
    how: str = "passes"


def offer_priority(game: Game[Table], window: Window) -> None:
    """Give priority to the next seat that is to be asked; close the window after consecutive passes of all."""
    rules, table = game.rules, game.table
    seat, passes, opened = window.turn, window.passes, window.opened
    unopened: list[Seat] = []
    while passes < len(table.remaining_seats()):
        if rules.is_void(table, window):
            return close_window(game, opened, "void")
        if window.held or is_asked(game, window, seat):
            if not opened:
                open_window(game, window, unopened)
                opened = True
            if window.held or not passes_by_order(rules, table, window, seat):
                return game.set(turn=seat, passes=passes, opened=True)
            game.probe("ordered", window, seat, table)
            game.emit(PriorityPassed(seat, "standing-order"))
        elif opened:
            game.emit(PriorityPassed(seat, "policy"))
            game.probe("passed", window, seat, table)
        else:
            unopened.append(seat)
            game.probe("skipped", window, seat, table)
        seat, passes = rules.next_seat(table, seat), passes + 1
    return close_window(game, opened, "passes")


def open_window(game: Game[Table], window: Window, passed: list[Seat]) -> None:
    about = game.rules.about(game.table, window)
    within = game.rules.within(game.table)
    game.emit(WindowOpened(window.kind, window.name, window.during, window.first, within, about))
    game.probe("opened", window, window.first, game.table)
    for seat in passed:
        game.emit(PriorityPassed(seat, "policy"))


def close_window(game: Game[Table], opened: bool, how: str) -> None:
    if opened:
        game.emit(WindowClosed(how))
    game.leave()


def is_asked(game: Game[Table], window: Window, seat: Seat) -> bool:
    """Whether the window policy asks this seat in this window."""
    if window.only and seat != window.only:
        return False
    policy = game.table.policy
    if policy == "open":
        return True
    if policy == "fast":
        return game.rules.can_act(game.table, window, seat)
    return game.rules.could_act(game.table, window, seat)


def priority_holder(table: Table, window: Window) -> tuple[Seat, ...]:
    return (window.turn,)


def kind_and_name(window: Window) -> tuple[str, str]:
    return window.kind, window.name


def window_options(rules: Rules[TableT], table: TableT, window: Window, seat: Seat) -> Commands:
    return rules.window_space(table, window, seat)


def use_priority(game: Game[Table], window: Window, seat: Seat, command: Command) -> None:
    """Count a pass; for any other command reset the count and begin what the seat does."""
    following = game.rules.next_seat(game.table, seat)
    if isinstance(command, Pass):
        game.emit(PriorityPassed(seat))
        game.set(turn=following, passes=window.passes + 1, at="/turn", held=False)
        return
    game.set(turn=following, passes=0, at="/turn", held=False)
    game.rules.begin(game, window, seat, command)


class Window(Procedure, frozen=True, tag="window"):
    """A window: `about` is the id of the occurrence that it belongs to, `held`, `only` and `spent` are a judge's.

    `spent` are uses that count against limits here beside those of the table: of periods that ended since the window
    stood open that is restored by this one.
    """

    kind: str
    name: str
    during: str
    first: Seat
    turn: Seat
    passes: int = 0
    about: int = 0
    opened: bool = False
    held: bool = False
    only: Seat = NO_SEAT
    spent: tuple[tuple[str, int], ...] = ()
    steps = (
        step("/turn", offer_priority, "go round"),
        Decision(
            "/offer",
            "window",
            seats=priority_holder,
            options=window_options,
            accepts=(Pass,),
            on_answer=use_priority,
            rule="choice.not-asked",
            named=kind_and_name,
            checked=True,
        ),
    )


def open_for_all(game: Game[Table], kind: str, name: str, during: str, about: int = 0) -> None:
    """Push a window that begins with the seat to which the game gives the first opportunity."""
    first = game.rules.first_seat(game.table, kind, about)
    game.push(Window(kind=kind, name=name, during=during, first=first, turn=first, about=about))
