"""The rows of a match as a whole: the match, its seats, its result. Of a running match they say what is public."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from domain.kernel.history.tables import HistoryTable, MatchRow

RUNNING, OVER = "running", "over"
WON, LOST, DRAWN = "won", "lost", "drawn"


class MatchesRow(MatchRow, frozen=True, kw_only=True):
    """A match: one that is over, or a running one that everybody may watch, of which nothing hidden is told."""

    game: Annotated[str, Meta(description="The game, by its name in Praetor.")]
    status: Annotated[
        str, Meta(description="`running`, itself or its event, or `over`. While it runs only its opening is told.")
    ]
    opened: Annotated[datetime | None, Meta(description="When it was opened.")]
    policy: Annotated[str, Meta(description="The window policy: which seats windows ask.")]
    seats: Annotated[int, Meta(description="The number of seats.")]
    from_position: Annotated[bool, Meta(description="Whether it was opened from a position, or with cards of its own.")]
    ended: Annotated[datetime | None, Meta(description="When it ended; nothing while it runs.")] = None
    seconds: Annotated[
        float | None,
        Meta(
            description="The time from the opening to the end by the clock: also of what was undone since, while a "
            "case froze the match, and between an end and its reopening."
        ),
    ] = None
    rounds: Annotated[int | None, Meta(description="The round in which it ended.")] = None
    versions: Annotated[int | None, Meta(description="The number of stored events, undone ones included.")] = None
    undone_versions: Annotated[int | None, Meta(description="The number of stored events that rewinds undid.")] = None
    facts: Annotated[int | None, Meta(description="The number of facts, without undone ones.")] = None
    engine: Annotated[str | None, Meta(description="The version of the engine that decided its last event.")] = None
    pool: Annotated[str | None, Meta(description="The pool of cards or components with which it was opened.")] = None
    event_id: Annotated[str | None, Meta(description="The event (tournament) at which it was played.")] = None
    event_round: Annotated[int | None, Meta(description="The round of the event.")] = None
    event_table: Annotated[int | None, Meta(description="The table of the event.")] = None


class SeatsRow(MatchRow, frozen=True, kw_only=True):
    """A seat of a match. Other tables name seats by the number that stands here."""

    seat: Annotated[int, Meta(description="The number of the seat in the order of the table, from 1.")]
    faction: Annotated[str | None, Meta(description="The faction or House that it played, if it is over.")] = None
    player: Annotated[
        str | None, Meta(description="A pseudonym of the player: the same in all matches, and no name.")
    ] = None
    went_first: Annotated[
        bool | None,
        Meta(description="Whether it was first in round 1; nothing for a match from a position in a later round."),
    ] = None
    result: Annotated[str | None, Meta(description="`won`, `lost` or `drawn`; nothing while it runs.")] = None
    decisions: Annotated[int | None, Meta(description="The number of its decisions, as in `decisions`.")] = None
    seconds: Annotated[float | None, Meta(description="The sum of the seconds of its decisions.")] = None


class ResultsRow(MatchRow, frozen=True, kw_only=True):
    """How a match ended."""

    winner: Annotated[int | None, Meta(description="The seat that won, as in `seats`; nothing in a draw.")]
    how: Annotated[str, Meta(description="How it ended, as its game says.")]
    rule: Annotated[str, Meta(description="The rule by which it ended.")]
    version: Annotated[int, Meta(description="The version in which it ended.")]
    by_ruling: Annotated[bool, Meta(description="Whether a judge ended it.")]
    at_odds: Annotated[
        bool | None,
        Meta(
            description="Whether its event has another result, and nobody has given a reason for it since the match "
            "ended; nothing for a match of no event."
        ),
    ]


MATCHES = HistoryTable("matches", MatchesRow, 1)
SEATS = HistoryTable("seats", SeatsRow, 2)
RESULTS = HistoryTable("results", ResultsRow, 1)
MATCH_TABLES = (MATCHES, SEATS, RESULTS)
