"""The names of seats, cards, zones and viewers.

A seat is a name (`alice`, in the board game the house), never an index. A handle names one incarnation of a card: a
card gets a new one whenever it enters a hidden zone, is shuffled there, or enters or leaves play.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NewType, TypeAlias

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


@lru_cache(4096)
def zone_kind(key: ZoneKey) -> str:
    return key.partition(".")[2]
