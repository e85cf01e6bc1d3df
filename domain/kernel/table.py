"""The table: the whole state of a match, written through few methods, branched by copy on write.

`branch()` shares all cards, zones and objects with its origin; the first write to one copies it. So a command is
decided on a private branch, an exception drops it, and readers keep their version as long as they like.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Self, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.waits import Forced, Waiting
from domain.kernel.ids import NO_SEAT, Handle, Seat, ZoneKey

K = TypeVar("K")
V = TypeVar("V")


# What a table keeps of how play goes on: no view reads it, but for who is awaited.
FLOW = frozenset({"stack", "waiting", "forced", "unasked", "serial"})
NOTHING: set[object] = set()  # which nothing is ever added to


def shallow_copy(value: V) -> V:
    """A shallow copy; most values are lists or structs, which copy themselves fast."""
    itself: Callable[[], V] | None = getattr(value, "copy" if type(value) is list else "__copy__", None)
    return copy.copy(value) if itself is None else itself()


class CopyOnWriteMap(dict[K, V]):
    """A mapping whose values are copied at their first write after a branch.

    `owned` are the keys written since; `stirred` says whether something here was written since a game's state checks
    had last had nothing to do.
    """

    owned: set[object] = NOTHING
    stirred = False

    def writable(self, key: K) -> V:
        """The value under this key, for writing."""
        self.stirred = True
        return self[key] if key in self.owned else self.own(key)

    def writable_calmly(self, key: K) -> V:
        """The value under this key, for a change after which no check that asks `stirred` has more to do."""
        return self[key] if key in self.owned else self.own(key)

    def own(self, key: K) -> V:
        """The value under this key, copied since a branch shares it."""
        value = self[key] = shallow_copy(self[key])
        if self.owned:
            self.owned.add(key)
        else:
            self.owned = {key}
        return value

    def put(self, key: K, value: V) -> None:
        self.stirred = True
        self[key] = value
        owned = self.owned
        if owned:
            owned.add(key)
        else:
            self.owned = {key}

    def take(self, key: K) -> V:
        self.stirred = True
        self.owned.discard(key)
        return self.pop(key)

    def take_writable(self, key: K) -> V:
        """Take the value under this key out. Returns it, for writing."""
        if key in self.owned:
            return self.take(key)
        self.stirred = True
        return shallow_copy(self.pop(key))


class GainedAbility(Struct, frozen=True):
    """An ability that a card has gained: its number on this card, and the card in whose text it stands at a place."""

    number: int
    key: str
    place: int


class Card(Struct, omit_defaults=True):
    """What every game keeps of a card: its current handle, which card it is, whose, where, with which face.

    And the abilities that it has gained.
    """

    handle: Handle
    key: str
    owner: Seat
    controller: Seat
    zone: ZoneKey
    facedown: bool = False
    gained: tuple[GainedAbility, ...] = ()

    def rename(self, handle: Handle) -> None:
        """Give the card a handle; a new one is a new card, which has gained nothing."""
        if handle != self.handle:
            self.handle, self.gained = handle, ()


class StandingOrder(Struct, frozen=True, omit_defaults=True):
    """A seat's order to pass for it: in which kinds of window, until when, and unless what happens to its cards."""

    seat: Seat
    until: str
    windows: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


class MatchOutcome(Struct, frozen=True, omit_defaults=True):
    """How a match ended: the winner (none in a draw), why, and by which rule."""

    winner: Seat = NO_SEAT
    how: str = ""
    rule: str = ""


