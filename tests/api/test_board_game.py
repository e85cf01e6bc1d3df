"""The board game over HTTP: six houses with six keys, secret orders, the board as a picture, a whole match."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from domain.kernel.spaces.codec import decode
from service.app.record.verification import verify_match
from service.demo.decks import demo_bodies
from service.settings import Address, Settings
from service.tools.client import Dice, SeatToPlay, players
from service.wiring import matches_of
from tests.api.http.clients import Api, Match, api_of, lines, problem
from tests.api.serving import serving
from tests.patience import PATIENCE

GAME = "agot_board"
HOUSES = ("baratheon", "greyjoy", "lannister", "martell", "stark", "tyrell")
PLAYERS = dict(zip(HOUSES, ("Ann", "Bob", "Cle", "Dan", "Eve", "Fay"), strict=True))
SEATS = [{"house": house, "player": player} for house, player in PLAYERS.items()]
OPENING: dict[str, Any] = {"game": GAME, "seats": SEATS}
WATCHERS = (*HOUSES, "public", "judge")


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with api_of(tmp_path / "praetor.db") as api:
        yield api


def opened(api: Api, name: str = "six", **changes: Any) -> Match:
    """A match of six houses."""
    response = opens(api, name, **changes)
    assert response.status_code == 201, response.get_data(as_text=True)
    api.calls(response.get_json()["match"])
    return Match(api, response.get_json())


def opens(api: Api, name: str = "six", **changes: Any) -> Any:
    return api.post("/v1/matches", "organizer", {**OPENING, **changes}, Idempotency_Key=name)


def some_orders(match: Match, house: str, dice: str = "one") -> dict[str, Any]:
    """Lawful orders of a house."""
    space = decode(json.dumps(match.read("/options", house)["options"][house]).encode())
    drawn = space.sample(Dice(f"{dice} {house}"))
    assert isinstance(drawn, dict)
    return drawn


def read_by(match: Match, who: str, path: str) -> Any:
    """An answer as one of the houses, the public or a judge reads it; the public without a key."""
    return match.api.get(f"{match.path}{path}", "" if who == "public" else match.keys.get(who, who))


# --- opening


def test_a_match_of_six_houses_has_a_key_for_each_and_says_who_sits_there(api: Api) -> None:
    response = opens(api)
    assert response.status_code == 201
    assert {each["seat"]: each["player"] for each in response.get_json()["seats"]} == PLAYERS
    assert len({each["key"] for each in response.get_json()["seats"]}) == 6
    assert opens(api).data == response.data


def test_a_house_may_be_called_a_name_and_players_may_stay_unsaid(api: Api) -> None:
    answered = opens(api, seats=[{"name": house} for house in HOUSES]).get_json()
    assert [set(each) for each in answered["seats"]] == [{"seat", "key"}] * 6


@pytest.mark.parametrize("number", [3, 4, 5, 6])
def test_houses_are_drawn_for_players_alone(api: Api, number: int) -> None:
    seats = [{"player": player} for player in list(PLAYERS.values())[:number]]
    response = opens(api, seats=seats, options={"houses": "drawn"})
    assert response.status_code == 201, response.get_data(as_text=True)
    drawn = {each["seat"]: each["player"] for each in response.get_json()["seats"]}
    assert sorted(drawn.values()) == [seat["player"] for seat in seats]
    assert set(drawn) <= set(HOUSES)
    match = Match(api, response.get_json())
    assert all(match.read("/options", house)["viewer"] == house for house in drawn)
    assert opens(api, seats=seats, options={"houses": "drawn"}).data == response.data


def test_the_options_of_the_game_are_part_of_the_match(api: Api) -> None:
    options = {"tides_of_battle": True, "rule_set": "faq-2.0", "policy": "public"}
    view = opened(api, options=options).read("/view")["view"]
    assert (view["tides_of_battle"], view["rule_set"]) == (True, "faq-2.0")
    assert opens(api, options={**options, "rule_set": "printed"}).get_json()["rule"]["id"] == "idempotency.key-reused"


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"seats": SEATS[:2]}, "agot_board.overview.players-and-houses"),
        ({"seats": [*SEATS[:5], {**SEATS[0], "player": "Zoe"}]}, "agot_board.setup.step-6-houses"),
        ({"seats": [*SEATS[:5], {**SEATS[5], "player": SEATS[0]["player"]}]}, "request.shape"),
        ({"seats": [{"house": "targaryen"}, *SEATS[1:]]}, "agot_board.setup.step-6-houses"),
        ({"seats": [{"player": "Ann"}, *SEATS[1:]]}, "agot_board.setup.step-6-houses"),
        ({"options": {"houses": "drawn"}}, "agot_board.setup.step-6-houses"),
        ({"options": {"houses": "bought"}}, "match.option"),
        ({"options": {"tides": True}}, "match.option"),
        ({"options": {"tides_of_battle": "yes"}}, "match.option"),
        ({"options": {"cards": [{"id": "scout"}]}}, "match.card-pack"),
        ({"seats": [{**each, "deck": "3x Ice"} for each in SEATS]}, "match.seat"),
        ({"seats": [{**each, "name": "arryn"} for each in SEATS]}, "match.seat"),
        ({"seats": [{**each, "colour": "red"} for each in SEATS]}, "request.shape"),
    ],
)
def test_what_cannot_be_opened_is_refused_by_a_rule(api: Api, changes: dict[str, Any], rule: str) -> None:
    assert problem(opens(api, **changes)) == (422, rule)
    assert api.read("/v1/matches", "judge")["matches"] == []


@pytest.mark.parametrize(
    ("seats", "field"),
    [
        ([*SEATS[:5], {**SEATS[0], "player": "Zoe"}], "seats[5].house"),
        ([{"house": "targaryen"}, *SEATS[1:]], "seats[0].house"),
        ([SEATS[0], {"player": "Zoe"}, *SEATS[2:]], "seats[1].house"),
    ],
)
def test_the_seat_whose_house_is_missing_or_no_house_is_named(api: Api, seats: list[Any], field: str) -> None:
    assert opens(api, seats=seats).get_json()["because"]["field"] == field


def test_a_deck_is_named_as_what_no_seat_brings(api: Api) -> None:
    because = opens(api, seats=[{**each, "deck": "3x Ice"} for each in SEATS]).get_json()["because"]
    assert because["field"] == "deck"
    checked = api.post(f"/v1/games/{GAME}/decks/check", "", {"deck": "3x Ice"})
    assert problem(checked) == (422, "match.seat")


# --- secret orders


def test_six_keys_lay_secret_orders_under_one_wait(db: Path | Address) -> None:
    """Whoever is first: no answer makes another's wait stale."""
    with api_of(db) as api:
        match = opened(api)
        answers = {house: some_orders(match, house) for house in HOUSES}
        with ThreadPoolExecutor(6) as pool:
            given = list(pool.map(lambda house: laid(match, house, answers[house]), HOUSES))
        assert [each.status_code for each in given] == [201] * 6
        assert sorted(each.get_json()["version"] for each in given) == [2, 3, 4, 5, 6, 7]
        assert match.read("")["version"] == 7
        lain = {area: each["order"] for area, each in match.read("/view")["view"]["areas"].items() if "order" in each}
        for house, answer in answers.items():
            assert {area: order["token"] for area, order in lain.items() if order["house"] == house} == answer["orders"]


