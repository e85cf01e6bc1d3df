"""No page of a phone is wider than its window, however long a word is that somebody typed.

A word of 120 letters stands wherever the service takes free text: the names of an event and of its players, the
reasons of its staff, and what is said in a case of a match at one of its tables, and of one at none.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from typing import Any

from service.tools.client import Service
from tests.browser.site import CARDS, SIZES, Desk, Site

Opens = Callable[..., Desk]
LONG = "W" * 120
SHORTER = "W" * 99  # a name has at most 100 letters
NAMES = tuple(f"{letter}{SHORTER}" for letter in "AB")


class Sender:
    """Sends requests with the keys of a site."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.sent = 0

    def sends(self, who: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
        self.sent += 1
        headers = {"Idempotency-Key": f"long-{self.sent}"}
        key = self.site.keys.get(who, who)
        with closing(Service(self.site.url)) as service:
            answer = service.request("POST", f"/v1{path}", key, json.dumps(body).encode(), headers)
        assert answer.status in (200, 201), (path, answer.body)
        found: dict[str, Any] = json.loads(answer.body)
        return found


def test_no_page_is_wider_than_its_window_where_letters_have_twice_their_size(opens: Opens, served: Site) -> None:
    desk, match = opens("phone"), served.match(CARDS, running=True)
    desk.logs_in("head-judge")
    of_match = f"/matches/{match.id}"
    paths = ("/matches", "/rules?q=stealth", "/positions", "/cases", "/timing/agot_lcg", of_match, f"{of_match}?at=60")
    for larger in (False, True):
        for path in (*paths, f"{of_match}/case", f"{of_match}/explain?at=60", f"{of_match}/timeline"):
            desk.opens(path)
            if larger:
                desk.page.evaluate("document.documentElement.style.fontSize = '200%'")
            else:
                desk.page.set_viewport_size({"width": 180, "height": 370})
            assert (path, desk.too_wide()) == (path, [])
            # who does not go to it does not see the way to the content
            skip = desk.page.locator(".skip").bounding_box()
            assert skip is not None
            assert skip["y"] + skip["height"] <= 0
            steps = desk.page.locator(".steps a").all()
            boxes = [box for each in steps if (box := each.bounding_box())]
            assert all(box["x"] >= 0 and box["x"] + box["width"] <= (360 if larger else 180) for box in boxes)
        desk.page.set_viewport_size({"width": 360, "height": 740})


def test_the_page_of_a_frozen_match_fits_a_phone_with_larger_letters(opens: Opens, served: Site) -> None:
    """What freezes it is told with the id of the case, a word of 26 letters."""
    desk, match = opens("phone"), served.simulated(CARDS)
    Sender(served).sends("head-judge", "/cases", {"match": match.id, "text": "A card was read wrong."})
    desk.logs_in("head-judge")
    for size in ("110%", "120%", "150%", "200%"):
        desk.opens(f"/matches/{match.id}")
        desk.sees("frozen by")
        desk.page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
        assert (size, desk.too_wide()) == (size, [])
        boxes = [desk.page.locator(each).first.bounding_box() for each in (".top", "nav.steps")]
        heights = [box["height"] for box in boxes if box]
        assert len(heights) == 2
        assert (size, sum(heights) < 0.4 * SIZES["phone"][1]) == (size, True)


def test_no_page_is_widened_by_a_long_word(opens: Opens, served: Site) -> None:
    sender, match = Sender(served), served.simulated(CARDS)
    staff = {"judge-ada": "judge", "head-judge-ada": "head-judge"}
    event = sender.sends(
        "organizer", "/events", {"name": LONG, "game": CARDS, "regulation": "cards-duel", "staff": staff}
    )["event"]

    def enters(who: str, type_: str, **fields: Any) -> None:
        sender.sends(who, f"/events/{event}/commands", {"type": type_, **fields})

    enters("organizer", "enrol_players", players=list(NAMES))
    enters("organizer", "pair_round", round=1, tables=[{"table": 1, "players": list(NAMES)}])
    enters("admin", "seat_match", round=1, table=1, match=match.id)
    enters("organizer", "start_round", round=1)
    enters("judge", "give_time", round=1, table=1, seconds=60, reason=LONG)
    guilty = {"infraction": "slow-play", "penalty": "warning", "reason": LONG, "cause": LONG[:80]}
    enters("judge", "give_penalty", player=NAMES[0], **guilty)
    seats = {seat: served.seat_key(match.id, seat) for seat in match.seats}
    opening = {"match": match.id, "text": LONG, "moment": "5"}
    case = sender.sends(seats[match.seats[0]], "/cases", opening)["case"]
    sender.sends("judge", f"/cases/{case}/take", {})
    for key in seats.values():
        sender.sends(key, f"/cases/{case}/statements", {"text": LONG})
    said = dict.fromkeys(("finding", "reason", "to_players"), LONG) | {"rules": ["judging.case.who-may-open"]}
    given = {**guilty, "seat": match.seats[0], "rules": ["judging.penalty.ladder"]}
    del given["cause"]
    sender.sends("judge", f"/cases/{case}/ruling", {**said, "penalties": [given]})
    sender.sends(seats[match.seats[0]], f"/cases/{case}/appeal", {"text": LONG})
    other = served.simulated(CARDS).id
    tagged = sender.sends("judge", "/cases", {"match": other, "freeze": False, "text": LONG})["case"]
    sender.sends("judge", f"/cases/{tagged}/take", {})
    sender.sends("judge", f"/cases/{tagged}/evidence", {"links": [f"/{LONG}"], "text": LONG})
    sender.sends("judge", f"/cases/{tagged}/abandon", {"reason": LONG})
    sender.sends("judge", f"/cases/{tagged}/tags", {"tags": [LONG, *(f"{LONG[:30]}{n}" for n in range(9))]})
    pages = [
        "/events",
        f"/events/{event}",
        f"/events/{event}/tables/1/1",
        f"/events/{event}/players/{NAMES[0]}",
        "/matches",
        f"/matches?q={LONG}",
        f"/matches/{match.id}",
        f"/matches/{match.id}/call",
        f"/matches/{match.id}/timeline",
        f"/matches/{match.id}/clocks",
        f"/matches/{match.id}/branches",
        f"/matches/{match.id}/going-to-time",
        f"/matches/{match.id}/integrity",
        "/cases",
        f"/cases?text={LONG}",
        f"/cases/{case}",
        f"/cases/{case}/print",
        f"/cases/{tagged}",
        f"/cases/{tagged}/print",
        f"/cases/{tagged}/like",
        f"/cases?tag={LONG}",
        f"/cases/{case}/correction",
        "/precedents",
        "/rules",
        f"/rules?q={LONG}",
        "/positions",
    ]
    # of a case no chip lies where only who scrolls sideways sees it
    beyond = {}
    for who in ("judge", "head-judge", "organizer", seats[match.seats[0]]):
        desk = opens("phone")
        desk.logs_in(who)
        wide = {}
        for page in pages:
            desk.opens(page)
            if found := desk.too_wide():
                wide[page] = found
            if page.startswith("/cases/") and (cut := desk.cut_off()):
                beyond[f"{who} {page}"] = cut
        assert not wide, (who, wide)
    assert not beyond
