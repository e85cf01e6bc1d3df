"""Windows with priority: one seat at a time may act or pass, until all have passed consecutively.

A window is a procedure over a wait. The window policy says whether a seat is asked: `open` asks every seat each time,
`public` every seat that could act by public knowledge, `fast` only those that really can. A window that opened is a
fact, so a ledger needs no engine; to see the skipped ones, run the action again with a probe.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from domain.kernel.commands import Command
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Decision, Procedure, ask_again, end_frame, find_open_wait, step
from domain.kernel.flow.standing_orders import passes_by_order
from domain.kernel.formats.text_forms import PublicWords, Term
from domain.kernel.game import Game
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.table import Table, TableT

if TYPE_CHECKING:
    from domain.kernel.rules import Rules
    from domain.kernel.spaces.commands import Commands


POLICIES = ("public", "open", "fast")


class Pass(Command, frozen=True, tag="pass"):
    """Forgo the opportunity for now."""


class WindowOpened(Fact, frozen=True, tag="kernel.window_opened"):
    """A window opened: its kind and name, the step it belongs to, who is first, what it is about (public words)."""

    neutral = True
    kind: Term
    name: Term
    step: Term
    first: Seat
    within: PublicWords = ""
    about: tuple[PublicWords, ...] = ()


class PriorityPassed(Fact, frozen=True, tag="kernel.priority_passed"):
    """A seat passed: of its own, by its standing order, or by the window policy."""

    neutral = True
    seat: Seat
    how: Term = "own"


class WindowClosed(Fact, frozen=True, tag="kernel.window_closed"):
    """The innermost open window closed: by passes, void, correction or because its step ended."""

    neutral = True
    how: Term = "passes"


def offer_priority(game: Game[Table], window: Window) -> None:
    """Give priority to the next seat that is to be asked; close the window when all have passed.

    They pass consecutively; where passes are final, each passes once.
    """
    rules, table = game.rules, game.table
    unopened: list[Seat] = []
    if window.final and not window.opened:
        window = open_window(game, window, unopened)
    while not has_ended(table, window):
        if rules.is_void(table, window):
            return close_window(game, window.opened, "void")
        seat = window.turn
        if window.held or is_asked(game, window, seat):
            if not window.opened:
                window = open_window(game, window, unopened)
            if window.held or not passes_by_order(rules, table, window, seat):
                return game.set(turn=seat, passes=window.passes, out=window.out, opened=True)
            game.probe("ordered", window, seat, table)
            record_pass(game, window, seat, "standing-order")
        elif window.opened:
            game.probe("passed", window, seat, table)
            record_pass(game, window, seat, "policy")
        else:
            unopened.append(seat)
            game.probe("skipped", window, seat, table)
        window = after_pass(game, window, seat)
    return close_window(game, window.opened, "passes")


def has_ended(table: Table, window: Window) -> bool:
    """Whether all seats that are still in the game have passed."""
    remaining = table.remaining_seats()
    return set(remaining) <= set(window.out) if window.final else window.passes >= len(remaining)


def open_window(game: Game[Table], window: Window, passed: list[Seat]) -> Window:
    """Tell that the window opens, and who had passed by the window policy before. Returns the open window."""
    about = game.rules.about(game.table, window)
    within = game.rules.within(game.table)
    game.emit(WindowOpened(window.kind, window.name, window.during, window.first, within, about))
    game.probe("opened", window, window.first, game.table)
    for seat in passed:
        record_pass(game, window, seat, "policy")
    return structs.replace(window, opened=True)


def record_pass(game: Game[Table], window: Window, seat: Seat, how: str, command: Command | None = None) -> None:
    game.emit(PriorityPassed(seat, how))
    game.rules.follow_pass(game, window, seat, command)


def after_pass(game: Game[Table], window: Window, seat: Seat) -> Window:
    """The window after a seat has passed: the next one has priority."""
    out = (*window.out, seat) if window.final else ()
    return structs.replace(window, turn=following_seat(game, seat, out), passes=window.passes + 1, out=out)


def following_seat(game: Game[Table], seat: Seat, out: tuple[Seat, ...]) -> Seat:
    """The next seat that has not passed for good; the next one where all have."""
    following = game.rules.next_seat(game.table, seat)
    for _ in out:
        if following not in out:
            break
        following = game.rules.next_seat(game.table, following)
    return following


def withdraw_seats(game: Game[Table], seats: tuple[Seat, ...]) -> None:
    """Take seats that have just left the game out of the windows under way, and of the open question.

    However they leave, whatever lets them leave calls it, once, if the match goes on. A seat of those that are left has
    priority then, and who has passed stays so.
    """
    stack = game.table.stack
    for place, frame in enumerate(stack):
        if isinstance(frame, Window):
            stack[place] = without_seats(game.table, frame, seats)
    found = find_open_wait(stack)
    if found is None or set(seats).isdisjoint(found[0].seats):
        return
    ask_again(game)
    if isinstance(stack[-1], Window):
        game.goto("/turn")


def without_seats(table: Table, window: Window, left: tuple[Seat, ...]) -> Window:
    """A window after seats have left the game: they count no more among those that have passed."""
    remaining = table.clockwise_from(window.turn)
    turn = next((each for each in remaining if each not in window.out), window.turn)
    passed = seats_passed(window, clockwise_with(table, window.turn, left))
    out = tuple(each for each in window.out if each not in left)
    return structs.replace(window, turn=turn, passes=window.passes - len({*passed} & {*left}), out=out)


def clockwise_with(table: Table, first: Seat, left: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats clockwise from one of them: those that are still in the game, and those that have just left."""
    place, there = table.seats.index(first), {*table.remaining_seats(), *left}
    return tuple(each for each in table.seats[place:] + table.seats[:place] if each in there)


