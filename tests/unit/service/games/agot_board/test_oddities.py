"""What is unusual on a board, and may be laid by a judge, is told."""

import pytest

from domain.kernel.ids import Seat
from service.games.agot_board.oddities import board_oddities
from tests.builders import opened_from

LAID = """
players: 6
at: "3.2"
areas: {winterfell: stark footman, sunspear: martell footman}
"""


@pytest.mark.parametrize(
    ("area", "fields", "said"),
    [
        ("sunspear", {"house": Seat("stark")}, "The Garrison of martell lies in Sunspear, where units of stark stand."),
        (
            "sunspear",
            {"power_token": Seat("stark")},
            "A Power token of stark lies in Sunspear, the home of martell.",
        ),
        (
            "winterfell",
            {"power_token": Seat("martell")},
            "A Power token of martell lies in Winterfell, where units of stark stand.",
        ),
    ],
)
def test_what_lies_where_another_house_stands_is_told(area: str, fields: dict[str, Seat], said: str) -> None:
    table = opened_from(LAID, game="agot_board").table.branch()
    assert list(board_oddities(table)) == []
    there = table.areas.writable(area)
    for name, value in fields.items():
        setattr(there, name, value)
    assert said in list(board_oddities(table))
