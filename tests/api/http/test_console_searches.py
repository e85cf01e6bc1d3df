"""What a browser finds: the console at the address of the service alone, and all that has every word of a search."""

from __future__ import annotations

import json
import re

import pytest

from domain.games import GAMES
from service.console.match import subjects
from service.console.match.course import StoryEntry
from service.console.words import LOOKED
from tests.api.http.clients import Api
from tests.api.http.disputes import Dispute
from tests.api.http.test_cases import played
from tests.api.http.test_console_rules import Reader
from tests.api.http.test_positions import BOARD
from tests.published_names import FILE

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def test_a_browser_at_the_root_is_sent_to_the_console_and_a_client_told_of_no_path(api: Api) -> None:
    sent = api.get("/", Accept=BROWSER)
    assert (sent.status_code, sent.headers["Location"].rstrip("/")) == (303, "/console")
    for accepted in ("*/*", "application/json", "application/problem+json"):
        told = api.get("/", Accept=accepted)
        assert (told.status_code, told.mimetype) == (404, "application/problem+json")
    assert api.client.post("/", headers={"Accept": BROWSER}).status_code == 404
    assert api.get("/nowhere", Accept=BROWSER).status_code == 404


@pytest.mark.parametrize("search", ["bypassed defender", "defender bypassed", "BYPASSED  challenge defender"])
def test_a_rule_is_found_by_words_that_do_not_stand_side_by_side(api: Api, search: str) -> None:
    shown = Reader(api, api.keys["judge"]).text("/rules", q=search, book="agot_lcg")
    assert "agot_lcg.stealth.bypassed-cannot-defend" in shown
    assert "agot_lcg.stealth.bypassed-cannot-defend" not in Reader(api, api.keys["judge"]).text(
        "/rules", q=f"{search} winterfell", book="agot_lcg"
    )


@pytest.mark.parametrize(("search", "best"), [("4.2", "4.2"), ("stealth", "Stealth"), ("renown", "Renown")])
def test_the_rule_that_is_called_so_is_found_before_those_that_only_mention_it(
    api: Api, search: str, best: str
) -> None:
    shown = Reader(api, api.keys["judge"]).text("/rules", q=search, book="agot_lcg")
    titles = re.findall(r"<li><a [^>]*><strong>([^<]*)</strong>", shown)
    assert re.match(rf"{re.escape(best)}\b(?!\.\d)", titles[0]), titles[:5]
    named = [search in each.casefold() for each in titles]
    assert (named[0], named[-1]) == (True, False)
    assert named == sorted(named, reverse=True)


def test_things_and_the_story_are_found_by_words_in_any_order(api: Api) -> None:
    match = api.from_position()
    things = Reader(api, api.keys["judge"]).text(f"/matches/{match.id}/things", q="stark eddard")
    assert "Eddard Stark" in things.partition("<main")[2]
    entry = StoryEntry(1, "", "alice", "pass", ("kneels: Arya Stark",))
    assert entry.mentions("stark kneels")
    assert not entry.mentions("stark stands")


def test_a_frozen_match_is_not_said_to_be_running(api: Api) -> None:
    match = played(api)
    judge = Reader(api, api.keys["judge"])
    assert "running, live" in judge.text(f"/matches/{match.id}")
    case = Dispute(match).opened("alice").taken()
    shown = judge.text(f"/matches/{match.id}")
    assert f"frozen by {case.id}" in shown
    assert not re.search(r'class="state running"', shown)
    assert "running" not in re.sub(
        r"<[^>]+>", " ", judge.text(f"/matches/{match.id}", at="1").partition("standing")[2][:400]
    )


def test_what_a_judge_looked_at_is_said_of_names_that_looks_have() -> None:
    assert {*LOOKED} - {*json.loads(FILE.read_text(encoding="utf-8"))["looks"]} == set()


def test_cards_of_hands_and_discard_piles_are_found_and_lie_somewhere(api: Api) -> None:
    match = api.opened("hands", game="agot_board", seats=[], position=BOARD, spectators="public")
    houses = api.get(f"{match.path}/view", "judge").get_json()["view"]["houses"]
    public = Reader(api, match.keys["stark"])
    listed = public.text(f"/matches/{match.id}/things").partition("<main")[2]
    for house, has in houses.items():
        assert has["hand"]
        for pile in ("hand", "discard"):
            for card in has[pile]:
                assert f"/things/{card}" in listed
                shown = public.text(f"/matches/{match.id}/things/{card}")
                assert "sees nothing of it" not in shown
                assert f"<dt>area</dt><dd>{house}, {pile}</dd>" in shown
    found = public.text(f"/matches/{match.id}/things", q="eddard")
    assert "Eddard Stark" in found.partition("<main")[2]


def test_a_thing_that_nothing_is_called_is_not_found(api: Api) -> None:
    match = api.opened("unknown-thing", game="agot_board", seats=[], position=BOARD, spectators="public")
    page = Reader(api, match.keys["stark"])
    assert page.reads(f"/matches/{match.id}/things/winterfell").status_code == 200
    answer = page.reads(f"/matches/{match.id}/things/zzz")
    assert (answer.status_code, "nothing here is called zzz" in answer.get_data(as_text=True)) == (404, True)


TWINS = {
    "at": "marshalling.action",
    "players": {
        "alice": {"hand": ["winterfell-steward", "winterfell-steward", "robb-stark"], "deck": {"unknown": 9}},
        "bob": {"deck": {"unknown": 9}},
    },
}


def test_cards_that_a_number_alone_tells_apart_have_their_handles_beside_it(api: Api) -> None:
    match = api.opened("twins", seats=[], position=TWINS)
    listed = Reader(api, match.keys["alice"]).text(f"/matches/{match.id}/things").partition("<main")[2]
    twins = re.findall(r'/things/([a-z0-9]+)[^"]*">Winterfell Steward[^<]* <code>([a-z0-9]+)</code></a>', listed)
    assert len(twins) == 2
    assert all(thing == handle for thing, handle in twins)
    assert re.search(r">Robb Stark[^<]*</a>", listed)


def test_a_history_that_is_not_whole_says_where_it_begins(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subjects, "USUAL", 2)
    match = played(api)
    unseen = f"{match.path}/view", "judge"
    table = api.get(*unseen).get_data(as_text=True)
    card = next(key for key in GAMES["agot_lcg"].rules.pool.cards if f'"{key}"' not in table)
    judge, path = Reader(api, api.keys["judge"]), f"/matches/{match.id}/things/{card}"
    assert "Nothing from v2 on, up to this version, that" in judge.text(path)
    assert "Nothing up to this version, that" in judge.text(path, at="2")
