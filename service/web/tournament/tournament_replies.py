"""Replies about events (tournaments) and their regulations; rows of tables are structs of `domain.tournaments`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.kernel.refusals import JsonObject
from domain.tournaments.regulation import Regulation
from domain.tournaments.results_at_odds import ResultAtOdds
from domain.tournaments.standings import PenaltyRow, PlayerStanding, ResultRow
from service.web.match.match_replies import EndingReply
from service.web.replies import Reply, UtcTime

AT_ODDS = "The tables whose result is counted here and is not what their match has."
RULED = "How many seconds rulings gave back: the largest number of any seat. They count once the clock starts."


class PairedByReply(Reply, schema_name="PairedBy"):
    """A result by which a later round was paired, and which was changed since."""

    round: Annotated[int, Meta(description="The number of the later round.")]
    results: Annotated[Mapping[str, str], Meta(description="The result of each player when the round was paired.")]


class LapsedPenaltyReply(Reply, schema_name="LapsedPenalty"):
    """A penalty that a case had ruled and not given when its event ended."""

    case: str
    player: str
    infraction: str
    penalty: str
    appealed: Annotated[bool, Meta(description="Whether an appeal of the ruling was not answered.")]


class EventEntryReply(Reply, schema_name="EventEntry"):
    """An entry of an event: the accepted command, who gave it in which office, and when."""

    event: str
    entry: Annotated[int, Meta(description="The number of the entry in the tournament, from 1.")]
    id: str
    actor: str
    office: Annotated[str, Meta(description="The office: `organizer`, `head-judge` or `judge`.")]
    at: UtcTime
    command: Annotated[JsonObject, Meta(description="The command, with the players of each seat filled in.")]
    paired_by: Annotated[
        Sequence[PairedByReply] | UnsetType,
        Meta(
            description="In the answer to `report_result`: the later rounds that were paired by another result of the"
            " table. Their pairings stand; the standings count the new result."
        ),
    ] = UNSET
    displaced: Annotated[
        str | UnsetType,
        Meta(description="In the answer to `appoint_staff`: who was the head judge until then, and is a judge now."),
    ] = UNSET
    unpaired: Annotated[
        Sequence[str] | UnsetType,
        Meta(
            description="In the answer to `pair_round` and `start_round`: the players who are in the event and sit at"
            " no table of the round. Of a round of a cut nobody."
        ),
    ] = UNSET
    lapsed: Annotated[
        Sequence[LapsedPenaltyReply] | UnsetType,
        Meta(
            description="In the answer to `end_event`: the penalties that cases had ruled and not given, and that are"
            " never given now."
        ),
    ] = UNSET


class EventEntriesReply(Reply, schema_name="EventEntries"):
    """The entries of an event, oldest first."""

    event: str
    entries: Sequence[EventEntryReply]
    next: Annotated[int, Meta(description="The number to send as `after` for the entries that follow these.")]
    more: Annotated[bool, Meta(description="Whether there are more entries already.")]


class EventSummaryReply(Reply, schema_name="EventSummary"):
    """An event as it is listed."""

    event: str
    version: int
    name: str
    game: str
    regulation: str
    created: str
    players: Annotated[int, Meta(description="The number of players who have not left.")]
    left: Annotated[int, Meta(description="The number of players who have left.")]
    rounds: int
    over: Annotated[str, Meta(description="When the tournament ended; empty before.")]
    own_regulation: Annotated[
        bool,
        Meta(
            description="Whether the event is played under another regulation than `GET /v1/regulations` has under this"
            " name: one of its own, or one that came with an earlier version of the service."
        ),
    ]


class EventsReply(Reply, schema_name="Events"):
    """The events that the asker may read."""

    events: Sequence[EventSummaryReply]


class EventTableReply(Reply, schema_name="EventTable"):
    """A table of a round."""

    table: int
    players: Sequence[str]
    match: str
    seats: Annotated[Mapping[str, str], Meta(description="The seat of each player in the match.")]
    given: Annotated[int, Meta(description="How many seconds the staff gave back; they count once the clock starts.")]
    ruled: Annotated[int, Meta(description=RULED)]
    ends: Annotated[
        str,
        Meta(
            description="When the time of the table ends, with both added: of the round, after time was called, or with"
            " the event. Empty before the round starts, and for a bye."
        ),
    ]
    results: Annotated[Mapping[str, str], Meta(description="The result of each player; empty before it is reported.")]
    paired_by: Annotated[
        Sequence[PairedByReply],
        Meta(
            description="The later rounds that were paired by another result of the table than stands now. Their"
            " pairings stand; the standings count the result as it is now."
        ),
    ]
    at_odds: Annotated[
        ResultAtOdds | None,
        Meta(
            description="What the match of the table has, where the reported result is another: the match goes on, or"
            " ended otherwise. Null if it is not, or if the head judge or the organizer has said so with a reason."
        ),
    ]


class EventRoundReply(Reply, schema_name="EventRound"):
    """A round with its tables."""

    round: int
    kind: str
    minutes: int
    started: str
    called: Annotated[str, Meta(description="When time was called; empty before.")]
    cut: Annotated[bool, Meta(description="Whether the round is one of a cut, by the event's regulation.")]
    unpaired: Annotated[
        Sequence[str],
        Meta(
            description="Of the newest round: the players who are in the event and sit at none of its tables. Of an"
            " earlier one and of a round of a cut nobody."
        ),
    ]
    tables: Sequence[EventTableReply]


class EventReply(EventSummaryReply, schema_name="Event"):
    """An event with its staff, players and rounds."""

    office: Annotated[str, Meta(description="The office of the key in the tournament; empty if it has none.")]
    staff: Annotated[Mapping[str, str], Meta(description="The office of each actor.")]
    enrolled: Annotated[
        Mapping[str, str], Meta(description="Each player, with the reason why they left; empty while they play.")
    ]
    paired: Sequence[EventRoundReply]


class StandingsReply(Reply, schema_name="Standings"):
    """The standings, the first first."""

    event: str
    standings: Sequence[PlayerStanding]
    at_odds: Annotated[Sequence[ResultAtOdds], Meta(description=AT_ODDS)]


class ResultsReply(Reply, schema_name="Results"):
    """The results of all tables."""

    event: str
    results: Sequence[ResultRow]
    at_odds: Annotated[Sequence[ResultAtOdds], Meta(description=AT_ODDS)]


class PenaltiesReply(Reply, schema_name="Penalties"):
    """The penalties, in the order in which they were given."""

    event: str
    penalties: Sequence[PenaltyRow]


class RuledPenaltyReply(Reply, schema_name="RuledPenalty"):
    """A penalty that was given in a case."""

    case: str
    seat: str
    infraction: str
    penalty: str
    reason: str | UnsetType = UNSET
    rules: Sequence[str] | UnsetType = UNSET


class RefusalCountReply(Reply, schema_name="RefusalCount"):
    """How many commands were refused in a match by a rule."""

    match: str
    rule: str
    times: int


class PlayerRecordReply(Reply, schema_name="PlayerRecord"):
    """What is on record of a player across the matches of an event."""

    event: str
    player: str
    left: str
    results: Sequence[ResultRow]
    at_odds: Annotated[Sequence[ResultAtOdds], Meta(description=AT_ODDS)]
    penalties: Sequence[PenaltyRow]
    ruled: Annotated[
        Sequence[RuledPenaltyReply],
        Meta(description="The penalties that were given in cases of the player's matches."),
    ]
    next_steps: Annotated[
        Mapping[str, str], Meta(description="The penalty that the ladder now allows for each infraction.")
    ]
    refused: Annotated[
        Sequence[RefusalCountReply],
        Meta(
            description="How many of the player's commands were refused, by match and rule, without those about an"
            " answer that is still secret."
        ),
    ]
    untold: Annotated[
        Sequence[str],
        Meta(description="The player's matches of which it is not told whether commands were refused in them."),
    ] = ()


class RegulationsReply(Reply, schema_name="Regulations"):
    """The regulations that come with the service."""

    regulations: Sequence[Regulation]


class ComparedValueReply(Reply, schema_name="ComparedValue"):
    """A value that is compared: what each seat has, who is level for the first place after it, and the order."""

    value: str
    prefer: Annotated[
        str, Meta(description="What wins: `most`, `least`, or `picks` (the player who has it names the winner).")
    ]
    by: Mapping[str, int]
    level: Sequence[str]
    asked: Annotated[
        bool,
        Meta(
            description="Whether the value is compared, for the first place or for lower ones; false if all that it"
            " could decide was decided before."
        ),
    ]
    order: Annotated[
        Sequence[Sequence[str]],
        Meta(description="The seats in order after this value; seats that are still level share a place."),
    ]
    title: str


class GoingToTimeReply(Reply, schema_name="GoingToTime"):
    """Who is ahead when time is called, value by value."""

    match: str
    version: int
    regulation: str
    at_time: Annotated[str, Meta(description="What is still played before the comparison.")]
    values: Sequence[ComparedValueReply]
    winner: Annotated[str, Meta(description="The seat that is ahead; of a match that is over, the one that has won.")]
    picks: Annotated[str, Meta(description="The seat that names the winner, where all are level; empty otherwise.")]
    order: Annotated[
        Sequence[Sequence[str]], Meta(description="The seats compared, in order; seats that are level share a place.")
    ]
    over: Annotated[EndingReply | None, Meta(description="How the match ended, if it is over at this version.")]
    left: Annotated[Sequence[str], Meta(description="The seats that have left the match: they are not compared.")]
