"""A result that is changed after the next round was paired: what the answer and the pages say is at odds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.http.clients import Api
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.test_console_events import TABLE, Staff

BOTH = pytest.mark.parametrize("game", GAMES)


class Misread:
    """An event whose first round has a result, by which the second was paired."""

    def __init__(self, api: Api, game: str) -> None:
        self.event = Gathering(api, game).enrolled()
        names = self.event.kind["results"]
        self.then = dict(zip(self.event.players, names, strict=True))
        self.now = dict(zip(self.event.players[::-1], names, strict=True))
        self.pairs(1)
        self.reports(self.then)
        self.pairs(2)

    def pairs(self, number: int) -> None:
        self.event.given("hana", "pair_round", round=number, tables=[{"table": 1, "players": self.event.players}])

    def reports(self, results: dict[str, str], name: str = "") -> Any:
        said = {"round": 1, "table": 1, "results": results, "reason": "It was misread."}
        response = self.event.gives("hana", "report_result", name, **said)
        assert response.status_code == 201, response.get_data(as_text=True)
        return response.get_json()

    def tables(self) -> list[Any]:
        return [each["tables"][0]["paired_by"] for each in self.event.read()["paired"]]


@BOTH
def test_the_answer_and_the_table_say_which_rounds_were_paired_by_another_result(api: Api, game: str) -> None:
    misread = Misread(api, game)
    assert misread.tables() == [[], []]
    before = misread.event.read()["paired"][1]["tables"][0]["players"]
    answer = misread.reports(misread.now, "changed")
    assert answer["paired_by"] == [{"round": 2, "results": misread.then}]
    assert misread.tables() == [answer["paired_by"], []]
    assert misread.event.read()["paired"][1]["tables"][0]["players"] == before
    assert misread.reports(misread.then)["paired_by"] == []
    assert misread.tables() == [[], []]
    assert misread.reports(misread.now, "changed") == answer  # the same, though the result has changed since


def test_the_first_result_of_a_table_is_at_odds_with_nothing(api: Api) -> None:
    event = Gathering(api).enrolled()
    event.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    given = event.given("jan", "report_result", round=1, table=1, results={"Ann": "win", "Bert": "loss"})
    assert given["paired_by"] == []
    assert "paired_by" not in event.given("hana", "start_round", round=1)


@BOTH
def test_the_pages_say_what_a_changed_result_is_at_odds_with(api: Api, game: str) -> None:
    misread = Misread(api, game)
    staff, said = Staff(misread.event, "hana"), "Round 2 was paired by another result of round 1, table 1: then "
    stands, anew = "Its pairings stand, and the standings count the result as it is now.", "may be paired anew"
    for path in ("", TABLE):
        assert said not in staff.reads(path), path
    misread.reports(misread.now)
    for path in ("", TABLE):
        page = staff.reads(path)
        assert said in page, path
        assert stands in page, path
        assert anew in page, path
    assert said not in staff.reads("/tables/2/1")
    first = misread.event.players[0]
    assert f"then {first}: {misread.then[first]}," in staff.reads()
    misread.event.given("hana", "start_round", round=2)
    for path in ("", TABLE):
        page = staff.reads(path)
        assert stands in page, path
        assert anew not in page, path


def test_a_round_that_is_paired_anew_is_at_odds_with_nothing(api: Api) -> None:
    misread = Misread(api, "agot_lcg")
    misread.reports(misread.now)
    misread.pairs(2)
    assert misread.tables() == [[], []]
    assert "was paired by another result" not in Staff(misread.event, "hana").reads()
