"""A request that is sent again is answered as at first, also where it took its asker's right, or is still under way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.api.http.clients import Api, problem
from tests.api.http.disputes import Dispute
from tests.api.http.gatherings import Gathering

Asks = Callable[[], TestResponse]


def answered_again(asks: Asks) -> None:
    """Check that two answers to a request are the same."""
    first, second = asks(), asks()
    assert first.status_code == 201, first.get_data(as_text=True)
    assert (second.status_code, second.get_data()) == (201, first.get_data())


def once_meanwhile(monkeypatch: pytest.MonkeyPatch, service: Any, reading: str, asks: Asks) -> list[TestResponse]:
    """The answers to a request that, while it is decided, is carried out on another connection.

    `reading` is what the service reads after it has looked for an earlier answer.
    """
    read, meanwhile = getattr(service, reading), list[TestResponse]()

    def reads(*given: Any) -> Any:
        if not meanwhile:
            monkeypatch.setattr(service, reading, read)
            meanwhile.append(asks())
        return read(*given)

    monkeypatch.setattr(service, reading, reads)
    return [asks(), *meanwhile]


def test_a_judge_who_has_declared_an_interest_is_answered_again(either: Api) -> None:
    match = either.opened()
    interest = f"{match.path}/judges/interest"
    answered_again(lambda: either.post(interest, "judge", None, Idempotency_Key="mine"))
    # under another name it is another request, for which the right is gone
    assert problem(either.post(interest, "judge", None, Idempotency_Key="new"))[0] == 403
    # and the same name is no key to anything else
    called = either.post(f"{match.path}/judges", "judge", {"judge": "judge-1"}, Idempotency_Key="mine")
    assert problem(called) == (422, "idempotency.key-reused")
    other = either.services.keys.issue("judge", "other")
    assert problem(either.post(interest, other, None, Idempotency_Key="mine"))[0] == 403


def test_a_head_judge_who_has_released_themselves_is_answered_again(api: Api) -> None:
    match, head = api.opened(), api.services.keys.issue("head-judge", "hal")
    api.calls(match.id, "hal")
    release = f"{match.path}/judges/release"
    answered_again(lambda: api.post(release, head, {"judge": "hal"}, Idempotency_Key="off"))
    assert problem(api.post(release, head, {"judge": "judge-1"}, Idempotency_Key="off")) == (
        422,
        "idempotency.key-reused",
    )
    assert problem(api.post(release, head, {"judge": "judge-1"}, Idempotency_Key="new"))[0] == 403


def test_a_case_that_is_being_opened_is_answered_as_its_first_request(
    either: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = Dispute(either.opened())
    answers = once_meanwhile(monkeypatch, either.services.cases, "_context", lambda: case.opens(name="one"))
    assert [each.status_code for each in answers] == [201, 201]
    assert answers[0].get_data() == answers[1].get_data()
    # another one is refused still
    assert problem(case.opens(name="two")) == (409, "judging.case.one-open")


AFTERWARDS: dict[str, Callable[[Gathering], Any]] = {
    "the event is over": lambda event: event.given("olga", "end_event"),
    "the round is paired anew": lambda event: event.given(
        "hana", "pair_round", round=1, tables=[{"table": 2, "players": event.players}], reason="Sent to table 2."
    ),
    "another match is seated": lambda event: event.given(
        "hana", "seat_match", round=1, table=1, match=event.opened("instead").id, reason="The first was a mistake."
    ),
    "the organizer is enrolled": lambda event: event.given("root", "enrol_players", players=["Olga"]),
}


@pytest.mark.parametrize("afterwards", AFTERWARDS)
def test_an_opening_at_a_table_is_answered_again_however_the_event_has_changed(api: Api, afterwards: str) -> None:
    event = Gathering(api).enrolled()
    event.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])

    def opens(name: str = "one", **changes: Any) -> TestResponse:
        at = {"event": event.id, "round": 1, "table": 1}
        return api.opens(name, event.keys["olga"], **{**event.kind["opening"], "event": at, **changes})

    first = opens()
    assert first.status_code == 201, first.get_data(as_text=True)
    AFTERWARDS[afterwards](event)
    before = event.read()["version"]
    again = opens()
    assert (again.status_code, again.get_data()) == (201, first.get_data())
    assert event.read()["version"] == before
    # what is another request is refused by what holds now, and opens nothing
    assert opens("two").status_code in (403, 409, 422)
    assert problem(opens(spectators="public")) == (422, "idempotency.key-reused")


def test_a_key_of_the_event_that_was_used_opens_no_match(api: Api) -> None:
    event = Gathering(api).enrolled()
    tables = [{"table": 1, "players": event.players}]
    assert event.gives("olga", "pair_round", "used", round=1, tables=tables).status_code == 201
    at = {"event": event.id, "round": 1, "table": 1}
    refused = api.opens("used", event.keys["olga"], **event.kind["opening"], event=at)
    assert problem(refused) == (422, "idempotency.key-reused")
    assert api.read("/v1/matches", event.keys["root"])["matches"] == []
