"""A request that is sent again is answered as at first, also where it took its asker's right, or is still under way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.api.http.clients import Api, problem
from tests.api.http.disputes import Dispute

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
