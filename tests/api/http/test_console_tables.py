"""The page of a table of an event: what it says of its match, its players and its clock."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest

from domain.tournaments.result_checks import NO_DRAW
from tests.api.http.clients import Api, Match
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.test_console_events import TABLE, Staff

BOTH = pytest.mark.parametrize("game", GAMES)
OPEN, THE_CASE, A_NOTE, FROZEN = "Open a case", "The open case", "An open note", "The match is frozen by"


def played(api: Api, game: str) -> tuple[Gathering, Match, list[str]]:
    """An event with a match at its table, and the seats of the match."""
    event = Gathering(api, game)
    match = event.at_table()
    return event, match, match.read("", "admin")["seats"]


def ended(match: Match, seats: list[str]) -> None:
    for seat in seats[1:]:
        match.gives(seat, {"type": "concede"}, If_Match="")


def results(event: Gathering) -> dict[str, Any]:
    names = event.kind["results"]
    return {"round": 1, "table": 1, "results": dict(zip(event.players, names, strict=True))}


def state_on(page: str) -> str:
    """The words beside the title of a table's page."""
    found = re.search(r'<span class="state [a-z]+">([^<]*)</span>', page)
    return found[1] if found else ""


@BOTH
def test_an_open_case_is_linked_from_its_table_and_said_to_stop_play(api: Api, game: str) -> None:
    event, match, seats = played(api, game)
    page = Staff(event, "jan").reads(TABLE)
    assert [each in page for each in (OPEN, THE_CASE, A_NOTE, FROZEN)] == [True, False, False, False]
    case = Dispute(match).opened(seats[0])
    page = Staff(event, "jan").reads(TABLE)
    assert [each in page for each in (OPEN, THE_CASE, A_NOTE, FROZEN)] == [False, True, False, True]
    assert f'href="/console/cases/{case.id}"' in page
    case.given(seats[0], "withdraw")
    for seat in seats[1:]:
        case.given(seat, "withdraw")
    page = Staff(event, "jan").reads(TABLE)
    assert [each in page for each in (OPEN, THE_CASE, A_NOTE, FROZEN)] == [True, False, False, False]


@BOTH
def test_a_case_can_be_opened_beside_a_note(api: Api, game: str) -> None:
    event, match, seats = played(api, game)
    Dispute(match).opened(seats[0], freeze=False)
    page = Staff(event, "jan").reads(TABLE)
    assert [each in page for each in (OPEN, THE_CASE, A_NOTE, FROZEN)] == [True, False, True, False]


@BOTH
def test_a_match_that_is_over_is_said_with_who_has_won(api: Api, game: str) -> None:
    event, match, seats = played(api, game)
    assert "Match over" not in Staff(event, "jan").reads(TABLE)
    ended(match, seats)
    for who in ("jan", "olga"):
        assert f"<dt>Match over</dt><dd>{event.players[0]} wins" in Staff(event, who).reads(TABLE)


@BOTH
def test_the_list_and_the_page_of_a_match_name_who_won_as_they_name_who_played(api: Api, game: str) -> None:
    event, match, seats = played(api, game)
    ended(match, seats)
    named = f"{event.players[0]} ({seats[0]})"
    staff = Staff(event, "jan")
    for path in ("/console/matches", f"/console/matches/{match.id}"):
        page = staff.client.get(path).get_data(as_text=True)
        assert f"{named}, " in page
        assert f"{named} wins by concession" in page


def test_a_drawn_match_is_said_to_be_over(api: Api) -> None:
    event, match, (alice, bob) = played(api, "agot_lcg")
    match.gives(alice, {"type": "offer_draw"}, If_Match="")
    match.gives(bob, {"type": "accept_draw"}, If_Match="")
    assert "<dt>Match over</dt><dd>the match is a draw" in Staff(event, "jan").reads(TABLE)


@BOTH
def test_a_player_who_left_is_marked(api: Api, game: str) -> None:
    event, _, seats = played(api, game)
    event.given("hana", "drop_player", player=event.players[0], reason="Was ill.")
    page = Staff(event, "jan").reads(TABLE)
    assert f"<dt>{event.players[0]}</dt><dd>plays {seats[0]}, has left the event</dd>" in page
    assert page.count("has left the event</dd>") == 1


CHANGERS = "A reported result is changed by the head judge or the organizer alone, with a reason."


@BOTH
def test_a_reported_result_is_offered_to_those_who_change_it_and_a_judge_reads_who_they_are(
    api: Api, game: str
) -> None:
    event, match, seats = played(api, game)
    path = "/tables/1/1"
    before = Staff(event, "jan")
    assert (bool(before.form("report_result", path)), CHANGERS in before.reads(path)) == (True, False)
    event.given("jan", "report_result", **results(event))
    at_odds = Staff(event, "jan").reads(path)
    assert ("by the head judge or the organizer." in at_odds, CHANGERS in at_odds) == (True, False)
    assert not Staff(event, "jan").form("report_result", path)
    ended(match, seats)
    for who, changes in (("jan", False), ("hana", True), ("olga", True)):
        staff = Staff(event, who)
        assert bool(staff.form("report_result", path)) is changes, who
        assert staff.reads(path).count(CHANGERS) == (0 if changes else 1), who
        assert ("needs a reason" in staff.form("report_result", path)) is changes, who
    event.given("olga", "end_event")
    assert CHANGERS not in Staff(event, "jan").reads(path)


