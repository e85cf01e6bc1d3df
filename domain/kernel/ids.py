"""The names of seats, cards, zones and viewers.

A seat is a name (`alice`, or that of what is played there), never an index. A handle names one incarnation of a card: a
card gets a new one whenever it enters a hidden zone, is shuffled there, or enters or leaves play.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NewType, TypeAlias, TypeVar

K = TypeVar("K")
V = TypeVar("V")

Seat = NewType("Seat", str)
Handle = NewType("Handle", str)
ZoneKey = NewType("ZoneKey", str)
Viewer: TypeAlias = str

NO_SEAT = Seat("")
NO_CARD = Handle("")

PUBLIC = Viewer("public")
JUDGE = Viewer("judge")
HEAD_JUDGE = Viewer("head-judge")
ADMIN = Viewer("admin")

OFFICIALS = frozenset({JUDGE, HEAD_JUDGE, ADMIN})
RESERVED_NAMES = frozenset({"public", "judge", "head-judge", "admin", "all", "analyst", "organizer"})


@lru_cache(4096)
def zone(seat: Seat, kind: str) -> ZoneKey:
    """The key of a seat's zone of a kind: `alice.hand`."""
    return ZoneKey(f"{seat}.{kind}")


@lru_cache(4096)
def zone_owner(key: ZoneKey) -> Seat:
    return Seat(key.partition(".")[0])


MOST_KEPT = 4096


class KeptResults(dict[K, V]):
    """What a function gives, by the thing that it is given: `kept[thing]` calls it where it has not been called yet.

    For what is asked most, since it is found faster than by `lru_cache`. Of too many results all are forgotten.
    """

    def __init__(self, function: Callable[[K], V]) -> None:
        super().__init__()
        self.function = function

    def __missing__(self, key: K) -> V:
        if len(self) >= MOST_KEPT:
            self.clear()
        result = self[key] = self.function(key)
        return result


ZONE_KINDS: KeptResults[str, str] = KeptResults(lambda key: key.partition(".")[2])
zone_kind = ZONE_KINDS.__getitem__
"""The kind of a zone by its key: `hand` of `alice.hand`."""
