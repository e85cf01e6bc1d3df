"""Games, timing, rules, cards and decks: for everybody, without a key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from apispec import APISpec

from domain.games import GAMES
from service.app.rulebooks import all_rules
from service.demo.decks import deck_text
from tests.api.http.clients import Api, problem

FAULTY = Path(__file__).parents[2] / "data" / "decks" / "faulty_list.txt"
THRONESDB = Path(__file__).parents[2] / "data" / "decks" / "stark.json"

UNCHANGING = (
    *(
        "/v1/openapi.json",
        "/v1/docs",
        "/v1/docs/docs.css",
        "/v1/docs/swagger-ui-bundle.js",
        "/v1/games",
        "/v1/rules/request.shape",
    ),
    *("/v1/regulations", "/v1/regulations/cards-duel"),
    *(f"/v1/games/{game}{part}" for game in GAMES for part in ("", "/timing", "/rules", "/cards")),
)


def test_the_games_are_listed_with_their_commands(api: Api) -> None:
    games = {game["game"]: game for game in api.read("/v1/games")["games"]}
    assert games == {name: api.read(f"/v1/games/{name}") for name in GAMES}
    assert {"pass", "initiate_challenge"} <= set(games["agot_lcg"]["commands"])
    assert all("concede" in game["always"] for game in games.values())


def test_the_timing_chart_has_every_step_of_every_procedure_of_the_engine(api: Api) -> None:
    procedures = {each["name"]: each for each in api.read("/v1/games/agot_lcg/timing")["procedures"]}
    for frame in GAMES["agot_lcg"].rules.frames:
        if frame.steps:
            written = procedures[str(frame.__struct_config__.tag).rpartition(".")[2]]["steps"]
            assert [each["label"] for each in written] == [step.label for step in frame.steps]
            assert all(each["title"] for each in written)


def test_the_timing_chart_says_where_somebody_is_asked(api: Api) -> None:
    procedures = api.read("/v1/games/agot_lcg/timing")["procedures"]
    asked = {step["asks"] for each in procedures for step in each["steps"] if "asks" in step}
    assert {"mulligan", "window"} <= asked


def test_a_part_of_a_rule_book_is_read_by_its_prefix(api: Api) -> None:
    whole = api.read("/v1/games/agot_lcg/rules")["rules"]
    part = api.read("/v1/games/agot_lcg/rules?of=agot_lcg.stealth")["rules"]
    assert part == [rule for rule in whole if rule["id"].startswith("agot_lcg.stealth.")]
    assert part


@pytest.mark.parametrize("rule", ["match.over", "agot_lcg.stealth.bypassed-cannot-defend", "request.no-key"])
def test_a_rule_of_any_book_is_read_by_its_id(api: Api, rule: str) -> None:
    assert api.read(f"/v1/rules/{rule}")["text"] == all_rules()[rule].text


@pytest.mark.parametrize(
    "path", ["/v1/rules/no.rule", "/v1/games/chess", "/v1/games/chess/timing", "/v1/games/chess/cards"]
)
def test_what_is_not_there_is_unknown(api: Api, path: str) -> None:
    assert problem(api.get(path)) == (404, "request.unknown")


def test_cards_are_found_by_type_faction_and_name(api: Api) -> None:
    assert len(api.read("/v1/games/agot_lcg/cards")["cards"]) == 219
    agendas = api.read("/v1/games/agot_lcg/cards?type=agenda")["cards"]
    assert {card["type"] for card in agendas} == {"agenda"}
    [eddard] = api.read("/v1/games/agot_lcg/cards?named=eddard-stark")["cards"]
    assert eddard["key"] == "core/eddard-stark"
    assert api.read("/v1/games/agot_lcg/cards?named=nobody")["cards"] == []


@pytest.mark.parametrize("deck", [deck_text("stark.txt"), json.loads(THRONESDB.read_text())], ids=["list", "ThronesDB"])
def test_a_lawful_deck_is_found_lawful_and_read_as_card_keys(api: Api, deck: object) -> None:
    checked = api.post("/v1/games/agot_lcg/decks/check", "", {"deck": deck}).get_json()
    assert (checked["legal"], checked["faults"]) == (True, [])
    assert api.post("/v1/games/agot_lcg/decks/check", "", {"deck": checked["deck"]}).get_json() == checked


def test_every_rule_that_a_deck_breaks_is_told(api: Api) -> None:
    deck = api.post("/v1/games/agot_lcg/decks/check", "", {"deck": deck_text("stark.txt")}).get_json()["deck"]
    short = {**deck, "plots": deck["plots"][:6], "cards": deck["cards"][:59]}
    checked = api.post("/v1/games/agot_lcg/decks/check", "", {"deck": short}).get_json()
    assert [each["rule"] for each in checked["faults"]] == [
        "agot_lcg.deckbuilding.plot-deck-seven",
        "agot_lcg.deckbuilding.draw-deck-minimum-sixty",
    ]
    assert checked["faults"][0]["because"] == {"has": 6, "needs": 7}


def test_every_line_that_cannot_be_read_is_told(api: Api) -> None:
    checked = api.post("/v1/games/agot_lcg/decks/check", "", {"deck": FAULTY.read_text()}).get_json()
    assert (checked["legal"], checked["deck"]) == (False, None)
    assert all(each["because"]["line"] for each in checked["faults"])


@pytest.mark.parametrize("deck", [None, 7, [], {"faction": 7}, {"plots": {}}, {"slots": 7}])
def test_what_is_no_deck_has_faults_or_the_wrong_shape(api: Api, deck: object) -> None:
    response = api.post("/v1/games/agot_lcg/decks/check", "", {"deck": deck})
    if response.status_code == 200:
        assert response.get_json()["faults"]
    else:
        assert problem(response) == (422, "request.shape")


@pytest.mark.parametrize("path", UNCHANGING)
def test_a_document_that_never_changes_is_made_once_and_sent_once(api: Api, path: str) -> None:
    first, second = api.get(path), api.get(path)
    assert (first.status_code, first.data, first.headers["ETag"]) == (200, second.data, second.headers["ETag"])
    assert first.headers["Cache-Control"] == "public, max-age=3600"
    again = api.get(path, **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert not first.headers["ETag"].startswith("W/")


@pytest.mark.parametrize("path", [*UNCHANGING, "/v1/regulations", "/v1/regulations/cards-duel"])
def test_what_is_read_does_not_depend_on_if_match(api: Api, path: str) -> None:
    first, named = api.get(path), api.get(path, **{"If-Match": '"another"'})
    assert (named.status_code, named.data, named.content_type) == (200, first.data, first.content_type)
    both = {"If-Match": '"another"', "If-None-Match": first.headers["ETag"]}
    assert api.get(path, **both).status_code == 304


def test_the_document_of_the_api_is_not_written_anew(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = ("/v1/openapi.json", "/v1/docs")
    before = [api.get(path).data for path in paths]
    monkeypatch.setattr(APISpec, "to_dict", None)
    assert [api.get(path).data for path in paths] == before
