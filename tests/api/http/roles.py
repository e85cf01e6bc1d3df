"""Every route with every role: who asks, how each route is asked, and what each role is answered with.

Read `ROLES` and `Situation`, then `BODIES` (what must be sent so that it is refused for nothing but who sends it).
`roles.txt` has a row for each route, a mark for each role in this order: `.` let in, `k` asked for a key, `x` refused
as not theirs. `python -m tests.api.http.roles` writes it anew; a changed mark is a change of rights: read the diff.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from service.web.app import route_app
from tests.api.http.clients import OPENING, Api, Match, api_of
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import Gathering

# those with fewer rights first: what one of them does must not stand in the way of the next
ROLES = (
    "nobody",
    "other seat",
    "analyst",
    "other judge",
    "organizer",
    "seat",
    "judge not called",
    "judge called",
    "head judge",
    "admin",
)
TABLE = Path(__file__).with_name("roles.txt")
IN, KEY, REFUSED = ".", "k", "x"
SESSIONS = ("/console/login", "/console/logout")
OPEN = ("/v1/openapi", "/v1/docs", "/console/static", "/metrics", "/healthz", "/readyz")
PLACEHOLDER = re.compile(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>")
NUMBERS = count(1)
RULE = "judging.ruling.cites-rules"
KEEP = {"type": "decide_mulligan", "mulligan": False}
RULING = ruling()
PENALTY = {"seat": "alice", "infraction": "slow-play", "penalty": "warning", "rules": [RULE]}
TEXT = {"text": "So it was."}
REASON = {"reason": "So it is."}

# what is sent so that it is refused for nothing but who sends it; other routes are sent an empty object
BODIES: dict[str, Any] = {
    "/v1/matches": OPENING,
    "/v1/cases": {"match": "{match_id}", **TEXT},
    "/v1/matches/{match_id}/commands": KEEP,
    "/v1/matches/{match_id}/commands/check": KEEP,
    "/v1/matches/{match_id}/branches": {"from": 1},
    "/v1/matches/{match_id}/judges": {"judge": "jan"},
    "/v1/matches/{match_id}/judges/release": {"judge": "jan"},
    "/v1/matches/{match_id}/sealed": REASON,
    "/v1/matches/{match_id}/compare": {"position": {"players": {}}},
    "/v1/matches/{match_id}/chance/proof": {"seed": "00" * 32},
    "/v1/branches/{branch_id}/commands": {"seat": "alice", "command": KEEP},
    "/v1/branches/{branch_id}/corrections": {"changes": []},
    "/v1/branches/{branch_id}/orders": {"order": {"type": "accept_table"}},
    "/v1/branches/{branch_id}/explain": {"seat": "alice", "command": KEEP},
    "/v1/cases/{case_id}/assign": {"judge": "jan"},
    "/v1/cases/{case_id}/statements": TEXT,
    "/v1/cases/{case_id}/questions": {"seat": "bob", **TEXT},
    "/v1/cases/{case_id}/shared": {"entry": 1},
    "/v1/cases/{case_id}/advice": TEXT,
    "/v1/cases/{case_id}/evidence": {"links": ["1"]},
    "/v1/cases/{case_id}/ruling": RULING,
    "/v1/cases/{case_id}/amend": RULING,
    "/v1/cases/{case_id}/approve": {"number": 1, **REASON},
    "/v1/cases/{case_id}/appeal": TEXT,
    "/v1/cases/{case_id}/answer": {"verdict": "confirm", **TEXT},
    "/v1/cases/{case_id}/previews": {"kind": "acceptance"},
    "/v1/cases/{case_id}/consents": {"preview": "p-1"},
    "/v1/cases/{case_id}/remedies": {"preview": "p-1", "ruling": 1},
    "/v1/cases/{case_id}/penalties": PENALTY,
    "/v1/cases/{case_id}/penalties/withdraw": PENALTY,
    "/v1/cases/{case_id}/publish": TEXT,
    "/v1/cases/{case_id}/resume": REASON,
    "/v1/cases/{case_id}/freeze": REASON,
    "/v1/cases/{case_id}/abandon": REASON,
    "/v1/cases/{case_id}/tags": {"tags": ["x"]},
    "/v1/events": {"name": "Friday", "game": "agot_lcg", "regulation": "cards-duel"},
    "/v1/events/{event_id}/commands": {"type": "give_time", "round": 1, "table": 1, "seconds": 5, **REASON},
    "/v1/games/{game}/decks/check": {"deck": "House Stark"},
}
QUERIES = {
    "GET /v1/matches/{match_id}/explain": {"command": '{"type": "pass"}', "as": "alice"},
    "GET /v1/matches/{match_id}/rewind-report": {"to": "1"},
    "GET /v1/matches/{match_id}/compare": {"left": "1"},
    "POST /v1/games/{game}/positions/explain": {"seat": "alice", "command": "{}"},
    "GET /v1/events/{event_id}/record": {"player": "Ann"},
}


@cache
def another_match(api: Api) -> Match:
    """A match of an application that has nothing to do with any situation; nobody changes it."""
    return api.opened("another")


class Situation:
    """A match at a table of an event, with a case that a judge examines and a branch; and who asks."""

    def __init__(self, api: Api, **opening: Any) -> None:
        self.api = api
        self.sessions: dict[str, tuple[FlaskClient, str]] = {}
        self.event = Gathering(api)
        self.match = self.event.at_table(**opening)
        keys = self.event.keys
        self.keys = {
            "nobody": "",
            "other seat": another_match(api).keys["alice"],
            "analyst": keys["ana"],
            "other judge": keys["eve"],
            "organizer": keys["olga"],
            "seat": self.match.keys["alice"],
            "judge not called": keys["jan"],
            "judge called": api.keys["judge"],
            "head judge": keys["hana"],
            "admin": keys["root"],
        }
        self.case = Dispute(self.match).opened("alice").taken("judge")
        self.case.given("bob", "statements", TEXT)
        self.values = {
            "match_id": self.match.id,
            "case_id": self.case.id,
            "event_id": self.event.id,
            "branch_id": self.begun(),
            "version": "1",
            "window": "1.1",
            "what": "strength",
            "thing": "x",
            "rule": RULE,
            "game": "agot_lcg",
            "number": "1",
            "player": "Ann",
            "round": "1",
            "table": "1",
            "form": "csv",
            "place": "1.1",
            "name": "cards-duel",
            "path": "nowhere",
            "seat": "bob",
        }

    def sent(self, role: str, method: str, path: str, body: Any, **query: Any) -> TestResponse:
        """A request to the API with a role's key."""
        headers = {"Idempotency-Key": f"r-{next(NUMBERS)}", "If-Match": '"w1"'}
        if path.endswith("/remedies"):
            headers["If-Match"] = '"v1"'
        if "/branches/" in path:
            headers["If-Match"] = '"d0"'
        more: dict[str, Any] = {"json": body} if body is not None else {}
        if path.endswith("/pairings"):
            headers["Content-Type"] = "text/csv"
            more = {"data": b"table,player_1,player_2\n1,Ann,Bert\n"}
        return self.api.ask(method, path, self.keys[role], headers=headers, query_string=query, **more)

    def twice(self, role: str, route: str) -> TestResponse:
        """What a role is answered that sends an object with a name in it twice."""
        path = route.split(" ")[1].format(**self.values)
        headers = {"Idempotency-Key": f"r-{next(NUMBERS)}", "If-Match": '"w1"', "Content-Type": "application/json"}
        if "/branches/" in path:
            headers["If-Match"] = '"d0"'
        eyes = {"as": "alice"} if path.endswith("/explain") else {}
        data = b'{"y": {"x": 1, "x": 2}}'
        return self.api.ask("POST", path, self.keys[role], headers=headers, query_string=eyes, data=data)

    def begun(self) -> str:
        """A new branch of the match."""
        answered = self.sent("judge called", "POST", f"/v1/matches/{self.match.id}/branches", {"from": 1})
        branch: str = answered.get_json()["branch"]
        return branch

    def session(self, role: str) -> tuple[FlaskClient, str]:
        """A new session of the console for a role, with the token of its forms."""
        client = self.api.app.test_client()
        if not self.keys[role]:
            return client, ""
        client.post("/console/login", data={"key": self.keys[role]})
        # any page has the token; that there is no such page takes the least time
        page = client.get("/console/nowhere").get_data(as_text=True)
        return client, (re.findall(r'name="token" value="([0-9a-f]{64})"', page) or [""])[0]

    def paged(self, role: str, method: str, path: str) -> TestResponse:
        """A request to the console in the role's session; one that ends sessions has its own."""
        if path in SESSIONS:
            client, token = self.session(role)
        else:
            client, token = self.sessions.get(role) or self.sessions.setdefault(role, self.session(role))
        fields = {"token": token, "key": f"{next(NUMBERS):024d}", "text": "So it was.", "reason": "So it is."}
        return client.open(path, method=method, data=fields if method == "POST" else None)

    def answer(self, role: str, route: str, **values: str) -> TestResponse:
        """What a role is answered on a route, with other values in its path if any are given."""
        method, path = route.split(" ")
        if route in THROW_AWAY and "branch_id" not in values:
            values = {"branch_id": self.begun(), **values}  # each deletes one that is there
        there = path.format(**{**self.values, **MOVES.get(route, {}), **values})
        if path.startswith("/console"):
            return self.paged(role, method, there)
        body = {**BODIES.get(path, {})} if method == "POST" else None
        if body and "match" in body:
            body["match"] = self.match.id
        return self.sent(role, method, there, body, **QUERIES.get(route, {}))


