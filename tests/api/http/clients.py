"""Builders for tests of the API in process: an application on a store of its own, keys, matches, commands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.judging.cases.desk import AssignJudge
from domain.match.envelope import Actor
from service.demo.decks import deck_text
from service.settings import Address, Settings
from service.web.app import create_app
from service.wiring import Services, services_of
from tests.patience import PATIENCE
from tests.stores import make_store

SEATS = [
    {"name": "alice", "player": "Alice", "deck": deck_text("stark.txt")},
    {"name": "bob", "deck": deck_text("lannister.txt")},
]
OPENING: dict[str, Any] = {"game": "agot_lcg", "seats": SEATS}
# Alice is first, has challenged nobody yet and is asked for a challenge; `at: challenges.action` is the window before.
POSITION: dict[str, Any] = {
    "round": 2,
    "at": "4.2",
    "first_player": "alice",
    "active_player": "alice",
    "players": {
        "alice": {"gold": 3, "hand": ["ice", "put-to-the-sword"], "play": ["eddard-stark", "arya-stark"]},
        "bob": {"hand": 4, "play": ["tyrion-lannister"]},
    },
}


class Api:
    """An application, and requests to it."""

    def __init__(self, app: Flask, services: Services) -> None:
        self.app = app
        self.services = services
        self.client = app.test_client()
        self.keys = {scope: services.keys.issue(scope, f"{scope}-1") for scope in ("organizer", "judge", "admin")}
        self.sessions: dict[str, FlaskClient] = {}

    def ask(self, method: str, path: str, key: str = "", **more: Any) -> TestResponse:
        """Send a request; `key` is a scope or a key."""
        headers = {**more.pop("headers", {})}
        if key:
            headers["Authorization"] = f"Bearer {self.keys.get(key, key)}"
        return self.client.open(path, method=method, headers=headers, **more)

    def session(self, key: str) -> FlaskClient:
        """A client that has logged in to the console with a key, once for all its pages; without one it has not."""
        if key not in self.sessions:
            self.sessions[key] = self.app.test_client()
            if key:
                answer = self.sessions[key].post("/console/login", data={"key": self.keys.get(key, key)})
                assert answer.status_code == 303, answer.get_data(as_text=True)
        return self.sessions[key]

    def get(self, path: str, key: str = "", **headers: str) -> TestResponse:
        return self.ask("GET", path, key, headers=headers)

    def read(self, path: str, key: str = "") -> Any:
        """What is answered with 200."""
        response = self.get(path, key)
        assert response.status_code == 200, response.get_data(as_text=True)
        return response.get_json()

    def post(self, path: str, key: str, body: Any, **headers: str) -> TestResponse:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.ask("POST", path, key, json=body, headers=named)

    def opens(self, name: str = "friday-1", key: str = "organizer", **changes: Any) -> TestResponse:
        return self.post("/v1/matches", key, {**OPENING, **changes}, Idempotency_Key=name)

    def opened(self, name: str = "friday-1", key: str = "organizer", **changes: Any) -> Match:
        """A match that was opened."""
        response = self.opens(name, key, **changes)
        assert response.status_code == 201, response.get_data(as_text=True)
        self.calls(response.get_json()["match"])
        return Match(self, response.get_json())

    def calls(self, match_id: str, judge: str = "judge-1") -> None:
        """Call a judge to a match, so that they may look at what is hidden."""
        self.services.desks.enter(match_id, AssignJudge(judge), by=Actor("admin-1", "admin"), key=f"call-{judge}")

    def from_position(self, name: str = "position", **changes: Any) -> Match:
        return self.opened(name, seats=[], position=POSITION, **changes)


class Match:
    """A match of the application, and its seats' keys."""

    def __init__(self, api: Api, opened: dict[str, Any]) -> None:
        self.api = api
        self.id = opened["match"]
        self.path = f"/v1/matches/{self.id}"
        self.keys = {each["seat"]: each["key"] for each in opened["seats"]}

    def get(self, path: str, who: str = "judge", **headers: str) -> TestResponse:
        return self.api.get(f"{self.path}{path}", self.keys.get(who, who), **headers)

    def read(self, path: str, who: str = "judge") -> Any:
        return self.api.read(f"{self.path}{path}", self.keys.get(who, who))

    def wait(self) -> int:
        wait: int = self.read("")["wait"]
        return wait

    def awaited(self) -> str:
        seat: str = self.read("")["awaited"][0]
        return seat

    def gives(self, seat: str, command: Any, name: str = "", **headers: str) -> TestResponse:
        """A command for a seat, to the open wait unless headers say otherwise."""
        named = {"If_Match": f'"w{self.wait()}"', "Idempotency_Key": name or f"{seat}-{self.wait()}", **headers}
        sent = {each: value for each, value in named.items() if value}
        return self.api.post(f"{self.path}/commands", self.keys.get(seat, seat), command, **sent)

    def given(self, seat: str, command: Any) -> Any:
        """What an accepted command is answered with."""
        response = self.gives(seat, command)
        assert response.status_code == 201, response.get_data(as_text=True)
        return response.get_json()


@contextmanager
def api_of(db: Path | Address) -> Iterator[Api]:
    """An application on a migrated store."""
    settings = Settings(db=db, threads=4, store_timeout=PATIENCE)
    make_store(settings)
    services = services_of(settings)
    try:
        yield Api(create_app(services), services)
    finally:
        services.close()


def lines(response: TestResponse) -> list[Any]:
    """The values of an answer in JSON Lines."""
    return [json.loads(line) for line in response.get_data(as_text=True).splitlines()]


def problem(response: TestResponse) -> tuple[int, str]:
    """The status of a problem and the rule that it cites; checks that it is a whole problem document."""
    assert response.content_type == "application/problem+json", response.get_data(as_text=True)
    said = response.get_json()
    assert {"type", "title", "status", "detail", "rule", "because"} <= said.keys()
    assert said["status"] == response.status_code
    assert said["rule"]["title"], said
    assert said["rule"]["text"], said
    assert said["type"] == f"/v1/rules/{said['rule']['id']}"
    return response.status_code, said["rule"]["id"]
