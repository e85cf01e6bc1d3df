"""What is not there, and what is there and not the asker's to know of, are answered alike on every route."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.api.http.clients import Api, api_of, problem
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.roles import TEXT, Situation, routes
from tests.api.http.test_console import logs_in
from tests.api.http.test_outsiders import LEADS_ON, OUTSIDERS, Apart

NOWHERE = {"match_id": "m-nowhere", "case_id": "c-nowhere", "branch_id": "b-nowhere", "event_id": "e-nowhere"}
APART = ("nobody", "analyst", "other seat", *OUTSIDERS)
# who has no office at the event; that it is held, and its matches, hang on the wall of the hall
AT_EVENT = ("nobody", "analyst", "other seat", "other judge")


def naming(name: str) -> list[str]:
    """The routes with this id as the first in their path."""
    return [each for each in routes() if each.split("{")[1:2] and each.split("{")[1].startswith(f"{name}}}")]


def differing(there: Situation, name: str, who: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
    """Where somebody who is refused at an id that is there is answered otherwise at one that is not."""
    for route, role in product(naming(name), who):
        if route == LEADS_ON:
            continue
        found, missing = (there.answer(role, route, **{name: each}) for each in (there.values[name], NOWHERE[name]))
        said = found.get_data(as_text=True).replace(there.values[name], NOWHERE[name])
        if (found.status_code, said) != (missing.status_code, missing.get_data(as_text=True)):
            yield route, role, found.status_code, missing.status_code


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Apart]:
    with api_of(tmp_path_factory.mktemp("hidden") / "praetor.db") as api:
        apart = Apart(api, over=False)
        apart.keys |= {"nobody": "", "analyst": api.services.keys.issue("analyst", "ana")}
        yield apart


@pytest.mark.parametrize("name", ["match_id", "case_id", "branch_id"])
def test_what_belongs_to_others_is_answered_as_what_is_not_there(apart: Apart, name: str) -> None:
    assert list(differing(apart, name, APART)) == []


def test_what_belongs_to_an_event_of_others_is_answered_as_what_is_not_there(tmp_path: Path) -> None:
    with api_of(tmp_path / "praetor.db") as api:
        there = Situation(api)
        assert list(differing(there, "case_id", AT_EVENT)) == []
        assert list(differing(there, "branch_id", (*AT_EVENT, "judge not called"))) == []
        assert list(differing(there, "event_id", AT_EVENT[:3])) == []


def test_ids_in_bodies_and_queries_tell_no_more(apart: Apart) -> None:
    api, own, judge = apart.api, apart.api.opened("own", key=apart.keys["organizer"]), apart.keys["judge"]
    api.calls(own.id, "sam")
    event = {"name": "Friday", "game": "agot_lcg", "regulation": "cards-duel"}
    held = api.post("/v1/events", apart.keys["organizer"], event, Idempotency_Key="held").get_json()["event"]
    sheet = {"type": "pair_round", "round": 1, "tables": [{"table": 1, "players": ["A", "B"]}]}
    enrolled = {"type": "enrol_players", "players": ["A", "B"]}
    for name, command in (("enrolled", enrolled), ("paired", sheet)):
        made = api.post(f"/v1/events/{held}/commands", apart.keys["organizer"], command, Idempotency_Key=name)
        assert made.status_code == 201, made.get_json()

    def answers(match: str, case: str, branch: str) -> list[tuple[int, str]]:
        seat = {"type": "seat_match", "round": 1, "table": 1, "match": match}
        asked = [
            *(api.post("/v1/cases", apart.keys[who], {"match": match, **TEXT}, Idempotency_Key="a") for who in APART),
            api.post("/v1/cases", judge, {"match": own.id, "names": case, **TEXT}, Idempotency_Key="b"),
            api.get(f"{own.path}/compare?left=1&right={branch}", judge),
            api.post(f"/v1/events/{held}/commands", apart.keys["organizer"], seat, Idempotency_Key="c"),
        ]
        assert all(each.status_code in (401, 403, 404, 422) for each in asked), [each.get_json() for each in asked]
        texts = ((each.status_code, each.get_data(as_text=True)) for each in asked)
        return [(n, text.replace(match, "M").replace(case, "C").replace(branch, "B")) for n, text in texts]

    there = [apart.values[name] for name in ("match_id", "case_id", "branch_id")]
    assert answers(*there) == answers("m-nowhere", "c-nowhere", "b-nowhere")


def test_a_closed_case_of_a_private_match_is_a_precedent_without_names_once_that_is_over(api: Api) -> None:
    match = api.opened()
    keys = {scope: api.services.keys.issue(scope, who) for scope, who in OUTSIDERS.items()}
    case = Dispute(match, moment="1", text="A note.").opened("alice").taken("judge").heard()
    case.ruled(ruling(finding=f"Alice and BOB looked, says judge-1 at {match.id}@1.", time={"alice": 60, "bob": 5}))
    for seat in match.keys:
        case.given(seat, "accept")
    case.given("judge", "close", {"text": "Played on."})
    pages = [f"/v1/cases/{case.id}{each}" for each in ("", "/like", "/export?format=html", "/scenario")]
    pages += [f"/console/cases/{case.id}{each}" for each in ("", "/like", "/print")]

    def told(key: str, page: str, **more: Any) -> tuple[int, str]:
        logs_in(api, key)
        answer = api.get(page, key) if page.startswith("/v1") else api.client.get(page)
        # the token of a session's forms is another after each login
        return answer.status_code, re.sub("[0-9a-f]{64}", "*", answer.get_data(as_text=True))

    for key in keys.values():
        assert api.read("/v1/cases", key)["cases"] == []
        for page in pages:
            status, text = told(key, page.replace(case.id, "c-nowhere"))
            assert told(key, page) == (status, text.replace("c-nowhere", case.id)), page
    match.gives("bob", {"type": "concede"}, If_Match="")
    for key in keys.values():
        listed = api.read("/v1/cases?text=looked", key)["cases"]
        assert [(each["case"], each["match"], each["judge"]) for each in listed] == [(case.id, "", "")]
        for search in (f"match={match.id}", "player=Alice", "player=bob", "text=Alice"):
            assert api.read(f"/v1/cases?{search}", key)["cases"] == [], search
        for page in (*pages[:3], *pages[4:], "/v1/cases", "/console/cases"):
            status, text = told(key, page)
            assert status == 200, page
            assert [name for name in (match.id, "alice", "bob", "Alice", "BOB", "judge-1") if name in text] == [], page
        shown = api.read(pages[0], key)
        [given] = [each["ruling"] for each in shown["entries"] if "ruling" in each]
        assert (shown["newest"], shown["moment"], given["time"]) == (None, "1", {"seat 1": 60, "seat 2": 5})
        assert given["finding"] == "seat 1 and seat 2 looked, says a judge at 1."
    assert api.read(pages[0], "judge")["match"] == match.id


def test_an_admin_is_told_what_is_not_there(apart: Apart) -> None:
    for path in ("cases/c-nowhere", "branches/b-nowhere", "matches/m-nowhere", "events/e-nowhere"):
        assert problem(apart.api.get(f"/v1/{path}", "admin")) == (404, "request.unknown")
