"""Bodies sent in chunks to the server as it is run: one above the bound of its route is refused, and does nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.api.serving import Served, serving

CONCEDES = b'{"type": "concede"}'
PIECE = 1000


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "praetor.db", tmp_path) as served:
        yield served


def in_chunks(served: Served, path: str, key: str, body: bytes) -> tuple[int, dict[str, Any]]:
    """The status of the answer to a body in chunks, and the problem or the answer."""
    pieces = (body[at : at + PIECE] for at in range(0, len(body), PIECE))
    headers = {"Content-Type": "application/json", "Idempotency-Key": "in-chunks", "Authorization": f"Bearer {key}"}
    with closing(HTTPConnection(urlsplit(served.url).netloc, timeout=60)) as connection:
        connection.request("POST", path, pieces, headers, encode_chunked=True)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())


def test_above_its_bound_a_body_in_chunks_is_refused_and_does_nothing(served: Served) -> None:
    opened = served.opened("in-chunks")
    match, key = f"/v1/matches/{opened.match}", opened.seats[0].key
    case = json.dumps({"match": opened.match, "text": "So it was."}).encode()
    for path, body, most in (
        (f"{match}/commands", CONCEDES, 4096),
        (f"{match}/commands/check", CONCEDES, 4096),
        ("/v1/cases", case, 64 << 10),
        ("/v1/games/agot_lcg/positions/check", b'{"players": {}}', 64 << 10),
    ):
        status, said = in_chunks(served, path, key, body.ljust(most) + b"x")
        assert (status, said["because"]) == (413, {"of": "body", "most": most, "given": most + 1}), path
    # the same command, within its bound
    assert in_chunks(served, f"{match}/commands", key, CONCEDES.ljust(4096))[0] == 201
