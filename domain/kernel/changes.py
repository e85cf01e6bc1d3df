"""The closed list of changes that may be made to a table by hand: by consent now, by a judge's correction later.

They go through the same doors as play, but nothing hears them: no occurrence, no window. Each game says in its own
facts what a change means (`carry_out`); one that it does not know, or that changes nothing, is refused before anything
is done.
"""

from __future__ import annotations

from msgspec import Struct

from domain.kernel.cards import BOTTOM
from domain.kernel.ids import NO_CARD, NO_SEAT, Handle, Seat, ZoneKey


class Change(Struct, frozen=True, omit_defaults=True, tag_field="change", forbid_unknown_fields=True):
    """One change by hand."""


class MoveCard(Change, frozen=True, tag="move_card"):
    """Move a card, or the top card of an area (`top_of`), to an area; onto a host if it is to lie on a card."""

    to: ZoneKey
    card: Handle = NO_CARD
    top_of: ZoneKey = ZoneKey("")
    place: int = BOTTOM
    host: Handle = NO_CARD


class SetMark(Change, frozen=True, tag="set_mark"):
    """Set or take off a mark (`kneeling`)."""

    thing: Handle
    mark: str
    on: bool


class SetTokens(Change, frozen=True, tag="set_tokens"):
    """Set how many tokens of a kind (`power`, a named one) lie on a card."""

    thing: Handle
    kind: str
    n: int


class SetCount(Change, frozen=True, tag="set_count"):
    """Set a player's counter (`gold`)."""

    seat: Seat
    counter: str
    n: int


class SetController(Change, frozen=True, tag="set_controller"):
    """Give control of a card in play to a player."""

    card: Handle
    seat: Seat


class Attach(Change, frozen=True, tag="attach"):
    """Attach an attachment in play to another card."""

    card: Handle
    host: Handle


class AddEffect(Change, frozen=True, tag="add_effect"):
    """Begin a lasting effect: what it does (`what`, `name`, `amount`), to which cards or which player, until when."""

    what: str
    until: str
    name: str = ""
    amount: int = 0
    on: tuple[Handle, ...] = ()
    seat: Seat = NO_SEAT


class EndEffect(Change, frozen=True, tag="end_effect"):
    """End a lasting effect."""

    effect: int


class SetLimit(Change, frozen=True, tag="set_limit"):
    """Set a counter of limits."""

    key: str
    n: int


class ShuffleUnknown(Change, frozen=True, tag="shuffle_unknown"):
    """Shuffle an area that nobody sees."""

    zone: ZoneKey


class Show(Change, frozen=True, tag="show"):
    """Show a card to players, or to everybody (`public`)."""

    card: Handle
    to: tuple[str, ...]


AnyChange = (
    MoveCard
    | SetMark
    | SetTokens
    | SetCount
    | SetController
    | Attach
    | AddEffect
    | EndEffect
    | SetLimit
    | ShuffleUnknown
    | Show
)
