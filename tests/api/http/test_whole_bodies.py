"""No body is cut: above the bound of its route it is refused and does nothing, announced or in chunks."""

from __future__ import annotations

import gzip
import json
from io import BytesIO
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.web.request_parts import BODY_BYTES
from tests.api.http.clients import POSITION, Api, problem
from tests.api.http.gatherings import Gathering
from tests.api.http.roles import BODIES, NUMBERS, QUERIES, Situation
from tests.api.http.test_console_events import Staff
from tests.api.http.test_document import operations

CHUNKED = {"wsgi.input_terminated": True}


@pytest.fixture
def situation(api: Api) -> Situation:
    return Situation(api)


def headers_of(path: str, media_type: str) -> dict[str, str]:
    wait = '"v1"' if path.endswith("/remedies") else '"d0"' if "/branches/" in path else '"w1"'
    return {"Idempotency-Key": f"b-{next(NUMBERS)}", "If-Match": wait, "Content-Type": media_type}


def announced(api: Api, path: str, key: str, media_type: str, length: int, **query: Any) -> TestResponse:
    """The answer to a body that says how long it is; nothing of it is sent."""
    headers, more = headers_of(path, media_type), {"CONTENT_LENGTH": str(length)}
    return api.ask("POST", path, key, headers=headers, environ_overrides=more, query_string=query)


def in_chunks(api: Api, path: str, key: str, media_type: str, body: bytes, **query: Any) -> TestResponse:
    """The answer to a body in chunks, as the server hands it on."""
    headers = {**headers_of(path, media_type), "Transfer-Encoding": "chunked"}
    return api.ask(
        "POST", path, key, headers=headers, input_stream=BytesIO(body), environ_overrides=CHUNKED, query_string=query
    )


def with_bodies() -> list[tuple[str, str]]:
    """The paths of the document that take a body, each with the first media type of it."""
    return [
        (path, next(iter(words["requestBody"]["content"])))
        for path, method, words in operations()
        if method == "post" and "requestBody" in words
    ]


def test_above_its_bound_every_route_refuses_a_body_in_chunks_as_it_does_an_announced_one(
    situation: Situation,
) -> None:
    api, told = situation.api, {}
    for path, media_type in with_bodies():
        there = path.format(**{**situation.values, "number": "1"})
        query = QUERIES.get(f"POST {path}") or ({"as": "alice"} if path.endswith("/explain") else {})
        tried = {key: announced(api, there, key, media_type, 1 << 40, **query) for key in situation.keys.values()}
        key, refused = next((key, each) for key, each in tried.items() if each.status_code == 413)
        assert problem(refused) == (413, "request.too-large"), path
        most = told[path] = refused.get_json()["because"]["most"]
        lawful = json.dumps(BODIES.get(path, {})).encode()
        longer = in_chunks(api, there, key, media_type, lawful.ljust(most) + b"x", **query)
        assert problem(longer) == (413, "request.too-large"), path
        assert longer.get_json()["because"] == {"of": "body", "most": most, "given": most + 1}
    assert {*told.values()} >= {4096, 64 << 10, 1 << 20, 64 << 20}


@pytest.mark.parametrize("coding", ["gzip", "identity, br"])
def test_every_route_refuses_a_body_that_is_packed(situation: Situation, coding: str) -> None:
    api = situation.api
    for path, media_type in with_bodies():
        there = path.format(**{**situation.values, "number": "1"})
        query = QUERIES.get(f"POST {path}") or ({"as": "alice"} if path.endswith("/explain") else {})
        body = gzip.compress(json.dumps(BODIES.get(path, {})).encode())
        tried = [
            api.ask(
                "POST",
                there,
                key,
                headers={**headers_of(path, media_type), "Content-Encoding": coding},
                data=body,
                query_string=query,
            )
            for key in situation.keys.values()
        ]
        refused = next((each for each in tried if each.status_code == 415), None)
        assert refused is not None, path
        assert problem(refused) == (415, "request.coding"), path
        assert refused.get_json()["because"] == {"header": "Content-Encoding", "given": coding, "needed": "identity"}
        assert refused.headers["Accept-Encoding"] == "identity"


@pytest.mark.parametrize("coding", ["identity", "Identity", ""])
def test_a_body_that_is_not_packed_may_say_so(api: Api, coding: str) -> None:
    headers = {"Content-Type": "application/json", "Content-Encoding": coding}
    path = "/v1/games/agot_lcg/positions/check"
    answer = api.ask("POST", path, "judge", headers=headers, data=json.dumps(POSITION).encode())
    assert answer.status_code == 200


def test_a_command_is_not_carried_out_that_is_only_the_beginning_of_a_body(api: Api) -> None:
    match = api.opened()
    path, key, concedes = f"{match.path}/commands", match.keys["alice"], b'{"type": "concede"}'
    assert problem(in_chunks(api, path, key, "application/json", concedes.ljust(4096) + b"x"))[0] == 413
    assert match.read("")["over"] is None
    # up to its bound it is taken
    assert in_chunks(api, path, key, "application/json", concedes.ljust(4096)).status_code == 201


def test_a_position_is_not_read_that_is_only_the_beginning_of_a_body(api: Api) -> None:
    position = json.dumps(POSITION).encode()
    path = "/v1/games/agot_lcg/positions/check"
    assert in_chunks(api, path, "judge", "application/json", position).status_code == 200
    longer = position.ljust(64 << 10) + b"}"
    assert problem(in_chunks(api, path, "judge", "application/json", longer)) == (413, "request.too-large")


def test_a_body_in_chunks_that_no_server_ends_is_not_waited_for(api: Api) -> None:
    headers = {"Transfer-Encoding": "chunked", "Content-Type": "application/json"}
    answer = api.ask(
        "POST", "/v1/games/agot_lcg/positions/check", "judge", headers=headers, input_stream=BytesIO(b"{}")
    )
    assert problem(answer) == (400, "request.malformed")


def test_a_file_of_pairings_is_refused_whole_where_it_is_too_large(api: Api) -> None:
    event = Gathering(api, "agot_lcg").enrolled()
    olga, lines = Staff(event, "olga"), b"table,player_1,player_2\n1,Ann,Bert\n"
    for sheet, status in ((lines.ljust(BODY_BYTES, b"\n") + b"2,Cle,Dan\n", 422), (lines, 303)):
        page = olga.sends("pair_round", round="1", kind="swiss", file=(BytesIO(sheet), "round-1.csv"))
        assert page.status_code == status
        assert ("The service does not read so long a text." in page.get_data(as_text=True)) == (status == 422)
    assert len(event.read()["paired"][0]["tables"]) == 1
