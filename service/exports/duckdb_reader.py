"""Questions to an export in DuckDB: the reader of analysts over Parquet files instead of the store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import duckdb
from eventsourcing.persistence import OperationalError

from projections.analytics.column_types import views_of
from projections.analytics.reading import QueryResult, TookTooLong
from projections.analytics.schema import all_tables
from projections.database import Values
from service.exports.duckdb_views import view_statements

AT_ONCE = 1000


class DuckdbReader:
    """A database in memory with a view for each table of an export; `seconds` is the time limit, 0 for none."""

    def __init__(self, folder: Path, seconds: float = 0) -> None:
        self._connection = duckdb.connect()
        self._seconds = seconds
        self._connection.execute(view_statements(f"{folder}/", tables_without_files(folder)))

    def query(self, statement: str, values: Values = ()) -> QueryResult:
        limit = self._limit()
        try:
            found = self._connection.execute(statement, values)
        except duckdb.InterruptException as error:
            raise TookTooLong(str(error)) from error
        except duckdb.Error as error:
            raise OperationalError(str(error)) from error
        finally:
            limit.cancel()
        return QueryResult(tuple(name for name, *_ in found.description or ()), self._rows())

    def close(self) -> None:
        self._connection.close()

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        while rows := self._connection.fetchmany(AT_ONCE):
            yield from rows

    def _limit(self) -> Timer:
        timer = Timer(self._seconds, self._connection.interrupt)
        timer.daemon = True
        if self._seconds:
            timer.start()
        return timer


def tables_without_files(folder: Path) -> list[str]:
    """The tables of which a folder has no file."""
    return [
        each.name for each in views_of(all_tables()) if next(folder.glob(f"{each.name}/*/*/*.parquet"), None) is None
    ]
