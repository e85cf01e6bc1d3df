"""One Parquet file: the rows of a view about the matches of a month, with the types and comments that it declares.

It is written in row groups, a part of the rows in memory at a time. The columns that the path names (`game`, in the
table of matches) are left to it, as readers of partitioned folders expect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet as pq

from projections.analytics.column_types import Column, View
from projections.database import DatabaseRow
from service.exports.exported_rows import in_parts, typed_value

IN_PATH = frozenset({"game", "month"})
ARROW_TYPES: dict[str, Any] = {
    "text": pa.string(),
    "bigint": pa.int64(),
    "double precision": pa.float64(),
    "boolean": pa.bool_(),
    "timestamp with time zone": pa.timestamp("us", tz="UTC"),
}
# the rows that are turned into columns at once, and the rows and bytes of a row group
PART = 2_000
GROUP_ROWS = 100_000
GROUP_BYTES = 16 << 20


def schema_of(view: View) -> Any:
    """The Arrow schema of a view: types, and descriptions as metadata of the fields."""
    fields = [
        pa.field(each.name, ARROW_TYPES[each.type], each.optional, {"description": each.description})
        for each in view.columns
        if each.name not in IN_PATH
    ]
    return pa.schema(fields, {"description": view.comment})


def write_rows(file: IO[bytes], view: View, rows: Iterator[DatabaseRow]) -> int:
    """Write rows of a view as a Parquet file. Returns their number."""
    return write_batches(file, view, record_batches(view, rows))


def write_batches(file: IO[bytes], view: View, batches: Iterator[Any]) -> int:
    """Write record batches of a view as a Parquet file. Returns the number of their rows."""
    schema, number = schema_of(view), 0
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for group in row_groups(batches):
            writer.write_table(pa.Table.from_batches(group, schema))
            number += sum(each.num_rows for each in group)
    return number


def record_batches(view: View, rows: Iterator[DatabaseRow]) -> Iterator[Any]:
    """Returns rows as record batches."""
    schema = schema_of(view)
    kept = [(place, each) for place, each in enumerate(view.columns) if each.name not in IN_PATH]
    for part in in_parts(rows, PART):
        columns = list(zip(*part, strict=True))
        arrays = [arrow_array(columns[place], column) for place, column in kept]
        yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def arrow_array(values: Sequence[Any], column: Column) -> Any:
    """The values of a column, as either store has them, as an array of its type."""
    return pa.array([typed_value(column, each) for each in values], ARROW_TYPES[column.type])


def row_groups(batches: Iterator[Any]) -> Iterator[list[Any]]:
    """Returns record batches, as many together as make a row group."""
    group: list[Any] = []
    rows = size = 0
    for batch in batches:
        group.append(batch)
        rows, size = rows + batch.num_rows, size + batch.nbytes
        if rows >= GROUP_ROWS or size >= GROUP_BYTES:
            yield group
            group, rows, size = [], 0, 0
    if group:
        yield group