@BOTH
def test_once_a_result_is_reported_the_table_says_so_after_time_was_called_too(api: Api, game: str) -> None:
    event, _, _ = played(api, game)
    for command in ("start_round", "call_time"):
        event.given("hana", command, round=1)
    assert state_on(Staff(event, "jan").reads(TABLE)) == "time called"
    event.given("jan", "report_result", **results(event))
    assert state_on(Staff(event, "jan").reads(TABLE)) == "result reported"


@BOTH
def test_seconds_given_or_ruled_before_the_clock_starts_count_once_it_does(api: Api, game: str) -> None:
    event, match, seats = played(api, game)
    match.keys["judge"], later = event.keys["jan"], "which counts once the clock starts"
    assert later not in Staff(event, "jan").reads(TABLE)
    event.given("jan", "give_time", round=1, table=1, seconds=30, reason="A chair broke.")
    assert f"not started, with 30 s given, {later}" in Staff(event, "jan").reads(TABLE)
    case = Dispute(match).opened(seats[0]).taken()
    for seat in seats[1:]:
        case.given(seat, "statements", {"text": "It was so."})
    case.ruled(ruling(time=dict.fromkeys(seats, 60)))
    assert f"not started, with 30 s given and 1 min ruled, {later}" in Staff(event, "jan").reads(TABLE)
    [before] = event.read()["paired"][0]["tables"]
    assert (before["ends"], before["given"], before["ruled"]) == ("", 30, 60)
    event.given("hana", "start_round", round=1)
    [there] = event.read()["paired"]
    ends, started = map(datetime.fromisoformat, (there["tables"][0]["ends"], there["started"]))
    assert ends - started.replace(microsecond=0) == timedelta(minutes=there["minutes"], seconds=90)
    assert later not in Staff(event, "jan").reads(TABLE)


@BOTH
def test_a_bye_has_no_time(api: Api, game: str) -> None:
    event = Gathering(api, game).enrolled()
    event.given("olga", "enrol_players", players=["Zoe"])
    tables = [{"table": 1, "players": event.players}, {"table": 2, "players": ["Zoe"]}]
    event.given("hana", "pair_round", round=1, tables=tables)
    event.given("hana", "start_round", round=1)
    assert [bool(each["ends"]) for each in event.read()["paired"][0]["tables"]] == [True, False]
    page = Staff(event, "jan").reads("/tables/1/2")
    assert state_on(page) == "bye"
    assert "Ends" not in page


def test_how_a_drawn_match_is_reported_without_draws_in_the_regulation_is_said_at_the_form(api: Api) -> None:
    event, match, (alice, bob) = played(api, "agot_lcg")
    match.gives(alice, {"type": "offer_draw"}, If_Match="")
    match.gives(bob, {"type": "accept_draw"}, If_Match="")
    sent: dict[str, str] = {"result-Ann": "win", "result-Bert": "loss"}
    refused = Staff(event, "jan").sends("report_result", TABLE, **sent)
    assert refused.status_code == 422
    assert NO_DRAW in refused.get_data(as_text=True)
    assert Staff(event, "hana").sends("report_result", TABLE, **sent, reason="By the values.").status_code == 303
    assert "at odds" not in Staff(event, "jan").reads(TABLE)


def test_the_matches_that_stand_at_no_table_are_offered_to_whoever_may_read_them(api: Api) -> None:
    event = Gathering(api).enrolled()
    event.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    mine, taken = event.opened("free-one"), played(api, "agot_lcg")[1]
    other = api.opened("free-other")
    form = Staff(event, "olga").form("seat_match", TABLE)
    offered = re.findall(r'<option value="([^"]+)">', re.findall(r"<datalist.*?</datalist>", form, re.DOTALL)[0])
    assert offered == [mine.id]
    assert "alice, bob, opened" in form
    lists = re.findall(r'<datalist id="seat_match-seat-[^"]+">(.*?)</datalist>', form, re.DOTALL)
    assert [re.findall(r'value="([^"]+)"', each) for each in lists] == [["alice", "bob"]] * len(event.players)
    assert form.count("in the order of its seats. Seats: alice, bob.") == len(event.players)
    # who may not read a match is offered none of it
    unread = Staff(event, "hana").form("seat_match", TABLE)
    assert "Its id" in unread
    named = set(re.findall(r"m-[a-z0-9-]+", unread))
    assert not named & {mine.id, other.id, taken.id}
    event.given("olga", "seat_match", round=1, table=1, match=mine.id)
    assert f'value="{mine.id}">alice' not in Staff(event, "olga").form("seat_match", TABLE)
