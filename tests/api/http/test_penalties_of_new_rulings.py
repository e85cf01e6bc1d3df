"""A ruling that is amended or answered after its penalties were given: what it takes back is withdrawn, or replaced."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from service.console.forms.fields import option_text
from tests.api.http.clients import Api, problem
from tests.api.http.disputes import RULE, CasePage, Dispute, ruling
from tests.api.http.gatherings import Gathering
from tests.api.http.test_console_forms import alarm
from tests.api.http.test_console_rules import SAID, at

STANDS = "judging.penalty.stands-by-ruling"
WARNING = {"seat": "alice", "infraction": "slow-play", "penalty": "warning"}
HEAVIER = {**WARNING, "penalty": "hard-warning"}


def given_in(event: Gathering, penalty: dict[str, Any] = WARNING) -> Dispute:
    """A case of the event's match whose first ruling gave a penalty."""
    case = Dispute(event.at_table()).opened().taken(event.keys["jan"]).heard()
    case.ruled(ruling(penalties=[penalty]), event.keys["jan"]).accepted()
    case.given(event.keys["jan"], "penalties", penalty)
    return case


def amended(event: Gathering, case: Dispute, *penalties: dict[str, Any]) -> None:
    case.given(event.keys["jan"], "amend", ruling(finding="Seen again.", penalties=list(penalties)))
    case.accepted()


def states(event: Gathering) -> list[tuple[str, str, str]]:
    rows = event.read("/penalties")["penalties"]
    return [(row["given"], row["state"], row.get("withdrawn", "")) for row in rows]


def taken_back(event: Gathering, case: Dispute) -> str:
    """The judge whose amended ruling penalises nobody, as the head judge has approved."""
    amended(event, case)
    case.given(event.keys["hana"], "approve", {"number": 2, "reason": "Seen by two."})
    return event.keys["jan"]


def awaited(case: Dispute, who: str) -> list[tuple[str, list[str], str]]:
    return [(each["move"], each["who"], each.get("what", "")) for each in case.read(who)["waits_for"]]


def test_the_penalty_of_an_amended_ruling_replaces_that_of_the_one_before(either: Api) -> None:
    event = Gathering(either)
    case, jan = given_in(event), event.keys["jan"]
    amended(event, case, HEAVIER)
    told = [("withdraw_penalty", ["judge"], ""), ("approve", ["head-judge"], "penalties")]
    assert awaited(case, jan) == told
    refused = case.gives(jan, "penalties", HEAVIER)
    assert problem(refused) == (422, "judging.penalty.ladder")
    case.given(event.keys["hana"], "approve", {"number": 2, "reason": "Seen by two."})
    first = case.gives(jan, "penalties", HEAVIER, "once")
    assert first.status_code == 201
    assert first.get_json()["replaces"] == [WARNING]
    assert case.gives(jan, "penalties", HEAVIER, "once").get_json() == first.get_json()
    assert problem(case.gives(jan, "penalties", HEAVIER))[1] == "judging.penalty.root-cause"
    why = ruling()["to_players"]
    assert states(event) == [("warning", "withdrawn", why), ("hard-warning", "given", "")]
    entries = [(each["actor"], each["office"], each["command"]["type"]) for each in event.read("/entries")["entries"]]
    assert entries[-2:] == [("hana", "head-judge", "withdraw_penalty"), ("jan", "judge", "give_penalty")]
    record = event.read("/record?player=Ann")
    assert [each["penalty"] for each in record["ruled"]] == ["hard-warning"]
    # one penalty counts: the ladder goes on after the first
    assert record["next_steps"]["slow-play"] == "hard-warning"
    assert awaited(case, jan) == []
    page = CasePage(case, jan).text
    assert "In the stead of" in page
    case.given(jan, "close", {})


def test_the_ladder_counts_no_penalty_that_is_replaced(api: Api) -> None:
    event = Gathering(api)
    case, jan = given_in(event), event.keys["jan"]
    again = {**WARNING, "reason": "it was five minutes"}
    amended(event, case, again)
    refused = case.gives(jan, "penalties", again)
    assert problem(refused) == (409, STANDS)
    assert refused.get_json()["because"]["needs"] == "head-judge"
    case.given(event.keys["hana"], "approve", {"number": 2, "reason": "Seen by two."})
    case.given(jan, "penalties", again)
    assert [state for _, state, _ in states(event)] == ["withdrawn", "given"]


