"""Who may know of a case and not of its people reads no name of theirs, and finds no case by one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.api.http.clients import Api
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import Gathering

FINE = {"seat": "alice", "infraction": "slow-play", "penalty": "warning", "reason": "four minutes for a pass"}
NAMES = ("ann", "bert", "alice", "bob", "jan", "hana", "olga")
WORDS = "She saw it, and he did."


def closed(event: Gathering, spectators: str, text: str, **how: object) -> Dispute:
    """A closed case of a match that is over, which another judge took over; with a penalty, evidence, a ruling."""
    match = event.at_table(spectators=spectators)
    case = Dispute(match, text=text, **how).opened("alice").taken(event.keys["jan"])
    hana = event.keys["hana"]
    case.taken(hana)
    case.given("bob", "statements", {"text": text})
    said = {"links": [f"{match.id}@1"], "text": "evidence of the judge", "shared": True}
    case.given(hana, "evidence", said)
    case.ruled(ruling(finding=text, penalties=[FINE], evidence=said["links"]), hana)
    for seat in match.keys:
        case.given(seat, "accept")
    case.given(hana, "penalties", FINE)
    case.given(hana, "publish", {"text": "It was lawful."})
    case.given(hana, "close", {"text": text})
    match.given("bob", {"type": "concede"})
    return case


def found(event: Gathering, who: str, asked: str) -> list[str]:
    return [each["case"] for each in event.api.read(f"/v1/cases?{asked}", event.keys.get(who, who))["cases"]]


def test_an_analyst_reads_every_entry_of_a_closed_case_and_no_name(api: Api) -> None:
    event = Gathering(api)
    case = closed(event, "none", WORDS)
    taken = [each for each in api.read(case.path, event.keys["root"])["entries"] if each["kind"] == "case_taken"]
    assert [(each.get("before", ""), each["judge"]) for each in taken] == [("", "jan"), ("jan", "hana")]
    entries = api.read(case.path, event.keys["ana"])["entries"]
    assert {"penalty_given", "evidence_attached", "statement_given"} <= {each["kind"] for each in entries}
    values = [str(value) for each in entries for name, value in each.items() if name not in ("case", "rules", "text")]
    assert not [each for each in values for name in ("Ann", "Bert", "jan", "hana", "olga") if name in each]


@pytest.mark.parametrize("spelt", [str.lower, str.upper, str.title])
def test_who_knows_a_case_by_its_precedent_alone_reads_no_name_however_it_is_spelt(
    api: Api, spelt: Callable[[str], str]
) -> None:
    event = Gathering(api)
    case = closed(event, "none", spelt("Ann took it from Bert, said Jan to bob and alice."))
    told = api.get(case.path, event.keys["oscar"])
    assert told.status_code == 200
    text = told.get_data(as_text=True)
    assert [name for name in NAMES if name in text.casefold()] == []
    assert case.match.id not in text
    assert "evidence of the judge" not in text
    [ruled] = [each for each in told.get_json()["entries"] if each["kind"] == "ruling_given"]
    assert not ruled["ruling"].get("evidence")


@pytest.mark.parametrize(("who", "spectators"), [("ana", "none"), ("oscar", "none"), ("", "public")])
def test_nobody_who_reads_no_names_finds_a_case_by_a_player(api: Api, who: str, spectators: str) -> None:
    event = Gathering(api)
    case = closed(event, spectators, WORDS)
    assert found(event, who, "game=agot_lcg") == [case.id]
    for player in ("Ann", "bert", "ber", "alice"):
        assert found(event, who, f"player={player}") == []
        assert found(event, "hana", f"player={player}") == ([case.id] if player != "alice" else [])


def test_the_public_finds_no_case_by_a_remedy_that_was_not_published(api: Api) -> None:
    match = api.opened("m", spectators="public")
    case = Dispute(match).opened("alice").taken().heard()
    case.ruled(ruling(remedy={"kind": "acceptance"})).accepted().given("judge", "publish", {"text": "Play on."})
    for who, is_found in (("judge", True), ("", False)):
        cases = api.read("/v1/cases?remedy=acceptance", who)["cases"]
        assert ([each["case"] for each in cases] == [case.id]) is is_found
    assert [each["case"] for each in api.read("/v1/cases", "")["cases"]] == [case.id]
