"""Which matches are exported, month by month, and the rows of them: read from the live generation of the tables.

A month is that in which a match was opened, in UTC; a match without recorded times is `undated`. Each month is read in
one transaction, so its tables agree with each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from hashlib import blake2b
from itertools import islice

from msgspec import Struct

from domain.kernel.history.tables import HistoryTable
from projections.analytics.case_rows import CASE_TABLES
from projections.analytics.column_types import Column, View, select_of
from projections.analytics.layouts import AnalyticsLayout
from projections.analytics.match_filter import MatchFilter, condition_of, midnight
from projections.analytics.match_rows import MATCH_TABLES, MATCHES
from projections.analytics.schema import layout_number
from projections.analytics.store import live_generation
from projections.database import DatabaseRow, Session, Values

UNDATED = "undated"
AT_ONCE = 100
# rows that something beside the match's own stream can change; all others follow from the number of its versions
CHANGING = (*MATCH_TABLES, *CASE_TABLES)


class Month(Struct, frozen=True, order=True):
    """The matches of a game that were opened in a month, as `2026-01`."""

    game: str
    month: str

    @property
    def name(self) -> str:
        """A name that files can have."""
        return f"{self.game}.{self.month}"


class RuleSet(Struct, frozen=True, order=True):
    """What decided matches: the version of the engine and the pool of cards or components."""

    game: str
    engine: str
    pool: str


class MatchSelection:
    """The matches of a filter in one transaction, and what the tables have of them."""

    def __init__(self, session: Session, layout: AnalyticsLayout, chosen: MatchFilter) -> None:
        self._session = session
        self._layout = layout
        self._chosen = chosen
        self._generation = live_generation(session)

    def months(self) -> list[Month]:
        """The months in which there may be matches, in order."""
        where, values = self._where()
        found = self._session.read(
            f"SELECT game, MIN(opened), MAX(opened), COUNT(*) - COUNT(opened) FROM {self._source(MATCHES)}"
            f" WHERE {where} GROUP BY game ORDER BY game",
            values,
        )
        months = []
        for game, first, last, undated in found:
            months += [Month(game, UNDATED)] if undated else []
            months += [Month(game, each) for each in months_between(first, last)] if first is not None else []
        return months

    def count(self, month: Month) -> int:
        """The number of matches of a month."""
        where, values = self._where(month)
        [(found,)] = self._session.read(f"SELECT COUNT(*) FROM {self._source(MATCHES)} WHERE {where}", values)
        return int(found)

    def rule_sets(self, month: Month) -> list[RuleSet]:
        """What decided the matches of a month, each once."""
        where, values = self._where(month)
        statement = f"SELECT DISTINCT game, engine, pool FROM {self._source(MATCHES)} WHERE {where}"
        return sorted(RuleSet(*row) for row in self._session.read(statement, values))

    def state(self, month: Month) -> str:
        """A text that changes whenever a row of a month does."""
        about = (layout_number(), self._generation, self._chosen.since, self._chosen.until, self._chosen.event)
        said = blake2b(repr(about).encode(), digest_size=16)
        for table in CHANGING:
            said.update(table.name.encode())
            for row in self.rows(month, View(table.name, table, False)):
                said.update(repr([plain_value(each) for each in row]).encode())
        return said.hexdigest()

    def rows(self, month: Month, view: View) -> Iterator[DatabaseRow]:
        """The rows of a view about the matches of a month, in the order of their matches, a few in memory."""
        query = select_of(view.table, self._source(view.table), undone=view.undone)
        order = ", ".join(column.name for column in view.columns[: view.table.key])
        for ids in self._ids(month):
            marks = ", ".join("?" * len(ids))
            yield from self._session.stream(
                f"SELECT * FROM ({query}) AS those WHERE match_id IN ({marks}) ORDER BY {order}", ids
            )

    def _ids(self, month: Month) -> Iterator[Sequence[str]]:
        """The matches of a month, a hundred at a time."""
        where, values = self._where(month)
        statement = (
            f"SELECT match_id FROM {self._source(MATCHES)} WHERE {where} AND match_id > ?"
            f" ORDER BY match_id LIMIT {AT_ONCE}"
        )
        last = ""
        while found := [str(match_id) for (match_id,) in self._session.read(statement, [*values, last])]:
            yield found
            last = found[-1]

    def _where(self, month: Month | None = None) -> tuple[str, Values]:
        """The condition of the matches that are meant, with its values."""
        condition, values = condition_of(self._chosen)
        if month is None:
            return condition, values
        span, bounds = span_of(month)
        return f"{condition} AND game = ? AND {span}", [*values, month.game, *bounds]

    def _source(self, table: HistoryTable) -> str:
        return self._layout.table_name(self._generation, table)


def span_of(month: Month) -> tuple[str, Values]:
    """The condition that a match was opened in a month, with its values."""
    if month.month == UNDATED:
        return "opened IS NULL", []
    first = date.fromisoformat(f"{month.month}-01")
    return "opened >= ? AND opened < ?", [midnight(first), midnight(month_after(first))]


def month_after(first: date) -> date:
    """The first day of the next month."""
    return date(first.year + first.month // 12, first.month % 12 + 1, 1)


def months_between(first: object, last: object) -> Iterator[str]:
    """The months from one time to another, both as a store has them."""
    day, end = (moment_of(each).date().replace(day=1) for each in (first, last))
    while day <= end:
        yield day.isoformat()[:7]
        day = month_after(day)


def moment_of(value: object) -> datetime:
    """A time as either store has it, in UTC."""
    read = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    return read.astimezone(UTC) if read.tzinfo is not None else read.replace(tzinfo=UTC)


def typed_value(column: Column, value: object) -> object:
    """A value of a column, as either store has it, in the type that the column has."""
    if column.type == "timestamp with time zone" and value is not None:
        return moment_of(value)
    return bool(value) if column.type == "boolean" and value is not None else value


def plain_value(value: object) -> object:
    """A value that reads the same whatever the time zone of the session is."""
    return moment_of(value).isoformat() if isinstance(value, datetime) else value


def in_parts(rows: Iterator[DatabaseRow], size: int) -> Iterator[list[DatabaseRow]]:
    """The rows in lists of a size."""
    while part := list(islice(rows, size)):
        yield part
