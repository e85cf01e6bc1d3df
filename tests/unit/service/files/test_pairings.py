"""Pairings as people paste them."""

from __future__ import annotations

import pytest

from domain.match.aggregate import Refused
from service.files.pairings import read_pairings

TABS = "table\tplayer_1\tplayer_2\n1\tAnn\tBert\n2\tCleo"


@pytest.mark.parametrize("end", ["", "\t", "\n", "\t\n"])
def test_a_bye_at_the_end_needs_no_closing_tab(end: str) -> None:
    """A form cuts off the white space at the end of what is pasted."""
    assert [each.players for each in read_pairings(TABS + end).tables] == [("Ann", "Bert"), ("Cleo",)]


def test_a_row_with_a_comma_too_few_is_a_fault_with_its_number_of_cells() -> None:
    sheet = read_pairings("table,player_1,player_2\n1,Ann\n")
    assert sheet.faults == ({"line": 2, "value": "1,Ann", "problem": "expected 3 cells, found 2"},)


def test_what_is_no_list_of_tables_is_refused() -> None:
    for text in ("table,player_1\n", '{"table": 1}', "[]", "table,player_1,who\n1,Ann,x\n"):
        with pytest.raises(Refused):
            read_pairings(text)
