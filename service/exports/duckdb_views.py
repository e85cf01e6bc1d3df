"""The exported files in DuckDB: a view for each table with the name, columns and types that it has in the store.

`views.sql` in the folder of an export has these statements, so that a question has the same text on files and store.
A table of which nothing was exported is an empty view there.
"""

from __future__ import annotations

from collections.abc import Iterable

from projections.analytics.column_types import View, views_of
from projections.analytics.schema import all_tables

VIEWS = "views.sql"
DUCKDB_TYPES = {"timestamp with time zone": "TIMESTAMPTZ", "double precision": "DOUBLE", "text": "VARCHAR"}
HEAD = """-- The tables of this export for DuckDB, started in this folder: .read views.sql
SET TimeZone = 'UTC';
"""


def view_statements(folder: str = "", empty: Iterable[str] = ()) -> str:
    """The statements that create a view for each table; of the folder in which DuckDB runs unless one is named."""
    without = frozenset(empty)
    views = views_of(all_tables())
    return HEAD + "".join(f"{view_statement(view, folder, is_empty=view.name in without)}\n" for view in views)


def view_statement(view: View, folder: str, *, is_empty: bool) -> str:
    """The statement that creates one view."""
    if is_empty:
        columns = ", ".join(f'NULL::{DUCKDB_TYPES.get(each.type, each.type)} AS "{each.name}"' for each in view.columns)
        return f"CREATE OR REPLACE VIEW {view.name} AS SELECT {columns} WHERE false;"
    # some names of columns are words of DuckDB
    columns = ", ".join(f'"{each.name}"' for each in view.columns)
    files = f"{folder}{view.name}/*/*/*.parquet".replace("'", "''")
    read = f"read_parquet('{files}', hive_partitioning = true, hive_types_autocast = false)"
    return f"CREATE OR REPLACE VIEW {view.name} AS SELECT {columns} FROM {read};"
