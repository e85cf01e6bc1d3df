"""After its end an event takes no entry, also none of a case; what else a case may still do stays possible."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.api.cli import Praetor
from tests.api.http.clients import Api, problem
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import Gathering
from tests.api.http.test_console_events import Staff
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


def test_the_times_of_an_event_that_is_over_stay_as_they_are(api: Api) -> None:
    """A ruling from after the end gives its tables nothing; one from before still does."""
    event = Gathering(api)
    jan = event.keys["jan"]
    case = Dispute(event.at_table()).opened().taken(jan).heard()
    event.given("hana", "start_round", round=1)
    case.ruled(ruling(time={"alice": 60, "bob": 60}), jan)
    event.given("olga", "end_event")
    [table] = event.read()["paired"][0]["tables"]
    assert table["ruled"] == 60
    case.given(jan, "amend", ruling(time={"alice": 120, "bob": 120}))
    assert event.read()["paired"][0]["tables"] == [table]


def test_a_penalty_that_nobody_approved_before_the_end_was_never_approved(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = Gathering(api).enrolled()
    event.given("hana", "give_penalty", player="Ann", infraction="cheating", penalty="disqualification", reason="Seen.")
    page = f"/events/{event.id}"
    assert "awaits approval" in Reader(api, event.keys["jan"]).text(page)
    with monkeypatch.context() as earlier:
        # an event could end so once, and such events stay as they are
        earlier.setattr("domain.kernel.checks.DISABLED", {"nothing_pending"})
        event.given("olga", "end_event")
    shown = Reader(api, event.keys["jan"]).text(page)
    assert "awaits approval" not in shown
    assert "was never approved" in shown


@pytest.mark.parametrize("by", ["api", "console"])
def test_an_appeal_that_needs_a_new_head_judge_after_the_end_is_heard(either: Api, by: str) -> None:
    event = Gathering(either)
    hana, hedda = event.keys["hana"], either.services.keys.issue("head-judge", "hedda")
    case = Dispute(event.at_table()).opened().taken(hana).heard()
    case.ruled(ruling(), hana)
    event.given("olga", "end_event")
    case.given("alice", "appeal", {"text": "I was not slow."})
    assert case.read(hana)["waits_for"] == [{"move": "appoint", "who": ["organizer"]}]
    if by == "api":
        event.given("olga", "appoint_staff", actor="hedda", office="head-judge")
    else:
        assert 'value="end_event"' not in Reader(either, event.keys["olga"]).text(f"/events/{event.id}")
        Staff(event, "olga").sends("appoint_staff", actor="hedda", office="head-judge")
    assert case.read(hedda)["waits_for"] == [{"move": "answer", "who": ["head-judge"]}]
    case.given(hedda, "answer", {"verdict": "confirm", "text": "So it is."})
    case.given(hedda, "close", {})


def test_a_case_whose_judges_have_all_an_interest_waits_for_another_also_after_the_end(api: Api) -> None:
    event = Gathering(api)
    match, jan, olga = event.at_table(), event.keys["jan"], event.keys["olga"]
    case = Dispute(match).opened().taken(jan).heard()
    event.given("olga", "end_event")
    for each, who in enumerate((jan, event.keys["hana"], api.keys["judge"])):
        declared = api.post(f"{match.path}/judges/interest", who, None, Idempotency_Key=f"mine-{each}")
        assert declared.status_code == 201
    assert case.read(olga)["waits_for"] == [{"move": "appoint", "who": ["organizer"], "what": "judge"}]
    assert "No judge can act: the organizer must appoint or call one." in Reader(api, olga).text(f"/cases/{case.id}")
    event.given("olga", "appoint_staff", actor="eve", office="judge")
    assert case.read(olga)["waits_for"] == [{"move": "take_over", "who": ["judge"]}]
    case.given(event.keys["eve"], "take")


def test_who_ends_an_event_is_told_what_is_open(api: Api) -> None:
    event = Gathering(api)
    Dispute(event.at_table()).opened()
    event.given("hana", "give_penalty", player="Ann", infraction="cheating", penalty="disqualification", reason="Seen.")
    shown = Reader(api, event.keys["olga"]).text(f"/events/{event.id}")
    assert "The event ends now, with 1 of 1 table without a result (table 1) in round 1." in shown
    owed = r"Disqualification for Ann: [^.]+ awaits approval: it is approved or withdrawn before the event ends\."
    assert re.search(owed, shown)
    assert "1 case about its matches open." in shown
    assert "no penalty and no time of a case either" in shown


def test_the_end_of_an_event_tells_of_no_penalty_that_was_given_or_closed_without(api: Api) -> None:
    event = Gathering(api)
    jan, bob = event.keys["jan"], {**WARNING, "seat": "bob"}
    case = Dispute(event.at_table()).opened().taken(jan).heard()
    case.ruled(ruling(penalties=[WARNING, bob]), jan).accepted()
    case.given(jan, "penalties", WARNING)
    case.given(jan, "close", {"without_penalties": True})
    assert "lapsed" not in event.given("olga", "end_event")


@pytest.mark.parametrize("over", [False, True])
def test_a_ruling_after_the_end_offers_no_penalty_and_no_time(api: Api, over: bool) -> None:
    event = Gathering(api)
    jan = event.keys["jan"]
    case = Dispute(event.at_table()).opened().taken(jan).heard()
    if over:
        event.given("olga", "end_event")
    shown = Reader(api, jan).text(f"/cases/{case.id}")
    assert 'name="finding"' in shown
    assert ("takes no penalty and no time any more" in shown) == over
    assert ('name="penalty"' in shown, 'name="time-alice"' in shown) == (not over, not over)


def test_a_ruling_that_is_made_anew_after_the_end_keeps_its_penalties_and_time(api: Api) -> None:
    event = Gathering(api)
    jan = event.keys["jan"]
    case = Dispute(event.at_table()).opened().taken(jan).heard()
    case.ruled(ruling(penalties=[{**WARNING, "rules": ["judging.penalty.ladder"]}], time={"alice": 60}), jan)
    event.given("olga", "end_event")
    shown = Reader(api, jan).text(f"/cases/{case.id}")
    form = re.search(r'<form [^>]*/amend".*?</form>', shown, re.DOTALL)
    assert form
    assert '<input type="hidden" name="time-alice" value="60">' in form[0]
    kept = re.search(r'<input type="hidden" name="penalties" value="(.*)">', form[0])
    assert kept
    assert json.loads(unescape(kept[1]))[0]["penalty"] == "warning"


def awaiting(api: Api, penalty: str, judge: str = "jan") -> tuple[Gathering, Dispute]:
    """An event with a case whose judge has ruled a penalty that awaits approval."""
    event = Gathering(api)
    who = event.keys[judge]
    case = Dispute(event.at_table()).opened().taken(who).heard()
    case.ruled(ruling(penalties=[{**WARNING, "penalty": penalty}]), who)
    return event, case


@pytest.mark.parametrize(("penalty", "judge"), [("match-loss", "jan"), ("disqualification", "hana")])
def test_an_event_does_not_end_while_a_penalty_of_a_case_awaits_approval(api: Api, penalty: str, judge: str) -> None:
    event, case = awaiting(api, penalty, judge)
    form = Reader(api, event.keys["olga"]).text(f"/events/{event.id}")
    assert re.search(
        rf"for Ann \(case {case.id}\) awaits approval: it is approved, ruled anew or the case closed", form
    )
    refused = event.gives("olga", "end_event")
    assert problem(refused) == (409, "judging.event.over")
    assert refused.get_json()["because"] == {"event": event.id, "cases": [case.id], "players": ["Ann"]}
    assert f"ruled for Ann still awaits approval (case {case.id})" in refused.get_json()["detail"]
    # what nobody approves need not be given: the case is closed without it
    closing = {"text": "Not given.", "without_penalties": True}
    case.accepted().given(event.keys[judge], "close", closing)
    event.given("olga", "end_event")


def test_an_event_ends_once_the_penalty_of_a_case_is_approved(api: Api) -> None:
    event, case = awaiting(api, "match-loss")
    assert problem(event.gives("olga", "end_event"))[1] == "judging.event.over"
    case.given(event.keys["hana"], "approve", {"number": 1, "reason": "So it is."})
    form = Reader(api, event.keys["olga"]).text(f"/events/{event.id}")
    assert f"never given once the event is over: Loss of the match for Ann (case {case.id})." in form
    first = event.gives("olga", "end_event", "the-end").get_json()
    infraction = {name: WARNING[name] for name in ("infraction",)}
    lapsed = {"case": case.id, "player": "Ann", **infraction, "penalty": "match-loss", "appealed": False}
    assert first["lapsed"] == [lapsed]
    case.accepted().given(event.keys["jan"], "close", {})
    assert event.gives("olga", "end_event", "the-end").get_json() == first


def test_who_ends_an_event_is_told_which_penalties_under_appeal_lapse(api: Api) -> None:
    event, case = awaiting(api, "match-loss")
    case.given(event.keys["hana"], "approve", {"number": 1, "reason": "So it is."})
    case.given("alice", "appeal", {"text": "I was not slow."})
    form = Reader(api, event.keys["olga"]).text(f"/events/{event.id}")
    assert f"Loss of the match for Ann (case {case.id}, under appeal)." in form
    assert [(each["case"], each["appealed"]) for each in event.given("olga", "end_event")["lapsed"]] == [
        (case.id, True)
    ]


@pytest.mark.parametrize(("penalty", "judge"), [("match-loss", "jan"), ("disqualification", "jan")])
def test_an_event_does_not_end_while_an_unapproved_penalty_is_under_appeal(api: Api, penalty: str, judge: str) -> None:
    event, case = awaiting(api, penalty, judge)
    case.given("alice", "appeal", {"text": "I was not slow."})
    form = Reader(api, event.keys["olga"]).text(f"/events/{event.id}")
    assert f"for Ann (case {case.id}) awaits approval: the appeal is answered before the event ends" in form
    refused = event.gives("olga", "end_event")
    assert problem(refused) == (409, "judging.event.over")
    assert refused.get_json()["because"] == {"event": event.id, "cases": [case.id], "players": ["Ann"]}
    assert "an appeal of it answered first" in refused.get_json()["detail"]
    # the answer of the head judge is their approval; the organizer has still to give theirs
    case.given(event.keys["hana"], "answer", {"verdict": "confirm", "text": "So it is."})
    if penalty == "disqualification":
        assert problem(event.gives("olga", "end_event"))[1] == "judging.event.over"
        case.given(event.keys["olga"], "approve", {"number": 1, "reason": "So it is."})
    lapsed = event.given("olga", "end_event")["lapsed"]
    assert [(each["penalty"], each["appealed"]) for each in lapsed] == [(penalty, False)]


@pytest.mark.parametrize("appealed", [False, True])
def test_the_command_line_tells_which_penalties_lapse(api: Api, tmp_path: Path, appealed: bool) -> None:
    event, case = awaiting(api, "match-loss")
    case.given(event.keys["hana"], "approve", {"number": 1, "reason": "So it is."})
    if appealed:
        case.given("alice", "appeal", {"text": "I was not slow."})
    ends, praetor = ("event", "do", event.id, "end_event", "--by", "olga", "--key", "the-end"), Praetor(tmp_path)
    told = f"  lapsed: match-loss of Ann for slow-play (case {case.id}{', under appeal' if appealed else ''})\n"
    printed = praetor.does(*ends)
    assert printed.endswith(f"end_event\n{told}")
    assert praetor.does(*ends) == printed
    slow = {"infraction": WARNING["infraction"], "penalty": "match-loss", "appealed": appealed}
    assert praetor.json(*ends)["lapsed"] == [{"case": case.id, "player": "Ann", **slow}]


def test_a_ruling_that_comes_while_an_event_ends_is_seen_before_its_end_is_stored(
    either: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = Gathering(either)
    jan = event.keys["jan"]
    case = Dispute(event.at_table()).opened().taken(jan).heard()
    cases, ruled = either.services.events.cases, iter([True])
    found = cases.penalties_awaiting

    def awaiting_then_ruled(*of: Any) -> Any:
        seen = found(*of)
        if next(ruled, False):
            case.ruled(ruling(penalties=[{**WARNING, "penalty": "match-loss"}]), jan)
        return seen

    monkeypatch.setattr(cases, "penalties_awaiting", awaiting_then_ruled)
    assert problem(event.gives("olga", "end_event"))[1] == "judging.event.over"
    assert event.read()["over"] == ""
