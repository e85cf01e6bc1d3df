"""Damaged records: each field dropped or exchanged, under a chain that fits, is refused, or can be read ever after."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.match.hash_chain import chain_head
from service.files.records import BadRecord, store_record
from tests.api.http.clients import Api, api_of, problem
from tests.api.http.disputes import Dispute, to_rewind
from tests.api.http.write import document

DROPPED = object()
VALUES: list[Any] = [DROPPED, None, "x", [], {}, -1, 10**30, "", True, 1.5, "\x00"]
Place = tuple[Any, ...]


def record_of(api: Api) -> list[bytes]:
    """The record of a match that was frozen, went back, and went on."""
    match = api.from_position()
    for command in ("decline_challenge", "pass"):
        match.given(match.awaited(), {"type": command})
    case = Dispute(match, moment="2").opened().taken().heard().ruled(to_rewind(2)).accepted()
    case.carries_out("head-judge", case.previewed({"kind": "rewind", "to": 2}))
    return match.get("/record", "admin").get_data().splitlines()


def with_events(record: list[bytes], events: list[Any], match_id: str) -> bytes:
    """The record with other events, under another id and with a chain that fits."""
    header = json.loads(record[0])
    head, seed = bytes(32), bytes.fromhex(header["seed"])
    lines = [json.dumps({**header, "match": match_id, "versions": len(events)}).encode()]
    for version, event in enumerate(events, 1):
        payload = json.dumps(event).encode()
        head = chain_head(head, seed, version, payload)
        lines.append(b'{"version":%d,"head":"%s","payload":%s}' % (version, head.hex().encode(), payload))
    return b"\n".join(lines)


def places(value: Any, at: Place = (), shape: Place = ()) -> Iterator[tuple[Place, Place]]:
    """Every place in the events, with its shape: places of the same fact, frame or field have one shape."""
    yield shape, at
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        tag = each.get("fact", each.get("frame", "")) if isinstance(each, dict) else ""
        step = name if isinstance(name, str) or not at else tag
        yield from places(each, (*at, name), (*shape, step))


def damaged(events: list[Any], at: Place, value: Any) -> list[Any]:
    changed = copy.deepcopy(events)
    holder: Any = changed
    for step in at[:-1]:
        holder = holder[step]
    if value is DROPPED:
        del holder[at[-1]]
    else:
        holder[at[-1]] = value
    return changed


def unread(api: Api, match_id: str) -> list[str]:
    """The routes of a match that answer with a 500."""
    paths = [path for path, item in document()["paths"].items() if path.startswith("/v1/matches/{") and "get" in item]
    named = {"match_id": match_id, "version": 1, "window": "1.1", "what": "income", "thing": "alice"}
    return [path for path in paths if api.get(path.format(**named), "admin").status_code >= 500]


@pytest.mark.parametrize(("values", "apart"), [(1, 3), pytest.param(len(VALUES), 1, marks=pytest.mark.proof)])
def test_a_damaged_record_is_refused_or_can_be_read_for_ever(api: Api, values: int, apart: int) -> None:
    """Every third place with one value each; as a proof every place with each."""
    record = record_of(api)
    events = [json.loads(line)["payload"] for line in record[1:]]
    told: Counter[int] = Counter()
    for turn, at in list(enumerate(dict(places(events)).values()))[::apart]:
        for number in range(values if at else 0):
            changed = damaged(events, at, VALUES[(turn + number) % len(VALUES)])
            match_id = f"m-damaged-{turn}-{number}"
            sent = with_events(record, changed, match_id)
            answer = api.ask("POST", "/v1/records", "admin", data=sent, content_type="application/x-ndjson")
            told[answer.status_code] += 1
            assert answer.status_code in (201, 422), (at, answer.get_data(as_text=True))
            assert answer.status_code == 422 or unread(api, match_id) == [], at
    assert told[422] > 30


@pytest.mark.parametrize(
    ("at", "value", "field"),
    [
        ((1, "at"), "x", "line 3: payload.at"),
        ((1, "at"), "2026-01-01T00:00:00", "line 3: payload.at"),
        ((0, "engine"), "one", "line 2: payload.engine"),
        ((0, "cmd"), None, "line 2: payload"),
        ((1, "cmd"), None, "line 3: payload.cmd"),
        ((1, "flow"), None, "line 3: payload.flow"),
        ((0, "cmd", "spectators"), "everybody", "line 2: payload.cmd"),
        ((3, "case"), "", "line 5: payload.case"),
        ((0, "facts"), [], "payload: its command, facts or flow do not fit the events before it"),
    ],
    ids=str,
)
def test_what_is_damaged_is_named_by_line_and_field(
    api: Api, tmp_path: Path, at: Place, value: Any, field: str
) -> None:
    record = record_of(api)
    events = [json.loads(line)["payload"] for line in record[1:]]
    sent = with_events(record, damaged(events, at, value), "m-damaged")
    answer = api.ask("POST", "/v1/records", "admin", data=sent, content_type="application/x-ndjson")
    assert problem(answer)[0] == 422
    if answer.get_json()["rule"]["id"] == "record.invalid":
        because = answer.get_json()["because"]
        assert f"line {because['line']}: {because['field']}: {because['problem']}" == answer.get_json()["detail"]
        assert because["field"].startswith("payload")
    with api_of(tmp_path / "elsewhere.db") as elsewhere, pytest.raises(BadRecord, match=field):
        store_record(elsewhere.services.matches, sent.splitlines())
