"""The columns of a declared row: from a struct to the types of a database, and rows to values."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, structs

from domain.kernel.history.tables import HistoryTable, MatchRow
from projections.database import DatabaseTable, Values

UNDONE_BY = "undone_by"
TYPES: dict[Any, str] = {
    str: "text",
    int: "bigint",
    float: "double precision",
    bool: "boolean",
    datetime: "timestamp with time zone",
}


class Column(Struct, frozen=True):
    """A column: its name, its type in both databases, whether it may be null, and what it says."""

    name: str
    type: str
    optional: bool
    description: str


UNDONE = Column(UNDONE_BY, "bigint", False, "The version of the rewind that undid it.")


@cache
def columns_of(row: type[MatchRow]) -> tuple[Column, ...]:
    """The columns of a type of row, in order. Raises TypeError for a field that is no column."""
    hints = get_type_hints(row, include_extras=True)
    return tuple(column_of(row, each, hints[each]) for each in row.__struct_fields__)


def column_of(row: type[MatchRow], name: str, hint: Any) -> Column:
    """The column of one field. Raises TypeError where its type or its description is none."""
    kind, *extras = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    said = [each.description for each in extras if isinstance(each, Meta) and each.description]
    options = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    plain = [each for each in options if each is not NoneType]
    if len(plain) != 1 or plain[0] not in TYPES or not said:
        raise TypeError(f"{row.__name__}.{name}: no column: {hint}")
    return Column(name, TYPES[plain[0]], NoneType in options, said[0])


def comment_of(table: HistoryTable) -> str:
    """The comment of a table: the text of its row."""
    return " ".join(inspect.cleandoc(table.row.__doc__ or "").split())


@cache
def database_table(table: HistoryTable, name: str) -> DatabaseTable:
    """The table under a physical name; one with places has in its last column what undid a row, 0 for nothing."""
    columns = (*columns_of(table.row), UNDONE) if table.has_places else columns_of(table.row)
    optional = frozenset(each.name for each in columns if each.optional)
    return DatabaseTable(name, tuple((each.name, each.type) for each in columns), table.key, optional)


def values_of(row: MatchRow, undone_by: int, *, has_places: bool) -> Values:
    """The values of a row, in the order of the columns."""
    values = structs.astuple(row)
    return (*values, undone_by) if has_places else values


def select_of(table: HistoryTable, source: str, *, undone: bool) -> str:
    """The query of a view of a table: what stands, or what was undone."""
    columns = [each.name for each in columns_of(table.row)]
    if not table.has_places:
        return f"SELECT {', '.join(columns)} FROM {source}"
    if undone:
        return f"SELECT {', '.join([*columns, UNDONE_BY])} FROM {source} WHERE {UNDONE_BY} > 0"
    return f"SELECT {', '.join(columns)} FROM {source} WHERE {UNDONE_BY} = 0"


class View(Struct, frozen=True):
    """A view that analysts read: its name, its table, and whether it has what was undone."""

    name: str
    table: HistoryTable
    undone: bool

    @property
    def comment(self) -> str:
        """What the view says."""
        said = comment_of(self.table)
        return f"Of lines that a rewind undid: {said[0].lower()}{said[1:]}" if self.undone else said

    @property
    def columns(self) -> tuple[Column, ...]:
        """Its columns, in order."""
        return (*columns_of(self.table.row), UNDONE) if self.undone else columns_of(self.table.row)


def views_of(tables: Iterable[HistoryTable]) -> list[View]:
    """The views of some tables: each has one of what stands, and one of what was undone where there can be any."""
    found = []
    for table in tables:
        found.append(View(table.name, table, False))
        if table.has_places:
            found.append(View(f"undone_{table.name}", table, True))
    return found