def test_a_penalty_that_the_new_ruling_does_not_name_is_withdrawn_before_the_case_is_closed(either: Api) -> None:
    event = Gathering(either)
    case, jan = given_in(event), event.keys["jan"]
    assert problem(case.gives(jan, "penalties/withdraw", WARNING)) == (409, STANDS)
    amended(event, case)
    assert ("withdraw_penalty", ["judge"], "") in awaited(case, jan)
    assert ("withdraw_penalty", ["judge"], "") in awaited(case, "alice")
    closing = case.gives(jan, "close", {})
    assert problem(closing) == (409, STANDS)
    named = {**{name: WARNING[name] for name in ("seat", "infraction", "penalty")}, "player": "Ann"}
    assert closing.get_json()["because"] == {"ruling": 2, "penalties": [named]}
    ending = event.gives("olga", "end_event")
    assert (problem(ending)[1], ending.get_json()["because"]["withdrawals"]) == ("judging.event.over", [case.id])
    refused = case.gives(jan, "penalties/withdraw", WARNING)
    assert (problem(refused), refused.get_json()["because"]["needs"]) == ((409, STANDS), "head-judge")
    assert event.read("/record?player=Ann")["next_steps"]["slow-play"] == "hard-warning"
    case.given(event.keys["hana"], "approve", {"number": 2, "reason": "Seen by two."})
    assert CasePage(case, jan).has_form("withdraw-penalty")
    first = case.gives(jan, "penalties/withdraw", WARNING, "once")
    assert (first.status_code, first.get_json()["kind"]) == (201, "penalty_withdrawn")
    assert case.gives(jan, "penalties/withdraw", WARNING, "once").get_json() == first.get_json()
    assert problem(case.gives(jan, "penalties/withdraw", WARNING)) == (409, STANDS)
    assert states(event) == [("warning", "withdrawn", ruling()["to_players"])]
    record = event.read("/record?player=Ann")
    assert (record["ruled"], record["next_steps"]["slow-play"]) == ([], "warning")
    assert awaited(case, jan) == []
    case.given(jan, "close", {})
    event.given("olga", "end_event")


def test_what_the_head_judge_replaces_on_appeal_is_withdrawn_with_that_word(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = Gathering(api)
    jan, hana = event.keys["jan"], event.keys["hana"]
    case = Dispute(event.at_table()).opened().taken(jan).heard()
    case.ruled(ruling(penalties=[WARNING]), jan)
    monkeypatch.setattr("domain.judging.cases.commands.APPEAL_SECONDS", 0)
    case.given(jan, "penalties", WARNING)
    case.given("alice", "appeal", {"text": "It was the clock."})
    answer = {"verdict": "replace", "text": "It was.", "ruling": ruling(finding="The clock was wrong.")}
    case.given(hana, "answer", answer)
    assert awaited(case, jan) == [("withdraw_penalty", ["judge"], "")]
    assert problem(case.gives(jan, "close", {})) == (409, STANDS)
    case.given(jan, "penalties/withdraw", WARNING)
    last = event.read("/entries")["entries"][-1]
    assert (last["actor"], last["office"], last["command"]["type"]) == ("hana", "head-judge", "withdraw_penalty")
    case.given(jan, "close", {})


def test_what_the_head_judge_withdrew_in_the_event_stands_in_no_way(api: Api) -> None:
    event = Gathering(api)
    case, jan = given_in(event), event.keys["jan"]
    amended(event, case)
    event.given("hana", "withdraw_penalty", penalty=1, reason="The clock was wrong.")
    assert awaited(case, jan) == []
    case.given(jan, "close", {})
    assert states(event) == [("warning", "withdrawn", "The clock was wrong.")]


def test_two_who_carry_out_a_new_ruling_replace_once(either: Api) -> None:
    event = Gathering(either)
    case, hana = given_in(event), event.keys["hana"]
    amended(event, case, HEAVIER)
    case.given(event.keys["hana"], "take")

    def give(key: str) -> int:
        return case.gives(hana, "penalties", HEAVIER, key).status_code

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(give, ("one", "two"))) == [201, 422]
    assert [state for _, state, _ in states(event)] == ["withdrawn", "given"]


