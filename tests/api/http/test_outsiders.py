"""What who has no office about a match of no event is told of it, on every route, while it runs and once it is over.

A private match is not there for them; of a public one they see what everybody does, until its seed is revealed.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.api.http.clients import Api, problem
from tests.api.http.disputes import Dispute
from tests.api.http.roles import BODIES, QUERIES, REFUSED, RULE, TEXT, Situation, marked, routes

OUTSIDERS = {"organizer": "olaf", "judge": "sam", "head-judge": "hal"}
ABOUT = ("{match_id}", "{case_id}", "{branch_id}")
SECONDS = re.compile(r"\d+\.\d+|\d{4}-\d\d-\d\dT[\d:.]+Z")
LEADS_ON = "GET /console/matches/{match_id}@{place}"  # to an address that is asked for in turn


class Apart(Situation):
    """A match of no event with a case and a branch; who asks runs other matches, or judges them."""

    def __init__(self, api: Api, over: bool, **opening: Any) -> None:
        self.api = api
        self.sessions = {}
        self.match = api.opened(**opening)
        self.keys = {scope: api.services.keys.issue(scope, who) for scope, who in OUTSIDERS.items()}
        self.keys |= {"judge called": api.keys["judge"], "other seat": api.opened("other").keys["bob"]}
        case = Dispute(self.match)
        if over:
            self.match.gives("bob", {"type": "concede"}, If_Match="")
            case.opened("alice", freeze=False)
        else:
            case.opened("alice").taken("judge").given("bob", "statements", TEXT)
        self.values = {
            "match_id": self.match.id,
            "case_id": case.id,
            "branch_id": self.begun(),
            "rule": RULE,
            "version": "1",
            "window": "1.1",
            "what": "strength",
            "thing": "x",
            "name": "take",
            "number": "1",
            "game": "agot_lcg",
            "path": "x",
            "place": "1.1",
            "seat": "alice",
        }

    def looked(self, role: str, route: str, **eyes: str) -> TestResponse:
        """What a role is answered on a route, through the eyes that it asks for."""
        method, path = route.split(" ")
        body = BODIES.get(path, {}) if method == "POST" else None
        return self.sent(role, method, path.format(**self.values), body, **{**QUERIES.get(route, {}), **eyes})

    def lets_in(self) -> list[tuple[str, str, str]]:
        """The routes about the match that somebody gets into who has no office about it."""
        found = [each for each in routes() if any(name in each for name in ABOUT) and each != LEADS_ON]
        who = (*OUTSIDERS, "other seat")
        return [
            (each, role, mark) for each in found for role in who if (mark := marked(self.answer(role, each))) != REFUSED
        ]


@pytest.mark.parametrize("over", [False, True])
def test_no_route_lets_in_who_has_no_office_about_a_private_match(api: Api, over: bool) -> None:
    apart = Apart(api, over)
    assert apart.lets_in() == []
    for who in OUTSIDERS:
        assert apart.match.id not in {each["match"] for each in api.read("/v1/matches", apart.keys[who])["matches"]}


def test_who_was_not_called_opens_no_note_and_calls_nobody(api: Api) -> None:
    apart = Apart(api, over=False)
    body = {"match": api.opened("third").id, "text": "x", "freeze": False}
    for who in OUTSIDERS:
        opened = api.post("/v1/cases", apart.keys[who], body, Idempotency_Key="note")
        assert problem(opened) == (403, "judging.case.judge-called")
        called = api.post(f"{apart.match.path}/judges", apart.keys[who], {"judge": "sam"}, Idempotency_Key="call")
        assert problem(called) == (403, "judging.case.judge-called")
    assert not api.services.desks.of(apart.match.id).judges & {"sam", "hal"}


def looking(api: Api) -> list[str]:
    """Every route about a match, or a branch of it, that is asked through somebody's eyes."""
    paths = api.read("/v1/openapi.json")["paths"]
    return sorted(
        f"{method.upper()} {path}"
        for path, item in paths.items()
        for method, operation in item.items()
        if method in ("get", "post")
        and any(f"{{{name}}}" in path for name in ("match_id", "branch_id"))
        and any(each["name"] == "as" for each in operation.get("parameters", ()))
    )


def kept_out(response: TestResponse) -> bool:
    return response.status_code == 403 and problem(response)[1] == "judging.case.judge-called"


@pytest.mark.parametrize("over", [False, True])
def test_who_was_not_called_looks_at_nothing_hidden_of_a_public_match(api: Api, over: bool) -> None:
    apart = Apart(api, over, spectators="public")
    looks = [(route, {"as": eyes}) for route in looking(api) for eyes in ("judge", "alice")]
    looks += [(f"GET /v1/matches/{{match_id}}/{each}", {}) for each in ("attempts", "position", "branches")]
    looks += [(route, {}) for route in looking(api) if "{branch_id}" in route]
    looks += [("POST /v1/matches/{match_id}/chance/proof", {})] * (not over)
    for who in ("judge", "head-judge"):
        assert [look for look in looks if not kept_out(apart.looked(who, look[0], **look[1]))] == []
        assert api.get(f"{apart.match.path}/view?as=public", apart.keys[who]).status_code == 200


