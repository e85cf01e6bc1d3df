"""Rows as CSV, for spreadsheets and other tools: a line of column names, then one for each row.

A text that a spreadsheet would take for a formula gets an apostrophe in front.
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
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow([cell(getattr(row, name)) for name in names])
    return written.getvalue()


def cell(value: Any) -> Any:
    """A value as it stands in a cell."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