def test_a_match_of_no_event_has_its_penalties_withdrawn_by_its_judge(api: Api) -> None:
    case = Dispute(api.opened("alone")).opened().taken().heard()
    case.ruled(ruling(penalties=[WARNING])).accepted()
    case.given("judge", "penalties", WARNING)
    case.given("judge", "amend", ruling(finding="Seen again."))
    case.accepted()
    assert problem(case.gives("judge", "close", {})) == (409, STANDS)
    case.given("judge", "penalties/withdraw", WARNING)
    case.given("judge", "close", {})


def test_a_case_is_closed_without_a_penalty_that_it_ruled_only_by_the_word_of_its_judge(either: Api) -> None:
    event = Gathering(either)
    jan, bob = event.keys["jan"], {**WARNING, "seat": "bob"}
    case = Dispute(event.at_table()).opened().taken(jan).heard()
    case.ruled(ruling(penalties=[WARNING, bob]), jan).accepted()
    case.given(jan, "penalties", WARNING)
    refused = case.gives(jan, "close", {"text": "Play on."})
    assert problem(refused) == (409, STANDS)
    ungiven = [{name: bob[name] for name in ("seat", "infraction", "penalty")}]
    assert refused.get_json()["because"] == {"ruling": 1, "ungiven": ungiven, "field": "without_penalties"}
    assert "`without_penalties`" in refused.get_json()["detail"]
    closed = case.given(jan, "close", {"text": "Play on.", "without_penalties": True})
    assert (closed["without_penalties"], case.state()) == (True, "closed")
    assert [row["player"] for row in event.read("/penalties")["penalties"]] == ["Ann"]


def test_a_case_is_not_said_to_close_without_penalties_that_were_given(api: Api) -> None:
    event = Gathering(api)
    closed = given_in(event).given(event.keys["jan"], "close", {"without_penalties": True})
    assert "without_penalties" not in closed


def test_a_case_that_ruled_no_penalty_any_more_is_closed_without_a_word(api: Api) -> None:
    event = Gathering(api)
    case = Dispute(event.at_table()).opened().taken(event.keys["jan"]).heard()
    case.ruled(ruling(penalties=[WARNING]), event.keys["jan"])
    amended(event, case)
    case.given(event.keys["jan"], "close", {})


CAUSE = "judging.penalty.root-cause"


def given_by_the_event(event: Gathering, **changes: Any) -> Dispute:
    """A case whose ruling names a penalty, which a command of the event gave with the case as its cause, or another."""
    case = Dispute(event.at_table()).opened().taken(event.keys["jan"]).heard()
    case.ruled(ruling(penalties=[WARNING]), event.keys["jan"]).accepted()
    event.penalised(cause=case.id, **changes)
    return case


def test_a_case_gives_no_second_penalty_to_whom_the_event_penalised_for_it(either: Api) -> None:
    event = Gathering(either)
    case, jan = given_by_the_event(event), event.keys["jan"]
    assert not CasePage(case, jan).has_form("penalties")
    stands = {"seat": "alice", "cause": case.id, "penalties": [1], "cases": []}
    refused = case.gives(jan, "penalties", WARNING)
    assert (problem(refused), refused.get_json()["because"]) == ((422, CAUSE), stands)
    refused = case.gives(jan, "amend", ruling(finding="Seen again.", penalties=[WARNING]))
    assert (problem(refused), refused.get_json()["because"]) == (
        (422, CAUSE),
        {"field": "penalties[0].seat", **stands},
    )
    assert awaited(case, jan) == []
    # what somebody else gave for the case is not what it ruled: whoever closes it says so
    refused = case.gives(jan, "close", {})
    assert (problem(refused), refused.get_json()["because"]["in_the_way"]) == ((409, STANDS), [stands])
    assert "(penalty 1 of the event for" in CasePage(case, jan).form("close")
    assert case.given(jan, "close", {"without_penalties": True})["without_penalties"]
    assert states(event) == [("warning", "given", "")]


