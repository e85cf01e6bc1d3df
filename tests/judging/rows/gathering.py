"""Builders: an event of the hall whose first table plays a match of it, with a player at each seat."""

from __future__ import annotations

from typing import Any

from tests.games import ROWS
from tests.judging.rows.hall import Hall, Reply, Table

STAFF = {"hana": "head-judge", "jan": "judge"}


class Gathering:
    """An event with its players enrolled, its first round paired, its table seated; `who` is an office of the hall."""

    def __init__(self, hall: Hall, table: Table) -> None:
        self.hall = hall
        body = {"name": "Friday", "game": table.game, "regulation": ROWS[table.game].regulation, "staff": STAFF}
        self.id: str = hall.given("/v1/events", "olga", body)["event"]
        self.path = f"/v1/events/{self.id}"
        self.player = {seat: f"{seat}-of-{table.id}" for seat in table.raw.seats}
        players = list(self.player.values())
        self.gives("olga", "enrol_players", players=players)
        self.gives("hana", "pair_round", round=1, tables=[{"table": 1, "players": players}])
        seats = {player: seat for seat, player in self.player.items()}
        self.gives("root", "seat_match", round=1, table=1, match=table.id, seats=seats)

    def tries(self, who: str, type_: str, **fields: Any) -> Reply:
        return self.hall.post(f"{self.path}/commands", who, {"type": type_, **fields})

    def gives(self, who: str, type_: str, **fields: Any) -> Any:
        return self.hall.given(f"{self.path}/commands", who, {"type": type_, **fields})

    def read(self, path: str = "", **asked: Any) -> Any:
        return self.hall.read(f"{self.path}{path}", "jan", **asked)
