"""Judges are called to a match in the console, by those who may call them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.http.clients import Api, Match, api_of
from tests.api.http.disputes import Dispute
from tests.api.http.gatherings import Gathering
from tests.api.http.test_console_rules import Reader

CALL = "Call a judge"


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("judges") / "praetor.db") as made:
        yield made


def by(api: Api, key: str) -> Reader:
    return Reader(api, api.keys.get(key, key))


def called(match: Match) -> list[str]:
    found: list[str] = match.read("/judges", "admin")["judges"]
    return found


def test_the_organizer_calls_a_judge_on_the_page_of_a_match_and_of_its_case(api: Api) -> None:
    match = api.opened("called", key="organizer")
    key = api.services.keys.issue("judge", "jo")
    organizer, page = by(api, "organizer"), f"/matches/{match.id}/judges"
    for path in (f"/matches/{match.id}", f"/cases/{Dispute(match).opened().id}"):
        assert f'/console{page}">{CALL}</a>' in organizer.text(path), path
    assert organizer.sends(page, do="call", judge=" jo ").status_code == 303
    assert "jo" in called(match)
    assert "Release jo" in organizer.text(page)
    assert by(api, key).reads(f"/matches/{match.id}").status_code == 200
    assert organizer.sends(page, do="release", judge="jo").status_code == 303
    assert "jo" not in called(match)


def test_who_has_no_key_of_a_judge_is_not_called(api: Api) -> None:
    match = api.opened("keyless", key="organizer")
    before = called(match)
    refused = by(api, "organizer").sends(f"/matches/{match.id}/judges", do="call", judge="jonas")
    assert refused.status_code == 422
    shown = refused.get_data(as_text=True)
    assert "no key of a judge or a head judge has the name" in shown
    assert 'value="jonas"' in shown
    api.services.keys.issue("judge", "josephine")
    spelt = by(api, "organizer").sends(f"/matches/{match.id}/judges", do="call", judge="Josephine")
    assert "did you mean josephine?" in spelt.get_data(as_text=True)
    assert called(match) == before


def test_who_may_call_nobody_is_offered_no_form(api: Api) -> None:
    match = api.opened("offered-none", key="organizer")
    api.calls(match.id)
    for who in ("judge", match.keys["alice"]):
        reader = by(api, who)
        assert CALL not in reader.text(f"/matches/{match.id}")
        assert reader.reads(f"/matches/{match.id}/judges").status_code == 403


def test_at_an_event_its_judges_are_those_to_choose_from(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    organizer, page = by(api, event.keys["olga"]), f"/matches/{match.id}/judges"
    shown = organizer.text(page)
    for judge in ("hana", "jan", "judge-1"):
        assert f"<option>{judge}</option>" in shown
    assert "<option>eve<" not in shown
    assert "The judges of the event judge it: hana (head judge), jan (judge), judge-1 (judge)." in shown
    assert organizer.sends(page, do="call", judge="jan").status_code == 303
    assert called(match) == ["jan", "judge-1"]
    assert "hana (head judge)" in organizer.text(page)
    assert organizer.sends(page, do="call", judge="eve").status_code == 422
    assert called(match) == ["jan", "judge-1"]


def test_a_judge_with_a_part_in_the_match_is_not_among_those_who_judge_it(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    organizer, page = by(api, event.keys["olga"]), f"/matches/{match.id}/judges"
    assert "part in the match" not in organizer.text(page)
    declared = api.post(f"{match.path}/judges/interest", event.keys["jan"], None, Idempotency_Key="interest")
    assert declared.status_code == 201
    shown = organizer.text(page)
    assert "The judges of the event judge it: hana (head judge), judge-1 (judge)." in shown
    assert "jan has a part in the match and does not judge it." in shown
    assert "<option>jan<" not in shown
    assert "<option>judge-1</option>" in shown
    refused = organizer.sends(page, do="call", judge="jan")
    assert refused.status_code == 422
    assert "jan has a part in the match and does not judge it." in refused.get_data(as_text=True)
    assert "jan" not in called(match)
    declared = api.post(f"{match.path}/judges/interest", event.keys["hana"], None, Idempotency_Key="interest")
    shown = organizer.text(page)
    assert "The judges of the event judge it: judge-1 (judge)." in shown
    assert "hana, jan have a part in the match and do not judge it." in shown
