"""What somebody said or wrote for a judge stands in no answer and on no page for whoever may not read it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.events import event_type, ruling_of
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE, PUBLIC, Seat, Viewer
from tests.api.http.canaries import READERS, Confided, answered, read_by, reads, writes
from tests.api.http.clients import Api, api_of
from tests.api.http.disputes import Dispute
from tests.api.http.forging import rewritten
from tests.api.http.roles import routes

OUTSIDE = ("nobody", "other seat", "analyst", "other judge", "organizer of another event", "opponent")
WORDS = "When he drew the card he showed me Ice."


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("canaries") / "praetor.db") as made:
        yield made


@pytest.fixture(scope="module")
def running(api: Api) -> Confided:
    return Confided(api)


@pytest.fixture(scope="module")
def ended(api: Api) -> Confided:
    confided = Confided(api)
    confided.over()
    return confided


def test_every_route_is_asked() -> None:
    assert sorted([*reads(), *writes()]) == sorted(routes())


@pytest.mark.parametrize("role", READERS)
def test_a_role_reads_the_words_that_are_for_it_and_no_others(running: Confided, role: str) -> None:
    found = read_by(running, role, reads())
    assert {word: where for word, where in found.items() if word not in running.words_for(role)} == {}
    assert running.words_for(role) - found.keys() == set()


@pytest.mark.parametrize("role", READERS)
def test_once_all_is_over_rulings_are_precedents_and_analysts_read_the_cases(ended: Confided, role: str) -> None:
    found = read_by(ended, role, reads())
    assert {word: where for word, where in found.items() if word not in ended.words_for(role)} == {}
    assert ended.words_for(role) - found.keys() == set()


@pytest.mark.parametrize("role", OUTSIDE)
def test_no_answer_to_what_a_role_sends_has_words_that_are_not_for_it(api: Api, role: str) -> None:
    confided = Confided(api)
    found = read_by(confided, role, writes())
    assert {word: where for word, where in found.items() if word not in confided.words_for(role)} == {}


# --- matches from before: the words of whoever called stand in the freeze


def old(record: bytes) -> bytes:
    """The record of a frozen match as it was once written."""
    said = f',"reason":"{WORDS}"}}'.encode()

    def change(version: int, payload: bytes) -> bytes:
        return payload[:-1] + said if b'"kind":"frozen"' in payload else payload

    return rewritten(record, "m-old", change)


def test_an_old_freeze_is_told_without_the_words_and_its_record_stays_whole(api: Api) -> None:
    match = api.opened("old", spectators="public")
    Dispute(match).opened("alice")
    record = old(match.get("/record", "admin").data)
    assert WORDS.encode() in record
    brought = api.ask("POST", "/v1/records", "admin", data=record, content_type="application/x-ndjson")
    assert brought.status_code == 201, brought.json
    situation = Confided(api)
    situation.values |= {"match_id": "m-old", "version": "2"}
    about = [route for route in reads() if "/matches/{match_id}" in route]
    for role in ("nobody", "judge not called", "head judge"):
        assert [route for route, text in answered(situation, role, about) if WORDS in text] == []
    integrity = api.read("/v1/matches/m-old/integrity?readjudicate=true", "admin")
    assert (integrity["whole"], integrity["differences"]) == (True, [])
    assert api.get("/v1/matches/m-old/record", "admin").data.splitlines()[1:] == record.splitlines()[1:]


@pytest.mark.parametrize("viewer", [Seat("alice"), Seat("bob"), PUBLIC, JUDGE, HEAD_JUDGE, ADMIN])
def test_a_freeze_says_its_case_and_no_words_to_anybody(viewer: Viewer) -> None:
    event = event_type("frozen")(
        id="1", key="1", actor="alice", at="", engine="1", pool="", case="c-1", reason=WORDS, rules=("x",)
    )
    assert ruling_of(event, viewer) == {"case": "c-1", "rules": ("x",)}


def test_why_it_was_ruled_so_is_for_seats_and_judges() -> None:
    event = event_type("rewound")(id="1", key="1", actor="jo", at="", engine="1", pool="", back=1, reason=WORDS)
    told = {viewer: "reason" in ruling_of(event, Viewer(viewer)) for viewer in ("alice", "judge", "public")}
    assert told == {"alice": True, "judge": True, "public": False}
