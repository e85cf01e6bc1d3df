"""Changes by hand of the rings and of the Imperial Favor: who has claimed them, the fate on a ring, the favor's side.

A ring is a place by its element, the favor one by its name; what is set there is a marker. Which ring is contested says
the conflict, so that a contested ring is claimed by nobody's hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from domain.cardgame.corrections.field_changes import wrong_number
from domain.games.l5r.facts.conflicts import RingClaimed, RingFatePlaced, RingsReturned
from domain.games.l5r.facts.players import FavorSet
from domain.games.l5r.pool.printed import ELEMENTS, Element
from domain.games.l5r.state import SIDES, Favor, L5rGame, L5rTable
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import SAME, UNFIT, ChangeFault
from domain.kernel.corrections.words import NO_WORD, Lists, listed_word

RING, RING_FATE, FAVOR = "ring", "ring-fate", "favor"
AREAS = (*ELEMENTS, FAVOR)
NOTHING = ""
# the words for a marker's value; the fate on a ring is a number
VALUES: Mapping[str, tuple[str, ...]] = {RING: (NOTHING,), RING_FATE: (), FAVOR: (NOTHING, *SIDES)}
CLOSED: Mapping[type, Lists] = {changes.SetMarker: {"area": AREAS, "marker": tuple(VALUES)}}


def of_marker(table: L5rTable, change: changes.SetMarker) -> Lists:
    """The lists of a marker at this table: the markers, and of this one the places, the seats and the values."""
    marker = listed_word(change.marker, tuple(VALUES))
    values = VALUES.get(marker)
    seats = (NOTHING,) if marker == RING_FATE else (NOTHING, *table.seats)
    places = (FAVOR,) if marker == FAVOR else ELEMENTS
    return {"marker": tuple(VALUES), "area": places, "seat": seats, **({"value": values} if values else {})}


def wrong_marker(table: L5rTable, change: changes.SetMarker) -> ChangeFault | None:
    """Why a marker cannot be set so."""
    return WRONG_MARKERS[change.marker](table, change)


def set_marker(game: L5rGame, change: changes.SetMarker) -> None:
    """Set who has claimed a ring, the fate on it, or the Imperial Favor."""
    SET_MARKERS[change.marker](game, change)


def element_of(change: changes.SetMarker) -> Element:
    """The element of the ring that is changed."""
    return cast("Element", change.area)


def wrong_ring(table: L5rTable, change: changes.SetMarker) -> ChangeFault | None:
    """Why a ring cannot be claimed by this player, or by nobody: it is so already, or the ring is contested."""
    ring = table.rings[element_of(change)]
    if ring.contested:
        return ChangeFault("area", UNFIT, "it is contested")
    return ChangeFault("seat", SAME) if ring.claimed_by == change.seat else None


def set_ring(game: L5rGame, change: changes.SetMarker) -> None:
    ring = element_of(change)
    game.emit(RingClaimed(ring, change.seat) if change.seat else RingsReturned((ring,)))


def wrong_ring_fate(table: L5rTable, change: changes.SetMarker) -> ChangeFault | None:
    """Why there cannot be so much fate on a ring."""
    if not change.value:
        return ChangeFault("value", problem=NO_WORD)
    if not change.value.isdecimal():
        return ChangeFault("value", UNFIT, f"{change.value!r} is no number from 0")
    fault = wrong_number(int(change.value), table.rings[element_of(change)].fate)
    return ChangeFault("value", fault.why, fault.problem) if fault else None


def set_ring_fate(game: L5rGame, change: changes.SetMarker) -> None:
    ring = element_of(change)
    game.emit(RingFatePlaced((ring,), int(change.value) - game.table.rings[ring].fate))


def wrong_favor(table: L5rTable, change: changes.SetMarker) -> ChangeFault | None:
    """Why the Imperial Favor cannot be so: a player who has it has set its side, and without a player it has none."""
    if bool(change.seat) != bool(change.value):
        return ChangeFault("value", problem=NO_WORD) if change.seat else ChangeFault("seat", problem=NO_WORD)
    return ChangeFault("seat", SAME) if table.favor == favor_of(change) else None


def favor_of(change: changes.SetMarker) -> Favor | None:
    """The Imperial Favor as it is after the change."""
    return Favor(change.seat, change.value) if change.seat else None


def set_favor(game: L5rGame, change: changes.SetMarker) -> None:
    game.emit(FavorSet(change.seat, change.value))


WRONG_MARKERS: Mapping[str, Callable[[L5rTable, changes.SetMarker], ChangeFault | None]] = {
    RING: wrong_ring,
    RING_FATE: wrong_ring_fate,
    FAVOR: wrong_favor,
}
SET_MARKERS: Mapping[str, Callable[[L5rGame, changes.SetMarker], None]] = {
    RING: set_ring,
    RING_FATE: set_ring_fate,
    FAVOR: set_favor,
}
