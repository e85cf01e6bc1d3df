"""Seats and players that are called like words of the records, like numbers, keys or cards: every read stays whole."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest

from service.demo.decks import deck_text
from service.web.case import case_access
from tests.api.http.canaries import reads
from tests.api.http.clients import Api, Match
from tests.api.http.disputes import KEEP, Dispute, ruling

CALLED = [("1", "2"), ("ruled", "seat"), ("gold", "core"), ("case", "kind"), ("rewind", "moment"), ("v1", "text")]
RESERVED = {"kind", "role", "state", "outcome", "moment", "rule", "rules", "at", "entry", "number", "versions"}


def seats(called: tuple[str, str], *players: str) -> list[dict[str, Any]]:
    decks = ("stark.txt", "lannister.txt")
    named = [{"name": name, "deck": deck_text(deck)} for name, deck in zip(called, decks, strict=True)]
    return [{**each, "player": player} for each, player in zip(named, players, strict=True)] if players else named


def disputed(api: Api, called: tuple[str, str], *players: str) -> Dispute:
    """A match that was disputed and is over; its case was rewound, ruled and closed."""
    match = api.opened(f"called-{'-'.join(called)}", seats=seats(called, *players))
    while match.read("", "admin")["version"] < 3:
        match.given(match.awaited(), KEEP)
    return settled(match, called)


def settled(match: Match, called: tuple[str, str]) -> Dispute:
    case = Dispute(match, moment="2", text="Ice was used for 1 gold.").opened(called[0]).taken()
    case.given(called[1], "statements", {"text": "It was as it was."})
    remedy = {"kind": "ending", "how": "loss", "winner": called[0]}
    fine = {"seat": called[1], "infraction": "slow-play", "penalty": "warning"}
    case.ruled(ruling(moment="2.1", penalties=[fine], time={called[0]: 30}, remedy=remedy))
    case.given(called[1], "appeal", {"text": "It was no error."})
    changed = ruling(moment="2.1", penalties=[fine], time={called[0]: 30})
    case.given("head-judge", "answer", {"verdict": "replace", "text": "Play on.", "ruling": changed})
    case.given("judge", "penalties", fine)
    case.given("judge", "close", {"text": "Played on."})
    match.given(called[0], {"type": "concede"})
    return case


@pytest.mark.parametrize("called", CALLED)
def test_a_precedent_has_the_words_of_the_record_however_its_seats_are_called(
    api: Api, called: tuple[str, str]
) -> None:
    case = disputed(api, called)
    api.keys["eve"] = api.services.keys.issue("judge", "eve")
    plain = {each["entry"]: each for each in case.read("admin")["entries"]}
    read = case.read("eve")
    for entry in read["entries"]:
        whole = plain[entry["entry"]]
        assert {name: entry[name] for name in RESERVED & entry.keys()} == {
            name: whole[name] for name in RESERVED & entry.keys()
        }
    first, last = (each["ruling"] for each in read["entries"] if each["kind"] in ("ruling_given", "appeal_answered"))
    assert first["remedy"] == {"kind": "ending", "how": "loss", "winner": "seat 1"}
    assert [each["seat"] for each in last["penalties"]] == ["seat 2"]
    assert (last["time"], last["moment"]) == ({"seat 1": 30}, "2.1")
    assert read["moment"] == "2.1"


def test_lists_and_searches_stay_whole_beside_seats_called_like_numbers(api: Api) -> None:
    case, other = disputed(api, ("1", "2")), disputed(api, ("ann", "bea"))
    api.keys["eve"] = api.services.keys.issue("judge", "eve")
    for query in ("card=ice", "text=gold", "remedy=ending", "state=closed", "rule=judging"):
        for who in ("eve", "judge", "admin", "analyst"):
            assert api.get(f"/v1/cases?{query}", who).status_code == 200, (query, who)
    for each in (case, other):
        assert api.get(f"{each.path}/like", "eve").status_code == 200
        assert [found["case"] for found in api.read(f"{each.path}/like", "eve")["cases"]] == [
            ({case.id, other.id} - {each.id}).pop()
        ]
        client = api.session("eve")
        for page in (f"/console/cases/{each.id}", f"/console/cases/{each.id}/like", "/console/cases?card=ice"):
            assert client.get(page).status_code == 200, page
        assert api.get(f"{each.path}/export?format=html", "eve").status_code == 200


def test_a_number_in_words_is_no_seat(api: Api) -> None:
    case = disputed(api, ("1", "2"))
    api.keys["eve"] = api.services.keys.issue("judge", "eve")
    [closing] = [each for each in case.read("eve")["entries"] if each["kind"] == "case_closed"]
    assert (closing["outcome"], closing["text"]) == ("ruled", "Played on.")


def test_a_case_that_cannot_be_shown_hides_no_other(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    bad, good = disputed(api, ("ann", "bea")), disputed(api, ("cleo", "dora"))
    api.keys["eve"] = api.services.keys.issue("judge", "eve")
    disclosed = case_access.disclosed_case

    def failing(case: Any, principal: Any) -> Any:
        if case.id == bad.id:
            raise ValueError("a fault in one case")
        return disclosed(case, principal)

    monkeypatch.setattr(case_access, "disclosed_case", failing)
    assert [each["case"] for each in api.read("/v1/cases", "eve")["cases"]] == [good.id]
    assert api.read(f"{good.path}/like", "eve")["cases"] == []


@pytest.mark.parametrize("called", [("1", "2"), ("gold", "seat"), ("core", "v1"), ("fact", "kind")])
def test_every_read_is_answered_beside_nasty_names(api: Api, called: tuple[str, str]) -> None:
    case = disputed(api, called, "fact", f"{called[0]} {called[1]}")
    api.keys["eve"] = api.services.keys.issue("judge", "eve")
    values = {"match_id": case.match.id, "case_id": case.id, "version": "2", "seat": called[0]}
    asked = 0
    for route in reads():
        path = route.removeprefix("GET ")
        if not set(re.findall(r"{(\w+)}", path)) <= values.keys():
            continue
        for who in ("judge", "eve", "analyst", "admin", case.match.keys[called[1]]):
            get = api.session(who).get if path.startswith("/console") else partial(api.get, key=who)
            status = get(path.format(**values)).status_code
            assert status < 500, (path, who)
            asked += status == 200
    assert asked > 100
