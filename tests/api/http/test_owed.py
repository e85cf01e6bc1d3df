"""Time owed of the time that a case took, beyond what table and seat were given, to who reads the rulings."""

from __future__ import annotations

from math import ceil

import pytest

from tests.api.http.clients import Api
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import GAMES, Gathering


@pytest.mark.parametrize("game", GAMES)
def test_what_a_case_took_is_owed_beyond_what_table_and_seats_were_given(api: Api, game: str) -> None:
    event = Gathering(api, game)
    match = event.at_table(spectators="public")
    first, *others = match.keys
    dispute = Dispute(match).opened(first)
    dispute.given("judge", "take")
    dispute.given("judge", "ruling", ruling(time={first: 120}))
    event.given("hana", "start_round", round=1)
    event.given("jan", "give_time", round=1, table=1, seconds=30, reason="a spill")
    limit = api.read(f"/v1/regulations/{event.kind['regulation']}")["limits"]["extension"]
    for who in (first, *others, "judge", "hana", "root"):
        told = match.read("/clocks?as=public", event.keys.get(who, who))
        owed = told["owed"]
        assert [each["case"] for each in told["freezes"]] == [dispute.id]
        assert (owed["given"], owed["limit"], owed["ruled"][first]) == (30, limit, 120)
        assert owed["owed"] == {
            seat: max(0, ceil(told["frozen"]) - 30 - owed["ruled"][seat]) for seat in (first, *others)
        }
    assert match.read("/clocks", "")["owed"] is None
    assert [each["case"] for each in match.read("/clocks", "")["freezes"]] == [dispute.id]
