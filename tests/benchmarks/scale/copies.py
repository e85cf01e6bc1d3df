"""Copies of matches, for a size that cannot be played in an evening: their rows under other ids, players and months.

Only the tables that the questions read are copied. Each month has one file of a table, as in an export.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count, takewhile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from projections.analytics.column_types import View, views_of
from projections.analytics.schema import all_tables
from service.exports.atomic_folder import ExportFolder
from service.exports.exported_rows import Month
from service.exports.parquet_files import PART, schema_of, write_batches
from tests.benchmarks.scale.matches import MONTHS, month_of_turn

MATCHES = "matches"


def copy_matches(source: Path, out: Path, game: str, matches: int, tables: frozenset[str]) -> int:
    """Write at least so many matches, each a copy of one that the source has. Returns their number."""
    folder = ExportFolder(out)
    views = [each for each in views_of(all_tables()) if each.name in tables | {MATCHES}]
    whole = {view.name: rows_of(source, game, view) for view in views}
    real: int = whole[MATCHES].num_rows
    copies = -(-matches // real)
    for turn in range(min(MONTHS, copies)):
        month = Month(game, month_of_turn(turn))
        for view in views:
            if whole[view.name].num_rows:
                numbers = takewhile(lambda number: number < copies, count(turn, MONTHS))
                batches = copied_batches(whole[view.name], view, month, numbers)
                path = folder.file_path(view.name, month)
                beside, _ = folder.prepare(path, partial(write_batches, view=view, batches=batches))
                folder.place(path, beside)
    return copies * real


def rows_of(source: Path, game: str, view: View) -> Any:
    """All rows of a table that a folder has of a game."""
    schema = schema_of(view)
    files = sorted(source.glob(f"{view.name}/game={game}/*/*.parquet"))
    return pa.concat_tables([pq.ParquetFile(each).read().cast(schema) for each in files] or [schema.empty_table()])


def copied_batches(table: Any, view: View, month: Month, numbers: Iterator[int]) -> Iterator[Any]:
    """The record batches of some copies of a table, in a month."""
    for number in numbers:
        copy = table
        for place, each in enumerate(table.schema):
            if each.name in ("match_id", "player"):
                text = pc.binary_join_element_wise(f"{number:06}", table.column(place), "-")
                copy = copy.set_column(place, each, text)
            elif each.name == "opened" and view.name == MATCHES:
                day = pa.scalar(f"{month.month}-15T00:00:00+00:00").cast(each.type)
                copy = copy.set_column(place, each, pa.repeat(day, table.num_rows))
        yield from copy.to_batches(max_chunksize=PART)
