"""Events over HTTP: created, paired from outside, played, penalised, exported; every route with every role."""

from __future__ import annotations

import csv
import json
import re
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from domain.tournaments.tournament import initial, replay
from service.store.recorded import event_stream
from tests.api.cli import Praetor
from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import KEEP, RULE, Dispute, ruling
from tests.api.http.gatherings import GAMES, PEOPLE, Gathering
from tests.api.http.test_console_rules import Reader
from tests.patience import PATIENCE

BOTH = pytest.mark.parametrize("game", GAMES)
DONE = 201
OUTSIDE = (403, "request.scope")
OFFICE = (403, "judging.event.office")
NOBODY = (401, "request.no-key")


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


# --- a whole event


@BOTH
def test_an_event_from_its_creation_to_its_end(either: Api, game: str) -> None:
    event = Gathering(either, game)
    match = event.at_table()
    event.given("hana", "start_round", round=1)
    event.given("jan", "give_time", round=1, table=1, seconds=120, reason="a case")
    results = dict(zip(event.players, event.kind["results"], strict=True))
    event.given("jan", "report_result", round=1, table=1, results=results)
    event.penalised()
    event.given("olga", "end_event")
    seen = event.read()
    [there] = seen["paired"]
    assert there["tables"][0]["results"] == results
    assert there["tables"][0]["match"] == match.id
    assert list(there["tables"][0]["seats"].values()) == match.read("", "admin")["seats"]
    assert [each["player"] for each in event.read("/standings")["standings"]] == event.players
    assert event.read("/entries")["entries"][0]["command"]["type"] == "create_event"
    assert len(event.read("/entries")["entries"]) == seen["version"] == 9


@BOTH
def test_an_event_folds_from_what_is_stored(either: Api, game: str) -> None:
    event = Gathering(either, game)
    event.at_table()
    event.penalised()
    stored = either.services.matches.recorder.since(event_stream(event.id), 0)
    folded = replay(initial(event.id), [(each.payload, each.head) for each in stored])
    assert folded == either.services.events.one(event.id)
    match = folded.rounds[0].tables[1].match
    assert either.services.events.of_match(match) == (folded, folded.rounds[0], folded.rounds[0].tables[1])


def test_the_streams_of_events_are_no_matches(either: Api) -> None:
    event = Gathering(either)
    match = event.at_table()
    assert [each.match_id for each in either.services.matches.list_matches()] == [match.id]


def test_creating_again_creates_nothing(either: Api) -> None:
    event = Gathering(either)
    first, again = event.creates("olga", "one"), event.creates("olga", "one")
    assert (first.status_code, first.data) == (again.status_code, again.data)
    assert problem(event.creates("olga", "one", name="Saturday")) == (422, "idempotency.key-reused")
    assert len(either.read("/v1/events", event.keys["olga"])["events"]) == 2


def test_an_entry_given_again_is_made_once(either: Api) -> None:
    event = Gathering(either)
    first, again = (event.gives("olga", "enrol_players", name="p", players=["Ann"]) for _ in range(2))
    assert (first.status_code, first.data) == (again.status_code, again.data)
    assert event.read()["version"] == 2
    assert problem(event.gives("olga", "enrol_players", name="p", players=["Bert"])) == (422, "idempotency.key-reused")


def test_a_match_seated_again_under_the_same_key_is_answered_the_same(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    first, again = (event.gives("hana", "seat_match", name="s", round=1, table=1, match=match.id) for _ in range(2))
    assert (first.status_code, first.data) == (again.status_code, again.data)
    assert first.get_json()["command"]["seats"] == {"Ann": "alice", "Bert": "bob"}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_pairings_seat_players_where_the_match_names_them(api: Api, game: str) -> None:
    event = Gathering(api, game).enrolled()
    seats = event.kind["opening"]["seats"]
    named = [{**seat, "player": player} for seat, player in zip(seats, event.players, strict=True)]
    match = event.opened("named", seats=named)
    turned = event.players[::-1]
    heads = [f"player_{n}" for n in range(1, len(turned) + 1)]
    done = event.imports(f"table,{','.join(heads)},match\n1,{','.join(turned)},{match.id}\n")
    assert done.status_code == 201, done.get_data(as_text=True)
    names = [each["name"] for each in seats]
    assert event.read()["paired"][0]["tables"][0]["seats"] == dict(zip(event.players, names, strict=True))
    crossed = dict(zip(turned, names, strict=True))
    refused = event.gives("hana", "seat_match", round=1, table=1, match=match.id, seats=crossed)
    assert problem(refused) == (422, "judging.event.match-of-table")


def test_no_match_is_opened_at_a_table_for_players_who_do_not_sit_there(api: Api) -> None:
    event = Gathering(api).enrolled()
    event.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    there = {"event": event.id, "round": 1, "table": 1}
    seats = event.kind["opening"]["seats"]
    for name, players, status in (("one", ("Ann", "Cleo"), 422), ("two", ("Bert", "ann"), 201)):
        named = [{**seat, "player": player} for seat, player in zip(seats, players, strict=True)]
        assert api.opens(name, event.keys["olga"], seats=named, event=there).status_code == status, players
    assert event.read()["paired"][0]["tables"][0]["seats"] == {"Ann": "bob", "Bert": "alice"}


def test_another_writer_of_the_same_event_is_seen(either: Api) -> None:
    from service.app.tournaments import TournamentApplication

    event, services = Gathering(either), either.services
    other = TournamentApplication(services.matches, services.cases, services.desks, services.openings)
    assert other.one(event.id).version == 1
    event.enrolled()
    assert other.one(event.id).players == dict.fromkeys(event.players, "")
    assert [each.version for each in other.all()] == [2]


# --- who may do what

COMMANDS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "appoint_staff": ({"actor": "eve", "office": "judge"}, ("olga", "root")),
    "enrol_players": ({"players": ["Dora"]}, ("olga", "hana", "root")),
    "pair_round": (
        {"round": 1, "tables": [{"table": 7, "players": ["Ann", "Bert"]}], "reason": "x"},
        ("olga", "hana", "root"),
    ),
    "seat_match": ({"round": 1, "table": 1, "match": ""}, ("olga", "hana", "root")),
    "start_round": ({"round": 1}, ("olga", "hana", "root")),
    "give_time": ({"round": 1, "table": 1, "seconds": 60, "reason": "a case"}, ("hana", "jan")),
    "report_result": (
        {"round": 1, "table": 1, "results": {"Ann": "win", "Bert": "loss"}},
        ("olga", "hana", "jan", "root"),
    ),
    "drop_player": ({"player": "Ann"}, ("olga", "hana", "jan", "root")),
    "give_penalty": (
        {"player": "Ann", "infraction": "slow-play", "penalty": "warning", "reason": "four minutes"},
        ("hana", "jan"),
    ),
    "end_event": ({}, ("olga", "root")),
}