class Table(Struct, kw_only=True):
    """The part of a table that every game has; a game's table adds its own shelves.

    Of its `checked_shelves` state checks ask whether they are `stirred`. There a branch is as stirred as its origin, so
    that a check which a question of another one kept waiting is made after the answer.
    """

    checked_shelves: ClassVar[tuple[str, ...]] = ()

    seats: tuple[Seat, ...] = ()
    policy: str = "public"
    readings: dict[str, str] = {}
    stack: list[Procedure] = msgspec.field(default_factory=list)
    waiting: Waiting | None = None
    forced: tuple[Forced, ...] = ()
    sealed: CopyOnWriteMap[Seat, str] = msgspec.field(default_factory=CopyOnWriteMap)
    orders: CopyOnWriteMap[Seat, StandingOrder] = msgspec.field(default_factory=CopyOnWriteMap)
    zones: CopyOnWriteMap[ZoneKey, list[Handle]] = msgspec.field(default_factory=CopyOnWriteMap)
    usage: CopyOnWriteMap[str, int] = msgspec.field(default_factory=CopyOnWriteMap)
    offers: tuple[Seat, ...] = ()
    # what a seat gave unasked since the open wait began
    unasked: CopyOnWriteMap[Seat, int] = msgspec.field(default_factory=CopyOnWriteMap)
    over: MatchOutcome | None = None
    counter: int = 0
    serial: int = 0

    def branch(self) -> Self:
        """A table that shares everything with this one and may be written freely."""
        other = shallow_copy(self)
        other.stack = self.stack.copy()
        names, read = shelves_of(type(self))
        for name, shelf in zip(names, read(self), strict=True):
            # most are empty, and making one is faster than copying one
            setattr(other, name, CopyOnWriteMap(shelf) if shelf else CopyOnWriteMap())
        for name in self.checked_shelves:
            if getattr(self, name).stirred:
                getattr(other, name).stirred = True
        return other

    @classmethod
    def copy_on_write_fields(cls) -> tuple[str, ...]:
        """The names of the fields that are copied on write."""
        return shelves_of(cls)[0]

    def looks_like(self, other: Table) -> bool:
        """Whether another table of the game differs at most in how play goes on: no view tells the two apart.

        A view tells who is awaited from the flow alone. The compared values are mostly shared by two versions.
        """
        return all(getattr(self, name) == getattr(other, name) for name in self.__struct_fields__ if name not in FLOW)

    def writable_zone(self, zone: ZoneKey) -> list[Handle]:
        """A zone's list of handles, for writing; a zone that does not exist yet is laid out."""
        zones = self.zones
        if zone not in zones:
            zones.put(zone, [])
        return zones.writable(zone)

    def zone(self, zone: ZoneKey) -> list[Handle]:
        """A zone's handles, for reading."""
        return self.zones.get(zone, [])

    def top(self, zone: ZoneKey, n: int) -> list[Handle]:
        """The first `n` handles of a zone, fewer if there are fewer, none for 0."""
        return self.zone(zone)[: max(0, n)]

    def remaining_seats(self) -> tuple[Seat, ...]:
        """The seats that are still in the game."""
        return self.seats

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that are still in the game, clockwise from one of them (or from where that one sat)."""
        start = self.seats.index(seat) if seat in self.seats else 0
        remaining = self.remaining_seats()
        return tuple(each for each in self.seats[start:] + self.seats[:start] if each in remaining)

    def is_asked(self, seat: Seat) -> bool:
        """Whether a seat answers for itself; one that has left the game while the others play on does not."""
        return seat in self.remaining_seats()

    def find_card(self, card: Handle) -> Card | None:
        """The card of this handle; None where there is none, as on every table without cards."""
        return None

    def writable_thing(self, thing: str) -> Struct:
        """A card by its handle or a player by the seat, for writing a described field of it. Raises KeyError."""
        raise KeyError(thing)

    def count_unasked(self, seat: Seat) -> None:
        """Count what a seat gave unasked."""
        self.unasked.put(seat, self.unasked.get(seat, 0) + 1)

    def next_serial(self) -> int:
        """A number for a new object of the table."""
        self.serial += 1
        return self.serial


TableT = TypeVar("TableT", bound=Table)


@cache
def shelves_of(kind: type[Table]) -> tuple[tuple[str, ...], Callable[[Table], tuple[CopyOnWriteMap[Any, Any], ...]]]:
    """The fields of a type of table that are copied on write: their names, and what reads them all at once."""
    blank = kind()
    names = tuple(name for name in kind.__struct_fields__ if isinstance(getattr(blank, name), CopyOnWriteMap))
    return names, attrgetter(*names)
