"""Probes, counters, log, and what the framework itself answers."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from projections.runner import catch_up
from service.app.match.matches import MatchApplication
from service.projector.process import StoreSource, projectors
from service.web import health_views
from service.web.metrics import Metrics
from service.wiring import windows_database
from tests.api.http.clients import Api, problem

KEEP = {"type": "decide_mulligan", "mulligan": False}


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What is logged from here on."""
    logger = logging.getLogger("praetor")
    before = logger.handlers[:], logger.level, logger.propagate
    stream = io.StringIO()
    health_views.log_to(stream)
    yield stream
    logger.handlers[:], logger.level, logger.propagate = before


def logged(log: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def test_a_process_is_alive_and_ready(either: Api) -> None:
    assert either.read("/healthz") == {"ok": True}
    none = {"offers": 0, "windows": 0, "analytics": 0}
    assert either.read("/readyz", "admin") == {"ok": True, "behind": none, "stopped": {}}
    either.opens()
    assert either.read("/readyz", "admin") == {"ok": True, "behind": dict.fromkeys(none, 1), "stopped": {}}
    text = either.get("/metrics", "admin").get_data(as_text=True)
    assert 'praetor_projection_behind{projection="windows"} 1\n' in text
    assert 'praetor_projection_stopped_seconds{projection="windows"} 0\n' in text


def test_a_projection_that_reads_nothing_more_is_told_to_admins_and_logged_once(
    api: Api, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr("projections.stopped.monotonic", lambda: clock[0])

    def stopped(who: str = "admin", seconds: float = 0) -> object:
        clock[0] += seconds
        answer = api.read("/readyz", who)
        assert answer["ok"]
        return answer.get("stopped")

    def project() -> None:
        catch_up(projectors(api.services.settings, database, StoreSource(api.services.matches.recorder)))

    with closing(windows_database(api.services.settings)) as database:
        # nothing to read for long, then something: it had no time for it yet
        assert stopped() == {}
        assert stopped(seconds=99) == {}
        api.opens()
        assert (stopped(), stopped(seconds=29)) == ({}, {})
        project()
        # it moves, and is behind again
        api.opens("friday-2")
        assert (stopped(), stopped("", 29)) == ({}, None)
        assert stopped("", 31) is None
        found = stopped()
        assert found == {"windows": 60, "offers": 60, "analytics": 89}
        assert 'praetor_projection_stopped_seconds{projection="windows"} 60.0\n' in api.get(
            "/metrics", "admin"
        ).get_data(as_text=True)
        project()
        assert stopped(seconds=31) == {"analytics": 120}
    told = [str(each["says"]) for each in logged(log) if each["level"] == "warning"]
    assert [each.partition(":")[0] for each in told] == [
        f"projection {name} has stopped" for name in ("analytics", "offers", "windows")
    ]


def test_what_is_counted_is_told_to_admins_alone(api: Api) -> None:
    """What goes on in private matches shows in it: refusals by rule, events that are still to be read."""
    api.opened()
    assert api.read("/readyz") == {"ok": True}
    assert problem(api.get("/metrics")) == (401, "request.no-key")
    for scope in ("organizer", "judge"):
        assert api.read("/readyz", scope) == {"ok": True}
        assert problem(api.get("/metrics", scope)) == (403, "request.scope")


def test_a_process_without_its_tables_is_alive_and_not_ready(api: Api) -> None:
    Path(f"{api.services.settings.db}.windows").unlink()
    assert (api.get("/readyz").status_code, api.get("/readyz").json) == (503, {"ok": False})
    assert api.get("/readyz", "admin").json == {"ok": False, "wrong": {"windows": "OperationalError"}}
    assert api.get("/healthz").status_code == 200


def test_requests_and_refusals_are_counted(api: Api) -> None:
    match = api.opened()
    match.gives(match.awaited(), {"type": "pass"})
    text = api.get("/metrics", "admin").get_data(as_text=True)
    assert 'praetor_requests_total{route="matches.give_command",status="4xx"} 1\n' in text
    assert 'praetor_request_seconds_count{route="matches.open_match"} 1\n' in text
    assert 'praetor_refusals_total{rule="' in text


def test_counters_in_a_folder_are_added_up(tmp_path: Path) -> None:
    one = Metrics(["a"], ["r"], tmp_path)
    (tmp_path / "other.counts").write_bytes((tmp_path / next(iter(tmp_path.iterdir())).name).read_bytes())
    one.count("a", 200, 0.002)
    one.count("a", 404, 9.0, "r")
    text = list(one.lines())
    assert 'praetor_requests_total{route="a",status="2xx"} 1' in text
    assert 'praetor_request_seconds_bucket{route="a",le="0.0025"} 1' in text
    assert 'praetor_request_seconds_bucket{route="a",le="+Inf"} 2' in text
    assert 'praetor_refusals_total{rule="r"} 1' in text


def test_a_request_is_logged_with_its_match_and_action(api: Api, log: io.StringIO) -> None:
    match = api.opened()
    given = match.given(match.awaited(), KEEP)
    line = next(each for each in logged(log) if each["route"] == "matches.give_command")
    assert (line["match"], line["action"], line["version"], line["status"]) == (match.id, given["action"], 2, 201)
    assert line["request"]


def test_the_log_holds_neither_keys_nor_cards_nor_queries(api: Api, log: io.StringIO) -> None:
    match = api.opened()
    seen = match.read("/view?as=alice", "judge")["view"]["players"]["alice"]["hand"]["cards"]
    match.gives(match.awaited(), {"type": "place_setup_cards", "cards": [each["card"] for each in seen]})
    match.get("/view?as=alice&secret=4711", "judge")
    hidden = [*match.keys.values(), *api.keys.values(), *(each["card"] for each in seen), "4711"]
    assert [each for each in hidden if each in log.getvalue()] == []


def test_the_asker_may_name_the_request(api: Api) -> None:
    assert api.get("/healthz", **{"X-Request-Id": "mine-1"}).headers["X-Request-Id"] == "mine-1"
    assert api.get("/healthz", **{"X-Request-Id": "not this"}).headers["X-Request-Id"] != "not this"


def test_an_unknown_path_and_a_wrong_method_are_problems(api: Api) -> None:
    assert problem(api.get("/v2/matches")) == (404, "request.unknown-path")
    assert problem(api.get("/v1/matches/M-1")) == (404, "request.unknown-path")
    response = api.ask("DELETE", "/v1/games")
    assert problem(response) == (405, "request.method")
    assert "GET" in response.headers["Allow"]
    assert response.get_json()["because"] == {"method": "DELETE", "allowed": ["GET", "HEAD", "OPTIONS"]}
    assert response.get_json()["detail"] == response.get_json()["rule"]["text"]
    assert api.get("/v2/matches").get_json()["because"] == {"path": "/v2/matches"}


def test_a_bug_is_answered_without_what_it_met_and_logged_without_it(
    api: Api, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: MatchApplication, match_id: str) -> None:
        raise ValueError("the hand is core/ice")

    match = api.opened()
    monkeypatch.setattr(MatchApplication, "fresh", broken)
    response = match.get("/view")
    assert problem(response) == (500, "request.failed")
    assert "core/ice" not in response.get_data(as_text=True) + log.getvalue()
    failed = next(each for each in logged(log) if each["level"] == "error")
    assert failed["error"] == "ValueError"
    assert "reads.py" in str(failed["where"])


def test_a_browser_takes_an_answer_for_what_it_is_and_the_page_asks_for_its_own_files_alone(api: Api) -> None:
    assert api.get("/v1/games").headers["X-Content-Type-Options"] == "nosniff"
    policy = api.get("/v1/docs").headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; ")


def test_whether_the_process_answers_is_told_without_asking_the_store(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    keyring = api.services.matches.keyring
    assert keyring is not None
    monkeypatch.setattr(keyring, "refresh", lambda: asked.append("erased"))
    assert api.get("/healthz").status_code == 200
    assert asked == []
    assert api.get("/v1/games").status_code == 200
    assert asked == ["erased"]