@pytest.mark.parametrize("type_", COMMANDS)
def test_every_command_with_every_role(api: Api, type_: str) -> None:
    fields, able = COMMANDS[type_]
    for who in (*PEOPLE, "seat", "other seat", ""):
        event = Gathering(api)
        match, other = event.at_table(), api.opened(f"other-{event.id}")
        keys = {"seat": match.keys["alice"], "other seat": other.keys["alice"]}
        given = {**fields, "match": match.id} if "match" in fields else fields
        response = event.gives(keys.get(who, who), type_, **given)
        if who in able:
            assert response.status_code == DONE, (who, response.get_data(as_text=True))
        elif who == "":
            assert problem(response) == NOBODY
        else:
            outside = who in ("ana", "other seat")
            assert problem(response) == (OUTSIDE if outside else OFFICE), who


def test_penalties_are_approved_by_the_organizer_and_withdrawn_by_the_head_judge(api: Api) -> None:
    event = Gathering(api).enrolled()
    fields = {"player": "Ann", "infraction": "cheating", "penalty": "disqualification", "reason": "a card"}
    event.given("hana", "give_penalty", **fields)
    for who in ("hana", "jan", "eve", "oscar"):
        assert problem(event.gives(who, "approve_penalty", penalty=1, reason="seen")) == OFFICE, who
    assert event.read("/penalties")["penalties"][0]["state"] == "pending"
    event.given("olga", "approve_penalty", penalty=1, reason="seen by two")
    assert event.read()["enrolled"] == {"Ann": "disqualification", "Bert": ""}
    for who in ("olga", "jan", "root"):
        assert problem(event.gives(who, "withdraw_penalty", penalty=1, reason="no")) == OFFICE, who
    event.given("hana", "withdraw_penalty", penalty=1, reason="another's card")
    assert event.read()["enrolled"]["Ann"] == ""


