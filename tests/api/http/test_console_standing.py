"""What the pages say of how a case stands is so: a match that is over, who is in charge, what is waited for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.http.clients import Api, api_of, problem
from tests.api.http.disputes import RULE, Dispute, ruling
from tests.api.http.test_console_rules import at

ENDING = {"kind": "ending", "how": "loss", "winner": "bob"}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("standing") / "praetor.db") as made:
        yield made


def page_of(case: Dispute) -> str:
    return case.path.removeprefix("/v1")


def remedied(api: Api, name: str, remedy: dict[str, Any], **said: Any) -> Dispute:
    """A case whose remedy the head judge has carried out."""
    case = Dispute(api.opened(name)).opened().taken("head-judge").heard()
    preview = case.previewed(remedy, "head-judge")
    case.ruled(ruling(remedy=remedy, **said), "head-judge").accepted()
    assert case.carries_out("head-judge", preview).status_code == 201
    return case


@pytest.mark.parametrize(("remedy", "goes_on"), [(ENDING, False), ({"kind": "acceptance"}, True)])
def test_a_match_that_a_remedy_ended_does_not_go_on_and_is_not_stopped_again(
    api: Api, remedy: dict[str, Any], goes_on: bool
) -> None:
    case = remedied(api, f"over-{goes_on}", remedy)
    judge, page = at(case, "head-judge"), page_of(case)
    for path in (page, f"{page}/print"):
        assert ("the match goes on" in judge.text(path)) == goes_on
    assert ("Stop the match again" in judge.text(page)) == goes_on
    assert "Hold the match" not in judge.text(page)
    stopped = case.gives("head-judge", "freeze", {"reason": "Once more."})
    assert stopped.status_code == 201 if goes_on else problem(stopped) == (409, "judging.case.in-order")


def test_a_match_that_is_held_after_its_end_is_not_let_go_on(api: Api) -> None:
    case = remedied(api, "held", ENDING, hold=True)
    judge, page = at(case, "head-judge"), page_of(case)
    shown = judge.text(page)
    assert "Hold the match, which is over, no longer" in shown
    assert "match goes on" not in shown
    assert "Let the match go on" not in shown


def test_a_match_that_ended_by_itself_is_held_for_a_remedy(api: Api) -> None:
    case = Dispute(api.opened("ended")).opened().taken("head-judge").heard()
    case.given("head-judge", "resume", {"reason": "It may be settled at the table."})
    case.match.given("alice", {"type": "concede"})
    judge, page = at(case, "head-judge"), page_of(case)
    assert "Stop the match again" not in judge.text(page)
    assert "Hold the match, which is over, for a remedy" in judge.text(page)
    case.given("head-judge", "freeze", {"reason": "The result is disputed."})
    assert case.previewed({"kind": "ending", "how": "draw"}, "head-judge")


def test_who_is_not_told_who_is_in_charge_is_not_told_that_nobody_is(api: Api) -> None:
    case = Dispute(api.opened("public", spectators="public")).opened()
    for told in ("nobody in charge", "judge-1"):
        judge, analyst = at(case, "judge"), at(case, "analyst")
        for path in (page_of(case), "/cases"):
            assert told in judge.text(path)
            assert case.id in analyst.text(path)
            for hidden in ("nobody in charge", "judge-1"):
                assert hidden not in analyst.text(path)
        if told == "nobody in charge":
            case.taken()


def test_a_statement_is_not_waited_for_when_none_can_be_given(api: Api) -> None:
    case = Dispute(api.opened("asked")).opened().taken("head-judge")
    case.given("head-judge", "questions", {"seat": "bob", "text": "How much gold had you?"})
    page, judge = page_of(case), at(case, "head-judge")
    asked = "bob was asked for a statement and has not given one."
    assert asked in judge.text(page)
    preview = case.previewed(ENDING, "head-judge")
    case.ruled(ruling(remedy=ENDING), "head-judge").accepted()
    assert asked in judge.text(page)
    assert case.carries_out("head-judge", preview).status_code == 201
    for path in (page, f"{page}/print", "/cases"):
        assert "was asked for a statement" not in judge.text(path)
    assert problem(case.gives("bob", "statements", {"text": "Two."})) == (409, "judging.case.in-order")


def test_which_entry_was_shared_is_said(api: Api) -> None:
    case = Dispute(api.opened("shared")).opened().taken().heard()
    case.given("judge", "shared", {"entry": 3})
    judge, page = at(case, "judge"), page_of(case)
    assert '<a href="#entry-3">entry 3</a>' in judge.text(page)
    assert "With the seats: entry 3" in judge.text(f"{page}/print")


@pytest.mark.parametrize("entry", ["99", "2"])
def test_what_is_shared_is_an_entry_that_is_there(api: Api, entry: str) -> None:
    case = Dispute(api.opened(f"share-{entry}")).opened().taken()
    refused = case.gives("judge", "shared", {"entry": int(entry)})
    assert problem(refused) == (422, "judging.case.shares-an-entry")


def test_a_seats_key_opens_its_match(api: Api) -> None:
    match = api.opened("mine")
    own = f"/console/matches/{match.id}"
    for key, page in ((match.keys["alice"], own), (match.keys["bob"], own), (api.keys["judge"], "/console/matches")):
        client = api.app.test_client()
        assert client.post("/console/login", data={"key": key}).headers["Location"] == page
        assert client.get(page).status_code == 200


@pytest.mark.parametrize("verdict", ["change", "replace"])
def test_an_appeal_is_not_answered_with_a_change_that_changes_nothing(api: Api, verdict: str) -> None:
    case = Dispute(api.opened(f"same-{verdict}")).opened().taken().heard().ruled(ruling())
    case.given("alice", "appeal", {"text": "The log shows another thing."})
    same = ruling(reason="The log  shows\nit.")
    answer = {"verdict": verdict, "text": "Heard both."}
    for given in ({**answer, "ruling": same}, {**answer, "ruling": ruling()}, answer):
        assert problem(case.gives("head-judge", "answer", given)) == (403, "judging.appeal.head-judge-final")
    head, page = at(case, "head-judge"), page_of(case)
    form = re.search(r'<form[^>]*/answer".*?</form>', head.text(page), re.DOTALL)
    assert form
    before = re.search(r'name="before" value="(.*?)">', form[0])
    assert before
    filled = {**json.loads(before[1]), "rules": RULE, "before": before[1], **answer}
    refused = head.sends(f"{page}/answer", page, **filled)
    assert refused.status_code == 422
    assert "a ruling goes with it that says something else" in refused.get_data(as_text=True)
    assert case.state() == "appealed"
    case.given("head-judge", "answer", {**answer, "ruling": ruling(reason="Both agree.")})
    assert case.state() == "answered"
