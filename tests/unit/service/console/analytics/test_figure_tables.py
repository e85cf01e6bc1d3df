"""Rows behind a number in words: ids as they are, and what was counted of each row."""

from __future__ import annotations

from projections.analytics.counting import RowsBehind
from projections.analytics.figures import RULINGS, WINDOWS
from service.console.analytics.figure_tables import rows_in_words


def test_ids_of_rules_and_cases_are_written_as_they_are() -> None:
    columns = ("game", "match_id", "version", "place", "case_id", "rule", "remedy", "stands")
    row = ("agot_lcg", "m-1", 7, 1, "c-f276ce54", "some.rule", "rewind", "yes")
    headings, [cells] = rows_in_words(RULINGS, RowsBehind(columns, [row], more=False))
    assert headings == ["Case id", "Rule", "Remedy", "Stands"]
    assert [value for _, value in cells.cells] == ["c-f276ce54", "some.rule", "Rewind", "Yes"]


def test_where_a_number_says_what_was_counted_it_is_not_said_again() -> None:
    columns = ("game", "match_id", "version", "place", "seat", "used", "hit")
    headings, [cells] = rows_in_words(WINDOWS, RowsBehind(columns, [("agot_lcg", "m-1", 7, 1, 2, 3, 1)], more=False))
    assert headings == ["Seat", "Used"]
    assert [value for _, value in cells.cells] == [2, 3]
