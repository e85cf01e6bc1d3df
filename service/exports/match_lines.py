"""Matches that are over, each with the rows of its seats and its result, a page at a time.

Nothing is held between two pages, neither rows nor a transaction: however many matches there are, and however slowly
they are read, a page is all that is in memory. Each page says what the tables say when it is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from domain.kernel.history.tables import HistoryTable
from projections.analytics.column_types import UNDONE_BY, columns_of, select_of
from projections.analytics.layouts import AnalyticsLayout
from projections.analytics.match_rows import MATCHES, OVER, RESULTS, SEATS
from projections.analytics.schema import all_tables
from projections.analytics.store import AnalyticsTables, live_generation
from projections.database import Session, Values
from service.exports.exported_rows import typed_value

AT_ONCE = 100
CARD = "card"
IS_RULE = "(c.rule = ? OR substr(c.rule, 1, ?) = ?)"
Row = dict[str, Any]
Condition = tuple[str, Values]


class LineFilter(Struct, frozen=True):
    """Which matches: of a game, opened from a time on and before a time, of which a rule is told, and with a seat that
    has this player, this card and this result. Empty for all.
    """

    game: str = ""
    since: datetime | None = None
    until: datetime | None = None
    player: str = ""
    card: str = ""
    rule: str = ""
    result: str = ""


class MatchLine(Struct, frozen=True):
    """The rows of a match, by the names of their columns: its own, those of its seats, that of its result."""

    match: Row
    seats: list[Row]
    result: Row


class PageReading:
    """The reading of one page, in one transaction."""

    def __init__(self, session: Session, layout: AnalyticsLayout, chosen: LineFilter) -> None:
        self._session = session
        self._layout = layout
        self._chosen = chosen
        self._generation = live_generation(session)

    def ids(self, after: str) -> list[str]:
        """The next matches that fit the game and the span of time."""
        conditions: list[Condition] = [("status = ?", [OVER]), ("match_id > ?", [after])]
        if self._chosen.game:
            conditions.append(("game = ?", [self._chosen.game]))
        if self._chosen.since is not None:
            conditions.append(("opened >= ?", [self._chosen.since]))
        if self._chosen.until is not None:
            conditions.append(("opened < ?", [self._chosen.until]))
        text, values = all_of(conditions)
        statement = f"SELECT match_id FROM {self._source(MATCHES)} WHERE {text} ORDER BY match_id LIMIT {AT_ONCE}"
        return [match_id for (match_id,) in self._session.read(statement, values)]

    def lines(self, ids: Sequence[str]) -> list[MatchLine]:
        """Those of some matches that fit the rest of the filter."""
        text, values = all_of([("TRUE", []), *self._seat_condition(), *self._rule_condition()])
        matches = self._rows(MATCHES, ids, text, values)
        found = [each["match_id"] for each in matches]
        seats, results = (self._by_match(table, found) for table in (SEATS, RESULTS))
        return [MatchLine(each, seats[each["match_id"]], results[each["match_id"]][0]) for each in matches]

    def _by_match(self, table: HistoryTable, ids: Sequence[str]) -> Mapping[str, list[Row]]:
        rows: dict[str, list[Row]] = {match_id: [] for match_id in ids}
        for each in self._rows(table, ids):
            rows[each["match_id"]].append(each)
        return rows

    def _rows(self, table: HistoryTable, ids: Sequence[str], condition: str = "TRUE", values: Values = ()) -> list[Row]:
        """The rows of a table about some matches, in the order of its key."""
        if not ids:
            return []
        columns = columns_of(table.row)
        order = ", ".join(each.name for each in columns[: table.key])
        query = select_of(table, self._source(table), undone=False)
        found = self._session.read(
            f"SELECT * FROM ({query}) AS those WHERE match_id IN ({', '.join('?' * len(ids))}) AND {condition}"
            f" ORDER BY {order}",
            [*ids, *values],
        )
        return [
            {each.name: typed_value(each, value) for each, value in zip(columns, row, strict=True)} for row in found
        ]

    def _seat_condition(self) -> Iterator[Condition]:
        """That a match has a seat with the player, the card and the result that are asked for."""
        named = {"player": self._chosen.player, "result": self._chosen.result}
        conditions: list[Condition] = [(f"s.{name} = ?", [value]) for name, value in named.items() if value]
        if self._chosen.card:
            cards = ((table, has_card(each)) for table in all_tables() for each in card_columns(table))
            conditions.append(self._in_any("s.match_id", cards, [self._chosen.card]))
        if conditions:
            text, values = all_of(conditions)
            yield (
                f"EXISTS (SELECT 1 FROM {self._source(SEATS)} AS s WHERE s.match_id = those.match_id AND {text})",
                values,
            )

    def _rule_condition(self) -> Iterator[Condition]:
        """That a rule of the asked id, or whose id begins with its segments, stands in a table about a match."""
        if self._chosen.rule:
            begins = f"{self._chosen.rule}."
            tables = ((table, IS_RULE) for table in all_tables() if "rule" in column_names(table))
            yield self._in_any("those.match_id", tables, [self._chosen.rule, len(begins), begins])

    def _in_any(self, match: str, where: Iterable[tuple[HistoryTable, str]], values: Values) -> Condition:
        """That any table has a row about the match of which its condition holds; small tables are asked first."""
        parts = [
            f"EXISTS (SELECT 1 FROM {self._source(table)} AS c WHERE c.match_id = {match} AND {text}"
            f"{f' AND c.{UNDONE_BY} = 0' if table.has_places else ''})"
            for table, text in sorted(where, key=lambda each: each[0].has_places)
        ]
        return f"({' OR '.join(parts)})", [*values] * len(parts)

    def _source(self, table: HistoryTable) -> str:
        return self._layout.table_name(self._generation, table)


def column_names(table: HistoryTable) -> tuple[str, ...]:
    """The names of the columns of a table."""
    return tuple(each.name for each in columns_of(table.row))


def card_columns(table: HistoryTable) -> Iterator[tuple[str, str]]:
    """The columns with the key of a card, each with that of its seat: `card` of `seat`, `attacker_card` of `attacker`.

    A card without a seat is that of all of them.
    """
    names = column_names(table)
    for name in names:
        if name == CARD or name.endswith(f"_{CARD}"):
            owner = name.removesuffix(CARD).removesuffix("_") or "seat"
            yield name, owner if owner in names else ""


def has_card(column: tuple[str, str]) -> str:
    """The condition that a column has a card, which is the seat's if it is anybody's."""
    name, owner = column
    return f"c.{name} = ? AND c.{owner} = s.seat" if owner else f"c.{name} = ?"


def all_of(conditions: Iterable[Condition]) -> Condition:
    """The condition that all of some hold."""
    listed = [*conditions]
    return " AND ".join(text for text, _ in listed), [value for _, values in listed for value in values]


def match_pages(analytics: AnalyticsTables, chosen: LineFilter) -> Iterator[list[MatchLine]]:
    """The matches that fit, in the order of their ids; a page has all that fit among the next hundred, or none."""
    last, ids = "", [""]
    while ids:
        with analytics.database.reading() as session:
            page = PageReading(session, analytics.layout, chosen)
            ids = page.ids(last)
            found = page.lines(ids)
        yield found
        last = ids[-1] if ids else ""
