"""Set-up: agendas that conflict were announced in player order, so they apply in that order."""

from __future__ import annotations

import json

import pytest

from domain.cardgame.in_play.characteristics import allowance
from domain.match.events import OpenMatch
from service.demo.decks import demo_seats
from tests.builders import begun

AGENDAS = [
    {
        "id": f"vow-{most}",
        "type": "agenda",
        "abilities": [{"constant": [{"what": "attackers", "who": "all", "how": "set", "amount": most}]}],
    }
    for most in (3, 9)
]


@pytest.mark.parametrize("seed", range(4))
def test_of_agendas_that_set_one_number_that_of_the_last_player_counts(seed: int) -> None:
    (text, _) = demo_seats("agot_lcg", 2)
    stark = json.loads(text)["deck"]
    seats = tuple(
        json.dumps({"name": name, "deck": {**stark, "agenda": f"own/{agenda['id']}"}})
        for name, agenda in zip(("alice", "bob"), AGENDAS, strict=True)
    )
    table = begun(OpenMatch("agot_lcg", seats, "fast", cards=json.dumps(AGENDAS)), seed).match.table
    last = table.player_order()[-1]
    most = {"alice": 3, "bob": 9}[last]
    assert [allowance(table, seat, "attackers", base=99).value for seat in table.seats] == [most, most]
