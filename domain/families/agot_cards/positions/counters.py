"""The counters that positions of both games say in words of `usage`, and when they can be there."""

from __future__ import annotations

from domain.cardgame.positions.waiting_points import SETUP, WaitingPoints
from domain.families.agot_cards.abilities.limit_counters import USAGE, usage_keys
from domain.families.agot_cards.state import AgotTable
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import Seat

OF_CHALLENGES = ("challenge", "won", "lost")
"""What counters of the challenges phase count: challenges that a player initiated, won or lost."""


def check_counter(times: DocumentNode, key: str, time: tuple[str, int], points: WaitingPoints) -> None:
    """Raises Unreadable for a counter of challenges where the challenges phase is not under way or yet to come.

    A counter of the phase is there until the next phase has begun, one of the round until the next round has.
    """
    period, what, *_ = key.split(":")
    _, now = points.time_at(*time)
    if what not in OF_CHALLENGES or not times.value or now == "challenges":
        return
    if period == "phase" or now == SETUP or points.phases.index(now) < points.phases.index("challenges"):
        raise times.wrong(f"{key} counts what is done in the challenges phase: at {time[0]} it is 0")


def usage_now(table: AgotTable, seat: Seat) -> dict[str, int]:
    """The counters that have a word of their own and are not 0, and that of the seat's current challenge."""
    now = table.challenge
    under_way = now.kind if now is not None and now.attacker == seat else ""
    counted = {name: times_of(table, usage_keys(name, seat)) for name in USAGE}
    return {name: n for name, n in counted.items() if n or name == under_way}


def times_of(table: AgotTable, keys: tuple[str, ...]) -> int:
    """The common value of counters that belong together; 0 if they differ."""
    times = {table.usage.get(key, 0) for key in keys}
    return times.pop() if len(times) == 1 else 0
