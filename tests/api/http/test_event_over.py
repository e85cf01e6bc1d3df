"""After its end an event takes no entry, also none of a case; what else a case may still do stays possible."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.http.clients import Api, problem
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import Gathering
from tests.api.http.test_console_rules import Reader

WARNING = {"seat": "alice", "infraction": "slow-play", "penalty": "warning"}


def test_an_event_that_is_over_takes_no_penalty_of_a_case(either: Api) -> None:
    event = Gathering(either)
    jan = event.keys["jan"]
    case = Dispute(event.at_table()).opened().taken(jan).heard()
    case.ruled(ruling(penalties=[WARNING]), jan).accepted()
    refusal = 'Give the penalty: <a class="rule" href="/console/rules/judging.event.over"'
    assert refusal not in Reader(either, jan).text(f"/cases/{case.id}")
    event.given("olga", "end_event")
    stood = (event.read()["version"], case.read(jan)["entries"])
    refused = case.gives(jan, "penalties", WARNING)
    assert (problem(refused)[1], refused.get_json()["because"]["event"]) == ("judging.event.over", event.id)
    assert refusal in Reader(either, jan).text(f"/cases/{case.id}")
    assert (event.read()["version"], case.read(jan)["entries"]) == stood
    assert event.read("/penalties")["penalties"] == []
    case.given(jan, "close", {"text": "The event is over."})


def test_an_event_that_ends_while_a_case_gives_a_penalty_has_no_entry_of_it(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = Gathering(api)
    jan = event.keys["jan"]
    case = Dispute(event.at_table()).opened().taken(jan).heard()
    case.ruled(ruling(penalties=[WARNING]), jan).accepted()
    running, ended = api.services.events.setting, iter([False, True])

    def setting(match_id: str) -> Any:
        found = running(match_id)
        if next(ended, False):
            event.given("olga", "end_event")
        return found

    monkeypatch.setattr(api.services.cases, "setting", setting)
    entries = case.read(jan)["entries"]
    assert problem(case.gives(jan, "penalties", WARNING))[1] == "judging.event.over"
    assert case.read(jan)["entries"] == entries
    assert event.read("/penalties")["penalties"] == []
