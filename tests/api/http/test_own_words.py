"""Who wrote a text in a case reads it, whatever becomes of the case; the seats end only what a seat opened."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import Dispute
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.test_console import logs_in

BOTH = pytest.mark.parametrize("game", GAMES)
ENDED_BY_JUDGE = (403, "judging.case.freeze-undone-by-judge")
SECRET = "He counted his deck twice."
HIDDEN = "What it says is not shared with you."


def played(api: Api, game: str) -> tuple[Gathering, Match, list[str]]:
    event = Gathering(api, game)
    api.keys["head-judge"] = event.keys["hana"]
    match = event.at_table()
    return event, match, match.read("", "admin")["seats"]


def page_of(api: Api, key: str, path: str) -> str:
    logs_in(api, key)
    return unescape(re.sub(r"\s+", " ", api.client.get(path).get_data(as_text=True)))


def reads(api: Api, case: Dispute, key: str) -> tuple[list[str], bool]:
    """The words that somebody reads in a case over HTTP, and whether its page has them all."""
    words = [each["text"] for each in api.read(case.path, key)["entries"] if each.get("text")]
    page = page_of(api, key, case.path.replace("/v1/", "/console/"))
    return words, all(each in page for each in words)


@BOTH
def test_what_a_judge_opened_no_seat_withdraws(api: Api, game: str) -> None:
    event, match, seats = played(api, game)
    case = Dispute(match, text=SECRET).opened(event.keys["jan"])
    for seat in seats:
        assert "Withdraw" not in page_of(api, match.keys[seat], f"/console/cases/{case.id}")
        assert "withdraw the case" not in page_of(api, match.keys[seat], f"/console/cases/{case.id}")
        refused = case.gives(seat, "withdraw")
        assert problem(refused) == ENDED_BY_JUDGE
        assert refused.get_json()["because"] == {"opened_by": "jan", "role": "judge"}
    assert case.state() == "opened"
    note = Dispute(match, text=SECRET).opened(event.keys["jan"], freeze=False)
    assert [problem(note.gives(seat, "withdraw")) for seat in seats] == [ENDED_BY_JUDGE] * len(seats)


@BOTH
@pytest.mark.parametrize("freeze", [True, False])
def test_a_judge_reads_their_own_call_after_another_judge_took_it(api: Api, game: str, freeze: bool) -> None:
    event, match, seats = played(api, game)
    case = Dispute(match, text=SECRET).opened(event.keys["jan"], freeze=freeze)
    assert reads(api, case, event.keys["jan"]) == ([SECRET], True)
    case.taken("judge")
    assert reads(api, case, event.keys["jan"]) == ([SECRET], True)
    case.given("judge", "abandon", {"reason": "It was nothing."})
    assert SECRET in reads(api, case, event.keys["jan"])[0]
    assert HIDDEN not in page_of(api, event.keys["jan"], f"/console/cases/{case.id}")
    for seat in seats:
        assert SECRET not in reads(api, case, match.keys[seat])[0]


@BOTH
def test_who_was_in_charge_reads_what_they_asked_and_attached_after_another_took_over(api: Api, game: str) -> None:
    event, match, seats = played(api, game)
    case = Dispute(match).opened(seats[0]).taken(event.keys["jan"])
    case.given(event.keys["jan"], "questions", {"seat": seats[1], "text": "How many cards?"})
    case.given(event.keys["jan"], "evidence", {"links": ["1"], "text": SECRET})
    case.taken("head-judge")
    words, shown = reads(api, case, event.keys["jan"])
    assert ({"How many cards?", SECRET} <= set(words), shown) == (True, True)
    # what others write since they read as every judge of the match does
    case.given(seats[1], "statements", {"text": "It was one."})
    assert "It was one." in reads(api, case, event.keys["jan"])[0]


@BOTH
def test_the_author_of_a_note_takes_it_back_alone(api: Api, game: str) -> None:
    _, match, seats = played(api, game)
    note = Dispute(match, text=SECRET).opened(seats[0], freeze=False)
    path = f"/console/cases/{note.id}"
    assert note.read("admin")["waits_for"] == [{"move": "take", "who": ["judge"]}]
    assert problem(note.gives(seats[1], "withdraw")) == ENDED_BY_JUDGE
    assert "Take your note back and close it" not in page_of(api, match.keys[seats[1]], path)
    page = page_of(api, match.keys[seats[0]], path)
    assert "Take your note back and close it" in page
    assert "This note does not freeze it." in page
    assert note.given(seats[0], "withdraw")["alone"]
    assert (note.state(), note.read("admin")["waits_for"]) == ("closed", [])
    for page in (path, f"{path}/print"):
        text = page_of(api, match.keys[seats[0]], page)
        assert "Note taken back" in text
        assert "ithdraw" not in text.replace('class="case-withdrawn"', "")
    assert "withdrawal" not in api.get(f"{note.path}/export.html", match.keys[seats[0]]).get_data(as_text=True)
    Dispute(match).opened(seats[0], freeze=False)


def test_notes_are_told_from_cases_in_lists(api: Api) -> None:
    event, match, seats = played(api, "agot_lcg")
    case = Dispute(match).opened(seats[0])
    note = Dispute(match).opened(seats[1], freeze=False)
    for path in ("/console/cases", f"/console/events/{event.id}"):
        page = page_of(api, event.keys["hana"], path)
        items = re.findall(r"<li>.*?</li>", page)
        listed = [next(item for item in items if f"/cases/{each}" in item) for each in (case.id, note.id)]
        assert ["note" in each.casefold() for each in listed] == [False, True], path
    assert "This note does not freeze it." in page_of(api, event.keys["hana"], f"/console/cases/{note.id}")
