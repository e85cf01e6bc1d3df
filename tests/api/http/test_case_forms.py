"""The forms of a case's page: whom a case is taken from, who can hear an appeal, which remedy a ruling begins with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from service.console.case.ruling_form import NO_REMEDY
from tests.api.http.clients import Api, api_of
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import Gathering
from tests.api.http.test_console_cases import HAND, moved, shown, words_of
from tests.api.http.test_console_what_if import Session

UNHEARD = (
    "If you take the case and rule, nobody else can hear an appeal: it waits until the organizer appoints somebody."
)
WAITS = "hana ruled and does not hear the appeal: the match waits until the organizer appoints another head judge."


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("forms") / "praetor.db") as made:
        yield made


def test_a_case_is_taken_from_nobody_whom_the_page_did_not_name(api: Api) -> None:
    event = Gathering(api)
    case = Dispute(event.at_table()).opened("alice")
    hana = Session(api, event.keys["hana"])
    old = hana.get(f"/cases/{case.id}").get_data(as_text=True)
    assert "no judge in charge yet" in old
    case.given(event.keys["jan"], "take")
    stale = {"key": hana.field(old, "key"), "in_charge": hana.field(old, "in_charge")}
    response = hana.post(f"/cases/{case.id}/take", **stale)
    page = response.get_data(as_text=True)
    assert response.status_code == 422
    assert "One judge is in charge" in words_of(page)
    assert "in charge as you read it" in words_of(page)
    assert "Take the case over from jan" in words_of(page)
    assert case.read(event.keys["jan"])["judge"] == "jan"
    anew = {"key": hana.field(page, "key"), "in_charge": hana.field(page, "in_charge")}
    assert hana.post(f"/cases/{case.id}/take", **anew).status_code == 303
    assert case.read(event.keys["jan"])["judge"] == "hana"


def test_the_interface_takes_a_case_over_as_before(api: Api) -> None:
    event = Gathering(api)
    case = Dispute(event.at_table()).opened("alice")
    case.given(event.keys["jan"], "take")
    assert case.given(event.keys["hana"], "take")["judge"] == "hana"


def test_who_takes_a_case_and_who_appeals_is_told_that_nobody_can_hear_it(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    case = Dispute(match).opened("alice")
    jan, hana = event.keys["jan"], event.keys["hana"]
    assert UNHEARD not in shown(api, case, jan)
    assert UNHEARD in shown(api, case, hana)
    case.given(hana, "take")
    case.given("bob", "statements", {"text": "It was one."})
    case.given(hana, "ruling", ruling())
    assert WAITS in shown(api, case, match.keys["alice"])


def test_the_only_head_judge_is_not_warned_of_an_appeal_while_another_judges_ruling_is_appealed(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    case = Dispute(match).opened("alice")
    jan, hana = event.keys["jan"], event.keys["hana"]
    case.given(jan, "take")
    case.given("bob", "statements", {"text": "It was one."})
    case.given(jan, "ruling", ruling())
    assert UNHEARD in shown(api, case, hana)
    case.given("alice", "appeal", {"text": "It is wrong."})
    assert "Take the case over from jan" in shown(api, case, hana)
    assert UNHEARD not in shown(api, case, hana)
    case.given(hana, "answer", {"verdict": "confirm", "text": "It is right."})
    assert UNHEARD not in shown(api, case, hana)


READ_BY_SEATS = "All seats read this as soon as it is sent."
WORDS = {
    "ruling": ("finding", "reason", "worse", "to_players", "penalty-reason"),
    "resume": ("reason",),
    "abandon": ("reason",),
    "amend": ("finding", "reason", "worse", "to_players"),
    "close": ("text",),
    "answer": ("text", "finding", "reason"),
    "confirm": ("text",),
}


def hints(page: str, form: str) -> dict[str, str]:
    """The hint of each field of a form that has one."""
    found = re.findall(rf'<p class="hint" id="{form}-([a-z_-]+)-hint">([^<]*)</p>', page)
    return dict(found)


def test_a_judge_is_told_which_words_the_seats_read_at_once(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    case = Dispute(match).opened("alice")
    jan, hana, pages = event.keys["jan"], event.keys["hana"], list[str]()

    def keep(key: str) -> None:
        pages.append(Session(api, key).get(f"/cases/{case.id}").get_data(as_text=True))

    case.given(jan, "take")
    case.given("bob", "statements", {"text": "It was one."})
    keep(jan)
    assert "Of the seats only this one reads it" in hints(pages[0], "questions")["text"]
    case.given(jan, "ruling", ruling(finding="Found so.", worse="Worse so."))
    for seat in ("alice", "bob"):
        read = case.read(seat)["entries"][-1]["ruling"]
        assert (read["finding"], read["worse"]) == ("Found so.", "Worse so.")
    keep(jan)
    case.given("alice", "appeal", {"text": "It is wrong."})
    keep(hana)
    case.given(hana, "answer", {"verdict": "confirm", "text": "It is right."})
    assert case.read("bob")["entries"][-1]["text"] == "It is right."
    keep(jan)
    for form, fields in WORDS.items():
        told = {name: hint for page in pages for name, hint in hints(page, form).items()}
        assert {name for name in fields if READ_BY_SEATS not in told.get(name, "")} == set(), form


def test_an_appeal_that_the_head_judge_can_hear_has_no_warning(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    case = Dispute(match).opened("alice")
    case.given(event.keys["jan"], "take")
    case.given("bob", "statements", {"text": "It was one."})
    case.given(event.keys["jan"], "ruling", ruling())
    assert "Appeal to the head judge" in shown(api, case, match.keys["alice"])
    assert "does not hear the appeal" not in shown(api, case, match.keys["alice"])


def remedy_chosen(api: Api, case: Dispute) -> str:
    """The first option of the remedy of a ruling that is marked or, where none is, stands first."""
    page = Session(api, "judge").get(f"/cases/{case.id}").get_data(as_text=True)
    found = re.search(r'<select id="ruling-remedy".*?</select>', page, re.DOTALL)
    assert found
    options: list[tuple[str, str]] = re.findall(r"<option ([^>]*)>([^<]*)", found[0])
    return next((words for marks, words in options if "selected" in marks), options[0][1])


def test_a_ruling_begins_with_no_remedy_once_one_was_previewed(api: Api) -> None:
    match = api.opened("hidden", seats=[], position=HAND)
    case = Dispute(match).opened().taken().heard()
    assert remedy_chosen(api, case) == NO_REMEDY
    case.previewed(moved(match, "robb-stark"))
    assert remedy_chosen(api, case) == "choose"


ASKS_ALL = re.compile(r'<form method="post" action="[^"]*/ask-all".*?</form>', re.DOTALL)


def test_a_judge_is_told_before_the_ruling_who_is_not_heard_and_asks_them_all_at_once(api: Api) -> None:
    event = Gathering(api, "agot_board")
    match = event.at_table()
    seats = tuple(match.keys)
    case = Dispute(match).opened(seats[0])
    jan = event.keys["jan"]
    case.given(jan, "take")
    session = Session(api, jan)
    page = session.get(f"/cases/{case.id}").get_data(as_text=True)
    at_top = page.index('id="form-ruling"') < page.index("Not heard yet") < page.index('id="ruling-finding"')
    assert at_top
    assert len(ASKS_ALL.findall(page)) == 1
    form = {name: unescape(session.field(ASKS_ALL.findall(page)[0], name)) for name in ("key", "seats")}
    empty = session.post(f"/cases/{case.id}/ask-all", **form, text=" ")
    assert "Not heard yet" in empty.get_data(as_text=True)
    for _ in range(2):
        assert session.post(f"/cases/{case.id}/ask-all", **form, text="What did you see?").status_code == 303
    asked = [each["seat"] for each in case.read(jan)["entries"] if each["kind"] == "statement_asked"]
    assert asked == [*seats[1:]]
    assert "Not heard yet" not in session.get(f"/cases/{case.id}").get_data(as_text=True)
    case.given(jan, "ruling", ruling())
