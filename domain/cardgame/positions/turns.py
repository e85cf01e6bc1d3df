"""The turns of a position, in windows and in steps: an error at the place of what no match can reach."""

from __future__ import annotations

from collections.abc import Mapping

from domain.cardgame.positions.named_cards import seat_in, seats_in
from domain.cardgame.positions.waiting_points import WaitingPoint
from domain.kernel.citing import Cites, rule_of
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import Seat

NEXT, CLOSED = "slot.opportunity-passed-on", "slot.action-window-closed"


def turn_in_window(
    fields: Mapping[str, DocumentNode], at: str, point: WaitingPoint, seats: tuple[Seat, ...], cites: Cites
) -> tuple[Seat, tuple[Seat, ...]]:
    """The seat with priority, if the position names or implies it, and the seats that have just passed in a row.

    Where passes are final, they are those that have passed for good. `seats` are those still in the game. Raises
    Unreadable, which names the rule of the game.
    """
    priority, passed = seat_in(fields.get("priority"), seats), seats_in(fields.get("passed"), seats) or ()
    for name in ("priority", "passed"):
        if name in fields and not point.window:
            raise fields[name].wrong(f"{at} is no window")
    if not passed:
        return priority, passed
    if point.final:
        return check_final(fields, priority, passed, seats, cites), passed
    after = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
    following = after[passed[-1]]
    said = [*(("passed", each) for each in passed[1:]), ("priority", priority or following)]
    for before, (name, seat) in zip(passed, said, strict=True):
        if seat != after[before]:
            turn = f"after {before} has passed {after[before]} has the opportunity"
            raise fields[name].wrong(f"{turn} ({rule_of(cites, NEXT)})")
    if len(passed) >= len(seats):
        raise fields["passed"].wrong(f"all have passed, so the window is closed ({rule_of(cites, CLOSED)})")
    return following, passed


def check_final(
    fields: Mapping[str, DocumentNode], priority: Seat, passed: tuple[Seat, ...], seats: tuple[Seat, ...], cites: Cites
) -> Seat:
    """The seat with priority where these have passed for good, by default the next one. Raises Unreadable."""
    left = [seat for seat in seats if seat not in passed]
    if not left:
        raise fields["passed"].wrong(f"all have passed, so the window is closed ({rule_of(cites, CLOSED)})")
    if priority in passed:
        raise fields["priority"].wrong(f"{priority} has passed, which is final ({rule_of(cites, NEXT)})")
    after = seats[seats.index(passed[-1]) :] + seats
    return priority or next(seat for seat in after if seat in left)


def turns_had(
    fields: Mapping[str, DocumentNode], phase: str, in_turn: tuple[str, ...], seats: tuple[Seat, ...]
) -> tuple[Seat, ...] | None:
    """The seats that have had their turn, in the phases where seats take turns; None if the position does not say.

    Raises Unreadable.
    """
    if "done" in fields and phase not in in_turn:
        raise fields["done"].wrong(f"nobody has a turn in the {phase} phase")
    return seats_in(fields.get("done"), seats)
