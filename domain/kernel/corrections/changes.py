"""The closed list of changes that may be made to a table by hand: by consent, or by a judge's correction.

A change is folded like play, but nothing hears it: no occurrence, no window. Each game gives the facts of a change
(`carry_out`), and finds what is wrong with one (`change_fault`) before anything is done.
"""

from __future__ import annotations

from typing import Self

from msgspec import Struct, structs

from domain.kernel.cards.card_table import BOTTOM, CardTable
from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import CounterKey, SeatName
from domain.kernel.ids import NO_CARD, NO_SEAT, OFFICIALS, Handle, Seat, Viewer, ZoneKey, zone_kind
from domain.kernel.refusals import Refusal


class Change(Struct, frozen=True, omit_defaults=True, tag_field="change", forbid_unknown_fields=True):
    """One change by hand."""


class MoveCard(Change, frozen=True, tag="move_card"):
    """Move a card, or the top card of an area (`top_of`), to an area or onto a host."""

    to: ZoneKey
    card: Handle = NO_CARD
    top_of: ZoneKey = ZoneKey("")
    place: int = BOTTOM
    host: Handle = NO_CARD


class SetMark(Change, frozen=True, tag="set_mark"):
    """Set or remove a mark of a card, an area or a player; which there are says the game."""

    thing: Handle
    mark: str
    on: bool


class SetTokens(Change, frozen=True, tag="set_tokens"):
    """Set the number of tokens of a kind (`power`, a named one) on a card."""

    thing: Handle
    kind: str
    n: int


class SetCount(Change, frozen=True, tag="set_count"):
    """Set a counter of a player (`gold`, `supply`), or of the table (no seat)."""

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
    """Set how often a limit was used."""

    key: CounterKey
    n: int


class ShuffleUnknown(Change, frozen=True, tag="shuffle_unknown"):
    """Shuffle an area that nobody sees."""

    zone: ZoneKey


class Show(Change, frozen=True, tag="show"):
    """Show a card to players, or to everybody (`public`)."""

    card: Handle
    to: tuple[SeatName, ...]


class SetPieces(Change, frozen=True, tag="set_pieces"):
    """Set the number of a player's pieces of a kind in an area, or of those with a mark (`routed`)."""

    area: str
    seat: Seat
    kind: str
    n: int
    mark: str = ""


class SetMarker(Change, frozen=True, tag="set_marker"):
    """Put a player's marker into an area, or remove it; which markers and values of them there are says the game."""

    area: str
    marker: str
    seat: Seat = NO_SEAT
    value: str = ""


class SetTrack(Change, frozen=True, tag="set_track"):
    """Set the order of the players on a track, first position first."""

    track: str
    order: tuple[Seat, ...]


class SetPlace(Change, frozen=True, tag="set_place"):
    """Move a player's named thing that has no handle to a place that the game names."""

    seat: Seat
    thing: str
    place: str


class AskAgain(Change, frozen=True, tag="ask_again"):
    """Withdraw the open question and its secret answers, and ask it again."""


class AbandonStep(Change, frozen=True, tag="abandon_step"):
    """Abandon the innermost open step of this kind and all that it began. Costs stay paid."""

    frame: str


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
    | SetPieces
    | SetMarker
    | SetTrack
    | SetPlace
    | AskAgain
    | AbandonStep
)

# What can be wrong with a change, by the last part of the judging rule that says so.
MISSING, SAME, UNFIT, LIMIT, STRANDS = "thing-exists", "changes-something", "zone-fits", "conserves", "strands-play"
UNNAMED = "names-the-card"
BELOW_NOTHING = "no fewer than 0 can be there"


class ChangeFault(Struct, frozen=True):
    """What is wrong with a change: the field, and why (MISSING, SAME, UNFIT, LIMIT, STRANDS, UNNAMED).

    `problem` says of a word what it is not, or that there is none; `meant` what may have been meant.
    """

    wrong: str
    why: str = MISSING
    problem: str = ""
    meant: str = ""


def change_name(change: AnyChange) -> str:
    """The name under which a change is written."""
    return str(change.__struct_config__.tag)


def is_unnamed(table: CardTable, change: MoveCard) -> bool:
    """Whether a change names a card by its area alone, one that not everybody sees.

    Whether such a change is possible must not depend on which card that is: whoever asks would be told.
    """
    if change.card:
        return False
    top = table.top(change.top_of, 1)
    sees = table.sight(table.cards[top[0]]) if top else table.zone_kinds[zone_kind(change.top_of)].sees
    return sees != "all"


def change_refusal(fault: ChangeFault, change: str, rule: str) -> Refusal:
    """The refusal of a change with a fault, by this rule."""
    because: dict[str, object] = {"change": change, "wrong": fault.wrong}
    said = {"problem": fault.problem, "meant": fault.meant}
    return Refusal(rule, because | {name: words for name, words in said.items() if words})


def redact_change(change: AnyChange) -> AnyChange:
    """A change without the handle of a card that it moves or shows, which might be hidden from the reader."""
    return structs.replace(change, card=NO_CARD) if isinstance(change, MoveCard | Show) else change


class Corrected(Fact, frozen=True, tag="kernel.corrected"):
    """A judge changed the table by hand: the facts up to the next one are this change. Nothing hears them."""

    neutral = True
    change: AnyChange

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer in OFFICIALS else structs.replace(self, change=redact_change(self.change))
