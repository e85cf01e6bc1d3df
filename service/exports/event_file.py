"""The matches of one event as one SQLite file: the tables for analysts under the names of their views.

A table has the keys of its rows, and foreign keys to the matches, seats and cases that its columns name.
`_tables` and `_columns` say what each is; Datasette opens the file as it is. Players are pseudonyms there, as in the
tables.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from projections.analytics.column_types import Column, View, views_of
from projections.analytics.match_filter import MatchFilter
from projections.analytics.schema import all_tables, layout_number
from projections.analytics.store import AnalyticsTables
from projections.database import stored_values
from service.exports.atomic_folder import sync_folder
from service.exports.exported_rows import MatchSelection

TOLD_BY = re.compile(r"as in `(\w+)`")
# what a table is found by where another one names it, by its own columns
NAMED_BY = {"matches": ("match_id",), "seats": ("match_id", "seat"), "cases": ("match_id", "case_id")}
SQLITE_TYPES = {"text": "TEXT", "bigint": "INTEGER", "double precision": "REAL", "boolean": "INTEGER"}
TIME = "TEXT"
DESCRIBED = """
CREATE TABLE _tables (name TEXT PRIMARY KEY, description TEXT NOT NULL);
CREATE TABLE _columns (
  table_name TEXT NOT NULL REFERENCES _tables (name), name TEXT NOT NULL, type TEXT NOT NULL,
  description TEXT NOT NULL, PRIMARY KEY (table_name, name)
);
"""


class NoMatches(Exception):
    """An event of which no match is over."""


def export_event(analytics: AnalyticsTables, event: str, out: Path) -> int:
    """Write the matches of an event that are over as a SQLite file. Returns their number.

    The file is written beside its place and put there whole. Raises NoMatches, OSError and PersistenceError.
    """
    beside = out.with_name(f".{out.name}.part")
    beside.unlink(missing_ok=True)
    with analytics.database.reading() as session:
        selected = MatchSelection(session, analytics.layout, MatchFilter(event=event))
        months = selected.months()
        if not months:
            raise NoMatches(event)
        with open_file(beside) as file:
            for view in views_of(all_tables()):
                file.execute(create_statement(view))
                marks = ", ".join("?" * len(view.columns))
                for month in months:
                    rows = (stored_values(row) for row in selected.rows(month, view))
                    file.executemany(f"INSERT INTO {view.name} VALUES ({marks})", rows)
            describe(file, views_of(all_tables()))
        matches = sum(map(selected.count, months))
    put_whole(beside, out)
    return matches


@contextmanager
def open_file(path: Path) -> Iterator[sqlite3.Connection]:
    """A new SQLite file in one transaction, with keys that are held to. Raises OSError where it cannot be made."""
    path.touch(mode=0o600, exist_ok=False)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(f"PRAGMA user_version = {layout_number() & 0x7FFFFFFF}")
        yield file


def put_whole(beside: Path, out: Path) -> None:
    """Have a file on the disk, and put it in its place."""
    with open(beside, "rb") as file:
        os.fsync(file.fileno())
    os.replace(beside, out)
    sync_folder(out.absolute().parent)


def create_statement(view: View) -> str:
    """The statement that creates the table of a view, with its keys."""
    columns = [f"{each.name} {type_of(each)}{'' if each.optional else ' NOT NULL'}" for each in view.columns]
    key = f"PRIMARY KEY ({', '.join(each.name for each in view.columns[: view.table.key])})"
    return f"CREATE TABLE {view.name} ({', '.join([*columns, key, *foreign_keys(view)])})"


def type_of(column: Column) -> str:
    """The type of a column in SQLite."""
    return SQLITE_TYPES.get(column.type, TIME)


def foreign_keys(view: View) -> Iterator[str]:
    """The foreign keys of a table, from what its columns say that they name."""
    for column in view.columns:
        named = TOLD_BY.search(column.description)
        table = named[1] if named else ""
        # a match that was brought in as a record has its remedies, and no cases
        if table in NAMED_BY and table != view.name and not (table == "cases" and column.optional):
            own = [*NAMED_BY[table][:-1], column.name]
            yield f"FOREIGN KEY ({', '.join(own)}) REFERENCES {table} ({', '.join(NAMED_BY[table])})"


def describe(file: sqlite3.Connection, views: Iterable[View]) -> None:
    """Write what each table and column is."""
    for statement in DESCRIBED.strip().split(";\n"):
        file.execute(statement)
    for view in views:
        file.execute("INSERT INTO _tables VALUES (?, ?)", [view.name, view.comment])
        described = [(view.name, each.name, type_of(each), each.description) for each in view.columns]
        file.executemany("INSERT INTO _columns VALUES (?, ?, ?, ?)", described)
