"""Times on pages: what a form takes as a length of time, and how long a clock has still to run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from service.console.words import time_left
from tests.api.http.clients import Api, api_of
from tests.api.http.disputes import Dispute
from tests.api.http.test_console_events import TABLE, Staff, under_way
from tests.api.http.test_console_forms import alarm
from tests.api.http.test_console_rules import SAID, Reader, at


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("time") / "praetor.db") as made:
        yield made


LENGTHS = [("2:00", 120), ("0:45", 45), ("90", 90), ("3 min", 180), ("30 s", 30)]


@pytest.mark.parametrize(("typed", "seconds"), LENGTHS)
def test_a_length_of_time_is_taken_as_a_clock_shows_it(api: Api, typed: str, seconds: int) -> None:
    event = under_way(api, "agot_lcg")
    staff = Staff(event, "hana")
    assert 'value="1:00"' in staff.form("give_time", TABLE)
    assert staff.sends("give_time", TABLE, seconds=typed, reason="A spill.").status_code == 303
    assert event.read()["paired"][0]["tables"][0]["given"] == seconds
    dispute = Dispute(api.opened(f"time-{seconds}")).opened().taken()
    page = f"/cases/{dispute.id}"
    dispute.heard()
    sent = at(dispute, "judge").sends(f"{page}/ruling", page, **SAID, rules="stealth", **{"time-alice": typed})
    assert sent.status_code == 303, alarm(sent.get_data(as_text=True))
    ruled = next(each["ruling"] for each in dispute.read("judge")["entries"] if each["kind"] == "ruling_given")
    assert ruled["time"] == {"alice": seconds}


def test_minutes_that_are_left_stand_beside_the_end_of_a_clock(api: Api) -> None:
    event = under_way(api, "agot_lcg", "start_round")
    there = event.read()["paired"][0]
    for address in ("", "/tables/1/1"):
        page = Reader(api, event.keys["jan"]).text(f"/events/{event.id}{address}")
        assert re.search(rf'data-until="[^"]+">{there["minutes"] - 1} min left<', page), page
    now = datetime(2026, 11, 29, 12, tzinfo=UTC)
    told = {"12:00:30": "less than a minute left", "12:59:59": "59 min left", "13:05:00": "1 h 05 min left"}
    told |= {"11:59:50": "over", "11:52:00": "over for 8 min"}
    assert {time: time_left(f"2026-11-29T{time}+00:00", now) for time in told} == told