def laid(match: Match, house: str, command: Any) -> Any:
    """A command to the first wait, on a connection of its own."""
    headers = {"Authorization": f"Bearer {match.keys[house]}", "If-Match": '"w1"', "Idempotency-Key": house}
    return match.api.app.test_client().post(f"{match.path}/commands", json=command, headers=headers)


def test_an_order_once_laid_is_not_laid_again(api: Api) -> None:
    match = opened(api)
    command = some_orders(match, "stark")
    first = match.gives("stark", command, "k1")
    assert match.gives("stark", command, "k1").data == first.data
    assert problem(match.gives("stark", some_orders(match, "tyrell"), "k2")) == (422, "choice.already")


@contextmanager
def twin(folder: Path) -> Iterator[Api]:
    """An application that opens every match with the same seed."""
    with api_of(folder / "praetor.db") as api, patch("service.web.match.opening.token_bytes", lambda n: bytes(n)):
        yield api


PATHS = (
    "/actions",
    "/actions/2",
    "/view",
    "/window",
    "/options",
    "/board.svg",
    "",
    "/windows",
    "/record",
    "/view?at=2.1",
)
DRAWN_ANEW = re.compile(r"m-[0-9a-f]{24}|\b[0-9a-f]{20}\b|\d{4}-\d\d-\d\dT[0-9:.]+Z")