def test_only_organizers_and_admins_create_events(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    for who in ("hana", "jan", "ana", match.keys["alice"]):
        assert problem(event.creates(who, "mine")) == OUTSIDE
    assert problem(event.creates("", "mine")) == NOBODY
    for who in ("oscar", "root"):
        assert event.creates(who, "mine").status_code == DONE


READS = {
    "": {"seat", "eve", "oscar"},
    "/standings": {"seat", "eve", "oscar", "ana"},
    "/results": {"seat", "eve", "oscar", "ana"},
    "/standings?format=csv": {"seat", "eve", "oscar", "ana"},
    "/penalties": {"seat", "ana"},
    "/record?player=Ann": {"seat"},
    "/record?player=Bert": set(),
    "/entries": set(),
}
ALWAYS = {"olga", "hana", "jan", "root"}


@BOTH
def test_every_reading_with_every_role(api: Api, game: str) -> None:
    event = Gathering(api, game)
    match, other = event.at_table(), api.opened("other")
    event.penalised()
    event.given("olga", "end_event")
    keys = {"seat": next(iter(match.keys.values())), "other seat": other.keys["alice"]}
    for path, able in READS.items():
        for who in (*PEOPLE, "seat", "other seat"):
            response = event.get(path, keys.get(who, who))
            if who in able | ALWAYS:
                assert response.status_code == 200, (path, who, response.get_data(as_text=True))
            else:
                assert problem(response) == OUTSIDE, (path, who)
        assert problem(event.get(path, "")) == NOBODY


def test_an_analyst_reads_an_event_once_it_is_over_and_without_names(api: Api) -> None:
    event = Gathering(api)
    event.at_table()
    event.penalised()
    assert problem(event.get("/results", "ana")) == OUTSIDE
    assert api.read("/v1/events", event.keys["ana"])["events"] == []
    event.given("olga", "end_event")
    for path in ("/results", "/penalties", "/standings", "/penalties?format=csv"):
        text = event.get(path, "ana").get_data(as_text=True)
        assert [name for name in ("Ann", "Bert", "jan", "four minutes", "alice") if name in text] == [], path
    assert event.read("/penalties", "ana")["penalties"][0]["player"] == "player-1"


def test_the_order_of_standings_without_names_tells_nothing_of_the_names(api: Api) -> None:
    event = Gathering(api)
    event.players = ["Zed", "Ann", "Moe", "Bob"]
    event.enrolled()
    tables: list[dict[str, Any]] = [{"table": n, "players": event.players[2 * n - 2 : 2 * n]} for n in (1, 2)]
    event.given("hana", "pair_round", round=1, tables=tables)
    for n, (first, second) in enumerate((table["players"] for table in tables), 1):
        event.given("jan", "report_result", round=1, table=n, results={first: "loss", second: "win"})
    event.given("olga", "end_event")
    assert [each["player"] for each in event.read("/standings", "jan")["standings"]] == ["Ann", "Bob", "Moe", "Zed"]
    read = event.read("/standings", "ana")["standings"]
    assert [(each["place"], each["player"]) for each in read] == [
        *((1, "player-2"), (1, "player-4")),
        *((3, "player-1"), (3, "player-3")),
    ]
    rows = event.get("/standings?format=csv", "ana").get_data(as_text=True).splitlines()[1:]
    assert [each.split(",")[1].strip('"') for each in rows] == [each["player"] for each in read]


def test_who_reads_penalties_without_names_asks_for_them_by_number_and_finds_nobody_by_name(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    event.penalised()
    event.given("olga", "end_event")

    def asked(who: str, player: str) -> Any:
        found = event.get(f"/penalties?player={player}", who)
        rows = found.get_json().get("penalties")
        return [each["player"] for each in rows] if rows is not None else problem(found)

    unknown = (404, "request.unknown")
    assert {each: asked("ana", each) for each in ("player-1", "player-2")} == {"player-1": ["player-1"], "player-2": []}
    assert {each: asked("jan", each) for each in ("Ann", "Bert")} == {"Ann": ["Ann"], "Bert": []}
    assert [asked("ana", each) for each in ("Ann", "Bert", "Nobody", "player-3")] == [unknown] * 4
    assert [asked("jan", each) for each in ("player-1", "Nobody")] == [unknown] * 2
    assert [asked(who, each) for who in ("eve", match.keys["alice"]) for each in ("Bert", "Nobody")] == [OUTSIDE] * 4
    paths = [f"/penalties?player={each}" for each in ("Ann", "Nobody")]
    enrolled, other = (event.get(path, "ana").get_data(as_text=True) for path in paths)
    assert enrolled.replace("Ann", "Nobody") == other


def test_whether_an_event_exists_is_told_to_nobody_who_could_not_read_it(api: Api) -> None:
    event = Gathering(api)
    match = api.opened()
    for who, expected in (("jan", (404, "request.unknown")), ("ana", OUTSIDE), (match.keys["alice"], OUTSIDE)):
        assert problem(api.get("/v1/events/e-none", event.keys.get(who, who))) == expected
    assert problem(api.get("/v1/events/e-none")) == NOBODY


def test_events_are_listed_for_whoever_may_read_them(api: Api) -> None:
    event = Gathering(api)
    match, other = event.at_table(), api.opened("other")
    listed = {who: len(api.read("/v1/events", event.keys[who])["events"]) for who in PEOPLE}
    assert listed == {"olga": 1, "hana": 1, "jan": 1, "eve": 1, "oscar": 1, "ana": 0, "root": 1}
    assert [each["event"] for each in api.read("/v1/events", match.keys["bob"])["events"]] == [event.id]
    assert api.read("/v1/events", other.keys["bob"])["events"] == []
    assert problem(api.get("/v1/events")) == NOBODY


def test_a_head_judges_office_is_not_had_by_a_judges_key(api: Api) -> None:
    event = Gathering(api).enrolled()
    key = api.services.keys.issue("judge", "hana")
    assert event.read("", "hana")["office"] == "head-judge"
    assert event.read("", key)["office"] == "judge"
    assert problem(event.gives(key, "enrol_players", players=["Dora"])) == OFFICE


def test_staff_of_a_new_event_with_no_such_office_is_told_the_offices(api: Api) -> None:
    body = {"name": "x", "game": "agot_lcg", "regulation": "cards-duel", "staff": {"ann": "organizer"}}
    answer = api.post("/v1/events", "organizer", body, Idempotency_Key="staff")
    assert answer.status_code == 422
    because = answer.get_json()["because"]
    assert "did you mean" not in because["problem"]
    assert "head-judge" in because["problem"]


# --- pairings from outside


def test_pairings_come_in_as_csv_and_as_json(either: Api) -> None:
    event = Gathering(either)
    event.given("olga", "enrol_players", players=["Ann", "Bert", "Cléo", "Dora, of Dorne", "Emil"])
    match = event.opened("m")
    text = f'table,player_1,player_2,match\n1,Ann,Bert,{match.id}\n\n2,Cléo,"Dora, of Dorne",\n3,Emil,,\n'
    done = event.imports(text)
    assert done.status_code == DONE, done.get_data(as_text=True)
    [there] = event.read()["paired"]
    assert [each["players"] for each in there["tables"]] == [["Ann", "Bert"], ["Cléo", "Dora, of Dorne"], ["Emil"]]
    assert there["tables"][0]["seats"] == {"Ann": "alice", "Bert": "bob"}
    assert there["tables"][2]["results"] == {"Emil": "bye"}
    without = '[{"table": 1, "players": ["Ann", "Cléo"]}, {"table": 2, "players": ["Bert", "Emil"]}]'
    assert problem(event.imports(without, media_type="application/json")) == (409, "judging.event.match-stays")
    lost = "Its match was lost."
    assert event.imports(without, media_type="application/json", reason=lost).status_code == DONE
    assert event.read("/entries")["entries"][-1]["command"]["reason"] == lost
    again = without.replace("}", f', "match": "{match.id}"}}', 1)
    assert event.imports(again, media_type="application/json").status_code == DONE
    assert [each["players"] for each in event.read()["paired"][0]["tables"]] == [["Ann", "Cléo"], ["Bert", "Emil"]]


def test_staff_are_appointed_by_the_name_of_their_key_letter_by_letter(api: Api) -> None:
    event = Gathering(api)
    api.services.keys.issue("judge", "jo")
    for refused, field in (
        (event.gives("olga", "appoint_staff", actor="Jo", office="judge"), "actor"),
        (event.creates("olga", "spelt", staff={"JO": "judge"}), "staff"),
    ):
        assert problem(refused) == (422, "request.shape")
        because = refused.get_json()["because"]
        assert (because["field"], because["meant"]) == (field, "jo")
    event.given("olga", "appoint_staff", actor="jo", office="judge")
    event.given("olga", "appoint_staff", actor="Nobody Yet", office="judge")


@pytest.mark.parametrize("who", ["hana", "jan", "oscar"])
def test_who_may_not_appoint_staff_learns_nothing_of_the_names_of_keys(api: Api, who: str) -> None:
    event = Gathering(api)
    api.services.keys.issue("judge", "jo")
    for office in ("judge", "head-judge"):
        for name in ("Jo", "jo", "Nobody Like That"):
            assert problem(event.gives(who, "appoint_staff", actor=name, office=office)) == OFFICE, (name, office)


def test_a_file_says_where_the_players_of_a_match_sit(api: Api) -> None:
    event = Gathering(api).enrolled()
    match = event.opened("m")
    columns = "table,player_1,player_2,match,seat_1,seat_2"
    assert event.imports(f"{columns}\n1,Ann,Bert,{match.id},bob,alice\n").status_code == DONE
    assert event.read()["paired"][0]["tables"][0]["seats"] == {"Ann": "bob", "Bert": "alice"}
    for row, field in (
        (f"1,Ann,Bert,{match.id},bob,carol", "seats"),
        (f"1,Ann,,{match.id},bob,alice", "seat_2"),
        ("1,Ann,Bert,,bob,alice", "match"),
    ):
        refused = event.imports(f"{columns}\n{row}\n")
        assert refused.status_code == 422
        assert [(each["line"], each["field"]) for each in refused.get_json()["because"]["faults"]] == [(2, field)]


@pytest.mark.parametrize("between", [",", ";", "\t"])
def test_what_another_tool_writes_between_the_cells_is_read(api: Api, between: str) -> None:
    event = Gathering(api, "agot_board")
    event.given("olga", "enrol_players", players=["Ann", "Bert", "Cleo", "Dora, of Dorne"])
    names = ["table", "player_1", "player_2", "player_3", "player_4"]
    rows = (names, ["1", "Ann", "Bert", "Cleo", '"Dora, of Dorne"'])
    assert event.imports("\n".join(between.join(row) for row in rows)).status_code == DONE
    assert event.read()["paired"][0]["tables"][0]["players"] == ["Ann", "Bert", "Cleo", "Dora, of Dorne"]


def test_players_sit_by_the_numbers_of_their_columns_in_whatever_order_these_stand(api: Api) -> None:
    event = Gathering(api).enrolled()
    assert event.imports("player_2,table,player_1\nBert,1,Ann\n").status_code == DONE
    assert event.read()["paired"][0]["tables"][0]["players"] == ["Ann", "Bert"]


@pytest.mark.parametrize(("number", "because"), [(9999, {"round": 9999, "next": 1}), (10000, {"round": 10000})])
def test_the_last_number_that_a_round_can_have_is_answered_by_the_event(
    api: Api, number: int, because: dict[str, int]
) -> None:
    event = Gathering(api).enrolled()
    refused = event.imports("table,player_1,player_2\n1,Ann,Bert\n", round=number)
    assert problem(refused)[1] == "judging.event.round-in-order"
    assert refused.get_json()["because"] == because


WRONG: dict[str, list[tuple[int, str | int | None]]] = {
    "table,player_1,player_2\n1,Ann,Bert\n\n2,Cleo,Zoe\n2,Ann,Dora\n": [(4, "Zoe"), (4, 2), (5, 2), (5, "Ann")],
    "table,player_1,player_2\none,Ann,Bert\n2,Cleo\n": [(2, "one"), (3, "2,Cleo")],
    "table,player_1,player_2\n0,Ann,Bert\n": [(2, 0)],
    "table,player_1,player_2\none,Ann,Bert\n\n2,Zoe,Cleo\n3,Dora,Cleo\n": [(2, "one"), (4, "Zoe"), (5, "Cleo")],
    "table,player_1,player_2,match\n1,Ann,Bert,m-none\n": [(2, "m-none")],
    "table,who,player_1,player_1\n1,x,Ann,Bert\n": [(1, None)],
    "table,player_1,player_1\n1,Ann,Bert\n": [(1, None)],
    "player_1,player_2\nAnn,Bert\n": [(1, None)],
    "table,player_1,player_2\n": [(1, None)],
    "": [(1, None)],
    'table,player_1,player_2\n1,"Ann" x,Bert\n': [(2, None)],
    "table,player_1,player_2,player_3\n1,Ann,Bert,Cleo\n": [(2, 3)],
}


@pytest.mark.parametrize("text", WRONG)
def test_wrong_lines_of_a_csv_file_are_refused_by_line(api: Api, text: str) -> None:
    event = Gathering(api)
    event.given("olga", "enrol_players", players=["Ann", "Bert", "Cleo", "Dora"])
    refused = event.imports(text)
    status, rule = problem(refused)
    assert status == 422
    assert rule in ("judging.event.pairings-lines", "judging.event.match-of-table")
    faults = [(each["line"], each.get("value")) for each in refused.get_json()["because"]["faults"]]
    assert sorted(faults, key=str) == sorted(WRONG[text], key=str)
    assert event.read()["paired"] == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('[{"table": 1, "players": ["Ann", "Zoe"]}, {"table": 1, "players": ["Bert", "Cleo"]}]', [1, 1, 2]),
        ('[{"table": 1, "players": ["Ann", "Bert"]}, {"table": "two"}, {"players": []}]', [2, 3]),
        ('{"table": 1}', [1]),
        ("[1", [1]),
        ("[]", [1]),
    ],
)
def test_wrong_elements_of_a_json_file_are_refused_by_their_number(api: Api, text: str, lines: list[int]) -> None:
    event = Gathering(api)
    event.given("olga", "enrol_players", players=["Ann", "Bert", "Cleo"])
    refused = event.imports(text, media_type="application/json")
    assert problem(refused) == (422, "judging.event.pairings-lines")
    assert [each["line"] for each in refused.get_json()["because"]["faults"]] == lines


