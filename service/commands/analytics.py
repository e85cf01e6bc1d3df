"""`praetor ask analytics`: a question in SQL to the tables for analysts, or to files that were exported of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

import click
from eventsourcing.persistence import OperationalError

from projections.analytics.reading import AnalystReader, TookTooLong
from service.commands.export import require_installed
from service.commands.problems import CommandProblem, fail_field
from service.commands.shared_options import current_settings, json_option, print_json
from service.files.csv_rows import csv_text
from service.wiring import analyst_reader

Rows = list[tuple[Any, ...]]


@click.command("analytics")
@click.argument("statement", metavar="SELECT")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, each value as it is.")
@click.option("--files", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Ask an export instead.")
@click.option("--limit", type=click.IntRange(min=1), default=1000, show_default=True, help="Print so many rows.")
@click.option("--seconds", type=click.FloatRange(min=0.01), default=30, show_default=True, help="Give up after these.")
@json_option
def ask_analytics(statement: str, as_csv: bool, files: Path | None, limit: int, seconds: float, as_json: bool) -> None:
    """A question in SQL to the tables for analysts; `-` reads it from standard input.

    It is one query: nothing can be changed by it, and of an export (--files) no other file is read. On PostgreSQL the
    store's own login asks it in the role of analysts; for the SQL of others use a login with that role, or --files.
    """
    question = sys.stdin.read() if statement == "-" else statement
    with open_reader(files, seconds) as reader:
        try:
            found = reader.query(question)
            rows = [tuple(map(plain_number, each)) for each in islice(found.rows, limit + 1)]
        except TookTooLong as error:
            raise CommandProblem(
                f"--seconds: no answer within {seconds:g}; a longer time, or a smaller question"
            ) from error
        except OperationalError as error:
            raise CommandProblem(f"SELECT: {error}") from error
        if not found.columns:
            raise CommandProblem("SELECT: it asks nothing")
    columns, more = found.columns, len(rows) > limit
    del rows[limit:]
    if as_json:
        print_json({"columns": columns, "rows": rows, "more": more})
        return
    # as bytes: of a text that goes into a file `echo` takes the codes of terminals away
    click.echo(csv_text(columns, rows).encode() if as_csv else table_text(columns, rows), nl=False)
    if more:
        click.echo(f"only the first {limit} rows: --limit", err=True)


def plain_number(value: Any) -> Any:
    """A value with decimals, as PostgreSQL and DuckDB count sums and means, as the numbers that SQLite has for them."""
    if not isinstance(value, Decimal):
        return value
    return int(value) if value.as_tuple().exponent == 0 else float(value)


@contextmanager
def open_reader(files: Path | None, seconds: float) -> Iterator[AnalystReader]:
    """What reads the store of this process, or an export in DuckDB, closed at the end."""
    if files is None:
        reader = analyst_reader(current_settings(), seconds)
    else:
        require_installed("duckdb")
        from service.exports.duckdb_reader import DuckdbReader

        if not (files / "manifest.json").is_file():
            fail_field("--files", f"{files} has no export: it has no manifest.json")
        try:
            reader = DuckdbReader(files, seconds)
        except OperationalError as error:
            fail_field("--files", f"{files}: {error}")
    try:
        yield reader
    finally:
        reader.close()


def table_text(columns: Sequence[str], rows: Rows) -> str:
    """Returns rows as an aligned table under the names of their columns; numbers end where their column ends."""
    shown = [[shown_value(each) for each in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(columns, *shown, strict=True)]
    numbers = [
        all(row[place] is None or isinstance(row[place], int | float) for row in rows) for place in range(len(columns))
    ]
    lines = [columns, ["-" * width for width in widths], *shown]
    return "".join(f"{table_line(line, widths, numbers)}\n" for line in lines)


def table_line(cells: Sequence[str], widths: Sequence[int], numbers: Sequence[bool]) -> str:
    """One line of a table."""
    aligned = zip(cells, widths, numbers, strict=True)
    return "  ".join(cell.rjust(width) if right else cell.ljust(width) for cell, width, right in aligned).rstrip()


def shown_value(value: Any) -> str:
    """A value as a cell shows it: nothing for null, fractions with at most four places."""
    if value is None:
        return ""
    return f"{value:.4f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
