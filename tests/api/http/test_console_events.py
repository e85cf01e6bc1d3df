"""The forms of an event in the console: what is confirmed first, what begins with nothing chosen, when each is offered.

Each form is sent as a browser without scripts sends it, and as one that leaves out what the page asks for.
"""

from __future__ import annotations

import re
from html import escape, unescape
from secrets import token_hex
from typing import Any

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from domain import games
from tests.api.http.clients import Api
from tests.api.http.disputes import Dispute
from tests.api.http.gatherings import GAMES, Gathering

FINAL = {
    "start_round": ({"round": "1"}, "The clock of round 1 starts now, for"),
    "call_time": ({"round": "1"}, "Time is called now in round 1, with 1 of 1 table without a result (table 1)."),
    "drop_player": ({"player": "Ann"}, "The player leaves for good and cannot be enrolled again"),
    "end_event": ({}, "The event ends now, with 1 of 1 table without a result (table 1) in round 1."),
}
SELECT = re.compile(r"<select([^>]*)>(.*?)</select>", re.DOTALL)
OPTION = re.compile(r'<option value="([^"]*)"( selected)?>')
TABLE = "/tables/1/1"


class Staff:
    """Somebody of the staff at the pages of an event."""

    def __init__(self, event: Gathering, who: str) -> None:
        self.event = event
        self.client = event.api.client
        self.client.delete_cookie("praetor_console", path="/console")
        assert self.client.post("/console/login", data={"key": event.keys[who]}).status_code == 303
        self.url = f"/console/events/{event.id}"

    def reads(self, path: str = "") -> str:
        return self.client.get(f"{self.url}{path}").get_data(as_text=True)

    def sends(self, command: str, path: str = "", **fields: Any) -> TestResponse:
        token = re.search(r'name="token" value="([0-9a-f]{64})"', self.reads(path))
        assert token
        page = {"page": "1.1", "at": "1.1"} if path else {}
        given = {"token": token[1], "key": token_hex(12), **page, **fields}
        files = {name: FileStorage(*each) for name, each in fields.items() if isinstance(each, tuple)}
        if not files:
            return self.client.post(f"{self.url}/commands/{command}", data=given)
        # encoded here: the client would keep a large form in a file that it does not close
        boundary, body = encode_multipart({**given, **files})
        form = f"multipart/form-data; boundary={boundary}"
        return self.client.post(f"{self.url}/commands/{command}", data=body, content_type=form)

    def form(self, command: str, path: str = "") -> str:
        """The form of a command as it is written on a page; nothing where it is not offered."""
        found = re.search(rf'<form [^>]*commands/{command}".*?</form>', self.reads(path), re.DOTALL)
        return found[0] if found else ""


def under_way(api: Api, game: str, *commands: str) -> Gathering:
    """An event whose first round is paired, after these commands."""
    event = Gathering(api, game)
    event.at_table()
    for each in commands:
        event.given("hana", each, round=1)
    return event


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("command", FINAL)
def test_what_cannot_be_taken_back_says_what_will_happen_and_is_confirmed(api: Api, game: str, command: str) -> None:
    event = under_way(api, game, *(("start_round",) if command == "call_time" else ()))
    fields, warning = FINAL[command]
    staff = Staff(event, "olga")
    form = staff.form(command)
    assert warning in form
    assert re.search(r'type="checkbox" name="sure" required>', form)
    entries = len(event.read("/entries")["entries"])
    refused = staff.sends(command, **fields)
    assert refused.status_code == 422
    assert "Not confirmed" in refused.get_data(as_text=True)
    assert len(event.read("/entries")["entries"]) == entries
    assert staff.sends(command, **fields, sure="on").status_code == 303
    assert len(event.read("/entries")["entries"]) == entries + 1


@pytest.mark.parametrize("game", GAMES)
def test_the_clock_of_a_round_is_started_once_and_stopped_while_it_runs(api: Api, game: str) -> None:
    event = under_way(api, game)
    staff = Staff(event, "hana")
    clocks = ("start_round", "call_time")
    assert [bool(staff.form(each)) for each in clocks] == [True, False]
    event.given("hana", "start_round", round=1)
    assert [bool(staff.form(each)) for each in clocks] == [False, True]
    event.given("hana", "call_time", round=1)
    assert [bool(staff.form(each)) for each in clocks] == [False, False]