SHEET = {"tables": [{"table": 1, "players": ["Ann", "Bert"]}]}


@pytest.mark.parametrize(
    ("fields", "query", "fault"),
    [
        ({"round": 2}, {}, {"field": "round", "value": 2, "problem": "the request says 1"}),
        ({"round": "1"}, {}, {"field": "round", "value": "1", "problem": "expected a whole number, got a text"}),
        ({"type": "end_event"}, {}, {"field": "type", "value": "end_event"}),
        ({"foo": 1}, {}, {"field": "foo", "value": 1, "problem": "unknown field"}),
        (
            {"kind": "swiss"},
            {"kind": "final"},
            {"field": "kind", "value": "swiss", "problem": "the request says final"},
        ),
        ({"reason": "So."}, {"reason": "No."}, {"field": "reason", "value": "So.", "problem": "the request says No."}),
    ],
)
def test_pairings_in_json_take_no_field_that_is_passed_over(
    api: Api, fields: dict[str, Any], query: dict[str, str], fault: dict[str, Any]
) -> None:
    event = Gathering(api).enrolled()
    refused = event.imports(json.dumps({**fields, **SHEET}), media_type="application/json", query=query)
    assert problem(refused) == (422, "judging.event.pairings-lines")
    [told] = refused.get_json()["because"]["faults"]
    assert {"line": 1, **fault}.items() <= told.items()
    assert event.read()["paired"] == []


def test_pairings_in_json_are_entered_as_the_command_that_they_are(api: Api) -> None:
    event = Gathering(api).enrolled()
    said = {"type": "pair_round", "round": 1, "kind": "final", "reason": "Its match was lost."}
    sent = json.dumps({**said, **SHEET})
    assert event.imports(sent, media_type="application/json", query={"kind": "final"}).status_code == DONE
    command = event.read("/entries")["entries"][-1]["command"]
    assert {name: command[name] for name in said} == said


