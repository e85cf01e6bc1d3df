"""Who is ahead at time: in a match that is over, and among seats of which some have left."""

from __future__ import annotations

import re
from typing import Any

import pytest

from domain.games.agot_board import measures
from domain.kernel.formats.listing import join_names
from tests.api.http.clients import Api, Match, problem
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.test_console_events import Staff

PLACES = ("first", "second", "third")
BOTH = pytest.mark.parametrize("game", GAMES)


class AtTime:
    """A match of an event, and what is said of it at time."""

    def __init__(self, api: Api, game: str) -> None:
        self.event = Gathering(api, game)
        self.match: Match = self.event.at_table()
        self.seats: list[str] = self.match.read("", "admin")["seats"]

    def gives(self, seat: str, type_: str) -> None:
        given = self.match.gives(seat, {"type": type_}, If_Match="")
        assert given.status_code in (200, 201), given.get_data(as_text=True)

    def is_drawn(self) -> None:
        self.gives(self.seats[0], "offer_draw")
        for seat in self.seats[1:]:
            self.gives(seat, "accept_draw")

    def reads(self) -> Any:
        return self.match.read("/going-to-time")

    def page(self) -> str:
        staff = Staff(self.event, "jan")
        staff.url = f"/console/matches/{self.match.id}"
        return staff.reads("/going-to-time")


@BOTH
def test_nobody_is_ahead_and_nobody_chooses_in_a_match_that_was_drawn(api: Api, game: str) -> None:
    at_time = AtTime(api, game)
    assert at_time.reads()["over"] is None
    assert "The match is over" not in at_time.page()
    at_time.is_drawn()
    answer = at_time.reads()
    assert (answer["winner"], answer["picks"], answer["over"]["how"]) == ("", "", "agreed-draw")
    page = at_time.page()
    assert "The match is over: the match is a draw by agreement." in page
    assert "All are level" not in page


@BOTH
def test_who_has_won_a_match_is_ahead_of_who_conceded_it(api: Api, game: str) -> None:
    at_time = AtTime(api, game)
    *others, last = at_time.seats
    for seat in others:
        at_time.gives(seat, "concede")
    answer = at_time.reads()
    assert (answer["winner"], answer["over"]["winner"]) == (last, last)
    assert re.search(rf"The match is over: \w+ \({last}\) wins", at_time.page()), (
        "by the name of who plays, and the seat"
    )


def test_a_house_that_conceded_is_said_not_to_be_compared(api: Api) -> None:
    at_time = AtTime(api, "agot_board")
    first, *others = at_time.seats
    assert at_time.reads()["left"] == []
    at_time.gives(first, "concede")
    answer = at_time.reads()
    assert answer["left"] == [first]
    assert sorted(seat for group in answer["order"] for seat in group) == sorted(others)
    assert f"Not compared, for they have left the match: {first}." in at_time.page()


def test_a_judge_reports_no_house_as_the_first_that_conceded_while_others_play_on(api: Api) -> None:
    at_time = AtTime(api, "agot_board")
    event, first = at_time.event, at_time.seats[0]
    at_time.gives(first, "concede")
    seats = event.read()["paired"][0]["tables"][0]["seats"]
    places = dict(zip(sorted(seats, key=lambda player: seats[player] != first), PLACES, strict=False))
    refused = event.gives("jan", "report_result", round=1, table=1, results=places)
    assert problem(refused)[1] == "judging.event.result-as-match"
    event.given("hana", "report_result", round=1, table=1, results=places, reason="By agreement of all.")


def test_a_value_that_parts_lower_places_is_not_said_to_be_decided_already(api: Api) -> None:
    at_time = AtTime(api, "agot_board")
    first, *others = at_time.seats
    values = [each["value"] for each in at_time.reads()["values"]]
    assert len(others) > 1

    def row(value: str, first_has: int, others_have: tuple[int, ...]) -> dict[str, dict[str, int]]:
        return {value: {first: first_has, **dict(zip(others, others_have, strict=True))}}

    level = (1,) * len(others)
    measured = {name: dict.fromkeys(at_time.seats, 1) for name in values}
    measured |= row(values[0], 9, level) | row(values[2], 0, tuple(range(len(others), 0, -1)))
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(measures, "measure", lambda table, facts: measured)
        answer, page = at_time.reads(), at_time.page()
    assert [each["asked"] for each in answer["values"]] == [True, True, True, *[False] * (len(values) - 3)]
    assert answer["values"][1]["order"] == [[first], others]
    assert answer["order"] == answer["values"][2]["order"] == [[each] for each in at_time.seats]
    results = re.findall(r"<td>([^<]*)</td></tr>", page)
    assert results[:4] == [
        f"{first} is ahead",
        f"lower places: {join_names(others)} level",
        f"lower places: {', then '.join(others)}",
        "not compared: decided already",
    ]
