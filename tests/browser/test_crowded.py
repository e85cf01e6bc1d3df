"""A match of six with a case open, on a phone: who may act is seen at once, and large letters leave room to read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from itertools import count

import pytest

from service.tools.client import Service
from tests.browser.site import BOARD, SIZES, Desk, Simulated, Site, calls, simulated

Opens = Callable[..., Desk]
NAMES = ("Anneliese", "Bartholomew", "Cleophas", "Dorothea", "Emmanuel", "Friederike")
KEYS = count(1)


class Crowd:
    """A running match of six at an event, with a case open about it."""

    def __init__(self, site: Site) -> None:
        self.site = site
        with site.opened() as matches:
            self.match: Simulated = simulated(matches, BOARD, 66, upto=40, seats=len(NAMES))
            calls(matches, self.match.id)
        self.seat = self.match.seats[0]
        body = {
            "name": "Friday",
            "game": BOARD,
            "regulation": "board-league",
            "staff": {"head-judge-ada": "head-judge"},
        }
        self.event = self.sends("/v1/events", "organizer", body)["event"]
        players = list(NAMES)
        self.enters("enrol_players", players=players)
        self.enters("pair_round", round=1, tables=[{"table": 1, "players": players}])
        seats = dict(zip(players, self.match.seats, strict=True))
        self.enters("seat_match", who="admin", round=1, table=1, match=self.match.id, seats=seats)
        asked = {"match": self.match.id, "moment": "35", "text": "That was not allowed."}
        self.case = self.sends("/v1/cases", site.seat_key(self.match.id, self.seat), asked)["case"]
        self.key = site.seat_key(self.match.id, self.seat)

    def sends(self, path: str, who: str, body: Mapping[str, object]) -> dict[str, str]:
        """The answer to what somebody posts."""
        with closing(Service(self.site.url)) as service:
            headers = {"Idempotency-Key": f"crowd-{next(KEYS)}"}
            key = self.site.keys.get(who, who)
            answer = service.request("POST", path, key, json.dumps(body).encode(), headers)
        assert answer.status < 300, answer.body
        return dict(json.loads(answer.body))

    def enters(self, command: str, who: str = "organizer", **fields: object) -> None:
        self.sends(f"/v1/events/{self.event}/commands", who, {"type": command, **fields})


@pytest.fixture(scope="module")
def crowd(served: Site) -> Crowd:
    return Crowd(served)


def test_what_is_open_and_who_may_act_stands_on_the_first_screen_of_a_phone(opens: Opens, crowd: Crowd) -> None:
    for who in ("head-judge", crowd.key):
        desk = opens("phone")
        desk.logs_in(who)
        assert desk.opens(f"/matches/{crowd.match.id}").status == 200
        assert all(name in desk.page.locator("h1").inner_text() for name in NAMES)
        place = desk.page.locator(".panel .pairs dd").first.bounding_box()
        bar = desk.page.get_by_role("navigation", name="Steps through the match").bounding_box()
        assert place is not None
        assert bar is not None
        assert place["y"] + place["height"] < 0.85 * bar["y"]
        assert desk.too_wide() == []
        desk.keeps("crowded")


def test_large_letters_leave_room_for_what_is_read(opens: Opens, crowd: Crowd) -> None:
    desk = opens("phone")
    desk.logs_in("head-judge")
    session = desk.context.new_cdp_session(desk.page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    for place in (f"/matches/{crowd.match.id}", "/matches"):
        desk.opens(place)
        assert desk.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        header = desk.page.locator(".top").bounding_box()
        assert header is not None
        assert header["height"] < SIZES["phone"][1] / 3
        assert desk.too_wide() == []
    assert desk.opens(f"/matches/{crowd.match.id}").status == 200
    bar = desk.page.get_by_role("navigation", name="Steps through the match")
    desk.keeps("crowded-large")
    assert bar.evaluate("each => getComputedStyle(each).position") == "static", "nothing stands before the page"
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
