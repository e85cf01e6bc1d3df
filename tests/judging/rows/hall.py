"""Builders: a served store with matches that `praetor simulate` played, asked over HTTP by whoever holds a key.

Read `Hall`. The series is that of PRAETOR_SEED, a whole number. All that is known of a match here is the record that
`praetor export` wrote of it; a match that still runs is such a record, cut at a version, under an id of its own.
"""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from msgspec import Struct

from service.settings import Settings
from service.wiring import keys_of
from tests.api.cli import Praetor, migrated
from tests.api.serving import serving
from tests.forked import Python
from tests.games import ROWS
from tests.judging.rows.raw import Raw
from tests.patience import PATIENCE

CARDS, RINGS = "agot_lcg", "l5r"
"""The games of the few tests that are of one alone."""

SERIES = int(os.environ.get("PRAETOR_SEED") or 20261121)
OFFICES = {
    "jan": "judge",
    "eve": "judge",
    "hana": "head-judge",
    "olga": "organizer",
    "ana": "analyst",
    "root": "admin",
}
LINES = "application/x-ndjson"


class Reply(Struct, frozen=True):
    """What a request was answered with."""

    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def rule(self) -> str:
        """The rule that a refusal cites."""
        cited: str = self.json["rule"]["id"]
        return cited


class Hall:
    """A server and its matches; `who` is one of OFFICES, a key, or nobody."""

    def __init__(self, url: str, praetor: Praetor) -> None:
        self.url = url
        self.praetor = praetor
        self.keys = {
            who: praetor.does("token", "--scope", scope, "--name", who).strip() for who, scope in OFFICES.items()
        }
        self.numbers = count(1)
        self.bystanders: dict[str, Table] = {}
        self.matches = {game: tuple(self.simulated(game)) for game in ROWS}

    def simulated(self, game: str) -> Iterator[Table]:
        """Two matches of a game, of seeds of their own."""
        asked = ROWS[game].simulated
        self.praetor.does("simulate", "--game", game, "--matches", 2, "--seed", SERIES, "--jobs", 1, *asked)
        name = ROWS[game].series.format(seed=SERIES)
        for number in (1, 2):
            table = Table(self, self.praetor.does("export", f"{name}-{number}").encode())
            for judge in ("jan", "hana"):
                table.gives("root", "/judges", {"judge": judge})
            yield table

    def cut(self, game: str, version: int, number: int = 1) -> Table:
        """A match that still runs: the record of a simulated one as far as a version, brought in as another match."""
        whole = self.matches[game][number - 1].raw
        header = {**whole.header, "match": f"m-cut-{next(self.numbers)}-{number}", "versions": version}
        record = b"\n".join([json.dumps(header, separators=(",", ":")).encode(), *whole.lines[1 : version + 1]]) + b"\n"
        brought = self.ask("POST", "/v1/records", "root", record, {"Content-Type": LINES})
        assert brought.status == 201, brought.body
        table = Table(self, record)
        for judge in ("jan", "hana"):
            table.gives("root", "/judges", {"judge": judge})
        return table

    def bystander(self, game: str) -> Table:
        """Another running match, to which nothing may happen."""
        if game not in self.bystanders:
            self.bystanders[game] = self.cut(game, self.matches[game][1].raw.newest // 2, number=2)
        return self.bystanders[game]

    # --- asking

    def ask(
        self, method: str, path: str, who: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Reply:
        key = self.keys.get(who, who)
        said = {**({"Authorization": f"Bearer {key}"} if key else {}), **(headers or {})}
        with closing(HTTPConnection(urlsplit(self.url).netloc, timeout=PATIENCE)) as connection:
            connection.request(method, path, body, said)
            answer = connection.getresponse()
            return Reply(answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()})

    def get(self, path: str, who: str = "jan", **asked: Any) -> Reply:
        named = {name.rstrip("_"): json.dumps(each) if isinstance(each, dict) else each for name, each in asked.items()}
        return self.ask("GET", f"{path}?{urlencode(named)}" if named else path, who)

    def read(self, path: str, who: str = "jan", **asked: Any) -> Any:
        """What is answered with 200."""
        reply = self.get(path, who, **asked)
        assert reply.status == 200, (path, asked, reply.body)
        return reply.json

    def post(self, path: str, who: str, body: Any = None, **headers: str) -> Reply:
        named = {"Idempotency-Key": f"k-{next(self.numbers)}", "Content-Type": "application/json"}
        named |= {name.replace("_", "-"): value for name, value in headers.items()}
        return self.ask("POST", path, who, json.dumps(body).encode() if body is not None else b"", named)

    def given(self, path: str, who: str, body: Any = None, **headers: str) -> Any:
        """What an accepted command is answered with."""
        reply = self.post(path, who, body, **headers)
        assert reply.status == 201, (path, body, reply.body)
        return reply.json


class Table:
    """A match of the hall: its record as it was written, and what is asked of it; `who` may be one of its seats."""

    def __init__(self, hall: Hall, record: bytes) -> None:
        self.hall = hall
        self.record = record
        self.raw = Raw(record.splitlines())
        self.id: str = self.raw.header["match"]
        self.game: str = self.raw.header["game"]
        self.path = f"/v1/matches/{self.id}"
        self.keys = {seat: f"pra_{self.id}-{seat}" for seat in self.raw.seats}
        with closing(keys_of(Settings(db=hall.praetor.db))) as keys:
            keys.issue_seats(self.id, list(self.keys.items()))

    def get(self, path: str, who: str = "jan", **asked: Any) -> Reply:
        return self.hall.get(f"{self.path}{path}", self.keys.get(who, who), **asked)

    def read(self, path: str, who: str = "jan", **asked: Any) -> Any:
        return self.hall.read(f"{self.path}{path}", self.keys.get(who, who), **asked)

    def pages(self, path: str, who: str = "jan", on: str = "from", **asked: Any) -> list[Any]:
        """All pages of an answer; `on` is what the next one is asked with."""
        found = [self.read(path, who, **asked)]
        while found[-1]["next"]:
            found.append(self.read(path, who, **asked, **{on: found[-1]["next"]}))
        return found

    def post(self, who: str, path: str, body: Any = None, **headers: str) -> Reply:
        return self.hall.post(f"{self.path}{path}", self.keys.get(who, who), body, **headers)

    def gives(self, who: str, path: str, body: Any = None, **headers: str) -> Any:
        return self.hall.given(f"{self.path}{path}", self.keys.get(who, who), body, **headers)

    def now(self) -> Raw:
        """The record as the service has it now."""
        return Raw(self.written().splitlines())

    def written(self) -> bytes:
        reply = self.get("/record", "root")
        assert reply.status == 200, reply.body
        return reply.body


@contextmanager
def opened(folder: Path) -> Iterator[Hall]:
    """A hall in a folder."""
    praetor = migrated(folder)
    environ = {"PRAETOR_SIGNING_KEY": b64encode(bytes(range(32))).decode()}
    with serving(praetor.db, folder, environ=environ) as served, projecting(praetor.db):
        yield Hall(served.url, praetor)


@contextmanager
def projecting(db: Path) -> Iterator[None]:
    """The projector beside a store, as `praetor serve` has it beside its server."""
    line = ["-m", "service.projector.child", os.getpid()]
    with (db.parent / "projector.log").open("wb") as log:
        child = Python(line, env={**os.environ, "PRAETOR_DB": str(db)}, stderr=log)
    try:
        yield
        assert child.poll() is None, (child.returncode, (db.parent / "projector.log").read_text())
    finally:
        child.terminate()
        child.wait()
