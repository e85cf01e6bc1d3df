"""A name of an event's players stands in no answer to whoever may not read the event, and nothing is found by it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.api.http.canaries import Confided, answered, reads
from tests.api.http.clients import SEATS, Api, api_of

OUTSIDE = ("nobody", "other seat", "analyst")
NAMED = re.compile(r"\b(Ann|Bert)\b")
OPENED = [{**seat, "player": player} for seat, player in zip(SEATS, ("Ann", "Bert"), strict=True)]


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("players") / "praetor.db") as made:
        yield made


def seated(api: Api) -> Confided:
    """A public match at a table, whose opening names the players too."""
    confided = Confided(api, seats=OPENED)
    confided.values["player"] = "somebody"
    return confided


def told(confided: Confided, role: str) -> list[str]:
    return sorted({route for route, text in answered(confided, role, reads()) if NAMED.search(text)})


@pytest.mark.parametrize("ended", [False, True])
def test_no_route_tells_a_name_to_who_may_not_read_the_event(api: Api, ended: bool) -> None:
    confided = seated(api)
    if ended:
        confided.over()
        confided.event.given("olga", "end_event")
    assert {role: told(confided, role) for role in OUTSIDE} == {role: [] for role in OUTSIDE}
    assert {"GET /v1/matches", "GET /console/matches"} <= {*told(confided, "organizer")}


SEARCHES = ("/v1/matches?player={}", "/v1/cases?player={}", "/console/matches?q={}", "/console/cases?player={}")


def test_who_may_not_read_the_event_finds_as_much_by_a_name_as_by_nobodys(api: Api) -> None:
    confided = seated(api)
    match, case = confided.match.id, confided.case.id
    for search in SEARCHES:
        for role, reads_it in (*((each, False) for each in OUTSIDE), ("seat", True), ("head judge", True)):
            paged = search.startswith("/console")
            path = search.format("Bert")
            found = confided.paged(role, "GET", path) if paged else api.get(path, confided.keys[role])
            assert found.status_code in (200, 303), (role, search)
            there = any(each in found.get_data(as_text=True) for each in (match, case))
            assert there == reads_it, (role, search)
