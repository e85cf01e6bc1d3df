"""Where the Wildling marker can stand: by the round, the revealed icons, and attacks that there can have been."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.match.aggregate import Refused
from domain.match.events import OpenMatch
from tests.builders import begun

ICONS = {"westeros-1": ["last-days-of-summer"], "westeros-2": ["last-days-of-summer"], "westeros-3": ["web-of-lies"]}
NONE = {"westeros-1": ["mustering"], "westeros-2": ["clash-of-kings"], "westeros-3": ["wildlings-attack"]}
TWICE = {name: [*ICONS[name], *NONE[name]] for name in ICONS}


def board(**fields: Any) -> Any:
    position = {"players": 3, "areas": {"winterfell": "stark knight"}, **fields}
    return begun(OpenMatch("agot_board", (), position=json.dumps(position))).match.table


@pytest.mark.parametrize(
    ("fields", "marker"),
    [
        ({"at": "2.1"}, 2),
        ({"at": "2.1", "round": 2, "revealed": ICONS}, 8),
        ({"at": "1.4", "round": 2, "revealed": ICONS}, 8),
        ({"at": "1.4", "round": 2, "revealed": NONE}, 2),
        ({"at": "2.1", "round": 2, "revealed": NONE}, 0),
        ({"at": "1.4", "round": 3, "revealed": ICONS}, 0),
        ({"at": "2.1", "round": 3, "revealed": TWICE}, 0),
    ],
)
def test_the_marker_stands_by_itself_as_near_to_its_beginning_as_it_can(fields: dict[str, Any], marker: int) -> None:
    assert board(**fields).wildling == marker


@pytest.mark.parametrize(("marker", "round"), [(0, 2), (8, 2), (10, 3)])
def test_the_round_is_the_first_in_which_the_marker_can_stand_there(marker: int, round: int) -> None:
    assert board(at="2.1", wildling=marker).round == round


@pytest.mark.parametrize(
    ("fields", "stands"),
    [
        ({"at": "1.4", "round": 2, "wildling": 2, "revealed": ICONS}, "8"),
        ({"at": "1.4", "round": 2, "wildling": 10, "revealed": NONE}, "2"),
        ({"at": "2.1", "round": 2, "wildling": 2, "revealed": NONE}, "0"),
        ({"at": "2.1", "round": 2, "wildling": 10}, "0, 2, 4, 6, 8"),
        ({"at": "1.4", "round": 3, "wildling": 2, "revealed": ICONS}, "0, 6, 8, 10"),
    ],
)
def test_a_marker_where_no_icons_have_moved_it_is_an_error_of_the_position(fields: dict[str, Any], stands: str) -> None:
    with pytest.raises(Refused) as caught:
        board(**fields)
    said = caught.value.refusal.because
    assert said["field"] == "position.wildling"
    assert f"it stands on {stands} (agot_board.westeros.step-3-wildling-icons)" in str(said["problem"])
