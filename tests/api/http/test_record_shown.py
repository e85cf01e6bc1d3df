"""What the record shows of the place that a case is about: whether a seat was asked, and what it did. For judges."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.http.clients import Api, Match
from tests.api.http.disputes import KEEP, CasePage, Dispute, ruling, to_rewind
from tests.api.http.test_remedies import KNIGHTS, laid, passed_over, wait_of

SHOWS = "The record shows: "
PASS = {"type": "pass"}


def asked_alice(api: Api) -> tuple[Match, int]:
    """Alice is asked in her marshalling window, since that version."""
    match = laid(api, KNIGHTS)
    assert wait_of(match) == ("marshalling.action", ["alice"])
    return match, match.read("", "admin")["version"]


def newest_facts(match: Match) -> list[dict[str, Any]]:
    """What happened in the newest action."""
    version = match.read("", "admin")["version"]
    facts: list[dict[str, Any]] = match.read(f"/actions/{version}", "admin")["facts"]
    return facts


def shown(case: Dispute, who: str = "judge") -> list[str]:
    """What is said of the record: the same in the answer and on the page."""
    said: list[str] = case.read(who)["record_shows"]
    page = CasePage(case, who).text
    assert page.count(SHOWS) == len(said)
    assert all(each in page for each in said)
    return [each.removeprefix(SHOWS) for each in said]


@pytest.mark.parametrize("after", [0, 1])
def test_a_seat_that_says_it_was_offered_nothing_was_asked_and_passed(either: Api, after: int) -> None:
    match, version = asked_alice(either)
    match.given("alice", PASS)
    claim = "The service failed to offer me this opportunity."
    case = Dispute(match).opened(text=claim, moment=str(version + after)).taken()
    [said] = shown(case)
    assert f"alice was asked at v{version} (marshalling · action) and passed at v{version + 1}" in said


def test_a_seat_that_is_asked_still_is_said_to_be(api: Api) -> None:
    match, version = asked_alice(api)
    case = Dispute(match).opened(moment=str(version)).taken()
    [said] = shown(case)
    assert f"alice was asked at v{version} (marshalling · action) and has not answered yet." in said


def test_a_seat_that_was_asked_nothing_is_said_to_have_been(api: Api) -> None:
    match, version = asked_alice(api)
    case = Dispute(match).opened("bob", moment=f"{version}.1").taken()
    assert shown(case) == [f"bob was asked nothing at v{version}, and no pass was given for this seat."]


def test_a_pass_by_a_standing_order_is_told_as_one(api: Api) -> None:
    match, _ = asked_alice(api)
    match.given("alice", {"type": "give_standing_order", "until": "round"})
    for number in range(20):
        if any(each["fact"] == "kernel.priority_passed" and "how" in each for each in newest_facts(match)):
            break
        match.gives(match.awaited(), PASS, f"passes-{number}")
    version = match.read("", "admin")["version"]
    case = Dispute(match).opened(moment=str(version)).taken()
    assert any("standing order passed for this seat" in each for each in shown(case))


def test_a_judge_who_opens_a_case_is_told_of_every_seat(api: Api) -> None:
    match, version = asked_alice(api)
    case = Dispute(match).opened("judge", moment=str(version))
    assert [each.split()[0] for each in shown(case, "judge")] == ["alice", "bob"]


def test_a_claim_within_a_remedy_is_compared_with_the_record(api: Api) -> None:
    match, remedy = passed_over(api)
    case = Dispute(match).opened().taken().heard()
    assert shown(case) == []
    case.previewed({**remedy, "service_error": True})
    told = shown(case)
    assert len(told) == 1
    assert "alice was asked at v1 (marshalling · action) and passed at v2" in told[0]
    case.ruled(ruling(remedy={**remedy, "service_error": True}))
    assert shown(case) == told


def test_nobody_but_its_judges_is_told(api: Api) -> None:
    match, version = asked_alice(api)
    case = Dispute(match).opened(moment=str(version)).taken()
    assert {who: bool(shown(case, who)) for who in ("alice", "bob", "judge", "head-judge", "admin")} == {
        "alice": False,
        "bob": False,
        "judge": True,
        "head-judge": True,
        "admin": True,
    }


def test_a_place_that_is_not_there_is_told_nothing_of(api: Api) -> None:
    match, _ = asked_alice(api)
    assert shown(Dispute(match).opened().taken()) == []


def test_a_question_that_a_go_back_undid_or_restored_is_told_once_and_truly(api: Api) -> None:
    """The question stood at v2: its answer, and then it itself, is undone; the restored question is the same one."""
    match = api.opened()
    first, second = match.awaited(), ""
    match.given(first, KEEP)
    second = match.awaited()
    assert second != first
    # the answer of the first seat is v2, after which the second is asked
    case = Dispute(match, moment="2").opened(second).taken()
    assert shown(case) == [f"{second} was asked at v2 (mulligan) and has not answered yet."]
    other = "bob" if second == "alice" else "alice"
    case.given(other, "statements", {"text": "It was one."})
    case.ruled(to_rewind(1)).accepted()
    assert case.carries_out("head-judge", case.previewed({"kind": "rewind", "to": 1})).status_code == 201
    assert shown(case) == [f"{second} was asked at v2 (mulligan), which was undone before an answer."]
    answered = Dispute(match, moment="2").opened(first)
    assert shown(answered, "head-judge") == [
        f"{first} was asked at v1 (mulligan) and answered at v2, which was undone."
    ]