def test_standings_after_a_round_and_of_a_cut_are_read_everywhere(api: Api, tmp_path: Path) -> None:
    event = Gathering(api).enrolled()
    for number, (kind, winner) in enumerate((("swiss", "Ann"), ("final", "Bert")), 1):
        event.given("hana", "pair_round", round=number, kind=kind, tables=SHEET["tables"])
        loser = {"Ann": "Bert", "Bert": "Ann"}[winner]
        event.given("jan", "report_result", round=number, table=1, results={winner: "win", loser: "loss"})
    now, before = (
        [(e["place"], e["player"], e["points"], e["played"], e["cut"]) for e in event.read(path)["standings"]]
        for path in ("/standings", "/standings?through=1")
    )
    assert now == [(1, "Bert", 0, 1, 1), (2, "Ann", 5, 1, 1)]
    assert before == [(1, "Ann", 5, 1, 0), (2, "Bert", 0, 1, 0)]
    for query, first in (("", "Bert"), ("&through=1", "Ann")):
        sheet = event.get(f"/standings?format=csv{query}").get_data(as_text=True)
        assert next(csv.DictReader(StringIO(sheet)))["player"] == first
    assert problem(event.get("/standings?through=3"))[1] == "judging.event.table-exists"
    assert problem(event.get("/standings?through=0")) == (422, "request.shape")
    reader, page = Reader(api, event.keys["hana"]), f"/events/{event.id}"
    for through, first in (("", "Bert"), ("1", "Ann")):
        shown = reader.text(page, through=through)
        assert re.findall(r'<td class="n">1</td><td><a [^>]*>(\w+)', shown) == [first], through
    # Ann met Bert, who has nothing; Bert met Ann, who has 5
    [ann] = re.findall(
        r"<td>5</td><td>1</td><td>1</td><td>(\S+)</td><td>(\S+)</td></tr>", reader.text(page, through="1")
    )
    assert ann == ("0.000", "5.000")
    praetor = Praetor(tmp_path)
    assert praetor.does("event", "standings", event.id).splitlines()[0].endswith("cut 1")
    assert praetor.does("event", "standings", event.id, "--through", "1").split()[1] == "Ann"
    sheet = praetor.does("event", "export", event.id, "standings", "--through", "1")
    assert next(csv.DictReader(StringIO(sheet)))["player"] == "Ann"
    assert "is of standings" in praetor.refuses("event", "export", event.id, "results", "--through", "1")
    assert "judging.event.table-exists" in praetor.refuses("event", "standings", event.id, "--through", "3")


def test_who_is_forgotten_in_the_pairings_is_told_where_the_round_is_paired_and_started(
    api: Api, tmp_path: Path
) -> None:
    event = Gathering(api).enrolled()
    event.given("olga", "enrol_players", players=["Cleo", "Dora", "Emil"])
    event.given("jan", "drop_player", player="Emil", reason="went home")
    paired = event.gives("hana", "pair_round", "paired", round=1, tables=SHEET["tables"])
    assert paired.get_json()["unpaired"] == ["Cleo", "Dora"]
    imported = event.imports("table,player_1,player_2\n1,Ann,Bert\n2,Cleo,\n")
    assert imported.get_json()["unpaired"] == ["Dora"]
    # the same answer to the same request again
    again = event.gives("hana", "pair_round", "paired", round=1, tables=SHEET["tables"])
    assert again.get_json() == paired.get_json()
    assert event.read()["paired"][0]["unpaired"] == ["Dora"]
    assert "at no table of this round: Dora." in Reader(api, event.keys["hana"]).text(f"/events/{event.id}")
    praetor, told = Praetor(tmp_path), "  at no table of the round: Dora\n"
    sheet = tmp_path / "round.csv"
    sheet.write_text("table,player_1,player_2\n1,Ann,Bert\n2,Cleo,\n")
    assert praetor.does("event", "pairings", event.id, "1", str(sheet), "--by", "hana").endswith(told)
    starts = ("event", "do", event.id, '{"type": "start_round", "round": 1}', "--by", "hana", "--key", "starts")
    assert praetor.does(*starts).endswith(told)
    assert praetor.json(*starts)["unpaired"] == ["Dora"]
    event.given("jan", "report_result", round=1, table=1, results={"Ann": "win", "Bert": "loss"})
    # a cut leaves players out
    assert "unpaired" not in event.given("hana", "pair_round", round=2, kind="final", tables=SHEET["tables"])
    assert [each["unpaired"] for each in event.read()["paired"]] == [[], []]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ({"type": "nope"}, {"field": "type", "problem": "'nope' is none of appoint_staff, approve_penalty, call_time"}),
        ({"type": "giv_time"}, {"field": "type", "meant": "give_time"}),
        (
            {"type": "report_result", "round": 1, "table": 1, "results": {"Bert": "win", "Ann": 5}},
            {"field": "results.Ann", "problem": "expected a text, got a whole number"},
        ),
    ],
)
def test_a_command_that_is_none_is_told_the_types_and_the_very_entry(
    api: Api, command: dict[str, Any], told: dict[str, str]
) -> None:
    event = Gathering(api).enrolled()
    refused = event.gives("hana", command["type"], **{name: each for name, each in command.items() if name != "type"})
    assert problem(refused) == (422, "request.shape")
    because = refused.get_json()["because"]
    assert {name: because[name][: len(each)] for name, each in told.items()} == told
    assert "none" not in (because.get("meant"), *because["problem"].split("mean")[1:])


def test_the_entries_of_an_event_come_in_pages_and_are_waited_for(either: Api) -> None:
    event = Gathering(either).enrolled()
    event.given("olga", "enrol_players", players=["Cleo"])
    event.given("olga", "enrol_players", players=["Dora"])
    whole = event.read("/entries")
    assert ([each["entry"] for each in whole["entries"]], whole["next"], whole["more"]) == ([1, 2, 3, 4], 4, False)
    page = event.read("/entries?after=1&limit=2")
    assert ([each["entry"] for each in page["entries"]], page["next"], page["more"]) == ([2, 3], 3, True)
    nothing = event.read("/entries?after=4&wait=0.05")
    assert (nothing["entries"], nothing["next"], nothing["more"]) == ([], 4, False)
    assert event.read("?after=4&wait=0.05")["version"] == 4
    # of what is there already nobody waits
    assert event.read("?after=3&wait=20")["version"] == 4
    assert problem(event.get("/entries?after=4&wait=21")) == (422, "request.shape")
    assert problem(event.get("/entries?wait=1", "eve")) == (403, "request.scope")


@pytest.mark.parametrize("path", ["?after=2&wait=20", "/entries?after=2&wait=20"])
def test_who_waits_for_the_next_entry_of_an_event_is_answered_by_it(either: Api, path: str) -> None:
    event = Gathering(either).enrolled()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(event.read, path)
        event.given("olga", "enrol_players", players=["Cleo"])
        found = waiting.result(PATIENCE)
    assert found.get("version", found.get("next")) == 3