@pytest.mark.parametrize("game", GAMES)
def test_who_calls_time_is_told_which_tables_have_time_that_was_given(api: Api, game: str) -> None:
    event = under_way(api, game, "start_round")
    hana = Staff(event, "hana")
    assert "still runs" not in hana.form("call_time")
    event.given("hana", "give_time", round=1, table=1, seconds=60, reason="A judge was called.")
    assert "Time that was given still runs then: table 1 for 1 min." in hana.form("call_time")
    assert hana.sends("call_time", round="1", sure="on").status_code == 303


@pytest.mark.parametrize("game", GAMES)
def test_before_the_first_round_no_clock_is_offered_and_none_is_started(api: Api, game: str) -> None:
    event = Gathering(api, game)
    staff = Staff(event, "hana")
    assert staff.form("enrol_players")
    assert not staff.form("start_round")
    for round in ("", "1"):
        assert staff.sends("start_round", round=round, sure="on").status_code == 422


@pytest.mark.parametrize("game", GAMES)
def test_a_result_begins_with_nothing_chosen_and_says_so_when_it_is_sent_empty(api: Api, game: str) -> None:
    event = under_way(api, game, "start_round")
    staff = Staff(event, "jan")
    for of, options in SELECT.findall(staff.form("report_result", TABLE)):
        assert " required" in of
        assert OPTION.findall(options)[0] == ("", "")
        assert not any(selected for _, selected in OPTION.findall(options))
    for fields in ({}, {f"result-{player}": "" for player in event.players}):
        refused = staff.sends("report_result", TABLE, **fields)
        said = refused.get_data(as_text=True)
        assert refused.status_code == 422
        assert "Fill in every field" in said
        assert all(f"Result of {player}" in said for player in event.players)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("path", ["", TABLE])
def test_no_form_of_an_event_chooses_for_whoever_sends_it(api: Api, game: str, path: str) -> None:
    event = under_way(api, game, "start_round")
    event.penalised()
    event.penalised("Bert")
    chosen = []
    for who in ("olga", "hana", "jan"):
        for of, options in SELECT.findall(Staff(event, who).reads(path)):
            offered = OPTION.findall(options)
            if len(offered) > 1 and offered[0][0] and not any(selected for _, selected in offered):
                chosen.append((who, of))
    assert chosen == []


@pytest.mark.parametrize("game", GAMES)
def test_on_an_event_a_match_is_named_by_its_people_behind_when_it_ends(api: Api, game: str) -> None:
    event = under_way(api, game, "start_round")
    text = Staff(event, "jan").reads()
    table = re.search(r'aria-label="Tables of round 1".*?</table>', text, re.DOTALL)
    assert table
    assert re.findall(r"<th [^>]*>([^<]*)<", table[0]) == ["Table", "Ends", "Result", "Match"]
    assert re.findall(r'<a href="/console/matches/[^"]*">([^<]*)<', table[0]) == [", ".join(event.players)]


def test_a_table_with_a_bye_asks_for_no_match_no_time_and_no_result(api: Api) -> None:
    event = Gathering(api).enrolled()
    event.given(
        "hana", "pair_round", round=1, tables=[{"table": 1, "players": ["Ann"]}, {"table": 2, "players": ["Bert"]}]
    )
    event.given("hana", "start_round", round=1)
    # the head judge reports a bye otherwise, with a reason
    assert "/commands/report_result" in Staff(event, "hana").reads(TABLE)
    shown = Staff(event, "jan").reads(TABLE)
    assert "none: a bye" in shown
    assert "not known yet" not in shown
    assert "Ends<" not in shown
    for command in ("give_time", "report_result", "seat_match"):
        assert f"/commands/{command}" not in shown
    assert "/commands/give_penalty" in shown


@pytest.mark.parametrize("game", GAMES)
def test_the_form_of_a_tables_match_says_who_sits_where(api: Api, game: str) -> None:
    event = Gathering(api, game).enrolled()
    event.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    match = event.opened("m-seats")
    hana, seats = Staff(event, "hana"), [*match.keys][::-1]
    given = {f"seat-{player}": seat for player, seat in zip(event.players, seats, strict=True)}
    assert all(f'name="{name}"' in hana.form("seat_match", TABLE) for name in given)
    wrong = said(hana.sends("seat_match", TABLE, match=match.id, **{**given, f"seat-{event.players[0]}": "nowhere"}))
    assert "expected one each of" in wrong
    assert hana.sends("seat_match", TABLE, match=match.id, **given).status_code == 303
    [table] = event.read()["paired"][0]["tables"]
    assert table["seats"] == dict(zip(event.players, seats, strict=True))


