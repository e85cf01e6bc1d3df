"""Rows as CSV, for spreadsheets and other tools: a line of column names, then one for each row.

A text that a spreadsheet would take for a formula gets an apostrophe in front. A text that anything could take for two
lines stands in quotes.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping
from io import StringIO
from typing import Any

import msgspec

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(kind: type[Any], rows: Iterable[Any], written_as: Mapping[str, Callable[[Any], Any]] | None = None) -> str:
    """The rows of a kind (a struct) as CSV; `written_as` writes the values of a column otherwise than they are."""
    as_they_are = dict[str, Callable[[Any], Any]]() if written_as is None else written_as
    names = [field.encode_name for field in msgspec.structs.fields(kind)]
    written = StringIO()
    plain = csv.writer(written, lineterminator="\n")
    quoted = csv.writer(written, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    plain.writerow(names)
    for row in rows:
        cells = [cell(as_they_are.get(name, value_itself)(getattr(row, name))) for name in names]
        (quoted if any(map(is_broken, cells)) else plain).writerow(cells)
    return written.getvalue()


def value_itself(value: Any) -> Any:
    return value


def is_broken(value: Any) -> bool:
    """Whether a value is a text of several lines, as Unicode sees lines: CSV itself quotes but line feeds."""
    return isinstance(value, str) and value.splitlines() not in ([], [value])


def cell(value: Any) -> Any:
    """The value as it stands in a cell."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
