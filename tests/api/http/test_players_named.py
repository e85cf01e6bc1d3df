"""A name of an event's players stands in no answer to whoever may not read the event, and nothing is found by it.

That holds of a board, on which the Houses are named with who plays them, also when all of it is shown to everybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from tests.api.http.canaries import Confided, answered, reads
from tests.api.http.clients import SEATS, Api, api_of
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import Gathering
from tests.api.http.roles import RULE, Situation

OUTSIDE = ("nobody", "other seat", "analyst")
NAMED = re.compile(r"\b(Ann|Bert|Cleo)\b")
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


# --- a board


PLAYERS = ("Ann", "Bert", "Cleo")
HOUSES = ("baratheon", "lannister", "stark")
CHOSEN = [{"name": house, "player": who} for house, who in zip(HOUSES, PLAYERS, strict=True)]
DRAWN = [{"player": who} for who in PLAYERS]
THROUGH = ("view", "record", "actions", "actions/1", "timeline", "window")


class Board(Situation):
    """A public board match at a table, over, with its seed revealed and a closed case; who asks has no part in it."""

    def __init__(self, api: Api, **opening: Any) -> None:
        self.api, self.sessions = api, {}
        self.event = Gathering(api, "agot_board")
        self.match = self.event.at_table(spectators="public", **opening)
        first, *others = self.match.keys
        keys = self.event.keys
        self.keys = {"nobody": "", "analyst": keys["ana"], "other seat": api.opened(f"beside-{first}").keys["alice"]}
        self.keys |= {"head judge": keys["hana"], "judge called": api.keys["judge"]}
        case = Dispute(self.match).opened(first).taken("judge")
        branch = self.begun()
        for seat in others:
            case.given(seat, "statements", {"text": "It was so."})
        case.ruled(ruling()).accepted().given("judge", "publish", {"text": "Play on."})
        case.given("judge", "close", {"text": "So it was."})
        for seat in others:
            self.match.gives(seat, {"type": "concede"}, If_Match="")
        revealed = api.post(f"{self.match.path}/chance/reveal", "judge", {}, Idempotency_Key="reveal")
        assert revealed.status_code == 201, revealed.get_data(as_text=True)
        named = {"match_id": self.match.id, "case_id": case.id, "event_id": self.event.id, "branch_id": branch}
        there = {"version": "1", "place": "1.1", "window": "1.1", "seat": first, "thing": "winterfell", "number": "1"}
        words = {"what": "strength", "rule": RULE, "game": "agot_board", "name": "board-league", "path": "nowhere"}
        table = {"player": "somebody", "round": "1", "table": "1", "form": "csv"}
        self.values = {**named, **there, **words, **table}

    def told(self, role: str) -> list[str]:
        """Where a role reads a name: on any route, and through any eyes."""
        found = [route for route in reads() if NAMED.search(self.answer(role, route).get_data(as_text=True))]
        for part, eyes in product(THROUGH, ("judge", "public", *self.match.keys)):
            shown = self.api.get(f"{self.match.path}/{part}?as={eyes}", self.keys[role])
            assert shown.status_code == 200, (part, eyes, shown.get_data(as_text=True))
            found += [f"{part} as {eyes}"] * bool(NAMED.search(shown.get_data(as_text=True)))
        return found


@pytest.mark.parametrize("opening", [{"seats": CHOSEN}, {"seats": DRAWN, "options": {"houses": "drawn"}}])
def test_no_board_tells_who_plays_a_house(api: Api, opening: dict[str, Any]) -> None:
    board = Board(api, **opening)
    assert {role: board.told(role) for role in OUTSIDE} == {role: [] for role in OUTSIDE}
    rows = api.read("/v1/matches", board.keys["head judge"])["matches"]
    [row] = [each for each in rows if each["match"] == board.match.id]
    assert sorted(row["players"].values()) == list(PLAYERS)


def test_no_opening_from_a_position_tells_who_plays_a_house(api: Api) -> None:
    laid = {"houses": dict(zip(HOUSES, PLAYERS, strict=True)), "round": 3, "at": "2.1"}
    match = api.opened("laid", game="agot_board", seats=[], position=laid, spectators="public")
    for seat in HOUSES[1:]:
        match.gives(seat, {"type": "concede"}, f"{seat}-concedes", If_Match="")
    api.post(f"{match.path}/chance/reveal", "judge", {}, Idempotency_Key="reveal")
    for part, eyes in product(("actions/1", "record", "view"), ("judge", "public", "stark")):
        shown = api.get(f"{match.path}/{part}?as={eyes}")
        assert (shown.status_code, NAMED.findall(shown.get_data(as_text=True))) == (200, []), (part, eyes)
    assert set(PLAYERS) <= {*NAMED.findall(match.get("/actions/1", "admin").get_data(as_text=True))}