@pytest.mark.parametrize("penalty", [WARNING, {**WARNING, "infraction": "minor-error", "penalty": "reminder"}])
def test_no_ruling_penalises_whom_the_event_has_penalised_for_its_case(api: Api, penalty: dict[str, Any]) -> None:
    event = Gathering(api)
    jan, hana = event.keys["jan"], event.keys["hana"]
    case = Dispute(event.at_table()).opened().taken(jan).heard()
    event.penalised(cause=case.id)
    first = case.gives(jan, "ruling", ruling(penalties=[penalty]))
    case.ruled(ruling(), jan)
    again = case.gives(jan, "amend", ruling(finding="Seen again.", penalties=[penalty]))
    case.given("alice", "appeal", {"text": "It was the clock."})
    answer = {"verdict": "replace", "text": "It was.", "ruling": ruling(finding="So.", penalties=[penalty])}
    answered = case.gives(hana, "answer", answer)
    for refused, within in ((first, ""), (again, ""), (answered, "ruling.")):
        assert problem(refused) == (422, CAUSE)
        named = {"seat": "alice", "cause": case.id, "penalties": [1], "cases": []}
        assert refused.get_json()["because"] == {"field": f"{within}penalties[0].seat", **named}
        assert "withdrawn first, by the head judge (`withdraw_penalty`)" in refused.get_json()["detail"]
    event.given("hana", "withdraw_penalty", penalty=1, reason="It is ruled in the case.")
    case.given(hana, "answer", answer)


@pytest.mark.parametrize("cause", ["", "@1", "@1.1"])
def test_what_awaits_its_approval_is_no_penalty_that_a_case_gave(either: Api, cause: str) -> None:
    event = Gathering(either)
    jan = event.keys["jan"]
    match = event.at_table()
    case = Dispute(match).opened(moment="1.1").taken(jan).heard()
    case.ruled(ruling(penalties=[WARNING]), jan).accepted()
    pending = {"infraction": "cheating", "penalty": "disqualification", "reason": "Seen."}
    event.given("hana", "give_penalty", player="Ann", **pending, cause=f"{match.id}{cause}" if cause else case.id)
    refused = case.gives(jan, "close", {})
    assert problem(refused) == (409, STANDS)
    because = refused.get_json()["because"]
    assert (because["ungiven"], because["in_the_way"][0]["penalties"]) == ([WARNING], [1])
    assert "penalty 1 of the event" in refused.get_json()["detail"]
    assert "(it awaits approval)" in refused.get_json()["detail"]
    event.given("hana", "withdraw_penalty", penalty=1, reason="It was another.")
    assert "in_the_way" not in case.gives(jan, "close", {}).get_json()["because"]
    case.given(jan, "penalties", WARNING)
    case.given(jan, "close", {})


def test_what_another_case_gave_for_the_moment_is_no_penalty_that_a_case_gave(api: Api) -> None:
    event = Gathering(api)
    jan, match = event.keys["jan"], event.at_table()
    cases = [Dispute(match, freeze=False).opened(who, moment="1").taken(jan) for who in ("alice", "bob")]
    for case, other in zip(cases, ("bob", "alice"), strict=True):
        case.given(other, "statements", {"text": "It was one."})
        case.ruled(ruling(penalties=[WARNING]), jan).accepted()
    cases[0].given(jan, "penalties", WARNING)
    refused = cases[1].gives(jan, "close", {})
    assert problem(refused) == (409, STANDS)
    assert refused.get_json()["because"]["in_the_way"][0]["cases"] == [cases[0].id]
    cases[1].given(jan, "close", {"without_penalties": True})


def test_who_gives_again_what_the_event_withdrew_is_told_what_is_needed(api: Api) -> None:
    event = Gathering(api)
    case, jan = given_in(event), event.keys["jan"]
    refused = case.gives(jan, "penalties", WARNING)
    assert (problem(refused), refused.get_json()["because"]) == ((422, CAUSE), WARNING)
    event.given("hana", "withdraw_penalty", penalty=1, reason="The clock was wrong.")
    refused = case.gives(jan, "penalties", WARNING)
    because = refused.get_json()["because"]
    assert ({name: because[name] for name in WARNING}, because["needs"]) == (WARNING, "amend")
    assert because["withdrawn"] == event.read("/entries")["entries"][-1]["at"]
    assert "given anew once the ruling is amended" in refused.get_json()["detail"]


