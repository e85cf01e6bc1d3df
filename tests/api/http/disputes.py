"""Builders for tests of cases over HTTP: a dispute about a match, moved through its states by whoever may."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

from werkzeug.test import TestResponse

from tests.api.http.clients import Api, Match

KEYS = count(1)
RULE = "judging.ruling.cites-rules"
KEEP = {"type": "decide_mulligan", "mulligan": False}


def ruling(**changes: Any) -> dict[str, Any]:
    """A ruling that leaves the table as it is, unless changes say otherwise."""
    said = {"finding": "Nothing was amiss.", "reason": "The log shows it.", "to_players": "Play on."}
    return {**said, "rules": [RULE], **changes}


def to_rewind(version: int, **changes: Any) -> dict[str, Any]:
    """A ruling that rewinds."""
    return ruling(remedy={"kind": "rewind", "to": version}, worse="Both would have played otherwise.", **changes)


class Dispute:
    """A case about a match of an application; `who` is a seat, a scope, or a key."""

    def __init__(self, match: Match, **opening: Any) -> None:
        self.match = match
        self.api: Api = match.api
        for scope in ("head-judge", "analyst"):
            self.api.keys.setdefault(scope, self.api.services.keys.issue(scope, f"{scope}-1"))
        if self.api.services.events.of_match(match.id) is None:
            self.api.calls(match.id, "head-judge-1")
        self.opening = {"match": match.id, "text": "He took two gold.", **opening}

    def key(self, who: str) -> str:
        key: str = self.match.keys.get(who, who)
        return key

    def opens(self, who: str = "alice", name: str = "", **changes: Any) -> TestResponse:
        key = name or f"open-{next(KEYS)}"
        return self.api.post("/v1/cases", self.key(who), {**self.opening, **changes}, Idempotency_Key=key)

    def opened(self, who: str = "alice", **changes: Any) -> Dispute:
        response = self.opens(who, **changes)
        assert response.status_code == 201, response.get_data(as_text=True)
        self.id = response.get_json()["case"]
        self.path = f"/v1/cases/{self.id}"
        return self

    def gives(self, who: str, path: str, body: Any = None, name: str = "", **headers: str) -> TestResponse:
        named = {"Idempotency_Key": name or f"k-{next(KEYS)}", **headers}
        return self.api.post(f"{self.path}/{path}", self.key(who), body, **named)

    def given(self, who: str, path: str, body: Any = None, **headers: str) -> Any:
        """What an accepted entry is answered with."""
        response = self.gives(who, path, body, **headers)
        assert response.status_code == 201, (path, response.get_data(as_text=True))
        return response.get_json()

    def read(self, who: str = "judge") -> Any:
        return self.api.read(self.path, self.key(who))

    def state(self) -> str:
        state: str = self.read("admin")["state"]
        return state

    # --- the usual way

    def taken(self, who: str = "judge") -> Dispute:
        self.given(who, "take")
        return self

    def heard(self) -> Dispute:
        self.given("bob", "statements", {"text": "It was one."})
        return self

    def ruled(self, body: dict[str, Any], who: str = "judge") -> Dispute:
        self.given(who, "ruling", body)
        return self

    def accepted(self) -> Dispute:
        for seat in self.match.keys:
            self.given(seat, "accept")
        return self

    def previewed(self, remedy: dict[str, Any], who: str = "judge") -> str:
        preview: str = self.given(who, "previews", remedy)["preview"]
        return preview

    def carries_out(self, who: str, preview: str, number: int = 1, version: int = 0) -> TestResponse:
        newest = version or self.match.read("", "admin")["version"]
        return self.gives(who, "remedies", {"preview": preview, "ruling": number}, If_Match=f'"v{newest}"')


class CasePage:
    """The page of a case, as somebody has it: a seat, a scope or a key."""

    def __init__(self, case: Dispute, who: str) -> None:
        self.client, self.path = case.api.client, case.path.replace("/v1/", "/console/")
        self.client.delete_cookie("praetor_console", path="/console")  # else a session goes on as who had it
        assert (
            self.client.post("/console/login", data={"key": case.api.keys.get(who, case.key(who))}).status_code == 303
        )
        self.text = self.client.get(self.path).get_data(as_text=True)

    def has_form(self, name: str) -> bool:
        return re.search(rf'<form[^>]*/{name}"', self.text) is not None

    def form(self, name: str) -> str:
        found = re.search(rf'<form[^>]*/{name}".*?</form>', self.text, re.DOTALL)
        assert found is not None, name
        return found[0]

    def sends(self, name: str, **given: str) -> TestResponse:
        """Send a form, with its hidden fields."""
        hidden = re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', self.form(name))
        return self.client.post(f"{self.path}/{name}", data={**dict(hidden), **given})
