"""Whole matches: out as records and positions, and in again."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from tests.api.http.clients import POSITION, Api, api_of, lines, problem
from tests.api.http.forging import rewritten
from tests.unit.test_layout import ROOT

KEEP = {"type": "decide_mulligan", "mulligan": False}
LINES = "application/x-ndjson"


def record_of(api: Api, key: str = "admin") -> bytes:
    """The record of a match of a few actions."""
    match = api.opened()
    match.given(match.awaited(), KEEP)
    match.given(match.awaited(), KEEP)
    return match.get("/record", key).get_data()


def brings_in(api: Api, record: bytes, key: str = "admin", media_type: str = LINES) -> TestResponse:
    return api.ask("POST", "/v1/records", key, data=record, content_type=media_type)


def test_a_record_is_brought_in_elsewhere_and_written_again_byte_for_byte(api: Api, tmp_path: Path) -> None:
    record = record_of(api)
    with api_of(tmp_path / "elsewhere.db") as elsewhere:
        response = brings_in(elsewhere, record)
        assert (response.status_code, response.get_json()["versions"], response.get_json()["new"]) == (201, 3, True)
        assert elsewhere.get(f"/v1/matches/{response.get_json()['match']}/record", "admin").data == record


def test_the_same_record_again_is_nothing_to_do(api: Api) -> None:
    response = brings_in(api, record_of(api))
    assert (response.status_code, response.get_json()["new"]) == (200, False)


def test_a_record_for_others_than_admin_is_for_reading_only(api: Api) -> None:
    record = record_of(api, "judge")
    header, *actions = (json.loads(line) for line in record.splitlines())
    assert (header["complete"], header["viewer"], len(actions)) == (False, "judge", 3)
    assert "seed" not in header
    assert problem(brings_in(api, record)) == (422, "record.invalid")


def test_a_seat_has_its_own_record(api: Api) -> None:
    match = api.opened()
    assert lines(match.get("/record", "alice"))[0]["viewer"] == "alice"
    assert lines(match.get("/record?as=public", "alice"))[0]["viewer"] == "public"


def test_only_admin_brings_records_in(api: Api) -> None:
    record = record_of(api)
    for who in ("judge", "organizer"):
        assert problem(brings_in(api, record, who)) == (403, "request.scope")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda record: b"",
        lambda record: b"{}",
        lambda record: record.splitlines()[0],
        lambda record: b"\n".join(record.splitlines()[:-1]),
        lambda record: record.replace(b'"mulligan":false', b'"mulligan":true '),
        lambda record: record.replace(b'"match":"m-', b'"match":"M-'),
        lambda record: record.replace(b'"record":1', b'"record":2'),
        lambda record: record.replace(b'"head":"', b'"head":"0'),
        lambda record: record.replace(b"cards.mulligan_decided", b"agot_lcg.mulligan_deciding"),
        lambda record: b"\xff" + record,
    ],
)
def test_a_record_that_is_wrong_anywhere_is_refused(api: Api, spoil: object) -> None:
    assert callable(spoil)
    assert problem(brings_in(api, spoil(record_of(api)))) == (422, "record.invalid")


def test_a_record_of_no_event_is_refused_by_its_number_of_versions(api: Api) -> None:
    header = json.loads(record_of(api).splitlines()[0]) | {"versions": 0}
    refused = brings_in(api, json.dumps(header).encode() + b"\n")
    assert problem(refused) == (422, "record.invalid")
    assert "versions" in refused.get_json()["detail"]


@pytest.mark.parametrize("beyond", ["{} {}", "{}x", "1 2", '"x" "y"', "[] null"])
def test_a_line_with_something_after_its_json_is_named(api: Api, beyond: str) -> None:
    record = record_of(api)
    byte = beyond.rindex(" ") + 1 if " " in beyond else 2
    for text, line in (
        (b"", 1),
        (record.splitlines()[0] + b"\n", 2),
        (record.rstrip() + b"\n", 1 + len(record.splitlines())),
    ):
        refused = brings_in(api, text + beyond.encode())
        assert problem(refused) == (422, "record.invalid")
        assert refused.get_json()["detail"] == f"line {line}: not JSON: Extra data at byte {byte}"


def test_a_record_whose_facts_the_rules_do_not_give_is_refused(api: Api) -> None:
    assert problem(brings_in(api, forged(record_of(api)))) == (422, "record.differs")


def forged(record: bytes) -> bytes:
    """The record under another id, with a fact of its last action changed and a chain that fits."""
    last = len(record.splitlines()) - 1

    def change(version: int, payload: bytes) -> bytes:
        if version < last:
            return payload
        swapped = payload.replace(b'"mulligan":false', b'"mulligan":true', 2)
        return swapped.replace(b'"mulligan":true', b'"mulligan":false', 1)

    return rewritten(record, "m-forged", change)


def test_another_match_under_the_same_id_is_a_conflict(api: Api) -> None:
    record = record_of(api)
    other = api.opened("another").get("/record", "admin").data
    own, foreign = json.loads(record.splitlines()[0])["match"], json.loads(other.splitlines()[0])["match"]
    assert problem(brings_in(api, other.replace(foreign.encode(), own.encode()))) == (409, "match.taken")


def test_a_record_comes_as_lines(api: Api) -> None:
    assert problem(brings_in(api, record_of(api), media_type="application/json")) == (415, "request.media-type")


def test_a_position_opens_the_same_table_again(api: Api) -> None:
    match = api.from_position()
    position = match.read("/position")["position"]
    again = api.opened("again", seats=[], position=position)
    assert again.read("/position")["position"] == position
    assert position["players"]["alice"]["hand"] == POSITION["players"]["alice"]["hand"]


def test_a_match_that_is_over_has_no_position_but_a_record(api: Api) -> None:
    match = api.opened()
    match.given("alice", {"type": "concede"})
    response = match.get("/position")
    assert problem(response) == (409, "match.over")
    assert response.get_json()["because"]["record"] == f"{match.path}/record"


def test_the_program_of_the_guide_checks_the_draws_of_a_record(api: Api, tmp_path: Path) -> None:
    guide = (ROOT / "api_docs" / "records.md").read_text()
    (program,) = re.findall(r"^```python\n(.*?)^```\n", guide, re.DOTALL | re.MULTILINE)
    text = api.get(f"{api.opened().path}/record", "admin").get_data(as_text=True)
    opening = json.loads(text.splitlines()[1])["payload"]
    first = next(each for each in opening["facts"] if each["fact"] == "kernel.zone_shuffled")["order"][0][1]
    [seed] = re.findall(r'"seed":"([0-9a-f]{64})"', text)
    shuffles = sum(len(each["order"]) for each in opening["facts"] if each["fact"] == "kernel.zone_shuffled")
    for sent, holds in ((text, True), (text.replace(seed, "0" * 64), False), (text.replace(first, "z" * 9), False)):
        (tmp_path / "match.jsonl").write_text(sent)
        run = [sys.executable, "-c", program, str(tmp_path / "match.jsonl")]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        assert (done.returncode == 0) == holds, done.stderr
        if holds:
            assert int(done.stdout.split()[0]) > 2 * shuffles
        else:
            assert "does not follow" in done.stderr


def test_the_number_of_the_next_draw_is_told_beside_a_result(api: Api) -> None:
    match = api.opened()
    facts = json.loads(match.get("/record", "admin").get_data(as_text=True).splitlines()[1])["payload"]["facts"]
    drawn = next(each for each in facts if each["fact"] == "kernel.random_result")
    result = next(each for each in match.read("/chance")["results"] if each["purpose"] == drawn["purpose"])
    assert result["from"] < result["counter"] == drawn["counter"] <= result["to"]
    assert not any("counter" in each for each in match.read("/chance", "alice")["results"])
