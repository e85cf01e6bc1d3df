"""What a figure says of the matches that are asked about: its groups with their intervals, and the rows behind one.

Read `count_figure`, then `rows_behind`. Both ask the query of the figure, in the same SQL on every store; the time is
bounded by the reader, the rows here. An interval is one of 95 %: the true value lies outside of it once in twenty
times.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from math import sqrt

from msgspec import Struct

from domain.kernel.history.figures import MATCHES, MEAN, SHARE, SPREAD, HistoryFigure
from projections.analytics.match_filter import MatchFilter, condition_of
from projections.analytics.reading import AnalystReader
from projections.database import DatabaseRow, Values

MOST_GROUPS, ROWS_AT_ONCE = 200, 50
# what rests on fewer cases is said to be small
SMALL = 30
# of a normal distribution, so much to each side of the mean has 95 %
Z = 1.96
# of the matches with a row of a group, and of all that are asked about
ALIKE = "(SELECT COUNT(*) FROM chosen c WHERE c.game = counted.game)"
# the columns that tell the rows of a query apart, by their places
IN_ORDER = "2, 3, 4, 5"


class QuestionScope(Struct, frozen=True):
    """The matches that are asked about: those of a filter, and of `events` alone where somebody may read no others."""

    chosen: MatchFilter = MatchFilter()
    events: tuple[str, ...] | None = None


class FigureGroup(Struct, frozen=True):
    """What a figure says of one group: what of its `labels`, from how many rows, and a number with its interval.

    `hits` of `n` make up the value, for a mean nothing; `highest` is the highest single value of a mean.
    """

    game: str
    labels: tuple[str | int, ...]
    rows: int
    n: int
    value: float
    low: float | None
    high: float | None
    hits: int | None = None
    highest: float | None = None

    @property
    def is_small(self) -> bool:
        """Whether it rests on so few cases that this is to be said with it."""
        return self.n < SMALL


class FigureCount(Struct, frozen=True):
    """The groups of a figure, and whether there are more of them."""

    groups: list[FigureGroup]
    more: bool


class RowsBehind(Struct, frozen=True):
    """The names of the columns of some rows behind a number, the rows, and whether there are more after them."""

    columns: tuple[str, ...]
    rows: list[DatabaseRow]
    more: bool


def count_figure(reader: AnalystReader, figure: HistoryFigure, scope: QuestionScope) -> FigureCount:
    """What a figure says. Raises OperationalError, TookTooLong."""
    by = ", ".join(("game", *figure.by))
    order = f"game, COUNT(*) DESC, {', '.join(figure.by)}" if figure.most_first else by
    begin, values = source_of(figure, scope)
    statement = (
        f"{begin} SELECT {by}, COUNT(*), {measures_of(figure)} FROM counted"
        f" GROUP BY {by} ORDER BY {order} LIMIT {MOST_GROUPS + 1}"
    )
    found = list(reader.query(statement, values).rows)
    return FigureCount([group_of(figure, row) for row in found[:MOST_GROUPS]], len(found) > MOST_GROUPS)


def rows_behind(
    reader: AnalystReader, figure: HistoryFigure, scope: QuestionScope, labels: Mapping[str, str], after: int = 0
) -> RowsBehind:
    """The rows of a figure with these values of `by`, written as texts, after so many. Raises OperationalError."""
    begin, values = source_of(figure, scope)
    parts = [f"CAST({name} AS text) = ?" for name in figure.by if name in labels]
    where = f" WHERE {' AND '.join(parts)}" if parts else ""
    statement = f"{begin} SELECT * FROM counted{where} ORDER BY {IN_ORDER} LIMIT {ROWS_AT_ONCE + 1} OFFSET {after}"
    result = reader.query(statement, [*values, *(labels[name] for name in figure.by if name in labels)])
    found = list(islice(result.rows, ROWS_AT_ONCE + 1))
    return RowsBehind(result.columns, found[:ROWS_AT_ONCE], len(found) > ROWS_AT_ONCE)


def source_of(figure: HistoryFigure, scope: QuestionScope) -> tuple[str, Values]:
    """The beginning of a statement in which `counted` has the rows of a figure, with its values."""
    condition, values = condition_of(scope.chosen, scope.events)
    return f"WITH chosen AS (SELECT * FROM matches WHERE {condition}), counted AS ({figure.query})", values


def measures_of(figure: HistoryFigure) -> str:
    """What is computed of a group beside the number of its rows, as SQL."""
    return {
        SHARE: "SUM(hit), COUNT(*)",
        SPREAD: f"COUNT(*), SUM(COUNT(*)) OVER (PARTITION BY game, {figure.by[0]})",
        MATCHES: f"COUNT(DISTINCT match_id), {ALIKE}",
        MEAN: "SUM(value), SUM(value * value), MIN(value), MAX(value)",
    }[figure.kind]


def group_of(figure: HistoryFigure, row: DatabaseRow) -> FigureGroup:
    """A group, from a row of the statement."""
    size = len(figure.by) + 1
    game, *labels = row[:size]
    rows, measures = int(row[size]), row[size + 1 :]
    if figure.kind == MEAN:
        total, squares, lowest, highest = map(float, measures)
        return FigureGroup(
            game, tuple(labels), rows, rows, *mean_interval(rows, total, squares, lowest), highest=highest
        )
    hits, n = map(int, measures)
    return FigureGroup(game, tuple(labels), rows, n, hits / n, *wilson_interval(hits, n), hits=hits)


def wilson_interval(hits: int, n: int) -> tuple[float, float]:
    """The interval of a share by Wilson, which holds for few cases too."""
    share = hits / n
    middle, half = share + Z * Z / 2 / n, Z * sqrt(share * (1 - share) / n + Z * Z / 4 / n / n)
    return max(0.0, (middle - half) / (1 + Z * Z / n)), min(1.0, (middle + half) / (1 + Z * Z / n))


def mean_interval(n: int, total: float, squares: float, lowest: float) -> tuple[float, float | None, float | None]:
    """A mean and its interval, by the spread of the values; a single value has no interval.

    Where no value is negative (times, counts), the interval has nothing negative either.
    """
    mean = total / n
    if n == 1:
        return mean, None, None
    half = Z * sqrt(max(0.0, (squares - n * mean * mean) / (n - 1)) / n)
    return mean, max(0.0, mean - half) if lowest >= 0 else mean - half, mean + half
