"""The list of matches: by time, found by player, event and table, and nobody told more of a match than is theirs."""

from __future__ import annotations

import json
import re
import sqlite3
from itertools import product
from typing import Any
from urllib.parse import urlencode

import pytest

from service.app.match.matches import MatchApplication
from service.migrate import migrate
from service.store.recorded import ActionRecorder
from service.wiring import require_keyring
from tests.api.http.clients import SEATS, Api, Match
from tests.api.http.disputes import Dispute, to_rewind
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.roles import ROLES, Situation

BOARD = GAMES["agot_board"]["opening"]


def listed(api: Api, who: str = "admin", **asked: Any) -> list[Any]:
    """The matches that somebody finds, from all pages."""
    found: list[Any] = []
    page: Any = {"next": ""}
    while page["next"] is not None:
        page = api.read(f"/v1/matches?{urlencode({'limit': 2, **asked, 'after': page['next']})}", who)
        found += page["matches"]
    return found


def ids(matches: list[Any]) -> list[str]:
    return [each["match"] for each in matches]


def gives_up(match: Match) -> None:
    for seat in list(match.keys)[1:]:
        match.gives(seat, {"type": "concede"}, If_Match="", name=f"{seat}-gives-up")


def test_matches_are_listed_by_time_and_new_ones_move_no_page(either: Api) -> None:
    opened = [either.opened(f"friday-{n}").id for n in range(5)]
    first = either.read("/v1/matches?limit=2", "judge")
    opened.append(either.opened("meanwhile").id)
    then = either.read(f"/v1/matches?limit=9&after={first['next']}", "judge")
    assert ids(first["matches"]) + ids(then["matches"]) == opened[4::-1]
    assert then["next"] is None
    assert ids(listed(either)) == opened[::-1]
    assert ids(listed(either, order="oldest")) == opened


def test_matches_are_found_by_player_event_table_game_state_and_time(either: Api) -> None:
    friday = Gathering(either)
    seated, board, plain = friday.at_table(), either.opened("board", **BOARD), either.opened("plain")
    gives_up(plain)
    for asked, found in (
        ({}, [plain, board, seated]),
        ({"player": "ber"}, [seated]),
        ({"player": "Stark"}, [board]),
        ({"player": "ALICE"}, [plain, seated]),
        ({"player": "nobody"}, []),
        ({"event": "frid"}, [seated]),
        ({"event": friday.id}, [seated]),
        ({"table": 1}, [seated]),
        ({"table": 2}, []),
        ({"game": "agot_board"}, [board]),
        ({"state": "over"}, [plain]),
        ({"state": "running"}, [board, seated]),
        ({"since": board.read("")["opened"]}, [plain, board]),
        ({"until": board.read("")["opened"]}, [seated]),
        ({"since": "2000-01-01", "until": "2000-01-02T10:00Z"}, []),
        ({"player": "bob", "state": "running", "event": "Friday"}, [seated]),
    ):
        assert ids(listed(either, **asked)) == [each.id for each in found], asked


def test_a_row_tells_where_a_match_is_played_by_whom_and_how_it_stands(either: Api) -> None:
    friday = Gathering(either, "agot_board")
    match = friday.at_table()
    (row,) = listed(either)
    assert (row["state"], row["over"], row["cases"], row["frozen"]) == ("running", None, [], "")
    assert row["seats"] == match.read("")["seats"]
    assert row["players"] == {"baratheon": "Ann", "lannister": "Bert", "stark": "Cleo"}
    place = {"event": friday.id, "name": "Friday", "round": 1, "table": 1, "players": friday.players}
    assert row["event"] == place
    case = Dispute(match).opened(next(iter(match.keys)))
    (frozen,) = listed(either)
    assert (frozen["cases"], frozen["frozen"]) == ([case.id], case.id)
    case.taken()
    case.given("judge", "resume", {"reason": "Play on."})
    gives_up(match)
    (over,) = listed(either)
    assert (over["state"], over["frozen"], over["cases"]) == ("over", "", [case.id])
    assert over["over"] == match.read("")["over"]
    assert over["last"] > over["opened"]


def test_the_seats_of_a_table_are_told_with_who_sits_there(api: Api) -> None:
    friday = Gathering(api).enrolled()
    match = friday.opened("seated")
    table = {"table": 3, "players": friday.players, "match": match.id, "seats": {"Ann": "bob", "Bert": "alice"}}
    friday.given("hana", "pair_round", round=1, tables=[table])
    (row,) = listed(api, match.keys["bob"])
    assert row["players"] == {"bob": "Ann", "alice": "Bert"}
    assert ids(listed(api, "admin", player="ann", table=3)) == [match.id]


# --- who is told what


@pytest.fixture
def situation(api: Api) -> Situation:
    return Situation(api)


