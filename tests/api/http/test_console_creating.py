"""An event that is created on the page of the events: as by the API, refused by the same, offered to the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from secrets import token_hex

import pytest
from werkzeug.test import TestResponse

from tests.api.http.clients import Api, api_of
from tests.api.http.gatherings import Gathering
from tests.api.http.test_console_events import Staff
from tests.api.http.test_console_forms import alarm


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("creating") / "praetor.db") as made:
        yield made


def test_an_event_is_created_in_the_console_as_by_the_api(api: Api) -> None:
    others = Gathering(api)
    staff = Staff(others, "olga")
    staff.url = "/console/events"
    form = re.search(r'<form [^>]*action="/console/events".*?</form>', staff.reads(), re.DOTALL)
    assert form
    assert all(f'name="{each}"' in form[0] for each in ("name", "game", "regulation", "own", "judges", "head-judge"))
    given = {
        "name": "Sunday",
        "game": "agot_lcg",
        "regulation": "cards-duel",
        "judges": "jan\neve",
        "head-judge": "hana",
    }
    key = token_hex(12)
    sent = [creates(staff, **given, key=key) for _ in range(2)]
    assert [each.status_code for each in sent] == [303, 303]
    assert sent[0].headers["Location"] == sent[1].headers["Location"]
    path = sent[0].headers["Location"].replace("/console/", "/v1/")
    read = api.read(path, others.keys["olga"])
    assert (read["name"], read["regulation"]) == ("Sunday", "cards-duel")
    assert read["staff"] == {"olga": "organizer", "hana": "head-judge", "jan": "judge", "eve": "judge"}


def test_two_judges_on_one_line_are_asked_about(api: Api) -> None:
    others = Gathering(api)
    staff = Staff(others, "olga")
    staff.url = "/console/events"
    given = {"name": "Commas", "game": "agot_lcg", "regulation": "cards-duel", "judges": "jan, eve"}
    assert "“jan, eve” may be two names" in creates(staff, **given).get_data(as_text=True)
    assert "key has the name “jan, eve”" in alarm(creates(staff, **given, commas="on").get_data(as_text=True))
    made = creates(staff, **given, commas="on", keyless="on")
    assert made.status_code == 303
    path = made.headers["Location"].replace("/console/", "/v1/")
    assert api.read(path, others.keys["olga"])["staff"] == {"olga": "organizer", "jan, eve": "judge"}


OWN = '{"name": "mine", "title": "Mine", "seats": [2]'


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": ""}, "not filled in Name"),
        ({"name": "x" * 121}, "Name"),
        ({"game": "chess"}, "Unknown game"),
        ({"regulation": "board-league"}, "The regulation fits the game"),
        ({"regulation": ""}, "not filled in Regulation"),
        ({"regulation": "own"}, "Regulation choose one, or write one of your own"),
        ({"own": "{}"}, "Regulation one is chosen, and another one written"),
        ({"regulation": "own", "own": OWN}, "Your own regulation not JSON"),
        (
            {"regulation": "own", "own": OWN.replace("title", "name") + "}"},
            "the name 'name' stands twice in one object",
        ),
        ({"regulation": "own", "own": f"{OWN}}}"}, "Regulation “round” is missing: write it there"),
        ({"regulation": "of-yours"}, "no such regulation"),
    ],
)
def test_what_makes_no_event_is_refused_with_what_was_filled_in(api: Api, changes: dict[str, str], said: str) -> None:
    staff = Staff(Gathering(api), "olga")
    staff.url = "/console/events"
    given = {"name": "Sunday", "game": "agot_lcg", "regulation": "cards-duel", "judges": "jan", **changes}
    before = staff.reads().count("<li>")
    refused = creates(staff, **given)
    page = refused.get_data(as_text=True)
    assert refused.status_code in (404, 422)
    assert said in alarm(page)
    assert ">jan</textarea>" in page
    assert staff.reads().count("<li>") == before


def test_every_wrong_field_of_a_new_event_is_told_at_once(api: Api) -> None:
    staff = Staff(Gathering(api), "olga")
    staff.url = "/console/events"
    assert re.search(r'<select id="create_event-regulation" name="regulation" required>', staff.reads())
    given = {
        "name": "Sunday",
        "game": "agot_lcg",
        "regulation": "own",
        "own": "{",
        "judges": "Jan\nkimm",
        "head-judge": "HANA",
    }
    said = alarm(creates(staff, **given).get_data(as_text=True))
    assert "Your own regulation not JSON" in said
    assert (
        "Judges, one a line no judge's key has the name “Jan”, but one has “jan”; no judge's key has the name “kimm”"
        in said
    )
    assert "Head judge no judge's key has the name “HANA”, but one has “hana”" in said


def test_who_may_not_create_an_event_has_no_form_for_it(api: Api) -> None:
    event = Gathering(api)
    for who, able in (("olga", True), ("root", True), ("hana", False), ("jan", False), ("ana", False)):
        staff = Staff(event, who)
        staff.url = "/console/events"
        assert ('action="/console/events"' in staff.reads()) == able, who
        if not able:
            assert creates(staff, name="Mine", game="agot_lcg", regulation="cards-duel").status_code == 403


def creates(staff: Staff, **fields: str) -> TestResponse:
    staff_page = staff.reads()
    token = re.search(r'name="token" value="([0-9a-f]{64})"', staff_page)
    assert token
    return staff.client.post(staff.url, data={"token": token[1], "key": token_hex(12), **fields})