# a move of a case, a command of an event, a file of one, where a route has a name in it
MOVES = {
    "POST /console/cases/{case_id}/{name}": {"name": "take"},
    "POST /console/events/{event_id}/commands/{name}": {"name": "give_time"},
    "GET /console/events/{event_id}/{what}.{form}": {"what": "penalties"},
    **{f"GET /console/analytics/{{name}}{each}": {"name": "results"} for each in ("", "/csv", "/rows")},
}
# after one of these a case takes nothing more, whoever asks
CLOSING = ("POST /v1/cases/{case_id}/abandon",)
THROW_AWAY = ("POST /console/branches/{branch_id}/throw-away", "DELETE /v1/branches/{branch_id}")


def marked(response: TestResponse) -> str:
    """An answer as a mark; a page that sends to the login asks for a key."""
    assert response.status_code < 500, response.get_data(as_text=True)
    to_login = response.status_code == 303 and "/console/login" in response.headers.get("Location", "")
    if response.status_code == 401 or to_login:
        return KEY
    return REFUSED if response.status_code == 403 else IN


@cache
def routes() -> tuple[str, ...]:
    """Every route of the service, `GET /v1/matches/{match_id}`, in order."""
    app = route_app()
    found = (route for rule in app.url_map.iter_rules() for route in routes_of(rule))
    listed = {each for each in found if not each.split(" ")[1].startswith(OPEN)}
    return tuple(sorted(listed, key=lambda each: each.split(" ")[::-1]))


def routes_of(rule: Rule) -> list[str]:
    path = PLACEHOLDER.sub(r"{\1}", rule.rule)
    return [f"{method} {path}" for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})]


class Rows:
    """Rows found out on one application; what only reads is asked in one situation, the rest each in its own."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.reading = Situation(api)

    def row(self, route: str) -> str:
        """The marks of a route, each role asking in turn."""
        here = self.reading if route.startswith("GET ") else Situation(self.api)
        situations = ((role, Situation(self.api) if route in CLOSING else here) for role in ROLES)
        return "".join(marked(situation.answer(role, route)) for role, situation in situations)


def table() -> dict[str, str]:
    """The rows that are written."""
    lines = (each.split(maxsplit=1) for each in TABLE.read_text().splitlines() if each and not each.startswith("#"))
    return {route: marks for marks, route in lines}


def written() -> str:
    """The table as the service answers today."""
    head = [f"# {n}: {role}" for n, role in enumerate(ROLES, 1)]
    with TemporaryDirectory() as folder, api_of(Path(folder) / "praetor.db") as api:
        rows = Rows(api)
        return "\n".join([*head, *(f"{rows.row(route)} {route}" for route in routes())]) + "\n"


if __name__ == "__main__":
    TABLE.write_text(written())
