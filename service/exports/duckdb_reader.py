"""Questions to an export in DuckDB: the reader of analysts over Parquet files instead of the store.

A question reads the files of the export and no others, and writes none. What does not fit in memory goes to a folder of
its own, which is gone afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
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
# a pivot is several statements in one, of which none writes
QUESTIONS = ("SELECT", "MULTI")
OTHER_TABLES = "its tables are not those of this version of Praetor: export them anew"
EXPLAINED = re.compile(r"\s*explain(\s+analyze)?\s", re.IGNORECASE)
NO_QUESTION = (
    "one question that reads is expected: SELECT, WITH, FROM, VALUES, DESCRIBE, PIVOT, EXPLAIN of one; no COPY"
)


class DuckdbReader:
    """A database in memory with a view for each table of an export."""

    def __init__(self, folder: Path, seconds: float = 0) -> None:
        """Read a folder; a question is broken off after so many seconds, 0 for never.

        Raises OperationalError where its files cannot be read, or are of tables that were declared otherwise.
        """
        self._connection = duckdb.connect()
        self._seconds = seconds
        try:
            self._connection.execute(view_statements(f"{folder}/", tables_without_files(folder)))
        except duckdb.BinderException as error:
            self._connection.close()
            raise OperationalError(f"{OTHER_TABLES} ({str(error).splitlines()[0]})") from error
        except duckdb.Error as error:
            self._connection.close()
            raise OperationalError(str(error)) from error
        # DuckDB lets a question read this folder too: by default `.tmp` beside whoever asks, with whatever lies there
        self._spilled = TemporaryDirectory(prefix="praetor-ask-")
        self._connection.execute(f"SET temp_directory = {literal(self._spilled.name)}")
        self._connection.execute(f"SET allowed_directories = [{literal(f'{folder}/')}]")
        self._connection.execute("SET enable_external_access = false")
        self._connection.execute("SET lock_configuration = true")

    def query(self, statement: str, values: Values = ()) -> QueryResult:
        try:
            require_question(statement)
            with self._time_limit():
                found = self._connection.execute(statement, values)
        except duckdb.InterruptException as error:
            raise TookTooLong(str(error)) from error
        except duckdb.Error as error:
            raise OperationalError(str(error)) from error
        return QueryResult(tuple(name for name, *_ in found.description or ()), self._rows())

    def close(self) -> None:
        self._connection.close()
        self._spilled.cleanup()

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        while rows := self._connection.fetchmany(AT_ONCE):
            yield from rows

    @contextmanager
    def _time_limit(self) -> Iterator[None]:
        """Break off what is asked inside the context after the seconds of a question."""
        if not self._seconds:
            yield
            return
        timer = Timer(self._seconds, self._connection.interrupt)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            # a thread that still holds the connection where the process ends makes DuckDB's binding report leaks
            timer.join()


def require_question(statement: str) -> None:
    """Raises OperationalError for what is not one question: a copy could write beside the files that it may read."""
    found = duckdb.extract_statements(EXPLAINED.sub("", statement, count=1))
    if len(found) != 1 or found[0].type.name not in QUESTIONS or "copy" in keywords_in(statement):
        raise OperationalError(NO_QUESTION)


def keywords_in(statement: str) -> set[str]:
    """The words of a statement, without names in quotes: a copy may stand in a table expression too."""
    places = [place for place, _ in duckdb.tokenize(statement)]
    kinds = [str(kind) for _, kind in duckdb.tokenize(statement)]
    texts = (statement[place:after] for place, after in pairwise([*places, len(statement)]))
    return {text.strip().casefold() for text, kind in zip(texts, kinds, strict=True) if kind.endswith("keyword")}


def literal(text: str) -> str:
    """A text as SQL writes it."""
    return "'{}'".format(text.replace("'", "''"))


def tables_without_files(folder: Path) -> list[str]:
    """The tables of which a folder has no file."""
    return [
        each.name for each in views_of(all_tables()) if next(folder.glob(f"{each.name}/*/*/*.parquet"), None) is None
    ]
