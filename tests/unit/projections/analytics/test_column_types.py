"""A declared row becomes columns: types, what may be null, what they say; and the views over its table."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import pytest
from msgspec import Meta

from domain.kernel.history.tables import CourseRow, HistoryTable, MatchRow
from projections.analytics.column_types import columns_of, comment_of, database_table, select_of, values_of, views_of
from projections.analytics.schema import all_tables

Said = Meta(description="It is said.")


class SampleRow(CourseRow, frozen=True, kw_only=True):
    """A row
    of two lines."""

    name: Annotated[str, Said]
    worth: Annotated[float | None, Said]
    when: Annotated[datetime | None, Said] = None
    is_so: Annotated[bool, Said] = False


class UnsaidRow(MatchRow, frozen=True, kw_only=True):
    name: str


class ListRow(MatchRow, frozen=True, kw_only=True):
    names: Annotated[list[str], Said]


TABLE = HistoryTable("samples", SampleRow, 3)
OWN = ("name", "worth", "when", "is_so")


def test_the_fields_are_the_columns() -> None:
    found = {each.name: (each.type, each.optional) for each in columns_of(SampleRow)}
    assert list(found) == ["match_id", "version", "place", "round", "phase", *OWN]
    assert {name: found[name] for name in OWN} == {
        "name": ("text", False),
        "worth": ("double precision", True),
        "when": ("timestamp with time zone", True),
        "is_so": ("boolean", False),
    }
    assert (found["version"], comment_of(TABLE)) == (("bigint", False), "A row of two lines.")


@pytest.mark.parametrize("row", [UnsaidRow, ListRow])
def test_a_field_that_is_no_column_is_refused(row: type[MatchRow]) -> None:
    with pytest.raises(TypeError, match="no column"):
        columns_of(row)


def test_a_table_with_places_says_what_was_undone() -> None:
    table = database_table(TABLE, "g1_samples")
    assert table.names[-1] == "undone_by"
    statement = table.create_statement()
    assert "worth double precision," in statement
    assert "name text NOT NULL," in statement
    assert statement.endswith("PRIMARY KEY (match_id, version, place))")
    assert [view.name for view in views_of([TABLE])] == ["samples", "undone_samples"]
    assert select_of(TABLE, "g1_samples", undone=False).endswith("is_so FROM g1_samples WHERE undone_by = 0")
    assert select_of(TABLE, "g1_samples", undone=True).endswith("is_so, undone_by FROM g1_samples WHERE undone_by > 0")


def test_the_values_of_a_row_stand_in_the_order_of_its_columns() -> None:
    fields: dict[str, Any] = {"match_id": "m", "version": 4, "place": 2, "round": 1, "phase": "draw"}
    row = SampleRow(**fields, name="x", worth=None)
    assert values_of(row, 9, has_places=True) == ("m", 4, 2, 1, "draw", "x", None, None, False, 9)


def test_every_table_has_a_key_of_its_own_and_a_comment() -> None:
    tables = all_tables()
    assert len({table.name for table in tables}) == len(tables) > 20
    for table in tables:
        columns = columns_of(table.row)
        assert columns[0].name == "match_id", table.name
        assert 1 <= table.key <= len(columns), table.name
        assert not any(each.optional for each in columns[: table.key]), table.name
        assert comment_of(table), table.name
        assert table.name == table.name.lower(), table.name