def test_who_may_not_read_a_match_finds_and_counts_none_by_any_search(api: Api, situation: Situation) -> None:
    """For each pair of askers that are let in or not: what the one finds is told to the other by no search."""
    match, event = situation.match.id, situation.event.id
    searches: list[dict[str, Any]] = [{}, {"player": "Ann"}, {"event": "Friday"}, {"event": event}, {"table": 1}]
    for role, asked in product(ROLES, searches):
        key = situation.keys[role]
        may = api.get(f"/v1/matches/{match}", key).status_code == 200
        answer: Any = api.read(f"/v1/matches?{urlencode({'limit': 1, **asked})}", key)
        text = json.dumps(answer)
        assert (match in ids(listed(api, key, **asked))) == may, (role, asked)
        if not may:
            assert not [secret for secret in (match, event, "Ann", "Friday") if secret in text], (role, asked)
            assert answer["next"] is None, (role, asked)


def test_a_public_match_tells_its_event_and_names_to_those_alone_who_read_the_event(api: Api) -> None:
    situation = Situation(api, spectators="public")
    match, event = situation.match.id, situation.event
    for role in ROLES:
        key = situation.keys[role]
        found = {each["match"]: each for each in listed(api, key)}
        if match not in found:
            assert role == "other seat"
            continue
        reads = api.get(event.path, key).status_code == 200
        assert bool(found[match]["event"]) == reads, role
        for asked in ({"player": "Bert"}, {"event": "friday"}, {"event": event.id}, {"table": 1}):
            assert (match in ids(listed(api, key, **asked))) == reads, (role, asked)
        assert ("Bert" in json.dumps(found[match])) == reads, role


def test_an_analyst_reads_of_a_closed_event_which_table_it_was_and_no_names(api: Api) -> None:
    friday = Gathering(api)
    match = friday.at_table()
    assert listed(api, friday.keys["ana"]) == []
    gives_up(match)
    (over,) = listed(api, friday.keys["ana"])
    assert over["event"] is None
    friday.given("hana", "report_result", round=1, table=1, results={"Ann": "win", "Bert": "loss"})
    friday.given("olga", "end_event")
    (over,) = listed(api, friday.keys["ana"])
    assert (over["event"]["name"], over["event"]["table"]) == ("Friday", 1)
    assert not [each for each in friday.players if each in json.dumps(over)]
    assert listed(api, friday.keys["ana"], player="Ann") == []


@pytest.mark.parametrize("spectators", ["none", "public"])
def test_no_analyst_ties_a_pseudonym_to_a_name(api: Api, spectators: str) -> None:
    """Two matches that differ in who sat there are told and found alike: by the pseudonyms of the exported tables."""
    api.keys["ana"] = api.services.keys.issue("analyst", "ana")
    keyring = require_keyring(api.services.matches)
    people = {"one": ("Arya Stark", "Bert"), "other": ("Cleo Tarth", "Bert")}
    matches, rows = {}, {}
    for name, players in people.items():
        seats = [{**seat, "player": player} for seat, player in zip(SEATS, players, strict=True)]
        matches[name] = api.opened(name, seats=seats, spectators=spectators)
        gives_up(matches[name])
    for row in listed(api, "ana"):
        name = next(name for name, match in matches.items() if match.id == row["match"])
        expected = {
            seat: keyring.pseudonym(player) for seat, player in zip(("alice", "bob"), people[name], strict=True)
        }
        assert row["players"] == expected
        rows[name] = row
    assert len(rows) == 2
    for asked in ("Arya", "arya stark", "Stark", "Cleo", "Bert", "Tarth"):
        assert listed(api, "ana", player=asked) == [], asked
        assert listed(api, "organizer", player=asked) != [], asked
    assert ids(listed(api, "ana", player=rows["one"]["players"]["alice"])) == [matches["one"].id]
    assert len(listed(api, "ana", player=rows["one"]["players"]["bob"])) == 2


def test_an_open_note_is_marked_for_those_alone_who_may_know_of_it(api: Api) -> None:
    situation = Situation(api, spectators="public")
    other = api.opened("with-a-note", spectators="public")
    note = Dispute(other).opened("alice", freeze=False)
    for role in ROLES:
        key = situation.keys[role]
        for each in listed(api, key):
            reads = api.get(f"/v1/cases/{note.id}", key).status_code == 200
            assert (note.id in each["cases"]) == (reads and each["match"] == other.id), role


# --- what it costs, and where it is kept