def test_the_cases_of_an_event_are_listed_for_who_may_know_of_it(api: Api) -> None:
    event = Gathering(api)
    case = Dispute(event.at_table()).opened()
    other = Dispute(api.opened("elsewhere")).opened()

    def listed(who: str, event_id: str) -> list[str]:
        found = api.read(f"/v1/cases?event={event_id}", event.keys[who])["cases"]
        return [each["case"] for each in found]

    assert listed("root", event.id) == [case.id]
    assert listed("hana", event.id) == [case.id]
    assert listed("root", "e-none") == []
    everything = [each["case"] for each in api.read("/v1/cases", event.keys["root"])["cases"]]
    assert {case.id, other.id} <= set(everything)


def test_pairings_are_brought_in_by_organizer_and_head_judge_alone(api: Api) -> None:
    event = Gathering(api).enrolled()
    text = "table,player_1,player_2\n1,Ann,Bert\n"
    for who in ("jan", "eve", "oscar"):
        assert problem(event.imports(text, who)) == OFFICE, who
    assert problem(event.imports(text, "ana")) == OUTSIDE
    assert problem(event.imports(text, "")) == NOBODY
    for who in ("olga", "hana", "root"):
        assert event.imports(text, who).status_code == DONE


def test_a_file_of_another_kind_or_text_is_refused(api: Api) -> None:
    event = Gathering(api).enrolled()
    other = event.imports("table", media_type="text/html")
    assert problem(other) == (415, "request.media-type")
    assert other.get_json()["because"] == {"given": "text/html", "needed": "text/csv or application/json"}
    headers = {"Idempotency-Key": "k", "Content-Type": "text/csv"}
    path = f"{event.path}/rounds/1/pairings"
    response = api.ask("POST", path, event.keys["hana"], data=b"table,\xff", headers=headers)
    assert problem(response) == (400, "request.malformed")


def test_the_board_game_is_paired_with_three_to_six(api: Api) -> None:
    event = Gathering(api, "agot_board").enrolled()
    refused = event.imports("table,player_1,player_2\n1,Ann,Bert\n")
    assert refused.get_json()["because"]["faults"][0]["problem"] == "expected 3, 4, 5 or 6"
    assert event.imports("table,player_1,player_2,player_3\n1,Cleo,Ann,Bert\n").status_code == DONE


# --- results as the match says, records, exports


@BOTH
def test_a_match_that_is_over_says_who_won(either: Api, game: str) -> None:
    event = Gathering(either, game)
    match = event.at_table()
    seats = match.read("", "admin")["seats"]
    for seat in seats[1:]:
        match.gives(seat, {"type": "concede"}, If_Match="")
    over = match.read("", "admin")["over"]
    assert over["winner"] == seats[0]
    names = event.kind["results"]
    wrong = dict(zip(event.players, (*names[1:], names[0]), strict=True))
    right = dict(zip(event.players, names, strict=True))
    refused = event.gives("jan", "report_result", round=1, table=1, results=wrong)
    assert problem(refused) == (422, "judging.event.result-as-match")
    assert refused.get_json()["because"]["winner"] == "Ann"
    event.given("jan", "report_result", round=1, table=1, results=right)


def in_a_cell(field: str, value: Any) -> str:
    """A value as CSV has it: strengths in points, as on pages."""
    return f"{value / 1000:.3f}" if field in ("schedule", "extended") else str(value)


@BOTH
def test_results_and_penalties_are_exported_as_csv_and_json(either: Api, game: str) -> None:
    event = Gathering(either, game)
    event.at_table()
    event.penalised(reason='=HYPERLINK("x"), he said', rules=["judging.penalty.ladder"], round=1, table=1)
    for name in ("results", "penalties", "standings"):
        response = event.get(f"/{name}?format=csv")
        assert response.content_type == "text/csv; charset=utf-8"
        assert response.headers["Content-Disposition"] == f'attachment; filename="{event.id}-{name}.csv"'
        listed = event.read(f"/{name}")[name]
        found = rows(response.get_data(as_text=True))
        assert len(found) == len(listed) > 0
        plain = [
            {field: in_a_cell(field, value) for field, value in each.items() if field != "text"} for each in listed
        ]
        assert [{field: value for field, value in each.items() if field != "text"} for each in found] == plain
    [penalty] = rows(event.get("/penalties?format=csv").get_data(as_text=True))
    assert penalty["text"].startswith("'=HYPERLINK")
    assert event.read("/penalties")["penalties"][0]["text"].startswith("=HYPERLINK")
    event.penalised(event.players[1])
    [_, apart] = rows(event.get("/penalties?format=csv").get_data(as_text=True))
    assert (apart["round"], apart["table"]) == ("", "")
    [first, *_] = rows(event.get("/standings?format=csv").get_data(as_text=True))
    assert (first["schedule"], first["extended"]) == ("0.000", "0.000")


def test_a_players_record_spans_matches_and_counts_refused_commands(either: Api) -> None:
    event = Gathering(either)
    match = event.at_table()
    assert match.gives("alice", {"type": "pass"}).status_code == 422
    event.penalised(round=1, table=1)
    record = event.read("/record?player=Ann", "hana")
    assert [(each["match"], each["times"]) for each in record["refused"]] == [(match.id, 1)]
    assert [each["given"] for each in record["penalties"]] == ["warning"]
    assert record["next_steps"]["slow-play"] == "hard-warning"
    assert record["next_steps"]["hidden-information"] == "warning"
    assert event.read("/record?player=Bert")["refused"] == []
    own = event.read("/record?player=Ann", match.keys["alice"])
    assert (own["next_steps"], own["refused"]) == ({}, [])
    assert problem(event.get("/record?player=Zoe")) == (404, "request.unknown")
    assert problem(event.get("/record")) == (422, "request.shape")


