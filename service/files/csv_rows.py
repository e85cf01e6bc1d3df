"""Rows as CSV: a line of column names, then one line for each row, with the quotation marks of RFC 4180.

`csv_text` has every value as it is, for programs. `as_csv` and `sheet_text` are for people who open a file in a
spreadsheet: a text that this would read as a formula gets a leading apostrophe there. A line ends with a line feed; a
text with any kind of line break is put in quotation marks.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping
from io import StringIO
from typing import Any

import msgspec

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(kind: type[Any], rows: Iterable[Any], written_as: Mapping[str, Callable[[Any], Any]] | None = None) -> str:
    """The rows, structs of type `kind`, for spreadsheets; `written_as` maps a column to what writes its values."""
    as_they_are = dict[str, Callable[[Any], Any]]() if written_as is None else written_as
    names = [field.encode_name for field in msgspec.structs.fields(kind)]
    return sheet_text(
        names, ([as_they_are.get(name, value_itself)(getattr(row, name)) for name in names] for row in rows)
    )


def sheet_text(names: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """The rows as CSV under these names, in which a spreadsheet finds no formula."""
    return csv_text(names, ([without_formula(value) for value in row] for row in rows))


def csv_text(names: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """The rows as CSV under these names, each value as it is."""
    out = StringIO()
    plain = csv.writer(out, lineterminator="\n")
    quoted = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    plain.writerow(names)
    for row in rows:
        cells = [*row]
        (quoted if any(map(is_broken, cells)) else plain).writerow(cells)
    return out.getvalue()


def value_itself(value: Any) -> Any:
    return value


def is_broken(value: Any) -> bool:
    """Whether a value is a text with a line break of Unicode; the `csv` module itself quotes only line feeds."""
    return isinstance(value, str) and value.splitlines() not in ([], [value])


def without_formula(value: Any) -> Any:
    """The value as a cell shows it; a text that would be read as a formula has an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
