"""What a refusal of a command out of its moment says beside the rule."""

from __future__ import annotations

import json

import pytest

from domain.games.agot_board.commands import MusterDone, MusterUnit
from domain.kernel.commands import Command
from domain.kernel.deciding import refusal_of
from domain.kernel.ids import Seat
from domain.match.events import OpenMatch
from tests.builders import begun

AREAS = {
    "winterfell": "stark knight, order march-0",
    "white-harbor": "stark footman, order consolidate-power-special",
    "lannisport": "lannister footman, order consolidate-power-special",
}


@pytest.mark.parametrize("at", ["3.2", "3.3"])
@pytest.mark.parametrize("command", [MusterUnit("white-harbor", "footman"), MusterDone()])
@pytest.mark.parametrize("seat", ["stark", "lannister"])
def test_where_nobody_musters_the_refusal_says_when_that_is_done(at: str, command: Command, seat: str) -> None:
    areas = AREAS if at == "3.2" else {**AREAS, "winterfell": "stark knight"}
    position = {"players": 3, "at": at, "turn": "stark", "areas": areas}
    match = begun(OpenMatch("agot_board", (), position=json.dumps(position))).match
    refusal = refusal_of(match.rules, match.table, Seat(seat), command)
    assert refusal is not None
    assert (
        refusal.rule
        == {
            "3.2": "agot_board.muster.card-in-turn-order",
            "3.3": "agot_board.special.consolidate-power",
        }[at]
    )
    assert str(refusal.because["belongs"]).startswith("a Mustering card")
    assert "" not in refusal.because.values()
    assert "mustering" not in refusal.because