def test_pairings_that_take_a_match_from_its_table_are_entered_with_a_reason(api: Api) -> None:
    event = under_way(api, "agot_lcg")
    hana, sheet = Staff(event, "hana"), "table,player_1,player_2\n2,Ann,Bert\n"
    fields = {"round": "1", "kind": "swiss", "sheet": sheet}
    assert "A table keeps its match" in said(hana.sends("pair_round", **fields))
    assert hana.sends("pair_round", **fields, reason="They were sent to table 2.").status_code == 303
    assert [each["table"] for each in event.read()["paired"][0]["tables"]] == [2]


@pytest.mark.parametrize("game", games.GAMES)
def test_the_form_of_pairings_names_a_column_for_each_player_of_a_table(api: Api, game: str) -> None:
    event = Gathering(api, game).enrolled()
    form = Staff(event, "olga").form("pair_round")
    assert f"player_{games.GAMES[game].default_seats}, match)" in form


def said(answer: TestResponse) -> str:
    """The refusal on a page, in a line."""
    found = re.search(r'<div class="alarm" role="alert"[^>]*>(.*?)</div>', answer.get_data(as_text=True), re.DOTALL)
    assert answer.status_code == 422
    assert found
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[1])).split())


def test_a_table_is_offered_as_many_places_as_it_has_players(api: Api) -> None:
    event = under_way(api, "agot_board", "start_round")
    offered = Staff(event, "jan").form("report_result", TABLE)
    assert len(event.players) == 3
    assert all(f'value="{each}"' in offered for each in ("first", "second", "third"))
    assert not any(f'value="{each}"' in offered for each in ("fourth", "fifth", "sixth", "bye"))


def test_a_result_that_is_refused_is_said_in_words(api: Api) -> None:
    event = under_way(api, "agot_board", "start_round")
    players, jan = event.players, Staff(event, "jan")
    won = said(jan.sends("report_result", TABLE, **{f"result-{each}": "first" for each in players}))
    assert "Cleo: first”: one player of a table wins at most wins 3" in won
    placed, turned = (
        {f"result-{each}": place for each, place in zip(players, places, strict=True)}
        for places in (("first", "second", "third"), ("second", "first", "third"))
    )
    assert jan.sends("report_result", TABLE, **placed).status_code == 303
    assert "office judge needed head judge; organizer" in said(jan.sends("report_result", TABLE, **turned))
    long = said(jan.sends("give_time", TABLE, seconds="9999", reason="x"))
    assert "needs head judge" in long
    hana = Staff(event, "hana")
    assert "Reason is not filled in" in said(hana.sends("report_result", TABLE, **turned))
    assert hana.sends("report_result", TABLE, reason="turned", **turned).status_code == 303


def clock_at(event: Gathering) -> tuple[str, str]:
    """What the page of the table says of its clock: its state, and the line of its time."""
    shown = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", Staff(event, "hana").reads(TABLE))))
    line = re.search(r"(Ended|Ends|Time until) (?:[-0-9]{10} )?(\d\d:\d\d UTC|the clock)", shown)
    state = re.search(r"event over|time called|result reported|clock runs", shown)
    return (state[0] if state else "", line[1] if line else "")


@pytest.mark.parametrize("game", GAMES)
def test_no_clock_runs_once_time_is_called_or_the_event_is_over(api: Api, game: str) -> None:
    event = under_way(api, game, "start_round")
    assert clock_at(event) == ("clock runs", "Ends")
    of_round = event.read()["paired"][0]["tables"][0]["ends"]
    event.given("hana", "call_time", round=1)
    there = event.read()["paired"][0]
    assert there["tables"][0]["ends"][:19] == there["called"][:19] < of_round
    assert clock_at(event) == ("time called", "Ended")
    event.given("olga", "end_event")
    assert clock_at(event) == ("event over", "Ended")