def test_a_page_folds_no_match(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that nobody asks about since is read no further, whoever asks for the list."""
    opened = [api.opened(f"friday-{n}", spectators="public").id for n in range(3)]
    api.keys["ana"] = api.services.keys.issue("analyst", "ana")
    monkeypatch.setattr(MatchApplication, "fresh", None)
    monkeypatch.setattr(MatchApplication, "cached_match", None)
    for who in ("admin", "organizer", "judge", "ana", ""):
        assert ids(listed(api, who)) == opened[::-1]


def test_an_analyst_is_let_in_or_kept_out_without_folding_a_match(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    running, ended = api.opened("running"), api.opened("ended")
    ended.given("bob", {"type": "concede"})
    api.keys["ana"] = api.services.keys.issue("analyst", "ana")
    assert api.get(f"/v1/matches/{ended.id}", "ana").status_code == 200
    monkeypatch.setattr(MatchApplication, "fresh", None)
    refused = api.get(f"/v1/matches/{running.id}", "ana")
    assert (refused.status_code, refused.get_json()["rule"]["id"]) == (403, "request.scope")


def test_the_index_reads_only_what_is_new_of_the_store(either: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = type(either.services.matches.recorder)
    either.opened("first")
    listed(either)
    taken: list[int] = []
    selected = recorder.select_notifications

    def noted(self: ActionRecorder, *given: Any, **more: Any) -> Any:
        found = selected(self, *given, **more)
        taken.append(len(found))
        return found

    monkeypatch.setattr(recorder, "select_notifications", noted)
    listed(either)
    assert taken == []
    either.opened("second")
    listed(either)
    assert 1 <= sum(taken) <= 3


def test_the_index_rebuilt_is_the_index_also_after_a_ruling_went_back(either: Api) -> None:
    played = either.opened("played")
    lasting = either.opened("lasting", **BOARD)
    gives_up(played)
    index = either.services.match_index
    index.catch_up()
    case = Dispute(played).opened("alice").taken()
    case.given("bob", "statements", {"text": "It was lawful."})
    case.ruled(to_rewind(1)).accepted()
    preview = case.previewed({"kind": "rewind", "to": 1})
    done = case.carries_out("judge", preview)
    assert done.status_code == 201, done.get_data(as_text=True)
    assert {each["match"]: each["state"] for each in listed(either)} == {played.id: "running", lasting.id: "running"}
    before = index.rows()
    index.rebuild()
    assert index.rows() == before


def test_the_matches_of_an_existing_store_get_their_rows_by_migrate(api: Api) -> None:
    opened = api.opened().id
    with sqlite3.connect(f"{api.services.settings.db}.audit") as connection:
        connection.executescript("DROP TABLE IF EXISTS match_index; DROP TABLE IF EXISTS match_index_reached")
    connection.close()
    migrate(api.services.settings)
    assert [row[0] for row in api.services.match_index.rows()] == [opened]


def test_a_store_that_was_put_back_is_indexed_anew(api: Api) -> None:
    api.opened()
    listed(api)
    with sqlite3.connect(f"{api.services.settings.db}.audit") as connection:
        connection.execute("UPDATE match_index_reached SET position = position + 100")
        connection.execute("UPDATE match_index SET match_id = 'm-of-another-store'")
    connection.close()
    assert len(ids(listed(api))) == 1
    assert "m-of-another-store" not in ids(listed(api))


@pytest.mark.parametrize(
    "query",
    [
        "after=m-1",
        "after=%00",
        "order=up",
        "state=frozen",
        "since=yesterday",
        "table=x",
        "until=2026-1-1",
        "since=2026-13-40",
        "until=2026-02-30",
        "since=2026-01-01T25:00Z",
        "since=2026-11-23&until=2026-11-22",
    ],
)
def test_a_search_that_cannot_be_read_is_refused(api: Api, query: str) -> None:
    assert api.get(f"/v1/matches?{query}", "admin").status_code == 422


# --- in the console


def test_the_console_finds_a_match_by_player_event_and_table_and_heads_its_pages_so(api: Api) -> None:
    situation = Situation(api)
    match, case = situation.match, situation.case
    for role, names in (("head judge", True), ("seat", True), ("other judge", False), ("nobody", False)):
        for search in ("", "Bert", "friday table 1", "board", "table 11", "friday 2"):
            asked = situation.paged(role, "GET", f"/console/matches?q={search}").get_data(as_text=True)
            found = f'<code class="id">{match.id}</code>' in asked
            assert found == (names and search in ("", "Bert", "friday table 1")), (role, search)
            assert names or "Ann" not in asked, role
        for path in (f"/console/matches/{match.id}", f"/console/cases/{case.id}", "/console/cases"):
            text = situation.paged(role, "GET", path).get_data(as_text=True)
            assert ("Friday, round 1, table 1" in text) == names, (role, path)
    text = situation.paged("head judge", "GET", f"/console/matches/{match.id}").get_data(as_text=True)
    assert re.search(r"<title>Friday, round 1, table 1: Ann( \(\w+\))?, Bert", text)
