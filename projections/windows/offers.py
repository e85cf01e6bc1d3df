"""What each seat was offered while it held priority in a window: its legal answers, by the engine of today.

The ledger itself needs no engine; this does, and costs some five times as much, so it is a projection of its own
that may lag behind. `engine` and `pool` say what computed it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from domain.kernel.deciding import seat_options
from domain.kernel.ids import Handle, Seat
from domain.kernel.spaces.codec import to_builtins
from domain.kernel.spaces.commands import Commands
from domain.match.aggregate import Match
from domain.match.events import ENGINE
from projections.windows.fold import Stack


class OfferedAnswers(Struct, frozen=True):
    """The answers that a seat had at a version, in this window, and the keys of the cards that they use."""

    version: int
    seat: str
    window: str
    engine: str
    pool: str
    cards: list[str]
    may: list[dict[str, Any]]


def offered_answers(match: Match, stack: Stack) -> Iterator[OfferedAnswers]:
    """The answers of the seats that the last event left with priority; empty where nobody is asked anew."""
    if not stack.open or stack.open[-1].id not in stack.touched:
        return
    window = stack.open[-1]
    for offer in window.offers:
        space = seat_options(match.rules, match.table, Seat(offer.seat)) if offer.version == match.version else None
        if isinstance(space, Commands):
            may = [to_builtins(form) for form in space.forms]
            used = used_cards(match, space)
            yield OfferedAnswers(match.version, offer.seat, window.id, ENGINE, match.rules.pool.id, used, may)


def used_cards(match: Match, space: Commands) -> list[str]:
    """The keys of the cards that the forms use."""
    named = {value for form in space.forms for value in form.fixed.values() if isinstance(value, str)}
    found = (match.table.find_card(Handle(each)) for each in named)
    return sorted({card.key for card in found if card is not None})
