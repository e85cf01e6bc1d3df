"""A clock that is set back: no recorded time is before an earlier one, and no clock of a match is negative."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.api.http.clients import api_of
from tests.api.http.test_damaged_records import with_events

KEEP = {"type": "decide_mulligan", "mulligan": False}
BACK = "2001-01-01T00:00:00.000000Z"


def test_no_time_is_recorded_before_an_earlier_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with api_of(tmp_path / "praetor.db") as api:
        match = api.opened()
        monkeypatch.setattr(api.services.matches, "_clock", lambda: BACK)
        monkeypatch.setattr("service.web.match.questions.now", lambda: BACK)
        match.given(match.awaited(), KEEP)
        times = [each["at"] for each in match.read("/actions", "admin")["actions"]]
        assert times[0] == times[1] > BACK
        told = match.read("/clocks", "admin")
        assert told["out_of_order"] == []
        assert {each["seconds"] for each in told["seats"].values()} == {0.0}


def test_a_record_whose_times_go_back_counts_no_time_between_them(tmp_path: Path) -> None:
    with api_of(tmp_path / "praetor.db") as api:
        match = api.opened()
        for _ in range(2):
            match.given(match.awaited(), KEEP)
        record = match.get("/record", "admin").data.splitlines()
        events = [json.loads(line)["payload"] for line in record[1:]]
        events[1]["at"] = BACK
        sent = with_events(record, events, "m-back")
        answer = api.ask("POST", "/v1/records", "admin", data=sent, content_type="application/x-ndjson")
        assert answer.status_code == 201, answer.get_data(as_text=True)
        told = api.read("/v1/matches/m-back/clocks", "admin")
        assert told["out_of_order"] == [2]
        assert min(each["seconds"] for each in told["seats"].values()) >= 0
        assert [each["seconds"] for each in told["longest"] if each["seconds"] < 0] == []
