"""Replies about matches: opening, listing and reading one, its record, what was refused in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, TypedDict

from msgspec import UNSET, Meta, UnsetType

from domain.kernel.refusals import JsonObject
from service.app.refused_attempts import StoredAttempt
from service.files.typed_positions import LineProblem
from service.web.match.play_replies import Frozen, VerdictReply
from service.web.replies import Reply, UtcTime, named_schema


@named_schema("Ending", is_open=False)
class EndingReply(TypedDict):
    """How a match ended; `winner` is empty where nobody won."""

    winner: str
    how: str
    rule: str


class SeatKeyReply(Reply, schema_name="SeatKey"):
    """A seat of a new match and its key."""

    seat: str
    player: Annotated[
        str | UnsetType,
        Meta(description="The player of the seat, as the opening or its table names one, or a house was drawn."),
    ] = UNSET
    key: Annotated[str, Meta(description="The seat's API key. It is not stored and cannot be read again.")]
    label_is_name: Annotated[
        bool | UnsetType,
        Meta(description="True where the label of the seat is its player's name, which stays if the player is erased."),
    ] = UNSET


class OpenedReply(Reply, schema_name="Opened"):
    """A match that was opened."""

    match: str
    version: int
    game: str
    wait: Annotated[int, Meta(description='The first wait; a command names it in If-Match as `"w1"`.')]
    commitment: Annotated[
        str, Meta(description="SHA-256 of the secret seed, which proves the seed once it is revealed.")
    ]
    seats: Sequence[SeatKeyReply]


class MatchSummary(Reply):
    """A match in a list."""

    match: str
    version: int
    game: str
    policy: str
    spectators: str
    opened: UtcTime
    by: str


class PlayedAtReply(Reply, schema_name="PlayedAt"):
    """The event and the table at which a match is played."""

    event: str
    name: str
    round: int
    table: int
    players: Annotated[Sequence[str], Meta(description="The players of the table; empty for analysts.")]


class ListedMatchReply(MatchSummary, schema_name="ListedMatch"):
    """A match in a list: when it was last played, how it stands, and who plays, as far as the key may read it."""

    last: Annotated[UtcTime, Meta(description="The time, in UTC, at which its last event was recorded.")]
    state: Annotated[str, Meta(description="`running` or `over`.")]
    over: EndingReply | None
    frozen: Annotated[str, Meta(description="The case that freezes the match; empty if none does.")]
    seats: Sequence[str]
    players: Annotated[Mapping[str, str], Meta(description="The player of each seat; for analysts the pseudonym.")]
    event: PlayedAtReply | None
    cases: Annotated[Sequence[str], Meta(description="The open cases that the key may know of.")] = ()


class MatchesReply(Reply, schema_name="Matches"):
    """A page of matches, and where the next page begins."""

    matches: Sequence[ListedMatchReply]
    next: str | None


class HeadReply(MatchSummary, schema_name="Head"):
    """A match: how it was opened and where it stands."""

    seats: Sequence[str]
    wait: int
    awaited: Sequence[str]
    over: EndingReply | None
    frozen: Frozen


class AttemptsReply(Reply, schema_name="Attempts"):
    """A page of refused commands, oldest first."""

    match: str
    attempts: Sequence[StoredAttempt]
    next: str | None


# --- positions and records


class PositionReply(Reply, schema_name="Position"):
    """The table as a position, from which a match can be opened."""

    match: str
    version: int
    game: str
    position: JsonObject


class PositionCheckedReply(Reply, schema_name="PositionChecked"):
    """Whether a position is valid; if it is, its open window, its table, and the position in full."""

    game: str
    holds: bool
    faults: Sequence[LineProblem]
    window: Annotated[JsonObject | None, Meta(description="The open window, as `/matches/{id}/window` returns it.")] = (
        None
    )
    view: JsonObject | None = None
    position: Annotated[
        JsonObject | None,
        Meta(description="The position in full; null within a nested sequence, which it cannot describe."),
    ] = None
    viewer: str


class PositionExplainedReply(VerdictReply, schema_name="PositionExplained"):
    """The verdict on a command on a position, with every check."""

    game: str
    seat: str


class ImportedReply(Reply, schema_name="Imported"):
    """A record that was imported."""

    match: str
    versions: int
    new: Annotated[bool, Meta(description="False if the same match was stored before.")]


class IntegrityReply(Reply, schema_name="Integrity"):
    """Whether the record is complete, which events are judges', and what today's engine decides differently."""

    match: str
    versions: int
    whole: bool
    faults: Annotated[
        Sequence[JsonObject],
        Meta(
            description="Of the match: gaps of versions, breaks of the chain, rows that cannot be read, its seed; with"
            " `case`, `desk` or `branch` of what is stored about it, by `entry`; `lost` versions are those that "
            "something stored still knows of."
        ),
    ]
    engines: Annotated[Sequence[JsonObject], Meta(description="The engine and card pool of each interval of versions.")]
    judged: Annotated[Sequence[JsonObject], Meta(description="The events of judges.")]
    unreadable: Sequence[int]
    engine_today: str
    readjudicated: bool
    differences: Annotated[
        Sequence[JsonObject],
        Meta(description="Where today's engine decides differently; only judges get the values."),
    ]
