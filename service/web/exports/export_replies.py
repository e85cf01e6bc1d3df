"""Replies to analysts: the exported files, and a match as a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from projections.analytics.match_rows import MatchesRow, ResultsRow, SeatsRow
from service.web.replies import Reply, UtcTime


class ExportChosenReply(Reply, schema_name="ExportChosen"):
    """Which matches were exported; empty for all."""

    game: str
    since: Annotated[str, Meta(description="Matches opened on this day or later.")]
    until: Annotated[str, Meta(description="Matches opened on this day or earlier.")]
    event: str


class RuleSetReply(Reply, schema_name="RuleSet"):
    """What decided matches: the version of the engine and the pool of cards or components."""

    game: str
    engine: str
    pool: str


class ExportedTableReply(Reply, schema_name="ExportedTable"):
    """A table of the export: what it says, and the number of its rows in all files."""

    name: str
    comment: str
    rows: int


class ExportedFileReply(Reply, schema_name="ExportedFile"):
    """A Parquet file: the rows of a table about the matches of a game that were opened in a month."""

    path: Annotated[str, Meta(description="Its path under `/v1/exports/`.")]
    table: str
    game: str
    month: Annotated[str, Meta(description="As `2026-01`; `undated` for matches without recorded times.")]
    rows: int
    bytes: int
    sha256: Annotated[str, Meta(description="The SHA-256 of the file, which is its ETag too.")]


class ExportedViewsReply(Reply, schema_name="ExportedViews"):
    """The file with the statements that make the tables of an export in DuckDB, started in its folder."""

    path: Annotated[str, Meta(description="Its path under `/v1/exports/`.")]
    bytes: int
    sha256: Annotated[str, Meta(description="The SHA-256 of the file, which is its ETag too.")]


class ExportsReply(Reply, schema_name="Exports"):
    """The last whole export."""

    made: UtcTime
    praetor: Annotated[str, Meta(description="The version of Praetor that made it.")]
    format: Annotated[int, Meta(description="The version of the layout of paths.")]
    schema: Annotated[int, Meta(description="The number of the tables' columns, which changes with any of them.")]
    chosen: ExportChosenReply
    matches: int
    rule_sets: Sequence[RuleSetReply]
    tables: Sequence[ExportedTableReply]
    files: Sequence[ExportedFileReply]
    views: Annotated[
        ExportedViewsReply | None,
        Meta(description="The file of the views for DuckDB; null in an export of an earlier version."),
    ]


class SeatLineReply(SeatsRow, Reply, schema_name="SeatLine"):
    """A seat of a match that is over: its row of the table `seats`."""


class ResultLineReply(ResultsRow, Reply, schema_name="ResultLine"):
    """How a match ended: its row of the table `results`."""


class MatchLineReply(MatchesRow, Reply, schema_name="MatchLine"):
    """A match that is over: its row of the table `matches`, with those of its seats and of its result."""

    by_seat: Sequence[SeatLineReply]
    result: ResultLineReply
