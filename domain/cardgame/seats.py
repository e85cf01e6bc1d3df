"""The seats of a new match: who plays with which deck, read from the JSON texts of the seats, or the refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct

from domain.cardgame.positions.reading import Position
from domain.kernel.formats.mismatch import explain_mismatch
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal


class SeatWithDeck(Protocol):
    """A seat and the deck that it plays, as a game reads it."""

    @property
    def name(self) -> Seat:
        """The name of the seat."""

    @property
    def deck(self) -> Any:
        """The deck in card keys."""


DeckT = TypeVar("DeckT")


class DeckSeat(Struct, Generic[DeckT], frozen=True, forbid_unknown_fields=True):
    """A seat and the deck that it plays, in a game in which seats bring no more, and who sits there if that is said."""

    name: Seat
    deck: DeckT
    player: str = ""


SeatT = TypeVar("SeatT", bound=SeatWithDeck)
DeckFaults = Callable[[Any], Iterable[Refusal]]


def read_seats(
    kind: type[SeatT],
    texts: tuple[str, ...],
    seat_counts: tuple[int, ...],
    players_rule: str,
    deck_faults: DeckFaults,
) -> tuple[SeatT, ...] | Refusal:
    """The seats of a match, of this kind, or the refusal: a number of players that the rule bars, or a wrong deck."""
    try:
        listed = tuple(msgspec.json.decode(text, type=kind) for text in texts)
    except msgspec.ValidationError as error:
        return Refusal("match.seat", {"error": str(explain_mismatch(error, kind))})
    if len(listed) not in seat_counts:
        return Refusal(players_rule, {"players": len(listed)})
    for seat in listed:
        if faults := tuple(deck_faults(seat.deck)):
            faulty = [{"rule": each.rule, **each.because} for each in faults]
            return Refusal(faults[0].rule, {"seat": seat.name, "faults": faulty})
    return listed


def seat_names(brought: Position | tuple[SeatWithDeck, ...]) -> tuple[Seat, ...]:
    """The names of the seats, of those who brought decks or of a position."""
    return brought.seats if isinstance(brought, Position) else tuple(each.name for each in brought)