def seats_passed(window: Window, clockwise: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats that have passed, in order, of those clockwise from the one that has priority."""
    return window.out if window.final else clockwise[len(clockwise) - window.passes :]


def close_window(game: Game[Table], opened: bool, how: str) -> None:
    if opened:
        game.emit(WindowClosed(how))
    end_frame(game)


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
    if type(command) in game.rules.passing:
        after = after_pass(game, window, seat)
        record_pass(game, window, seat, "own", command)
        game.set(turn=after.turn, passes=after.passes, out=after.out, at="/turn", held=False)
        return
    game.set(turn=following_seat(game, seat, window.out), passes=0, at="/turn", held=False)
    game.rules.begin(game, window, seat, command)


class Window(Procedure, frozen=True, tag="window"):
    """A window of priority.

    `about` is the id of the occurrence that it belongs to; `held`, `only` and `spent` are a judge's. `spent` are uses
    that count against limits here beside those of the table: of periods that ended since the window stood open that is
    restored by this one. Where passes are `final`, `out` are the seats that have passed and have no further opportunity
    here; such a window opens even if nobody is asked in it.
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
    final: bool = False
    out: tuple[Seat, ...] = ()
    steps = (
        step("/turn", offer_priority, "the next seat has priority"),
        Decision(
            "/offer",
            "window",
            title="the seat with priority acts or passes",
            seats=priority_holder,
            options=window_options,
            accepts=(Pass,),
            on_answer=use_priority,
            rule="choice.not-asked",
            named=kind_and_name,
            checked=True,
        ),
    )


def open_for_all(game: Game[Table], kind: str, name: str, during: str, about: int = 0, *, final: bool = False) -> None:
    """Push a window that begins with the seat that the game names; where that one has left, with the next one.

    Where passes are `final`, a seat that passes has no further opportunity in it.
    """
    first = game.rules.first_seat(game.table, kind, about)
    if first not in game.table.remaining_seats():
        first = game.rules.next_seat(game.table, first)
    game.push(Window(kind=kind, name=name, during=during, first=first, turn=first, about=about, final=final))
