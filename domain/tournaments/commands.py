"""What the staff of an event asks for: commands, each with what it must say. `tournament` decides and folds them.

An event's entry is such a command, accepted, in an envelope: who, in which office, when. Nothing is ever deleted.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta, Struct, structs

from domain.kernel.catalogue import union_of
from domain.kernel.formats.name_tokens import read_names
from domain.kernel.formats.text_forms import LINE, NAME, NAMED, READ, WORDS, form, line, mark_line
from domain.kernel.formats.typed_ids import read_address, read_id
from domain.match.envelope import Envelope
from domain.tournaments.regulation import Regulation

Title = Annotated[str, form(LINE, NAMED, min_length=1, max_length=120, extra=READ)]
ActorName = Annotated[str, line(64)]
Player = Annotated[str, line(100, extra=NAME)]
Cause = Annotated[
    str,
    form(
        f"({LINE})?",
        "a case, a moment of a match, as `m-64d275e1@41.2`, or words of one line",
        max_length=80,
        extra=WORDS,
    ),
]
Reason = Annotated[str, Meta(max_length=2000, extra=WORDS)]
Number = Annotated[int, Meta(ge=1, le=9999)]
Short = Annotated[str, Meta(max_length=80)]
RuleIds = Annotated[tuple[Short, ...], Meta(max_length=20)]
Offices = Annotated[dict[ActorName, Literal["judge", "head-judge"]], Meta(max_length=100)]


class TournamentCommand(
    Struct, frozen=True, omit_defaults=True, kw_only=True, tag_field="type", forbid_unknown_fields=True
):
    """A command of somebody who runs the event; `offices` are those that may give it."""

    offices: ClassVar[tuple[str, ...]] = ("organizer", "head-judge")


class CreateEvent(TournamentCommand, frozen=True, kw_only=True, tag="create_event"):
    """Create an event of one game under a regulation, with its staff: each actor's office."""

    offices: ClassVar[tuple[str, ...]] = ("organizer",)
    name: Title
    game: Short
    regulation: Regulation
    staff: Offices = {}


class AppointStaff(TournamentCommand, frozen=True, kw_only=True, tag="appoint_staff"):
    """Give an actor an office, or take it away (`none`)."""

    offices: ClassVar[tuple[str, ...]] = ("organizer",)
    actor: ActorName
    office: Literal["judge", "head-judge", "none"]


class EnrolPlayers(TournamentCommand, frozen=True, kw_only=True, tag="enrol_players"):
    """Enrol players by their names."""

    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=2000)]


