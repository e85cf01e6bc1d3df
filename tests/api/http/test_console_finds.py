"""What is found in the console: matches by time, a call before its ruling, and names that mean nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from domain.judging.inquiry.explaining import NearestTurns, VerdictTurn
from service.console.match import questions
from service.console.match.headings import word_pattern
from tests.api.http.clients import Api, api_of, problem
from tests.api.http.disputes import KEEP, Dispute, ruling
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.test_console import logs_in
from tests.unit.service.present.text.test_story import BOTH, PORTS


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("finds") / "praetor.db") as made:
        yield made


def reads(api: Api, path: str, who: str = "admin", **query: Any) -> tuple[int, str]:
    logs_in(api, api.keys.get(who, who))
    answer = api.client.get(f"/console{path}", query_string=query)
    return answer.status_code, unescape(answer.get_data(as_text=True))


def test_matches_are_found_by_when_they_were_opened(api: Api) -> None:
    match = api.opened("when")
    opened = match.read("", "admin")["opened"]
    status, shown = reads(api, "/matches", since=opened[:10])
    assert (status, match.id in shown) == (200, True)
    assert re.search(rf"{opened[:10]} \d\d:\d\d UTC</time>", shown)
    status, shown = reads(api, "/matches", until=opened[:10])
    assert (status, match.id in shown) == (200, False)
    assert "No match was opened in that time." in shown
    assert f'name="until" value="{opened[:10]}"' in shown


@pytest.mark.parametrize("words", ["table 1", "table1", "T1", "r1 t1", "round1"])
def test_a_table_is_found_as_it_is_written_in_haste(api: Api, words: str) -> None:
    event = Gathering(api)
    match = event.at_table()
    for search, found in ((words, True), (words.replace("1", "2"), False)):
        assert (match.id in reads(api, "/matches", q=f"{event.id} {search}")[1]) == found, search
    # a seat may be called so
    assert not re.search(word_pattern("t1"), "t12")
    assert re.search(word_pattern("t1"), "t1")


def test_a_time_that_is_none_keeps_the_form_and_what_was_written(api: Api) -> None:
    status, shown = reads(api, "/matches", since="yesterday", q="alice")
    assert (status, 'role="alert"' in shown) == (422, True)
    assert 'name="since" value="yesterday"' in shown
    assert 'name="q" value="alice"' in shown


def test_the_call_stays_on_top_until_the_case_is_ruled(api: Api) -> None:
    dispute = Dispute(api.opened("call-stays")).opened(text="He took two gold.").taken()
    assert 'id="call-title"' in reads(api, f"/cases/{dispute.id}")[1]
    dispute.heard().ruled(ruling())
    assert 'id="call-title"' not in reads(api, f"/cases/{dispute.id}")[1]


@pytest.mark.parametrize(("seat", "first"), [("alice", "bob"), ("bob", "alice")])
def test_whom_a_challenge_is_against_does_not_begin_with_the_attacker(api: Api, seat: str, first: str) -> None:
    match = api.opened(f"against-{seat}")
    shown = reads(api, f"/matches/{match.id}/explain", match.keys[seat], seat=seat, type="initiate_challenge")[1]
    against = re.search(r'<select id="f-against".*?<option value="\w+"( selected)?>(\w+)</option>', shown, re.DOTALL)
    assert against
    assert against[2] == first


@pytest.mark.parametrize("seat", ["alice", "bob"])
def test_a_question_begins_with_the_seat_as_which_the_page_is_seen(api: Api, seat: str) -> None:
    match = api.opened(f"seen-as-{seat}")
    shown = reads(api, f"/matches/{match.id}/explain", "judge", **{"as": seat})[1]
    assert re.findall(r"<option selected>(\w+)</option>", shown) == [seat]


def test_times_for_several_seats_have_one_hint(api: Api) -> None:
    dispute = Dispute(api.opened("one-hint")).opened(text="He took two gold.").taken()
    form = reads(api, f"/cases/{dispute.id}", "judge")[1]
    times = re.findall(r'<input id="[^"]*-time-\w+"[^>]* aria-describedby="([^"]+)"', form)
    assert (len(times), len(set(times))) == (2, 1)
    assert form.count(f'id="{times[0]}"') == 1


def test_what_changed_a_verdict_is_told_in_the_order_of_the_record(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    match = api.opened("ordered")
    match.given(match.awaited(), KEEP)
    version = match.read("", "admin")["version"]
    facts = [{"at": f"{version}.{n}", "fact": "kernel.window_closed", "how": "passes"} for n in (10, 2, 1, 3)]
    turn = VerdictTurn(version, True, (), version, "kernel.waiting", tuple(facts))
    monkeypatch.setattr(questions, "nearest_turns", lambda *given, **more: NearestTurns(None, turn, version, "main"))
    query = {"seat": "alice", "command": json.dumps({**KEEP, "mulligan": True})}
    shown = reads(api, f"/matches/{match.id}/explain", match.keys["alice"], **query)[1]
    places = re.findall(rf'<p class="detail"><a href="[^"]*">({version}\.\d+)</a>', shown)
    assert places == [f"{version}.{n}" for n in (1, 2, 3, 10)]


def test_a_name_that_nobody_sees_is_said_to_be_none(api: Api) -> None:
    match = api.opened("nothing")
    query = {"seat": "alice", "command": '{"type": "play_event", "card": "Xyzzy"}', "as": "judge"}
    shown = reads(api, f"/matches/{match.id}/explain", match.keys["alice"], **{**query, "as": ""})[1]
    assert "Nothing that alice sees is called so" in shown
    assert "Which of them?" not in shown.partition("<main")[2].partition("rule")[0]


def test_a_name_that_is_nearly_one_is_answered_with_the_one_that_may_be_meant(api: Api) -> None:
    match = api.from_position("nearly")
    query = {"seat": "alice", "command": '{"type": "play_event", "card": "Edard"}', "as": "judge"}
    shown = reads(api, f"/matches/{match.id}/explain", "judge", **query)[1]
    assert "Nothing seen is called “Edard”. Did you mean:" in shown
    assert re.search(r"<li><a [^>]*>Eddard Stark</a>", shown)


def test_a_page_names_the_port_whose_ships_are_captured(api: Api) -> None:
    match = api.opened("port", game="agot_board", seats=[], position=PORTS, spectators="public")
    march = {"type": "resolve_march", "area": "highgarden", "march": BOTH}
    match.given("tyrell", march)
    for page in ("", "/timeline"):
        seen = re.sub(r"<[^>]+>", "", reads(api, f"/matches/{match.id}{page}")[1])
        assert "tyrell is asked: capture ships, Port of Oldtown" in seen, page


@pytest.mark.parametrize(("game", "title"), [("agot_lcg", "Power"), ("agot_board", "Power"), ("l5r", "Honor")])
def test_a_jump_mark_is_called_as_the_game_calls_it(api: Api, game: str, title: str) -> None:
    match = api.opened(f"marks-{game}", **GAMES[game]["opening"])
    shown = reads(api, f"/matches/{match.id}/timeline", "admin")[1]
    assert f'<option value="power">{title}</option>' in shown


def test_a_report_that_a_spectator_may_not_read_names_no_seat_that_nobody_named(api: Api) -> None:
    match = api.opened("no-seat-named", spectators="public")
    for query, named in (({}, False), ({"seat": "bob"}, True)):
        status, shown = reads(api, f"/matches/{match.id}/missed", "", **query)
        said = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", shown.partition("<main")[2]))
        assert status == 403
        assert ("as public" in said, "seat bob" in said, "seat alice" in said) == (True, named, False)


def test_a_march_order_that_was_resolved_is_refused_with_those_that_are_left(api: Api) -> None:
    """The page says what is left, the API which type of order it is about; the title says what the rule demands."""
    match = api.opened("resolved", game="agot_board", seats=[], position=PORTS, spectators="public")
    march = {"type": "resolve_march", "area": "winterfell", "march": {"moves": {}}}
    refused = match.gives("tyrell", march)
    because = refused.get_json()["because"]
    assert (problem(refused)[1], because["order"], because["area"]) == (
        "agot_board.march.one-at-a-time",
        "march",
        "winterfell",
    )
    left = because["own"]
    assert left
    query = {"seat": "tyrell", "command": json.dumps(march)}
    shown = re.sub(r"<[^>]+>", "", reads(api, f"/matches/{match.id}/explain", match.keys["tyrell"], **query)[1])
    assert "One own March order each, in rotation" in shown
    assert "own march orders left Highgarden" in shown
