"""One cause is penalised once for each player: two cases about one moment, and commands of the event that name it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.api.http.clients import Api, problem
from tests.api.http.disputes import CasePage, Dispute, ruling
from tests.api.http.gatherings import Gathering
from tests.api.http.test_seated_meanwhile import between

CAUSE = (422, "judging.penalty.root-cause")
WARNING = {"seat": "alice", "infraction": "slow-play", "penalty": "warning"}
HEAVIER = {**WARNING, "penalty": "hard-warning"}
MINOR = {"infraction": "minor-error", "penalty": "reminder"}


def about(match: Any, moment: str, jan: str, who: str = "alice", **opening: Any) -> Dispute:
    """A note of a seat about a moment of a match, which a judge examines and has heard the seats in."""
    case = Dispute(match, freeze=False).opened(who, moment=moment, **opening).taken(jan)
    for each in match.keys:
        case.given(each, "statements", {"text": "It was one."})
    return case


def penalising(case: Dispute, jan: str, penalty: dict[str, Any] = WARNING, **changes: Any) -> Dispute:
    """The case after it gave a penalty."""
    case.ruled(ruling(penalties=[penalty], **changes), jan).accepted()
    case.given(jan, "penalties", penalty)
    return case


def closed(case: Dispute, jan: str) -> Dispute:
    case.given(jan, "close", {})
    return case


def rules(case: Dispute, jan: str, *penalties: dict[str, Any], **changes: Any) -> Any:
    """What a ruling with these penalties is answered with."""
    return case.gives(jan, "ruling", ruling(penalties=list(penalties), **changes))


def test_a_second_case_about_a_moment_gives_no_second_penalty(either: Api) -> None:
    event = Gathering(either)
    match, jan = event.at_table(), event.keys["jan"]
    first = closed(penalising(about(match, "1", jan), jan), jan)
    second = about(match, "1", jan)
    refused = rules(second, jan, HEAVIER)
    assert problem(refused) == CAUSE
    cause = {"seat": "alice", "cause": f"{match.id}@1", "penalties": [1], "cases": [first.id]}
    assert refused.get_json()["because"] == {"field": "penalties[0].seat", **cause}
    assert f"penalty 1 of the event for {match.id}@1" in refused.get_json()["detail"]
    # a fact of the action is a part of the cause, also where the ruling says it
    assert problem(rules(second, jan, HEAVIER, moment="1.1")) == CAUSE
    # the other player has a cause of their own
    penalising(second, jan, {**WARNING, "seat": "bob"})
    closed(second, jan)
    event.given("hana", "withdraw_penalty", penalty=1, reason="It was the clock.")
    penalising(about(match, "1", jan), jan)


def test_a_moment_that_the_event_penalised_is_penalised_by_no_case(either: Api) -> None:
    event = Gathering(either)
    match, jan = event.at_table(), event.keys["jan"]
    case = about(match, "1", jan)
    event.penalised(cause=f"{match.id}@1.2", **MINOR)
    refused = rules(case, jan, WARNING)
    assert (problem(refused), refused.get_json()["because"]["penalties"]) == (CAUSE, [1])
    # two different wrongs in one action: each names its own fact
    penalising(case, jan, moment="1.1")
    assert [each["state"] for each in event.read("/penalties")["penalties"]] == ["given", "given"]
    closed(case, jan)


def test_what_the_event_penalises_between_the_ruling_and_the_penalty_is_not_penalised_again(api: Api) -> None:
    event = Gathering(api)
    match, jan = event.at_table(), event.keys["jan"]
    case = about(match, "1", jan)
    case.ruled(ruling(penalties=[WARNING]), jan).accepted()
    event.penalised(cause=f"{match.id}@1", **MINOR)
    refused = case.gives(jan, "penalties", WARNING)
    assert (problem(refused), refused.get_json()["because"]["cases"]) == (CAUSE, [])
    assert not CasePage(case, jan).has_form("penalties")
    event.given("hana", "withdraw_penalty", penalty=1, reason="It was slow play.")
    case.given(jan, "penalties", WARNING)


def test_a_moment_that_a_case_penalised_is_penalised_by_no_command(either: Api) -> None:
    event = Gathering(either)
    match, jan = event.at_table(), event.keys["jan"]
    first = closed(penalising(about(match, "1.1", jan), jan), jan)
    again: dict[str, Any] = {"player": "Ann", "reason": "again", **HEAVIER}
    del again["seat"]
    for cause in (f"{match.id}@1", f"{match.id}@1.1", first.id):
        refused = event.gives("jan", "give_penalty", **again, cause=cause)
        assert (problem(refused), refused.get_json()["because"]["penalties"]) == (CAUSE, [1]), cause
        assert "penalty 1" in refused.get_json()["detail"]
    second = about(match, "1", jan)
    refused = event.gives("jan", "give_penalty", **again, cause=second.id)
    assert problem(refused) == CAUSE
    assert f"which case {second.id} is about" in refused.get_json()["detail"]
    event.given("jan", "give_penalty", **again, cause=f"{match.id}@1.2")
    event.given("jan", "give_penalty", **{**again, "player": "Bert", "penalty": "warning"}, cause=f"{match.id}@1")
    event.given("jan", "give_penalty", **{**again, **MINOR}, cause="what he said while he did it")


def test_a_match_alone_is_no_cause(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    refused = event.gives("jan", "give_penalty", player="Ann", reason="x", cause=match.id, **MINOR)
    assert problem(refused) == CAUSE
    assert refused.get_json()["because"] == {"field": "cause", "value": match.id}
    assert f"({match.id}@41.2)" in refused.get_json()["detail"]


def test_the_ruling_says_which_moment_a_case_is_about(api: Api) -> None:
    event = Gathering(api)
    match, jan = event.at_table(), event.keys["jan"]
    case = penalising(about(match, "1", jan), jan, moment="1.1")
    event.penalised(cause=f"{match.id}@1.2", **MINOR)
    assert problem(case.gives(jan, "amend", ruling(penalties=[WARNING], moment="1.2"))) == CAUSE
    # what it gave for its moment stays ruled
    case.given(jan, "amend", ruling(penalties=[WARNING], moment="1.1", finding="Seen again."))


def test_a_case_that_names_no_moment_is_a_cause_of_its_own(api: Api) -> None:
    event = Gathering(api)
    match, jan = event.at_table(), event.keys["jan"]
    event.penalised(cause=f"{match.id}@1", **MINOR)
    for step in (WARNING, HEAVIER):
        case = Dispute(match, freeze=False).opened("alice").taken(jan).heard()
        closed(penalising(case, jan, step), jan)


def test_two_cases_of_no_event_penalise_a_moment_once_unless_one_mends_the_other(api: Api) -> None:
    match = api.opened("alone")
    first = closed(penalising(about(match, "1", "judge"), "judge"), "judge")
    beside = about(match, "1", "judge")
    assert problem(rules(beside, "judge", WARNING)) == CAUSE
    beside.given("judge", "abandon", {"reason": "It is the same."})
    mended = about(match, "1", "judge", names=first.id)
    penalising(mended, "judge", HEAVIER)


def test_two_who_penalise_a_moment_at_once_penalise_it_once(either: Api) -> None:
    event = Gathering(either)
    match, jan = event.at_table(), event.keys["jan"]
    case = about(match, "1", jan)
    case.ruled(ruling(penalties=[WARNING]), jan).accepted()
    fields = {"player": "Ann", "reason": "at once", **MINOR, "cause": f"{match.id}@1"}
    ways = (lambda: case.gives(jan, "penalties", WARNING), lambda: event.gives("jan", "give_penalty", **fields))
    with ThreadPoolExecutor(2) as threads:
        answers = [each.result().status_code for each in [threads.submit(way) for way in ways]]
    assert sorted(answers) == [201, 422]
    assert len(event.read("/penalties")["penalties"]) == 1


def test_of_two_cases_of_no_event_that_penalise_a_moment_at_once_one_does(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = api.opened("alone")
    cases = [about(match, "1", "judge", who) for who in match.keys]
    for case in cases:
        case.ruled(ruling(penalties=[WARNING])).accepted()
    first = between(api, monkeypatch, lambda: cases[0].gives("judge", "penalties", WARNING))
    assert problem(cases[1].gives("judge", "penalties", WARNING)) == CAUSE
    assert [each.status_code for each in first] == [201]


def test_what_a_new_ruling_says_that_a_case_is_about_is_not_penalised_meanwhile(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = Gathering(api)
    match, jan = event.at_table(), event.keys["jan"]
    case = penalising(about(match, "1", jan), jan, moment="1.1")
    moved = ruling(penalties=[WARNING], moment="1.2")
    amended = between(api, monkeypatch, lambda: case.gives(jan, "amend", moved))
    given = event.gives("jan", "give_penalty", player="Ann", reason="x", **MINOR, cause=f"{match.id}@1.2")
    assert (problem(given), [each.status_code for each in amended]) == (CAUSE, [201])
