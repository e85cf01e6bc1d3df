"""Rows as CSV, for spreadsheets and other tools: a line of column names, then one for each row.

A text that a spreadsheet would take for a formula gets an apostrophe in front. A text that anything could take for two
lines stands in quotes.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO
from typing import Any

import msgspec

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(kind: type[Any], rows: Iterable[Any]) -> str:
    """The rows of a kind (a struct) as CSV."""
    names = [field.encode_name for field in msgspec.structs.fields(kind)]
    written = StringIO()
    plain = csv.writer(written, lineterminator="\n")
    quoted = csv.writer(written, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    plain.writerow(names)
    for row in rows:
        cells = [cell(getattr(row, name)) for name in names]
        (quoted if any(map(is_broken, cells)) else plain).writerow(cells)
    return written.getvalue()


def is_broken(value: Any) -> bool:
    """Whether a value is a text of several lines, as Unicode sees lines: CSV itself quotes but line feeds."""
    return isinstance(value, str) and value.splitlines() not in ([], [value])


def cell(value: Any) -> Any:
    """The value as it stands in a cell."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