def test_no_time_is_left_to_a_match_that_is_over(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    event.given("hana", "start_round", round=1)
    for page in (TABLE, ""):
        assert "data-until" in Staff(event, "hana").reads(page)
    assert match.gives("bob", {"type": "concede"}, If_Match="").status_code == 201
    # its result is still to be reported
    assert clock_at(event) == ("", "Time until")
    for page in (TABLE, ""):
        assert "data-until" not in Staff(event, "hana").reads(page)


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_an_event_ends_the_clocks_that_run(api: Api, game: str) -> None:
    event = under_way(api, game, "start_round")
    event.given("olga", "end_event")
    over = event.read()
    assert over["paired"][0]["tables"][0]["ends"][:19] == over["over"][:19]
    assert clock_at(event) == ("event over", "Ended")


def test_time_that_a_table_was_given_is_left_to_it_after_time_is_called(api: Api) -> None:
    event = under_way(api, "agot_lcg", "start_round")
    event.given("hana", "give_time", round=1, table=1, seconds=300, reason="a call")
    event.given("hana", "call_time", round=1)
    there = event.read()["paired"][0]
    assert there["tables"][0]["ends"] > there["called"]
    assert clock_at(event) == ("time called", "Ends")


def test_the_end_of_a_table_is_told_with_the_time_that_it_has_been_given(api: Api) -> None:
    """The end includes that time, so it does not stand there as if it were still to be added."""
    event = under_way(api, "agot_lcg")
    event.given("hana", "give_time", round=1, table=1, seconds=200, reason="A judge was called.")
    page = Staff(event, "hana").reads("")
    assert "with 3 min 20 s given" in page
    assert "+3 min" not in page


def test_a_penalty_that_was_entered_by_hand_about_a_case_is_not_said_to_be_of_a_ruling(api: Api) -> None:
    event = Gathering(api)
    case = Dispute(event.at_table()).opened()
    event.penalised(cause=case.id)
    shown = Staff(event, "jan").reads()
    assert re.search(rf'about <a href="/console/cases/{case.id}">a case</a>', shown)
    assert "a ruling" not in shown


def test_a_moment_that_is_the_cause_of_a_penalty_is_linked_and_words_are_not(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a match alone was taken as a cause, and is stored so
    monkeypatch.setattr("domain.tournaments.causes.is_whole_match", lambda cause: False)
    event = Gathering(api)
    match = event.at_table()
    address = f"/console/matches/{match.id}"
    causes = {
        f"{match.id}@1.2": f'about <a href="{address}?at=1.2">v1.2 of the match</a>',
        match.id: f'about <a href="{address}">a match</a>',
        "a chair fell": "about a chair fell",
    }
    for cause, penalty in zip(causes, ("warning", "hard-warning", "game-loss"), strict=True):
        event.penalised(cause=cause, penalty=penalty)
    for page in ("", "/players/Ann"):
        shown = Staff(event, "jan").reads(page)
        assert [cause for cause, told in causes.items() if told not in shown] == []


def test_a_match_of_another_game_is_said_to_be_one(api: Api) -> None:
    event = Gathering(api, "agot_board").enrolled()
    other = api.opened("of-cards")
    event.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    api.keys["olga"] = event.keys["olga"]
    refused = event.gives("root", "seat_match", round=1, table=1, match=other.id)
    assert refused.get_json()["because"]["problem"] == "is a match of another game"


@pytest.mark.parametrize(
    ("actor", "office", "why"),
    [
        ("nobody-here", "none", "nobody-here has no office at this event"),
        ("hana", "head-judge", "is head judge already"),
    ],
)
def test_who_cannot_be_released_or_appointed_is_told_why(api: Api, actor: str, office: str, why: str) -> None:
    event = Gathering(api)
    assert why in said(Staff(event, "olga").sends("appoint_staff", actor=actor, office=office))


def test_the_form_of_an_appointment_says_whom_a_new_head_judge_displaces(api: Api) -> None:
    assert "hana is the head judge; whoever becomes it makes hana a judge." in Staff(Gathering(api), "olga").form(
        "appoint_staff"
    )


@pytest.mark.parametrize("who", ["hana", "oscar"])
def test_who_may_not_appoint_staff_is_told_of_the_office_before_any_name_of_a_key(api: Api, who: str) -> None:
    event = Gathering(api)
    api.services.keys.issue("judge", "jo")
    fields = {"office": "judge"}
    refusals = {said(Staff(event, who).sends("appoint_staff", actor=name, **fields)) for name in ("Jo", "Nobody")}
    assert len(refusals) == 1
    assert "jo" not in refusals.pop().split()


@pytest.mark.parametrize("name", ["Ann/../x", "Ann?x=1&y", "a%2Fb", "./x", "/", "Ж 🙂"])
def test_a_player_of_any_name_is_found_behind_their_link(api: Api, name: str) -> None:
    event = Gathering(api)
    event.given("olga", "enrol_players", players=[name])
    staff = Staff(event, "jan")
    link = re.search(r'href="(/console/events/[^"/]+/players/[^"]+)"', staff.reads())
    assert link
    address = unescape(link[1])
    assert "/" not in address.rpartition("/players/")[2]
    shown = staff.client.get(address)
    assert shown.status_code == 200
    assert f"<h1>{escape(name)}</h1>" in shown.get_data(as_text=True)


def test_a_table_that_ends_on_another_day_says_on_which(api: Api) -> None:
    event = under_way(api, "agot_lcg", "start_round")
    before = event.read()["paired"][0]["tables"][0]["ends"]
    event.given("hana", "give_time", round=1, table=1, seconds=86_400, reason="The hall was closed.")
    ends = event.read()["paired"][0]["tables"][0]["ends"]
    assert ends[:10] > before[:10]
    staff = Staff(event, "jan")
    assert f"{ends[:10]} {ends[11:16]}" in staff.reads()
    assert f"{ends[:10]} {ends[11:16]}" in staff.reads(TABLE)


def test_a_result_of_an_earlier_round_says_that_the_pairings_stay(api: Api) -> None:
    event = under_way(api, "agot_lcg", "start_round", "call_time")
    event.given(
        "jan", "report_result", round=1, table=1, results=dict(zip(event.players, ("win", "loss"), strict=True))
    )
    staff, said = Staff(event, "hana"), "Round 2 is paired already, and its pairings stay as they are."
    assert said not in staff.form("report_result", TABLE)
    event.given("hana", "pair_round", round=2, tables=[{"table": 1, "players": event.players}])
    assert f"A change of the result needs a reason. {said}" in staff.form("report_result", TABLE)
    assert said not in staff.form("report_result", "/tables/2/1")


def test_a_player_who_left_is_marked_in_the_pairings_that_they_are_still_to_play(api: Api) -> None:
    event = under_way(api, "agot_lcg", "start_round")
    staff = Staff(event, "jan")
    assert "Ann left" not in staff.reads()
    event.given("hana", "drop_player", player="Ann", reason="Was ill.")
    assert "<small>Ann left</small>" in staff.reads()
    to_report = "is still to be reported"
    assert "Ann left the event: the result of" in staff.reads()
    assert to_report in staff.reads(TABLE)
    assert "1 player (1 left)" in staff.client.get("/console/events").get_data(as_text=True)
    event.given("jan", "report_result", round=1, table=1, results={"Ann": "loss", "Bert": "win"})
    assert "<small>Ann left</small>" not in staff.reads()
    assert to_report not in staff.reads() + staff.reads(TABLE)


def test_that_all_lose_a_match_which_goes_on_is_asked_back(api: Api) -> None:
    event = Gathering(api)
    event.at_table()
    event.given("hana", "start_round", round=1)
    staff = Staff(event, "jan")
    lost = {f"result-{player}": "loss" for player in event.players}
    refused = staff.sends("report_result", TABLE, **lost)
    assert "all lose a match that goes on" in said(refused)
    assert "clock runs" in staff.reads(TABLE)
    assert staff.sends("report_result", TABLE, nobody="on", **lost).status_code == 303


def test_the_clock_of_a_table_whose_match_is_over_does_not_run(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    event.given("hana", "start_round", round=1)
    match.given("bob", {"type": "concede"})
    page = Staff(event, "jan").reads(TABLE)
    assert ("clock runs" in page, '<span class="state over">match over' in page) == (False, True)
    assert "All lose" not in page


def test_forms_stand_in_the_order_in_which_they_are_needed(api: Api) -> None:
    event = Gathering(api)

    def order(path: str = "") -> list[str]:
        return re.findall(r'id="form-([a-z_]+)"', Staff(event, "olga").reads(path))

    assert order().index("enrol_players") < order().index("pair_round")
    match = event.at_table()
    assert order().index("pair_round") < order().index("enrol_players")
    grave = {"infraction": "cheating", "penalty": "disqualification", "reason": "A marked card."}
    event.given("hana", "give_penalty", player="Ann", **grave)
    # what waits for the organizer stands first, at the table too
    assert (order()[0], order(TABLE)[0]) == ("approve_penalty", "approve_penalty")
    event.given("olga", "approve_penalty", penalty=1, reason="So it was.")
    assert "approve_penalty" not in order(TABLE)
    shown = Staff(event, "hana").reads()
    assert "Ann</a> <small>Disqualification</small>" in shown
    assert "Who left the event is paired no more and keeps the place" in shown
    event.keys["bob"] = match.keys["bob"]
    read = Staff(event, "bob").reads()
    assert "Ann <small>left</small>" in read
    assert "isqualification" not in read