def test_another_penalty_of_the_event_for_the_case_is_in_the_way_until_it_is_withdrawn(api: Api) -> None:
    event = Gathering(api)
    jan = event.keys["jan"]
    case = given_by_the_event(event, infraction="minor-error", penalty="reminder")
    assert problem(case.gives(jan, "penalties", WARNING)) == (422, CAUSE)
    event.given("hana", "withdraw_penalty", penalty=1, reason="It was slow play.")
    case.given(jan, "penalties", WARNING)
    assert [state for _, state, _ in states(event)] == ["withdrawn", "given"]


def test_what_the_event_gave_for_a_case_is_withdrawn_when_the_ruling_no_more_names_it(either: Api) -> None:
    event = Gathering(either)
    case, jan = given_by_the_event(event), event.keys["jan"]
    amended(event, case)
    assert awaited(case, jan) == [("withdraw_penalty", ["judge"], ""), ("approve", ["head-judge"], "penalties")]
    closing = case.gives(jan, "close", {})
    assert (problem(closing), closing.get_json()["because"]["penalties"]) == (
        (409, STANDS),
        [{**WARNING, "player": "Ann"}],
    )
    assert event.gives("olga", "end_event").get_json()["because"]["withdrawals"] == [case.id]
    assert problem(case.gives(jan, "penalties/withdraw", WARNING)) == (409, STANDS)
    case.given(event.keys["hana"], "approve", {"number": 2, "reason": "Seen by two."})
    assert CasePage(case, jan).has_form("withdraw-penalty")
    case.given(jan, "penalties/withdraw", WARNING)
    assert states(event) == [("warning", "withdrawn", ruling()["to_players"])]
    assert event.read("/record?player=Ann")["next_steps"]["slow-play"] == "warning"
    case.given(jan, "close", {})
    event.given("olga", "end_event")


def test_what_the_penalties_of_the_event_list_is_what_its_case_withdraws(either: Api) -> None:
    event = Gathering(either)
    case = given_by_the_event(event, reason="four minutes", rules=[RULE])
    jan = taken_back(event, case)
    [row] = event.read("/penalties", "jan")["penalties"]
    listed = {"seat": "alice", "infraction": row["infraction"], "penalty": row["given"], "reason": row["text"]}
    assert (listed["reason"], row["rules"]) == ("four minutes", RULE)
    first = case.gives(jan, "penalties/withdraw", {**listed, "rules": [RULE]}, "once")
    assert first.status_code == 201, first.get_data(as_text=True)
    assert case.gives(jan, "penalties/withdraw", {**listed, "rules": [RULE]}, "once").get_json() == first.get_json()
    assert [state for _, state, _ in states(event)] == ["withdrawn"]
    case.given(jan, "close", {})


def test_what_a_case_gave_is_withdrawn_with_whatever_reason_and_rules(api: Api) -> None:
    event = Gathering(api)
    case = given_in(event, {**WARNING, "reason": "four minutes", "rules": [RULE]})
    jan = taken_back(event, case)
    given = case.given(jan, "penalties/withdraw", {**WARNING, "reason": "five minutes"})
    assert given["penalty"]["reason"] == "four minutes"
    assert [state for _, state, _ in states(event)] == ["withdrawn"]
    case.given(jan, "close", {})


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"infraction": "minor-error"}, {"field": "infraction", "value": "minor-error", "stands": "slow-play"}),
        ({"penalty": "reminder"}, {"field": "penalty", "value": "reminder", "stands": "warning"}),
        ({"seat": "bob"}, {"field": "seat", "value": "bob", "stands": ["alice"]}),
    ],
)
def test_a_penalty_to_withdraw_that_does_not_stand_is_refused_with_what_does(
    api: Api, asked: dict[str, Any], told: dict[str, Any]
) -> None:
    event = Gathering(api)
    case = given_by_the_event(event)
    jan = taken_back(event, case)
    refused = case.gives(jan, "penalties/withdraw", {**WARNING, **asked})
    assert problem(refused) == (409, STANDS)
    because = refused.get_json()["because"]
    assert {name: because[name] for name in told} == told
    assert ("stands warning for slow-play" in refused.get_json()["detail"]) == ("seat" not in asked)