class Pairing(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table of a round, its players, and its match if that is known. A single player has a bye.

    `seats` says where each sits in the match; without it they sit where the match names them, else in the order of its
    seats.
    """

    schema_name: ClassVar[str] = "Pairing"

    table: Number
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=8)]
    match: Short = ""
    seats: dict[Player, Short] = {}


Tables = Annotated[tuple[Pairing, ...], Meta(min_length=1, max_length=1000)]


class PairRound(TournamentCommand, frozen=True, kw_only=True, tag="pair_round"):
    """Pair a round, as another tool paired it. The default `kind` is the regulation's first.

    Pairings that take a match from its table, or exchange it with another table's, need a reason.
    """

    round: Number
    tables: Tables
    kind: Short = ""
    reason: Reason = ""


class SeatMatch(TournamentCommand, frozen=True, kw_only=True, tag="seat_match"):
    """Set the match of a table. A table that has a match already needs a reason."""

    round: Number
    table: Number
    match: Short
    seats: dict[Player, Short] = {}
    reason: Reason = ""


class StartRound(TournamentCommand, frozen=True, kw_only=True, tag="start_round"):
    """Start the clock of a round."""

    round: Number


class CallTime(TournamentCommand, frozen=True, kw_only=True, tag="call_time"):
    """Call time in a round."""

    round: Number


class GiveTime(TournamentCommand, frozen=True, kw_only=True, tag="give_time"):
    """Give a table the time back that it lost, in seconds."""

    offices: ClassVar[tuple[str, ...]] = ("judge", "head-judge")
    round: Number
    table: Number
    seconds: Annotated[int, Meta(ge=1, le=86400)]
    reason: Reason
    case: Short = ""


class ReportResult(TournamentCommand, frozen=True, kw_only=True, tag="report_result"):
    """Report the result of a table: the regulation's name for the result of each player. A change needs a reason."""

    offices: ClassVar[tuple[str, ...]] = ("organizer", "judge", "head-judge")
    round: Number
    table: Number
    results: Annotated[dict[Player, Short], Meta(min_length=1, max_length=8)]
    reason: Reason = ""


class DropPlayer(TournamentCommand, frozen=True, kw_only=True, tag="drop_player"):
    """Remove a player from the tournament."""

    offices: ClassVar[tuple[str, ...]] = ("organizer", "judge", "head-judge")
    player: Player
    reason: Reason = ""


class GivePenalty(TournamentCommand, frozen=True, kw_only=True, tag="give_penalty"):
    """Penalise a player for an infraction; `cause` names what happened, once for each player.

    It is a case or a moment of a match of the event (`c-...`, `m-...@41.2`), or words for what neither has. A version
    without a fact (`m-...@41`) is the whole of its action. A case and the moment that it is about are one cause.
    """

    offices: ClassVar[tuple[str, ...]] = ("judge", "head-judge")
    player: Player
    infraction: Short
    penalty: Short
    reason: Reason
    rules: RuleIds = ()
    round: Annotated[int, Meta(ge=0, le=9999)] = 0
    table: Annotated[int, Meta(ge=0, le=9999)] = 0
    cause: Cause = ""


class ApprovePenalty(TournamentCommand, frozen=True, kw_only=True, tag="approve_penalty"):
    """Approve a penalty that needs the organizer's approval."""

    offices: ClassVar[tuple[str, ...]] = ("organizer",)
    penalty: Number
    reason: Reason


class WithdrawPenalty(TournamentCommand, frozen=True, kw_only=True, tag="withdraw_penalty"):
    """Withdraw a penalty. It stays in the record as withdrawn."""

    offices: ClassVar[tuple[str, ...]] = ("head-judge",)
    penalty: Number
    reason: Reason


class EndEvent(TournamentCommand, frozen=True, kw_only=True, tag="end_event"):
    """End the tournament."""

    offices: ClassVar[tuple[str, ...]] = ("organizer",)


def with_read_ids(command: TournamentCommand) -> TournamentCommand:
    """The command with the ids and moments that it names as the store keeps them, however they were typed."""
    if isinstance(command, PairRound):
        tables = tuple(
            structs.replace(each, match=read_id(each.match), seats=read_seats(each.seats)) for each in command.tables
        )
        return structs.replace(command, tables=tables)
    if isinstance(command, SeatMatch):
        return structs.replace(command, match=read_id(command.match), seats=read_seats(command.seats))
    if isinstance(command, GiveTime):
        return structs.replace(command, case=read_address(command.case))
    return structs.replace(command, cause=read_address(command.cause)) if isinstance(command, GivePenalty) else command


def read_seats(seats: dict[str, str]) -> dict[str, str]:
    """The seat of each player as a match names it: in small letters."""
    return {player: seat.strip().lower() for player, seat in seats.items()}


COMMANDS: tuple[type[TournamentCommand], ...] = tuple(TournamentCommand.__subclasses__())
AnyCommand = union_of(COMMANDS)
COMMANDS_TO_TOURNAMENT: tuple[type[TournamentCommand], ...] = tuple(
    each for each in COMMANDS if each is not CreateEvent
)
AnyTournamentCommand = union_of(COMMANDS_TO_TOURNAMENT)


class TournamentEntry(Envelope, frozen=True, kw_only=True, tag="entry", tag_field="kind"):
    """A stored entry of an event: the accepted command, who gave it in which office, when, under which key.

    `asked` is the digest of the command as it was given; who sits where has been written out in `cmd`.
    """

    office: str
    at: str
    cmd: Any
    asked: str


class TypedTournamentEntry(TournamentEntry, frozen=True, kw_only=True, tag="entry"):
    """The entry as it is decoded."""

    cmd: AnyCommand  # type: ignore[valid-type]


ENCODER = msgspec.json.Encoder()
TYPED = msgspec.json.Decoder(TypedTournamentEntry)
FREE = ("reason",)


class EntryDecoder:
    """Reads stored entries; in one that is older than the form of names each is marked where it is of no line."""

    def decode(self, payload: bytes) -> TournamentEntry:
        """The entry in these bytes. Raises msgspec.ValidationError, DecodeError."""
        payload = read_names(payload)
        try:
            return TYPED.decode(payload)
        except msgspec.ValidationError:
            return TYPED.decode(ENCODER.encode(with_marks(msgspec.json.decode(payload))))


def with_marks(value: Any) -> Any:
    """The value of JSON with every text as a name of one line, except the free texts."""
    if isinstance(value, dict):
        return {mark_line(name): each if name in FREE else with_marks(each) for name, each in value.items()}
    if isinstance(value, list):
        return [with_marks(each) for each in value]
    return mark_line(value) if isinstance(value, str) else value


DECODER = EntryDecoder()
COMMAND = msgspec.json.Decoder(AnyTournamentCommand)


def decode_tournament_command(text: bytes | str) -> TournamentCommand:
    """A command from JSON text, decoded strictly. Raises msgspec.ValidationError, DecodeError."""
    command: TournamentCommand = COMMAND.decode(text)
    return command


def command_as_json(command: TournamentCommand) -> dict[str, Any]:
    """A command as JSON values."""
    values: dict[str, Any] = msgspec.to_builtins(command)
    return values


def command_type_of(command: TournamentCommand | type[TournamentCommand]) -> str:
    """The type of a command as it is written."""
    return str(command.__struct_config__.tag)
