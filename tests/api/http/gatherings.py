"""Builders for tests of events over HTTP: an event of an application, the keys of its people, matches at its tables."""

from __future__ import annotations

from itertools import count
from typing import Any

import msgspec
from werkzeug.test import TestResponse

from tests.api.http.clients import SEATS, Api, Match
from tests.games.l5r import random_seats

KEYS = count(1)
STAFF = {"hana": "head-judge", "jan": "judge", "judge-1": "judge"}
PEOPLE = {
    "olga": "organizer",
    "hana": "head-judge",
    "jan": "judge",
    "eve": "judge",
    "oscar": "organizer",
    "ana": "analyst",
    "root": "admin",
}
BOARD_SEATS = [{"name": house} for house in ("baratheon", "lannister", "stark")]
# without names of players: a match that names them is played by them alone
CARD_SEATS = [{name: each[name] for name in ("name", "deck")} for each in SEATS]
L5R_SEATS = [msgspec.json.decode(text) for text in random_seats(1)]
WON = ("win", "loss")
GAMES: dict[str, dict[str, Any]] = {
    "agot_lcg": {
        "regulation": "cards-duel",
        "players": ["Ann", "Bert"],
        "opening": {"seats": CARD_SEATS},
        "results": WON,
    },
    "agot_board": {
        "regulation": "board-league",
        "players": ["Ann", "Bert", "Cleo"],
        "opening": {"game": "agot_board", "seats": BOARD_SEATS},
        "results": ("first", "second", "third"),
    },
    "l5r": {
        "regulation": "provinces-duel",
        "players": ["Ann", "Bert"],
        "opening": {"game": "l5r", "seats": L5R_SEATS},
        "results": WON,
    },
}


class Gathering:
    """An event of one game with its players enrolled; `who` is one of PEOPLE, a seat's key, or nothing."""

    def __init__(self, api: Api, game: str = "agot_lcg") -> None:
        self.api = api
        self.kind = GAMES[game]
        self.game = game
        self.players: list[str] = self.kind["players"]
        self.keys = {who: api.services.keys.issue(scope, who) for who, scope in PEOPLE.items()}
        created = self.creates("olga", f"event-{next(KEYS)}")
        assert created.status_code == 201, created.get_data(as_text=True)
        self.id = created.get_json()["event"]
        self.path = f"/v1/events/{self.id}"

    def creates(self, who: str, key: str, **changes: Any) -> TestResponse:
        body = {"name": "Friday", "game": self.game, "regulation": self.kind["regulation"], "staff": STAFF, **changes}
        return self.api.post("/v1/events", self.keys.get(who, who), body, Idempotency_Key=key)

    def gives(self, who: str, type_: str, name: str = "", **fields: Any) -> TestResponse:
        key = name or f"k-{next(KEYS)}"
        body = {"type": type_, **fields}
        return self.api.post(f"{self.path}/commands", self.keys.get(who, who), body, Idempotency_Key=key)

    def given(self, who: str, type_: str, **fields: Any) -> Any:
        """What an accepted entry is answered with."""
        response = self.gives(who, type_, **fields)
        assert response.status_code == 201, response.get_data(as_text=True)
        return response.get_json()

    def imports(
        self,
        text: str,
        who: str = "hana",
        round: int = 1,
        media_type: str = "text/csv",
        reason: str = "",
        query: dict[str, str] | None = None,
    ) -> TestResponse:
        headers = {"Idempotency-Key": f"k-{next(KEYS)}", "Content-Type": media_type}
        path = f"{self.path}/rounds/{round}/pairings"
        return self.api.ask(
            "POST",
            path,
            self.keys.get(who, who),
            data=text.encode(),
            headers=headers,
            query_string=query or ({"reason": reason} if reason else {}),
        )

    def get(self, path: str, who: str = "jan") -> TestResponse:
        return self.api.get(f"{self.path}{path}", self.keys.get(who, who))

    def read(self, path: str = "", who: str = "jan") -> Any:
        return self.api.read(f"{self.path}{path}", self.keys.get(who, who))

    def enrolled(self) -> Gathering:
        self.given("olga", "enrol_players", players=self.players)
        return self

    @property
    def opener(self) -> str:
        """Who opens matches: the organizer, or an admin where the organizer plays."""
        return "root" if "olga" in map(str.casefold, self.players) else "olga"

    def opened(self, name: str, who: str = "", **opening: Any) -> Match:
        """A match of the event's game that its organizer opened, or somebody else."""
        return self.api.opened(name, self.keys[who or self.opener], **{**self.kind["opening"], **opening})

    def at_table(self, **opening: Any) -> Match:
        """The event's first round is paired: one table, which plays a match of this application."""
        self.enrolled()
        self.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": self.players}])
        match = self.opened(f"match-{self.id}", **opening)
        plays = {"olga", "hana"}.intersection(map(str.casefold, self.players))
        seating = self.opener if plays else "hana"
        self.given(seating, "seat_match", round=1, table=1, match=match.id)
        return match

    def penalised(self, player: str = "Ann", **changes: Any) -> Any:
        fields = {"infraction": "slow-play", "penalty": "warning", "reason": "four minutes for a pass", **changes}
        return self.given("jan", "give_penalty", player=player, **fields)
