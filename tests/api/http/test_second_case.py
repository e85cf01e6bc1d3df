"""A judge is called anew while an earlier case is still open, and notes stand beside any case.

As long as a case hears the seats, a further complaint is added to it; afterwards it keeps nobody from calling a judge.
"""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.test_console import logs_in

BOTH = pytest.mark.parametrize("game", GAMES)
ONE_OPEN = (409, "judging.case.one-open")
REMEDY = {"kind": "acceptance"}


def played(api: Api, game: str) -> tuple[Match, list[str]]:
    event = Gathering(api, game)
    api.keys["head-judge"] = event.keys["hana"]
    match = event.at_table()
    return match, match.read("", "admin")["seats"]


def ruled(match: Match, seats: list[str]) -> Dispute:
    """A case whose ruling every seat has accepted, and whose remedy is still to be carried out."""
    case = Dispute(match).opened(seats[0]).taken()
    for seat in seats[1:]:
        case.given(seat, "statements", {"text": "It was one."})
    case.ruled(ruling(remedy=REMEDY, worse="Both would have played otherwise."))
    for seat in seats:
        case.given(seat, "accept")
    return case


def remedied(match: Match, seats: list[str]) -> Dispute:
    """A case whose remedy is carried out, so that play goes on, and which nobody has closed."""
    case = ruled(match, seats)
    done = case.carries_out("judge", case.previewed(REMEDY))
    assert (done.status_code, done.get_json()["resumed"]) == (201, True)
    assert case.state() == "remedied"
    return case


def page_of(api: Api, match: Match, who: str, path: str) -> str:
    logs_in(api, match.keys.get(who) or api.keys.get(who, who))
    return unescape(re.sub(r"\s+", " ", api.client.get(path).get_data(as_text=True)))


def opens_by_form(api: Api, match: Match, page: str, **fields: str) -> int:
    """The status with which the form of a page that calls a judge is answered."""
    hidden = dict(re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', page))
    given = {**hidden, "text": "He drew two.", **fields}
    return api.client.post(f"/console/matches/{match.id}/case", data=given).status_code


@BOTH
def test_a_judge_is_called_anew_once_the_remedy_is_carried_out(api: Api, game: str) -> None:
    match, seats = played(api, game)
    first = remedied(match, seats)
    second = Dispute(match, text="He drew two.").opened(seats[1])
    assert problem(first.gives("judge", "freeze", {"reason": "Again."})) == (409, "judging.case.frozen")
    assert problem(Dispute(match).opens(seats[0])) == ONE_OPEN
    first.given("judge", "close", {"text": "Done."})
    assert match.read("/lines", "admin")["frozen"] == second.id
    for seat in seats:
        second.given(seat, "withdraw")
    assert match.read("/lines", "admin")["frozen"] == ""


@BOTH
def test_the_console_calls_a_judge_anew_once_the_remedy_is_carried_out(api: Api, game: str) -> None:
    match, seats = played(api, game)
    case = remedied(match, seats)
    home, called = f"/console/matches/{match.id}", f"/console/matches/{match.id}/case"
    for who in (seats[1], "judge"):
        page = page_of(api, match, who, home)
        assert "Open a case here" in page, who
        assert re.search(rf'A case is still open: <a href="[^"]*{case.id}">', page), who
        assert "has yet to close it" in page, who
    assert "still open" not in page_of(api, match, "analyst", home)
    assert f'<a href="{called}">Open a case</a>' in page_of(api, match, seats[1], f"/console/cases/{case.id}")
    page = page_of(api, match, seats[1], called)
    assert "The match has an open case" not in page
    assert opens_by_form(api, match, page) == 303
    case.given("judge", "close", {"text": "Done."})
    assert "still open" not in page_of(api, match, "judge", home)


@BOTH
def test_a_case_that_still_hears_the_seats_is_added_to_even_while_play_goes_on(api: Api, game: str) -> None:
    match, seats = played(api, game)
    case = Dispute(match).opened(seats[0]).taken()
    case.given("judge", "resume", {"reason": "It is looked at later."})
    assert problem(Dispute(match).opens(seats[1])) == ONE_OPEN
    page = page_of(api, match, seats[1], f"/console/matches/{match.id}/case")
    assert "Say there under “Give your statement” what you want to add to it." in page
    case.given(seats[1], "statements", {"text": "He drew two, too."})


@BOTH
def test_a_stopped_match_whose_case_hears_nobody_promises_no_statement(api: Api, game: str) -> None:
    match, seats = played(api, game)
    case = Dispute(match).opened(seats[0]).taken()
    case.ruled(ruling())
    case.given(seats[1], "appeal", {"text": "It is wrong."})
    case.given("head-judge", "answer", {"verdict": "confirm", "text": "It is right."})
    page = page_of(api, match, seats[1], f"/console/matches/{match.id}/case")
    assert "The match has an open case" in page
    assert "Give your statement" not in page
    assert "another case only once it lets the match go on." in page
    assert problem(case.gives(seats[1], "statements", {"text": "And yet."})) == (409, "judging.case.in-order")
    case.given("judge", "resume", {"reason": "It is closed later."})
    Dispute(match).opened(seats[1])


@BOTH
def test_notes_are_taken_beside_a_case_that_stops_play(api: Api, game: str) -> None:
    match, seats = played(api, game)
    case = Dispute(match).opened(seats[0])
    note = Dispute(match).opened(seats[1], freeze=False)
    assert problem(Dispute(match).opens(seats[1], freeze=False)) == ONE_OPEN
    assert match.read("/lines", "admin")["frozen"] == case.id
    assert "Open a note here" in page_of(api, match, seats[0], f"/console/matches/{match.id}")
    page = page_of(api, match, seats[0], f"/console/matches/{match.id}/case?note=on")
    assert re.search(r'name="note" checked', page)
    assert "A note can be opened beside it" in page
    assert opens_by_form(api, match, page, note="on") == 303
    assert "Open a note here" not in page_of(api, match, seats[0], f"/console/matches/{match.id}")
    page = page_of(api, match, seats[1], f"/console/matches/{match.id}/case")
    # who has a note already is told so before a second one is written
    assert "You have an open note" in page
    assert f'href="/console/cases/{note.id}"' in page
    assert "A note can be opened beside it" not in page
    assert "Another case can be opened only once it is ruled" in page
    assert opens_by_form(api, match, page, note="on") == 422
    assert note.state() == "opened"


@BOTH
def test_a_note_that_stopped_play_is_a_case_from_then_on(api: Api, game: str) -> None:
    match, seats = played(api, game)
    note = Dispute(match).opened(seats[0], freeze=False).taken()
    note.given("judge", "freeze", {"reason": "It is grave."})
    note.given("judge", "resume", {"reason": "It is looked at later."})
    assert problem(Dispute(match).opens(seats[1])) == ONE_OPEN
    Dispute(match).opened(seats[0], freeze=False)


@BOTH
def test_a_judge_in_charge_of_an_earlier_case_still_looks_while_another_stops_play(api: Api, game: str) -> None:
    match, seats = played(api, game)
    remedied(match, seats)
    Dispute(match).opened(seats[1])
    assert match.get("/view?as=judge", "judge").status_code == 200
