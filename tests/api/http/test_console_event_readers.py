"""The pages of an event as each reader has them: where results are reported, a player's own penalties, analysts."""

from __future__ import annotations

import re

import pytest

from tests.api.http.clients import Api, Match, problem
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.test_console import logs_in
from tests.api.http.test_console_events import Staff
from tests.api.http.test_console_tables import results

BOTH = pytest.mark.parametrize("game", GAMES)
REPORTED = "Results are reported on the pages of the tables"
CHANGED = "One that is reported is changed there by the head judge or the organizer alone, with a reason."
AFTERWARDS = "An analyst reads a match that is not public once it is over."


def page_of(api: Api, key: str, path: str, status: int = 200) -> str:
    logs_in(api, key)
    response = api.client.get(path)
    assert response.status_code == status
    return re.sub(r"\s+", " ", response.get_data(as_text=True))


def seated(api: Api, game: str) -> tuple[Gathering, Match, list[str]]:
    event = Gathering(api, game)
    match = event.at_table()
    return event, match, match.read("", "admin")["seats"]


@BOTH
def test_the_page_of_an_event_says_where_results_are_reported_and_who_changes_them(api: Api, game: str) -> None:
    event, match, seats = seated(api, game)
    to_table = f'<a href="/console/events/{event.id}/tables/1/1">table 1</a>.'
    for who in ("jan", "hana", "olga"):
        page = Staff(event, who).reads()
        assert (REPORTED in page, to_table in page, CHANGED in page) == (True, True, True), who
    assert REPORTED not in page_of(api, match.keys[seats[0]], f"/console/events/{event.id}")
    event.given("jan", "report_result", **results(event))
    page = Staff(event, "jan").reads()
    assert (REPORTED in page, to_table in page, CHANGED in page) == (True, False, True)
    event.given("olga", "end_event")
    assert REPORTED not in Staff(event, "jan").reads()


@BOTH
def test_a_table_of_ones_own_is_not_among_those_to_report(api: Api, game: str) -> None:
    event = Gathering(api, game)
    event.players = ["jan", *event.players[1:]]
    event.at_table()
    page = Staff(event, "jan").reads()
    assert (REPORTED in page, 'tables/1/1">table 1</a>.' in page) == (True, False)


@BOTH
def test_a_player_has_their_own_penalties_on_the_page_of_the_event_and_nobody_elses(api: Api, game: str) -> None:
    event, match, seats = seated(api, game)
    path = f"/console/events/{event.id}"
    assert 'Your penalties</h2> <ul class="rulelist"><li>none</li>' in page_of(api, match.keys[seats[1]], path)
    event.penalised(event.players[0], reason="four minutes for a pass")
    event.penalised(event.players[1], reason="five minutes for a pass")
    for seat, own, other in ((seats[0], "four minutes", "five minutes"), (seats[1], "five minutes", "four minutes")):
        page = page_of(api, match.keys[seat], path)
        assert ("Your penalties" in page, own in page, other in page) == (True, True, False), seat
        for form in ("csv", "json"):
            assert f'href="{path}/penalties.{form}"' in page
            told = api.client.get(f"{path}/penalties.{form}").get_data(as_text=True)
            assert (own in told, other in told) == (True, False)
    assert "Your penalties" not in page_of(api, event.keys["jan"], path)


def test_an_analyst_is_led_to_what_they_may_read(api: Api) -> None:
    event, match, seats = seated(api, "agot_lcg")
    refused = match.get("", event.keys["ana"])
    assert (problem(refused), refused.get_json()["detail"]) == ((403, "request.scope"), AFTERWARDS)
    unknown = api.get("/v1/matches/m-none", event.keys["ana"])
    assert (problem(unknown), unknown.get_json()["detail"]) == ((403, "request.scope"), AFTERWARDS)
    assert AFTERWARDS in page_of(api, event.keys["ana"], f"/console/matches/{match.id}", 403)
    match.given(seats[1], {"type": "concede"})
    assert match.get("", event.keys["ana"]).status_code == 200
    event.given("jan", "report_result", **results(event))
    event.given("olga", "end_event")
    page = page_of(api, event.keys["ana"], f"/console/events/{event.id}", 403)
    assert "Its standings, results and penalties may be read" in page
    assert '<a class="button" href="/console/events">Go to the events</a>' in page
    assert f"/console/events/{event.id}/penalties.csv" in page_of(api, event.keys["ana"], "/console/events")
