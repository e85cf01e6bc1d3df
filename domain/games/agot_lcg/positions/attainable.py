"""Checks of the turn and the counters in a position: an error at the place of what no match can reach.

The error names the rule, if there is one.
"""

from __future__ import annotations

from domain.cardgame.positions.named_cards import seat_in, seats_in
from domain.families.agot_cards.state import Challenge
from domain.games.agot_lcg.positions.waiting_points import MOMENTS, SETUP, begins, time_at
from domain.games.agot_lcg.state import PHASES
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import NO_SEAT, Seat

WITH_ACTIVE_PLAYER = ("marshalling", "challenges")
IN_TURN = (*WITH_ACTIVE_PLAYER, "taxation", SETUP)
"""Where one player after the other has a turn."""


def active_player(
    fields: dict[str, DocumentNode], at: str, first: Seat, seats: tuple[Seat, ...], challenge: Challenge | None
) -> Seat:
    """The active player, in the phases that have one: by default the first player, in a challenge the attacker.

    Raises Unreadable.
    """
    has_one = MOMENTS[at].phase in WITH_ACTIVE_PLAYER and not begins(at)
    if "active_player" not in fields:
        return (challenge.attacker if challenge is not None else first) if has_one else NO_SEAT
    field = fields["active_player"]
    active = seat_in(field, seats)
    if not has_one:
        raise field.wrong(f"there is none at {at} (agot_lcg.active-player.definition)")
    if challenge is not None and challenge.attacker != active:
        attacks = f"{challenge.attacker} attacks, and only the active player does"
        raise field.wrong(f"{attacks} (agot_lcg.active-player.in-challenges)")
    return active


def turn_in_window(fields: dict[str, DocumentNode], at: str, seats: tuple[Seat, ...]) -> tuple[Seat, tuple[Seat, ...]]:
    """The seat with priority, if the position names or implies it, and the seats that have just passed in a row.

    Raises Unreadable.
    """
    priority, passed = seat_in(fields.get("priority"), seats), seats_in(fields.get("passed"), seats) or ()
    for name in ("priority", "passed"):
        if name in fields and not MOMENTS[at].window:
            raise fields[name].wrong(f"{at} is no window")
    if not passed:
        return priority, passed
    after = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
    following = after[passed[-1]]
    said = [*(("passed", each) for each in passed[1:]), ("priority", priority or following)]
    for before, (name, seat) in zip(passed, said, strict=True):
        if seat != after[before]:
            turn = f"after {before} has passed {after[before]} has the opportunity"
            raise fields[name].wrong(f"{turn} (agot_lcg.pass.until-consecutive-passes)")
    if len(passed) >= len(seats):
        closed = "all have passed, so the window is closed"
        raise fields["passed"].wrong(f"{closed} (agot_lcg.action-window.closes-on-consecutive-passes)")
    return following, passed


def turns_had(fields: dict[str, DocumentNode], at: str, seats: tuple[Seat, ...]) -> tuple[Seat, ...] | None:
    """The seats that have had their turn, where seats take turns; None if the position does not say.

    Raises Unreadable.
    """
    if "done" in fields and MOMENTS[at].phase not in IN_TURN:
        raise fields["done"].wrong(f"nobody has a turn in the {MOMENTS[at].phase} phase")
    return seats_in(fields.get("done"), seats)


OF_CHALLENGES = ("challenge", "won", "lost")
"""What counters of the challenges phase count: challenges that a player initiated, won or lost."""


def check_counter(times: DocumentNode, key: str, at: str, round: int) -> None:
    """Raises Unreadable for a counter of challenges where the challenges phase is not under way or yet to come.

    A counter of the phase is there until the next phase has begun, one of the round until the next round has.
    """
    period, what, *_ = key.split(":")
    _, now = time_at(at, round)
    if what not in OF_CHALLENGES or not times.value or now == "challenges":
        return
    if period == "phase" or now == SETUP or PHASES.index(now) < PHASES.index("challenges"):
        raise times.wrong(f"{key} counts what is done in the challenges phase: at {at} it is 0")
