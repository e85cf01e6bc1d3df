"""Where text becomes a number: what is none, or has thousands of digits, is refused and never answered with a 500."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from domain.kernel.formats.reading import whole_number
from service.console.forms.answers import FormAnswers
from service.console.forms.fields import read_number
from service.web.problems import Problem
from tests.api.http.clients import Api, api_of, problem
from tests.api.http.write import document

LONG = "9" * 5000
SCALARS = [LONG, f"-{LONG}", "0x" + "f" * 5000, "1:" * 3000 + "1", ".nan", ".inf", "1.0e+400"]
TAGGED = ["!!int x", "!!int ''", "!!int [1]", "!!float x", "!!bool x", "!!int {a: 1}"]
NO_NUMBERS = [LONG, "nan", "\u0663", "1.7"]


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """One application for all of these: nothing that they send is stored."""
    with api_of(tmp_path_factory.mktemp("numbers") / "praetor.db") as api:
        yield api


@pytest.mark.parametrize("text", ["", "-1", "+1", " 1", "1_0", "\u0663", "\u00b2", "1.0", "x", LONG, "1\n"])
def test_what_is_no_whole_number_is_read_as_none(text: str) -> None:
    assert whole_number(text) is None
    if text.strip() not in ("", "1", "-1"):
        with pytest.raises(Problem):
            FormAnswers({"a.n": [text]}, "a").number("n")
        with pytest.raises(Problem):
            read_number({"n": text}, "n")


@pytest.mark.parametrize("scalar", SCALARS + TAGGED, ids=lambda each: each[:8])
@pytest.mark.parametrize("where", ["gold: {}", "? {}\n: 1", "position:\n  round: {}"])
def test_a_number_of_a_position_that_json_has_not_is_named_by_its_line(api: Api, scalar: str, where: str) -> None:
    text = f"# a comment\n{where.format(scalar)}\n"
    line = 3 if where.startswith("position") else 2
    for path in ("check", "explain?seat=alice&command={}"):
        answer = api.ask(
            "POST", f"/v1/games/agot_lcg/positions/{path}", "judge", data=text, content_type="application/yaml"
        )
        assert answer.status_code in (200, 422), answer.get_data(as_text=True)
        told = answer.get_json() if answer.status_code == 200 else answer.get_json()["because"]
        assert [each["line"] for each in told["faults"]] == [line]
    opened = api.post("/v1/matches", "organizer", {"game": "agot_lcg", "position": text}, Idempotency_Key="k")
    assert problem(opened) == (422, "position.invalid")


def test_a_number_that_json_has_not_is_told_in_the_console(api: Api) -> None:
    api.client.post("/console/login", data={"key": api.keys["judge"]})
    page = api.client.get("/console/positions").get_data(as_text=True)
    token = re.search(r'name="token" value="([0-9a-f]{64})"', page)
    assert token
    for scalar in (LONG, "!!int x"):
        form = {"token": token[1], "text": f"round: {scalar}", "game": "agot_lcg"}
        answer = api.client.post("/console/positions", data=form)
        assert (answer.status_code, "whole number" in answer.get_data(as_text=True)) == (422, True)


@pytest.mark.parametrize(
    "scalar", [LONG, f"{LONG}.0", "1e400", "NaN", "-Infinity", "0x10", "01", "1.5"], ids=lambda each: each[:8]
)
def test_a_number_of_a_body_that_is_none_is_refused(api: Api, scalar: str) -> None:
    match = api.opened()
    seat = match.keys[match.awaited()]
    named = {"Idempotency-Key": "k", "If-Match": '"w1"'}
    for path, key, text in (
        (f"{match.path}/commands", seat, '{"type": "choose_number", "number": %s}'),
        (f"{match.path}/commands/check", seat, '{"type": "choose_number", "number": %s}'),
        ("/v1/matches", "organizer", '{"game": "agot_lcg", "position": {"round": %s}}'),
        ("/v1/cases", seat, f'{{"match": "{match.id}", "freeze": %s}}'),
        (f"{match.path}/branches", "judge", '{"from": %s}'),
        ("/v1/events", "organizer", '{"name": "x", "rounds": %s}'),
    ):
        answer = api.ask("POST", path, key, data=text % scalar, content_type="application/json", headers=named)
        assert problem(answer)[0] in (400, 413, 422), path


@pytest.mark.parametrize("moment", [LONG, "\u0661", "\u00b2", "1.\u0661", "1 ", "+1"])
def test_a_moment_that_is_no_place_is_refused(api: Api, moment: str) -> None:
    called = {"match": api.opened().id, "freeze": False, "moment": moment}
    assert problem(api.post("/v1/cases", "judge", called, Idempotency_Key="c"))[0] == 422


def test_a_whole_number_may_be_written_with_a_point(api: Api) -> None:
    """JSON Schema counts 1.0 among the integers, and so does what reads a body."""
    match = api.opened()
    asked = {"from": 1.0, "kept": False}
    branch = api.post(f"{match.path}/branches", "judge", asked, Idempotency_Key="b")
    assert (branch.status_code, branch.get_json()["from"]) == (201, 1)
    note = {"match": match.id, "freeze": False}
    case = api.post("/v1/cases", "judge", note, Idempotency_Key="c").get_json()["case"]
    api.post(f"/v1/cases/{case}/take", "judge", None, Idempotency_Key="t")
    tried = api.post(f"/v1/cases/{case}/previews", "judge", {"kind": "rewind", "to": 1.0}, Idempotency_Key="p")
    told = api.post(f"/v1/cases/{case}/previews", "judge", {"kind": "rewind", "to": 1}, Idempotency_Key="q")
    assert problem(tried) == problem(told)
    table = {"event": "e-none", "round": True, "table": 1}
    assert problem(api.opens("t", event=table)) == (422, "request.shape")


def reads() -> list[tuple[str, list[str]]]:
    """The reads of the document that can be asked of a match, with the parameters of their queries."""
    found = []
    for path, item in document()["paths"].items():
        words = item.get("get", {"parameters": []})
        names = [each["name"] for each in words.get("parameters", []) if each["in"] == "query"]
        if names or ("get" in item and "{version}" in path):
            found.append((path, names))
    return found


@pytest.mark.parametrize("text", NO_NUMBERS, ids=lambda each: ascii(each[:8]))
def test_no_query_is_answered_with_a_500(api: Api, text: str) -> None:
    match = api.opened()
    ids = {"match_id": match.id, "game": "agot_lcg", "branch_id": "b-x", "case_id": "c-x", "event_id": "e-x"}
    for path, names in reads():
        for name in names:
            place = re.sub(r"\{(\w+)\}", lambda part: ids.get(part[1], "1"), path)
            answer = api.ask("GET", place, "judge", query_string={name: text})
            assert answer.status_code < 500, (place, name)
        place = re.sub(r"\{(\w+)\}", lambda part: ids.get(part[1], quote(text, safe="")), path)
        assert api.get(place, "judge").status_code < 500, place