def test_nobody_reads_the_secret_orders_of_another(tmp_path: Path) -> None:
    """Two matches that differ in the orders of one house alone look the same to everybody else, to the byte."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with twin(tmp_path / "one") as here, twin(tmp_path / "two") as there:
        worlds = [opened(api, spectators="public") for api in (here, there)]
        secret = [some_orders(worlds[0], "stark", dice) for dice in ("one", "two")]
        equal = some_orders(worlds[0], "greyjoy")
        assert secret[0] != secret[1]
        for world, command in zip(worlds, secret, strict=True):
            world.given("stark", command)
            world.given("greyjoy", equal)
        for who in WATCHERS:
            for path in PATHS:
                seen = [read_by(world, who, path) for world in worlds]
                assert {each.status_code for each in seen} == {200}, (who, path)
                same = len({DRAWN_ANEW.sub("", each.get_data(as_text=True)) for each in seen}) == 1
                assert same or (who == "stark" and path in ("/actions", "/actions/2", "/record")), (who, path)
        own = read_by(worlds[0], "stark", "/actions/2").get_json()
        assert own["command"] == secret[0]
        as_stark = read_by(worlds[0], "judge", "/actions/2?as=stark").get_json()
        assert as_stark["command"] == {"type": "assign_orders"}


def test_options_are_for_the_house_and_for_judges(api: Api) -> None:
    match = opened(api)
    assert {who: set(match.read("/options", who)["options"]) for who in HOUSES} == {who: {who} for who in HOUSES}
    assert set(match.read("/options", "judge")["options"]) == set(HOUSES)
    match.given("stark", some_orders(match, "stark"))
    options = match.read("/options", "stark")
    assert options["options"] == {"stark": None}
    assert set(options["awaited"]) == {*HOUSES} - {"stark"}


# --- the board, the rules, records and positions


def test_the_board_is_a_picture_tagged_and_kept_as_the_view(api: Api) -> None:
    match = opened(api)
    first = match.get("/board.svg", "stark")
    assert (first.status_code, first.mimetype) == (200, "image/svg+xml")
    assert ET.fromstring(first.data).tag == "{http://www.w3.org/2000/svg}svg"
    assert (first.headers["ETag"], first.headers["Cache-Control"]) == ('"v1.stark"', "private, no-cache")
    assert match.get("/board.svg", "stark", **{"If-None-Match": '"v1.stark"'}).status_code == 304
    match.given("stark", some_orders(match, "stark"))
    then = match.get("/board.svg?at=1", "stark")
    assert then.data == first.data
    assert "immutable" in then.headers["Cache-Control"]
    assert problem(match.get("/board.svg?as=tyrell", "stark")) == (403, "request.viewer")
    assert problem(match.get("/board.svg?at=9", "stark")) == (404, "request.unknown")


def test_the_game_its_timing_its_rules_and_its_cards_can_be_read(api: Api) -> None:
    assert {"assign_orders", "resolve_march"} <= set(api.read(f"/v1/games/{GAME}")["commands"])
    steps = [step for each in api.read(f"/v1/games/{GAME}/timing")["procedures"] for step in each["steps"]]
    assert {"assign-orders", "house-cards"} <= {step.get("asks") for step in steps}
    assert {"2.1.a", "4.3.a"} <= {step["label"] for step in steps}
    rule = api.read(f"/v1/games/{GAME}/rules?of=agot_board.plan")["rules"][0]
    assert api.read(f"/v1/rules/{rule['id']}") == rule
    [card] = api.read(f"/v1/games/{GAME}/cards?type=house&named=Eddard Stark")["cards"]
    assert api.read(f"/v1/games/{GAME}/cards?named={card['key']}")["cards"] == [card]
    refused = api.get(f"/v1/games/{GAME}/cards?faction=stark")
    assert refused.get_json()["because"]["query"] == {"faction": ["No card of this game has one."]}


def planned(api: Api, **changes: Any) -> Match:
    """A match in which all orders lie open."""
    match = opened(api, **changes)
    for house in match.keys:
        match.given(house, some_orders(match, house))
    return match


def test_a_record_goes_from_one_service_to_another_byte_for_byte(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with api_of(tmp_path / "one" / "praetor.db") as here, api_of(tmp_path / "two" / "praetor.db") as there:
        match = planned(here, options={"tides_of_battle": True})
        record = match.get("/record", "admin").data
        sent = there.ask("POST", "/v1/records", "admin", data=record, content_type="application/x-ndjson")
        assert sent.status_code == 201, sent.get_data(as_text=True)
        assert there.get(f"{match.path}/record", "admin").data == record
        assert lines(match.get("/record", "tyrell"))[0]["complete"] is False


def test_a_position_opens_the_same_board(api: Api) -> None:
    match = planned(api)
    written = match.read("/position", "judge")
    again = opened(api, "again", seats=[], position=written["position"])
    assert again.read("/position", "judge")["position"] == written["position"]
    assert {**again.read("/view")["view"], "waiting": None} == {**match.read("/view")["view"], "waiting": None}


def test_a_position_in_the_middle_of_secret_orders_is_told_by_the_record_alone(api: Api) -> None:
    match = opened(api)
    match.given("stark", some_orders(match, "stark"))
    assert problem(match.get("/position", "judge")) == (409, "position.nested")


# --- a whole match


def test_six_players_with_a_key_each_play_a_match_to_its_end(database: Address, tmp_path: Path) -> None:
    """Six processes that know no game and nobody else's key, on PostgreSQL, two workers."""
    opening = {"game": GAME, "seats": demo_bodies(GAME, 6)}
    with serving(database, tmp_path) as served:
        match = served.opened("six", opening)
        chairs = [SeatToPlay(served.url, match.match, each.seat, each.key) for each in match.seats]
        played = list(players(chairs, 6))
        statuses = Counter(line["status"] for line in served.log() if line.get("says") == "request")
    assert len(chairs) == 6
    [(versions, winner, how)] = {(each.versions, each.winner, each.how) for each in played}
    assert winner in HOUSES
    assert how
    # every version but the opening is a command that one of them gave
    assert sum(each.commands for each in played) == versions - 1
    assert all(each.commands for each in played)
    # another may be first where the wait has gone (412) or at every try (409, contended: a player ends at any other);
    # nothing is refused; some may be told not to wait
    assert set(statuses) <= {200, 201, 409, 412, 429}
    with closing(matches_of(Settings(db=database, store_timeout=PATIENCE))) as matches:
        assert verify_match(matches, match.match).holds
