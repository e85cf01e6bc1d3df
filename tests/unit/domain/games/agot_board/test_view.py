"""What is seen of the board: orders that lie face down."""

from __future__ import annotations

import pytest

from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE, PUBLIC, Viewer
from tests.games.agot_board import in_shortage


@pytest.mark.parametrize("viewer", [PUBLIC, JUDGE, HEAD_JUDGE, "baratheon", "stark", ADMIN])
def test_which_order_lies_face_down_is_for_its_house_alone(viewer: str) -> None:
    match = in_shortage(1)
    for judging in (False, True):
        seen = match.rules.view(match.table, Viewer(viewer), judging=judging)["areas"]
        laid = {area: each.order for area, each in match.table.areas.items() if each.order}
        assert {each.house for each in laid.values()} == {"baratheon", "stark"}
        read = {area for area in laid if "token" in seen[area]["order"]}
        entitled = {area for area, order in laid.items() if viewer in (order.house, ADMIN) and not judging}
        assert read == entitled
