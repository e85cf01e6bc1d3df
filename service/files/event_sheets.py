"""The lists of an event as CSV for spreadsheets; the API, the console and the command line write the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from service.files.csv_rows import as_csv


def in_points(thousandths: int) -> str:
    """A number of thousandths as pages and the command line show it."""
    return f"{thousandths / 1000:.3f}"


def number_if_any(number: int) -> int | str:
    """A number that is counted from one; nothing in the place of 0, which stands for none."""
    return number or ""


# columns that people read otherwise than programs
IN_CELLS = {"schedule": in_points, "extended": in_points, "round": number_if_any, "table": number_if_any}


def event_sheet(kind: type[Any], rows: Iterable[Any]) -> str:
    """The rows of results, penalties or standings as CSV."""
    return as_csv(kind, rows, IN_CELLS)