@pytest.mark.parametrize("over", [False, True])
def test_nobody_with_a_key_reads_less_of_a_public_match_than_everybody(api: Api, over: bool) -> None:
    """Every read of the document about a match, a case or a list of them; who has no office reads the same, too."""
    apart = Apart(api, over, spectators="public")
    apart.keys |= {each: api.keys[each] for each in ("analyst", "admin", "head-judge", "organizer")}
    apart.keys |= {"nobody": "", "seat": apart.match.keys["alice"], "uncalled": apart.keys["judge"]}
    apart.keys |= {
        "outside": api.services.keys.issue("organizer", "olaf"),
        "hal": api.services.keys.issue("head-judge", "hal"),
    }
    apart.values |= {"game": "agot_lcg", "name": "cards-duel"}
    reads, compared = public_reads(api, apart), 0
    assert "GET /v1/matches/{match_id}/view" in reads
    for route in reads:
        public = apart.looked("nobody", route)
        for who in apart.keys.keys() - {"nobody"}:
            assert apart.looked(who, route).status_code == 200, (route, who)
        same = {"other seat"} if any(name in route for name in ABOUT) else set()
        for who in same | ({"uncalled", "hal"} if "{match_id}" in route else set()):
            read, wanted = (each.get_data(as_text=True) for each in (apart.looked(who, route), public))
            if route.endswith("/clocks"):
                # the wait that is open is counted up to now
                read, wanted = SECONDS.sub("#", read), SECONDS.sub("#", wanted)
            assert read == wanted, (route, who)
            compared += 1
    assert compared > 30
    assert {"GET /v1/matches/{match_id}/view", "GET /v1/cases/{case_id}", "GET /v1/cases", "GET /v1/matches"} <= {
        *reads
    }
    for path, name in (("/v1/matches", "match"), (f"/v1/cases?match={apart.match.id}", "case")):
        told = [{each[name] for each in lists(api.read(path, key))} for key in ("", apart.keys["other seat"])]
        assert told[0] <= told[1]
        assert apart.values[f"{name}_id"] in told[0]


def lists(told: dict[str, Any]) -> list[dict[str, Any]]:
    """The first list of an answer."""
    found: list[dict[str, Any]] = next(each for each in told.values() if isinstance(each, list))
    return found


def test_a_seat_of_another_match_that_reads_a_public_one_does_nothing_there(api: Api) -> None:
    """Its name there may be one of the seats' here: it says, gives, renews and reads nothing for that one."""
    apart = Apart(api, over=False, spectators="public")
    asked = [each for each in routes() if any(name in each for name in ABOUT) and each != LEADS_ON]
    posted = [each for each in asked if each.startswith(("POST", "DELETE")) and not each.endswith("/compare")]
    let_in = [each for each in posted if marked(apart.answer("other seat", each)) != REFUSED]
    assert let_in == []
    opening = {"match": apart.match.id, **TEXT}
    assert problem(api.post("/v1/cases", apart.keys["other seat"], opening, Idempotency_Key="x"))[0] == 403
    assert apart.looked("other seat", "GET /v1/matches/{match_id}/judges").status_code == 403
    own = api.get(f"{apart.match.path}/view?as=bob", apart.keys["other seat"])
    assert problem(own) == (403, "request.viewer")


def public_reads(api: Api, apart: Apart) -> list[str]:
    """The routes by which everybody reads what there is: all that answer without a key, and change nothing."""
    paths = api.read("/v1/openapi.json")["paths"]
    found = [f"GET {path}" for path, item in sorted(paths.items()) if "get" in item and "{event_id}" not in path]
    found.append("POST /v1/matches/{match_id}/compare")
    return [each for each in found if apart.looked("nobody", each).status_code == 200]


def test_once_the_seed_is_revealed_anybody_looks(api: Api) -> None:
    match = api.opened(spectators="public")
    match.gives("bob", {"type": "concede"}, If_Match="")
    keys = [api.services.keys.issue(scope, who) for scope, who in OUTSIDERS.items()]
    [refused] = {api.get(f"{match.path}/view?as=judge", key).status_code for key in keys}
    assert refused == 403
    revealed = api.post(f"{match.path}/chance/reveal", "judge", {}, Idempotency_Key="reveal")
    assert revealed.status_code == 201, revealed.json
    for key in ("", *keys):
        assert api.read(f"{match.path}/view?as=judge", key)["viewer"] == "judge"
