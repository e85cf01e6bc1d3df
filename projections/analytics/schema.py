"""All tables that analysts read: the shared ones, and those of each game."""

from __future__ import annotations

from zlib import crc32

from domain.games import GAMES, history_of
from domain.kernel.history.tables import HistoryTable, MatchRow
from projections.analytics.case_rows import CASE_TABLES
from projections.analytics.column_types import columns_of
from projections.analytics.course_rows import COURSE_TABLES
from projections.analytics.decision_rows import EVENT_TABLES
from projections.analytics.match_rows import MATCH_TABLES
from projections.analytics.window_rows import WINDOW_TABLES

SHARED_TABLES = (*MATCH_TABLES, *COURSE_TABLES, *WINDOW_TABLES, *EVENT_TABLES, *CASE_TABLES)


def all_tables() -> tuple[HistoryTable, ...]:
    """Every table, shared ones first. Raises ValueError where two of one name differ."""
    found = {table.name: table for table in SHARED_TABLES}
    for game in GAMES:
        for table in history_of(game).tables:
            if found.setdefault(table.name, table) != table:
                raise ValueError(f"two tables have the name {table.name}")
    return tuple(found.values())


# raised where rows of the same columns are read otherwise than before
READING = 7


def layout_number() -> int:
    """A number that changes with any table or column, or with how rows are read: the tables are then made anew."""
    said = [READING, *((table.name, table.key, table.has_places, columns_of(table.row)) for table in all_tables())]
    return crc32(repr(said).encode())


def tables_by_row(game: str) -> dict[type[MatchRow], HistoryTable]:
    """The tables of a game, with the shared ones, by the type of their rows."""
    return {table.row: table for table in (*SHARED_TABLES, *history_of(game).tables)}