@pytest.mark.parametrize("cause", ["", "@1"])
def test_no_ruling_is_confirmed_while_another_penalty_stands_for_its_cause(either: Api, cause: str) -> None:
    event = Gathering(either)
    match, jan, hana = event.at_table(), event.keys["jan"], event.keys["hana"]
    case = Dispute(match).opened(moment="1").taken(jan).heard()
    case.ruled(ruling(penalties=[WARNING]), jan)
    event.penalised(cause=f"{match.id}{cause}" if cause else case.id)
    case.given("alice", "appeal", {"text": "It was the clock."})
    answer = {"verdict": "confirm", "text": "It stands."}
    refused = case.gives(hana, "answer", answer)
    assert problem(refused) == (422, CAUSE)
    because = refused.get_json()["because"]
    assert {name: because[name] for name in ("field", "value", "seat", "penalties", "cases")} == {
        "field": "verdict",
        "value": "confirm",
        "seat": "alice",
        "penalties": [1],
        "cases": [],
    }
    event.given("hana", "withdraw_penalty", penalty=1, reason="It is ruled in the case.")
    case.given(hana, "answer", answer)
    case.given(jan, "penalties", WARNING)
    case.given(jan, "close", {})


def test_a_ruling_is_confirmed_whose_penalty_the_case_gave(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    event = Gathering(api)
    jan = event.keys["jan"]
    case = Dispute(event.at_table()).opened().taken(jan).heard()
    case.ruled(ruling(penalties=[WARNING]), jan)
    monkeypatch.setattr("domain.judging.cases.commands.APPEAL_SECONDS", 0)
    case.given(jan, "penalties", WARNING)
    case.given("alice", "appeal", {"text": "It was the clock."})
    case.given(event.keys["hana"], "answer", {"verdict": "confirm", "text": "It stands."})
    case.given(jan, "close", {})


def test_what_the_event_gave_for_a_case_is_withdrawn_before_a_new_ruling_names_another(api: Api) -> None:
    event = Gathering(api)
    case, jan = given_by_the_event(event), event.keys["jan"]
    refused = case.gives(jan, "amend", ruling(finding="Seen again.", penalties=[HEAVIER]))
    assert (problem(refused), refused.get_json()["because"]["penalties"]) == ((422, CAUSE), [1])
    event.given("hana", "withdraw_penalty", penalty=1, reason="It was worse.")
    amended(event, case, HEAVIER)
    case.given(event.keys["hana"], "approve", {"number": 2, "reason": "Seen by two."})
    assert "replaces" not in case.given(jan, "penalties", HEAVIER)
    assert [(given, state) for given, state, _ in states(event)] == [
        ("warning", "withdrawn"),
        ("hard-warning", "given"),
    ]
    assert awaited(case, jan) == []
    case.given(jan, "close", {})


def test_what_the_event_gave_for_a_case_after_its_last_ruling_is_not_taken_back(api: Api) -> None:
    event = Gathering(api)
    case, jan = given_in(event), event.keys["jan"]
    amended(event, case)
    event.given("hana", "withdraw_penalty", penalty=1, reason="The clock was wrong.")
    event.penalised(cause=case.id, infraction="minor-error", penalty="reminder")
    assert awaited(case, jan) == []
    case.given(jan, "close", {})


def test_what_the_event_had_withdrawn_is_not_replaced(either: Api) -> None:
    event = Gathering(either)
    case, jan = given_in(event), event.keys["jan"]
    event.given("hana", "withdraw_penalty", penalty=1, reason="The clock was wrong.")
    amended(event, case, HEAVIER)
    case.given(event.keys["hana"], "approve", {"number": 2, "reason": "Seen by two."})
    assert "replaces" not in case.given(jan, "penalties", HEAVIER)
    assert [(given, state) for given, state, _ in states(event)] == [
        ("warning", "withdrawn"),
        ("hard-warning", "given"),
    ]
    assert awaited(case, jan) == []
    case.given(jan, "close", {})


def test_a_later_ruling_gives_anew_what_the_head_judge_withdrew(either: Api) -> None:
    event = Gathering(either)
    case, jan = given_in(event), event.keys["jan"]
    event.given("hana", "withdraw_penalty", penalty=1, reason="The clock was wrong.")
    # the ruling that gave it gives it no more
    assert problem(case.gives(jan, "penalties", WARNING)) == (422, CAUSE)
    amended(event, case, WARNING)
    assert CasePage(case, jan).has_form("penalties")
    given = case.given(jan, "penalties", WARNING)
    assert given.get("replaces", []) == []
    assert states(event) == [("warning", "withdrawn", "The clock was wrong."), ("warning", "given", "")]
    assert [each["penalty"] for each in event.read("/record?player=Ann")["ruled"]] == ["warning"]
    assert problem(case.gives(jan, "penalties", WARNING)) == (422, CAUSE)
    amended(event, case)
    event.given("hana", "withdraw_penalty", penalty=2, reason="It was right.")
    assert awaited(case, jan) == []
    case.given(jan, "close", {})


def test_the_console_refuses_a_ruling_with_a_second_penalty_for_a_seat(api: Api) -> None:
    event = Gathering(api)
    case, jan = Dispute(event.at_table()).opened().taken(event.keys["jan"]).heard(), event.keys["jan"]
    case.ruled(ruling(penalties=[{**WARNING, "seat": "bob"}, WARNING]), jan)
    page = case.path.removeprefix("/v1")
    second = {"penalty-seat": "alice", "infraction": "minor-error", "penalty": "reminder"}
    judge = at(case, jan)
    refused = judge.sends(f"{page}/amend", page, **SAID, **second, rules=RULE, penalties=option_text([WARNING]))
    said = alarm(refused.get_data(as_text=True))
    assert refused.status_code == 422
    assert "Only the cause is penalised" in said
    assert "field Penalty for (2)" in said


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"reason": "It was."}, {"field": "reason", "value": "It was.", "ruled": ""}),
        ({"infraction": "minor-error"}, {"field": "infraction", "value": "minor-error", "ruled": "slow-play"}),
        ({"penalty": "reminder"}, {"field": "penalty", "value": "reminder", "ruled": "warning"}),
        ({"rules": [RULE]}, {"field": "rules", "value": [RULE], "ruled": []}),
        ({"seat": "bob"}, {"field": "seat", "value": "bob", "ruled": ["alice"]}),
    ],
)
def test_a_penalty_that_is_not_the_ruled_one_is_refused_with_the_field(
    api: Api, asked: dict[str, Any], told: dict[str, Any]
) -> None:
    case = Dispute(api.opened("alone")).opened().taken().heard()
    case.ruled(ruling(penalties=[WARNING])).accepted()
    refused = case.gives("judge", "penalties", {**WARNING, **asked})
    assert problem(refused) == (409, "judging.ruling.remedy-as-named")
    penalty = {"penalty": asked.get("penalty", "warning"), "ruling": 1}
    assert refused.get_json()["because"] == {**penalty, **told}
    assert "The ruling names" in refused.get_json()["detail"]


def test_whoever_approves_in_the_stead_of_a_head_judge_is_told_to_appoint_one(api: Api) -> None:
    event = Gathering(api)
    jan = event.keys["jan"]
    case = Dispute(event.at_table()).opened().taken(jan).heard()
    case.ruled(ruling(penalties=[{**WARNING, "penalty": "match-loss"}]), jan)
    approval = {"number": 1, "reason": "So it is."}
    refused = case.gives(event.keys["olga"], "approve", approval)
    assert problem(refused) == (409, "judging.case.in-order")
    assert (refused.get_json()["because"]["needs"], "appoints" in refused.get_json()["because"]) == (
        ["head-judge"],
        False,
    )
    event.given("olga", "appoint_staff", actor="hana", office="none")
    assert ("appoint", ["organizer"], "") in awaited(case, jan)
    for who in ("olga", "root"):
        refused = case.gives(event.keys[who], "approve", approval)
        because = refused.get_json()["because"]
        assert (because["needs"], because["appoints"]) == (["head-judge"], "organizer")
        assert "the organizer appoints one first" in refused.get_json()["detail"]