def test_a_players_record_counts_no_refused_command_that_tells_a_secret(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table(seats=[], position={"at": "1.1", "players": {"alice": {}, "bob": {}}})
    assert match.gives("alice", {"type": "choose_plot", "plot": "e0000none"}).status_code == 422
    for who in ("olga", "jan", "hana", "root"):
        assert [event.read(f"/record?player={each}", who)["refused"] for each in event.players] == [[], []], who


# --- regulations and time


def test_regulations_are_read_by_everybody(api: Api) -> None:
    listed = api.read("/v1/regulations")["regulations"]
    assert [each["name"] for each in listed] == ["board-league", "cards-duel", "cards-duel-ten", "provinces-duel"]
    assert api.read("/v1/regulations/cards-duel") == listed[1]
    assert problem(api.get("/v1/regulations/none")) == (404, "request.unknown")


def test_an_event_may_bring_a_regulation_of_its_own(api: Api) -> None:
    event = Gathering(api)
    own = {**api.read("/v1/regulations/cards-duel"), "name": "ours", "limits": {"extension": 30, "rewind_decisions": 2}}
    created = event.creates("olga", "own", regulation=own)
    assert created.status_code == DONE, created.get_data(as_text=True)
    assert created.get_json()["command"]["regulation"]["limits"]["extension"] == 30
    wrong = {**own, "comparison": [{"value": "glory", "prefer": "most"}]}
    assert problem(event.creates("olga", "w", regulation=wrong)) == (422, "judging.event.regulation-fits")
    for changes in ({"regulation": {"name": "x"}}, {"staff": {"x": "king"}}, {"more": 1}, {"name": ""}):
        assert problem(event.creates("olga", "w", **changes)) == (422, "request.shape")
    assert problem(event.creates("olga", "w", regulation="none")) == (404, "request.unknown")


def test_an_event_says_whether_its_regulation_is_its_own_and_its_rounds_whether_they_are_of_a_cut(api: Api) -> None:
    event = Gathering(api).enrolled()
    rules = api.read("/v1/regulations/cards-duel")
    rounds = [{**each, "cut": each["kind"] == "swiss"} for each in rules["round"]]
    made = {"same": (rules, False), "another": ({**rules, "round": rounds}, True)}
    for name, (regulation, own) in made.items():
        created = event.creates("olga", name, regulation=regulation).get_json()["event"]
        read = api.read(f"/v1/events/{created}", event.keys["olga"])
        assert (read["regulation"], read["own_regulation"]) == ("cards-duel", own)
        listed = api.read("/v1/events", event.keys["olga"])["events"]
        assert [each["own_regulation"] for each in listed if each["event"] == created] == [own]
    for number, kind in enumerate(("swiss", "final"), 1):
        event.given("hana", "pair_round", round=number, kind=kind, tables=SHEET["tables"])
        event.given("jan", "report_result", round=number, table=1, results={"Ann": "win", "Bert": "loss"})
    assert [(each["kind"], each["cut"]) for each in event.read()["paired"]] == [("swiss", False), ("final", True)]


@BOTH
def test_going_to_time_compares_value_by_value(either: Api, game: str) -> None:
    event = Gathering(either, game)
    match = event.at_table()
    found = match.read("/going-to-time", "admin")
    regulation = either.read(f"/v1/regulations/{event.kind['regulation']}")
    assert [each["value"] for each in found["values"]] == [each["value"] for each in regulation["comparison"]]
    assert all(each["title"] and each["by"].keys() == set(match.keys) for each in found["values"])
    assert sorted(seat for group in found["order"] for seat in group) == sorted(match.keys)
    assert found["regulation"] == regulation["name"]
    view = match.read("/view", "admin")["view"]
    by = {each["value"]: each["by"] for each in found["values"]}
    if game == "agot_lcg":
        assert by["deck-left"] == {seat: view["players"][seat]["deck"]["count"] for seat in match.keys}
        assert found["picks"] or found["winner"]
    elif game == "l5r":
        assert by["honor"] == {seat: view["players"][seat]["honor"] for seat in match.keys}
    else:
        assert by["iron-throne"] == {seat: n for n, seat in enumerate(view["tracks"]["iron_throne"], 1)}


def test_going_to_time_of_a_match_without_event_names_its_regulation(api: Api) -> None:
    match = api.opened()
    assert problem(match.get("/going-to-time")) == (422, "judging.event.regulation-fits")
    assert match.read("/going-to-time?regulation=cards-duel-ten&at=1")["version"] == 1
    wrong = match.get("/going-to-time?regulation=board-league")
    assert problem(wrong) == (422, "judging.event.regulation-fits")
    assert problem(match.get("/going-to-time?regulation=none")) == (404, "request.unknown")
    assert problem(match.get("/going-to-time?regulation=cards-duel", "")) == (401, "request.no-key")
    other = api.opened("other")
    assert problem(api.get(f"{match.path}/going-to-time", other.keys["alice"])) == OUTSIDE
    assert match.get("/going-to-time?regulation=cards-duel", "bob").status_code == 200


def test_who_won_dominance_last_follows_the_line_that_is_played(api: Api) -> None:
    match = api.from_position()
    found = match.read("/going-to-time?regulation=cards-duel")
    assert {each["value"]: each["by"] for each in found["values"]}["dominance-last"] == {"alice": 0, "bob": 0}


# --- cases of the event's matches


def test_a_case_goes_by_the_regulation_of_its_event_and_knows_who_sits_where(either: Api) -> None:
    event = Gathering(either)
    rules = either.read("/v1/regulations/cards-duel")
    own = {**rules, "limits": {"extension": 30, "rewind_decisions": 0}}
    event.id = event.creates("olga", "own", regulation=own).get_json()["event"]
    event.path = f"/v1/events/{event.id}"
    match = event.at_table()
    match.given(match.awaited(), KEEP)
    report = match.read("/rewind-report?to=1", event.keys["hana"])
    assert "more decisions than the regulation allows" in report["because"]
    jan = event.keys["jan"]
    case = Dispute(match).opened().taken(jan).heard()
    assert problem(case.gives(jan, "ruling", ruling(time={"alice": 31}))) == (422, "judging.time.extension")
    assert [each["case"] for each in either.read("/v1/cases?player=Ann", jan)["cases"]] == [case.id]


def test_a_penalty_of_a_case_counts_in_the_event(either: Api) -> None:
    event = Gathering(either)
    match = event.at_table()
    jan = event.keys["jan"]
    case = Dispute(match).opened().taken(jan).heard()
    penalty = {
        "seat": "alice",
        "infraction": "slow-play",
        "penalty": "warning",
        "reason": "four minutes",
        "rules": [RULE],
    }
    case.ruled(ruling(penalties=[penalty]), jan).accepted()
    case.given(jan, "penalties", penalty)
    record = event.read("/record?player=Ann")
    assert [(each["case"], each["penalty"]) for each in record["ruled"]] == [(case.id, "warning")]
    assert record["next_steps"]["slow-play"] == "hard-warning"
    again = {"player": "Ann", "infraction": "slow-play", "reason": "again"}
    assert problem(event.gives("jan", "give_penalty", penalty="warning", **again)) == (422, "judging.penalty.ladder")
    twice = {**again, "penalty": "hard-warning", "cause": case.id}
    refused = event.gives("jan", "give_penalty", **twice)
    assert (problem(refused)[1], refused.get_json()["because"]["penalties"]) == ("judging.penalty.root-cause", [1])
    event.given("jan", "give_penalty", penalty="hard-warning", **again)


def penalised(event: Gathering, match: Match, penalty: dict[str, Any], *approved: str) -> Dispute:
    """A case of a match at an event's table that gave a penalty, approved by these."""
    case = Dispute(match).opened().taken(event.keys["jan"]).heard()
    case.ruled(ruling(penalties=[penalty]), event.keys["jan"]).accepted()
    for who in approved:
        case.given(event.keys[who], "approve", {"number": 1, "reason": "Seen by two."})
    case.given(event.keys["jan"], "penalties", penalty)
    return case


def test_a_disqualification_by_a_ruling_is_one_of_the_event(either: Api) -> None:
    event = Gathering(either)
    match = event.at_table()
    penalty = {"seat": "alice", "infraction": "cheating", "penalty": "disqualification", "rules": [RULE]}
    case = penalised(event, match, penalty, "hana", "olga")
    [row] = event.read("/penalties")["penalties"]
    said = {"penalty": 1, "player": "Ann", "infraction": "cheating", "given": "disqualification", "state": "given"}
    said |= {"round": 1, "table": 1, "match": match.id, "cause": case.id, "by": "jan", "office": "judge"}
    assert {name: row[name] for name in said} == said
    assert row["text"] == ruling()["to_players"]
    assert f"cheating,disqualification,{row['text']}" in event.get("/penalties?format=csv").get_data(as_text=True)
    record = event.read("/record?player=Ann")
    assert (record["left"], record["penalties"]) == ("disqualification", [row])
    assert event.read()["enrolled"]["Ann"] == "disqualification"
    event.given("hana", "report_result", round=1, table=1, results={"Ann": "loss", "Bert": "win"})
    paired = event.gives("hana", "pair_round", round=2, tables=[{"table": 1, "players": ["Ann", "Bert"]}])
    assert (paired.status_code, "Ann" in paired.get_data(as_text=True)) == (422, True)
    entries = [(each["actor"], each["office"], each["command"]["type"]) for each in event.read("/entries")["entries"]]
    assert entries[-3:-1] == [("jan", "judge", "give_penalty"), ("olga", "organizer", "approve_penalty")]
    again = penalty | {"reason": "again"}
    assert problem(case.gives(event.keys["jan"], "penalties", again))[1] == "judging.ruling.remedy-as-named"
    event.given("hana", "withdraw_penalty", penalty=1, reason="It was another's card.")
    assert event.read("/record?player=Ann")["left"] == ""
    assert event.read("/penalties")["penalties"][0]["state"] == "withdrawn"


def test_who_works_with_the_archive_reads_no_words_in_a_cause(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    penalty = {"seat": "alice", "infraction": "slow-play", "penalty": "warning"}
    case = penalised(event, match, penalty)
    for n, (step, cause) in enumerate((("warning", f"{match.id}@1.2"), ("hard-warning", f"rude at {match.id}@1.2"))):
        event.penalised("Bert", penalty=step, cause=cause)
        assert event.read("/penalties")["penalties"][n + 1]["cause"] == cause
    event.penalised("Ann", penalty="hard-warning", cause="Ann was rude")
    event.given("olga", "end_event")
    causes = [each["cause"] for each in event.read("/penalties", "ana")["penalties"]]
    assert causes == [case.id, f"{match.id}@1.2", "", ""]
    assert "rude" not in event.get("/penalties?format=csv", "ana").get_data(as_text=True)


def test_a_penalty_of_a_ruling_that_was_taken_back_counts_no_more(api: Api) -> None:
    event = Gathering(api)
    penalised(event, event.at_table(), {"seat": "alice", "infraction": "slow-play", "penalty": "warning"})
    assert event.read("/record?player=Ann")["next_steps"]["slow-play"] == "hard-warning"
    event.given("hana", "withdraw_penalty", penalty=1, reason="The clock was wrong.")
    record = event.read("/record?player=Ann")
    assert (record["next_steps"]["slow-play"], len(record["ruled"])) == ("warning", 1)


def test_a_penalty_given_before_the_match_was_at_a_table_counts_on_the_ladder(api: Api) -> None:
    event = Gathering(api)
    event.enrolled().given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    match = event.opened("early")
    case = Dispute(match).opened().taken().heard()
    penalty = {"seat": "alice", "infraction": "slow-play", "penalty": "warning"}
    case.ruled(ruling(penalties=[penalty])).accepted()
    case.given("judge", "penalties", penalty)
    event.given("olga", "seat_match", round=1, table=1, match=match.id)
    assert event.read("/penalties")["penalties"] == []
    assert event.read("/record?player=Ann")["next_steps"]["slow-play"] == "hard-warning"
    again = {"player": "Ann", "infraction": "slow-play", "penalty": "hard-warning", "reason": "again", "cause": case.id}
    refused = event.gives("jan", "give_penalty", **again)
    assert (problem(refused)[1], refused.get_json()["because"]["cases"]) == ("judging.penalty.root-cause", [case.id])


def test_a_name_that_a_spreadsheet_reads_as_a_formula_has_an_apostrophe_in_every_csv(api: Api) -> None:
    event = Gathering(api)
    event.players = ["-Zoe", "=1+1"]
    event.at_table()
    event.penalised("-Zoe", reason="@home")
    for what, cells in (("standings", 2), ("results", 2), ("penalties", 1)):
        sheet = event.get(f"/{what}?format=csv").get_data(as_text=True)
        assert sum(sheet.count(f"'{player}") for player in event.players) == cells, what
        assert not [line for line in sheet.splitlines() if re.search("(^|,)[=@-]", line)], what
        page = api.session(event.keys["jan"]).get(f"/console/events/{event.id}/{what}.csv")
        assert page.get_data(as_text=True) == sheet
        names = [row["player"] for row in event.read(f"/{what}")[what]]
        assert set(names) <= set(event.players), what


def test_who_is_displaced_by_a_new_head_judge_is_named(either: Api) -> None:
    event = Gathering(either)
    first = event.gives("olga", "appoint_staff", "new-head", actor="ida", office="head-judge")
    assert (first.status_code, first.get_json()["displaced"]) == (201, "hana")
    event.given("olga", "appoint_staff", actor="ida", office="none")
    # the same request is answered the same, and who takes no office from anybody displaces nobody
    again = event.gives("olga", "appoint_staff", "new-head", actor="ida", office="head-judge")
    assert again.get_json() == first.get_json()
    for actor, office in (("ivo", "judge"), ("hana", "head-judge")):
        assert "displaced" not in event.given("olga", "appoint_staff", actor=actor, office=office)
