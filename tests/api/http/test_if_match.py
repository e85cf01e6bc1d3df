"""If-Match: what a request that lacks it or has another form is told is the form that the document gives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.http.clients import Api, problem
from tests.api.http.write import document

BODIES: dict[str, Any] = {
    "commands": {"type": "pass"},
    "remedies": {"preview": "p1", "ruling": 1},
    "reapply": {},
    "corrections": {"changes": []},
    "orders": {"order": {}},
}


def conditional() -> Iterator[tuple[str, str, str]]:
    """The operations that take If-Match: path, pattern and example."""
    for path, item in document()["paths"].items():
        for each in item.get("post", {}).get("parameters", []):
            if each["name"] == "If-Match":
                yield path, each["schema"]["pattern"], each["example"]


CONDITIONAL = list(conditional())


def test_the_examples_of_the_document_are_of_its_form() -> None:
    assert len(CONDITIONAL) == 6
    assert [path for path, pattern, example in CONDITIONAL if not re.fullmatch(pattern, example)] == []


@pytest.mark.parametrize(("path", "pattern"), [each[:2] for each in CONDITIONAL], ids=lambda each: each)
def test_a_wrong_if_match_is_told_the_right_form(api: Api, path: str, pattern: str) -> None:
    match = api.opened()
    seat = match.keys[match.awaited()]
    branch = api.post(f"{match.path}/branches", "judge", {"from": 1}, Idempotency_Key="b").get_json()["branch"]
    case = api.post("/v1/cases", seat, {"match": match.id, "freeze": False}, Idempotency_Key="c").get_json()["case"]
    place = path.format(match_id=match.id, branch_id=branch, case_id=case)
    key = seat if path.endswith("{match_id}/commands") else "judge"
    named = {"Idempotency_Key": "one"}
    body = BODIES[path.rpartition("/")[2]]
    for given in ('"x1"', "*", 'W/"w1"', '"w1", "w2"', '"w1' + "0" * 5000 + '"'):
        response = api.post(place, key, body, If_Match=given, **named)
        assert problem(response) == (412, "request.precondition")
        said = response.get_json()
        assert re.fullmatch(pattern, said["because"]["example"])
        assert said["because"]["example"] in said["detail"]
    response = api.post(place, key, body, **named)
    assert problem(response) == (428, "request.no-precondition")
    assert re.fullmatch(pattern, response.get_json()["because"]["example"])
