"""Positions from paper over HTTP: errors by line, what is open on one, explanations, comparison, a match from one."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from werkzeug.test import TestResponse

from domain.games import GAMES
from service.files.typed_positions import MOST_TEXT
from tests.api.http.clients import Api, problem

CARDS = """\
round: 2
at: "4.2"
first_player: alice
active_player: alice
players:
  alice:
    gold: 3
    hand: [ice, put-to-the-sword]
    play: [eddard-stark, arya-stark]
  bob:
    hand: 4
    play: [tyrion-lannister]
"""
BOARD = """\
game: agot_board
position:
  houses: [baratheon, lannister, stark]
  round: 3
  at: "3.2"
  turn: stark
  areas:
    winterfell: stark knight 2 footman, order march-plus-1
    moat-cailin: lannister token
"""
L5R = """\
round: 2
at: draw.action
first_player: alice
players:
  alice:
    honor: 9
    fate: 2
    hand: [way-of-the-crane]
    play: [doji-whisperer, {card: brash-samurai, bowed: true}]
  bob:
    honor: 9
    play: [doji-challenger]
"""
TEXTS = {"agot_lcg": CARDS, "agot_board": BOARD, "l5r": L5R}
LAWFUL: dict[str, tuple[str, Any]] = {
    "agot_lcg": ("alice", {"type": "decline_challenge"}),
    "agot_board": ("stark", {"type": "pass"}),
    "l5r": ("alice", {"type": "pass"}),
}
# what is written wrongly, and of it: line, field, what was meant
WRONG = {
    "agot_lcg": (
        (("hand: [ice,", "hand: [icee,"), ("play: [tyrion-", "play: [tirion-"), ("gold: 3", "gold: -3")),
        [
            (7, "players.alice.gold", ""),
            (8, "players.alice.hand[0]", "ice"),
            (12, "players.bob.play[0]", "tyrion-lannister"),
        ],
    ),
    "agot_board": (
        (("winterfell:", "winterfel:"), ("lannister token", "lannister tokn"), ("turn: stark", "turn: starck")),
        [
            (6, "position.turn", "stark"),
            (8, "position.areas.winterfel", "winterfell"),
            (9, "position.areas.moat-cailin", "lannister token"),
        ],
    ),
    "l5r": (
        (("fate: 2", "fate: -2"), ("way-of-the-crane", "way-of-the-crame"), ("bowed:", "bowd:")),
        [
            (7, "players.alice.fate", ""),
            (8, "players.alice.hand[0]", "way-of-the-crane"),
            (9, "players.alice.play[1].bowd", "bowed"),
        ],
    ),
}


def sends(api: Api, path: str, text: str, who: str = "judge", media: str = "application/yaml") -> TestResponse:
    return api.ask("POST", path, who, data=text.encode(), headers={"Content-Type": media})


def check(game: str) -> str:
    return f"/v1/games/{game}/positions/check"


def wrong(game: str) -> str:
    text = TEXTS[game]
    for right, slip in WRONG[game][0]:
        assert right in text
        text = text.replace(right, slip)
    return text


@pytest.mark.parametrize("game", GAMES)
def test_a_position_that_holds_says_what_is_open_and_how_it_looks(api: Api, game: str) -> None:
    answer = sends(api, check(game), TEXTS[game]).get_json()
    assert (answer["game"], answer["holds"], answer["faults"]) == (game, True, [])
    seat, _ = LAWFUL[game]
    assert answer["window"]["open"]
    assert answer["window"]["awaited"] == [seat]
    assert answer["window"]["options"][seat]["forms"]
    written = yaml.safe_load(TEXTS[game])
    opened = api.opened(game, game=game, seats=[], position=written.get("position", written))
    theirs = opened.read("/window")
    for name in ("name", "kind", "within", "awaited", "rule", "nesting"):
        assert answer["window"][name] == theirs[name]
    forms = [[each["type"] for each in one["options"][seat]["forms"]] for one in (answer["window"], theirs)]
    assert forms[0] == forms[1]
    if answer["position"] is not None:
        again = sends(api, check(game), json.dumps(answer["position"]), media="application/json").get_json()
        assert (again["holds"], again["position"]) == (True, answer["position"])


@pytest.mark.parametrize("game", GAMES)
def test_every_line_that_does_not_hold_is_told_at_once_with_what_was_meant(api: Api, game: str) -> None:
    answer = sends(api, check(game), wrong(game)).get_json()
    assert (answer["holds"], answer["window"], answer["view"]) == (False, None, None)
    assert [(each["line"], each["field"], each.get("meant", "")) for each in answer["faults"]] == WRONG[game][1]
    lines = wrong(game).splitlines()
    assert all(
        each["field"].rpartition(".")[2].partition("[")[0] in lines[each["line"] - 1] for each in answer["faults"]
    )
    assert all(f"did you mean {each['meant']}?" in each["problem"] for each in answer["faults"] if "meant" in each)


BELONGS = {
    "agot_lcg": "agot_lcg.active-player.in-challenges",
    "agot_board": "agot_board.march.one-at-a-time",
    "l5r": "l5r.window.alternate",
}


@pytest.mark.parametrize("game", GAMES)
def test_a_command_on_a_position_is_explained_check_by_check(api: Api, game: str) -> None:
    path, (seat, command) = f"/v1/games/{game}/positions/explain", LAWFUL[game]
    explained = sends(api, f"{path}?seat={seat}&command={json.dumps({'type': 'concede'})}", TEXTS[game]).get_json()
    assert (explained["seat"], explained["accepted"]) == (seat, True)
    wrongly = {"agot_lcg": "bob", "agot_board": "lannister", "l5r": "bob"}[game]
    refused = sends(api, f"{path}?seat={wrongly}&command={json.dumps(command)}", TEXTS[game])
    if refused.status_code == 200:
        assert not refused.get_json()["accepted"]
        assert BELONGS[game] in [each["rule"] for each in refused.get_json()["checks"] if not each["ok"]]
    else:
        assert problem(refused) == (422, "command.shape")
    assert problem(sends(api, f"{path}?seat=nobody&command={{}}", TEXTS[game])) == (422, "match.no-such-seat")
    faulty = sends(api, f"{path}?seat={seat}&command={json.dumps(command)}", wrong(game))
    assert problem(faulty) == (422, "position.invalid")
    assert [each["line"] for each in faulty.get_json()["because"]["faults"]] == [line for line, _, _ in WRONG[game][1]]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_on_from_a_text_and_is_compared_with_one(api: Api, game: str) -> None:
    match = api.opened(game, game=game, seats=[], position=TEXTS[game])
    assert match.awaited() == LAWFUL[game][0]
    path = f"{match.path}/compare"
    same = sends(api, path, TEXTS[game]).get_json()
    assert (same["differences"], same["right"]) == ([], {"typed": True})
    [row] = sends(api, path, TEXTS[game].replace("round: 3", "round: 4").replace("round: 2", "round: 4")).get_json()[
        "differences"
    ]
    assert (row["object"], row["right"]) == ("round", 4)
    faulty = sends(api, path, wrong(game))
    assert problem(faulty) == (422, "position.invalid")
    assert (faulty.get_json()["because"]["line"], len(faulty.get_json()["because"]["faults"])) == (
        WRONG[game][1][0][0],
        3,
    )
    refused = api.opens("wrong", game=game, seats=[], position=wrong(game))
    assert problem(refused) == (422, "position.invalid")
    assert [each["line"] for each in refused.get_json()["because"]["faults"]] == [line for line, _, _ in WRONG[game][1]]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# nothing", 1),
        ("- a", 1),
        ("at: [\n", 1),
        ("at: 1\nat: 2\n", 2),
        ("a: &x [1]\nb: *x\n", 2),
        ("[" * 30_000, 1),
        ("{a: " * 10_000, 1),
        ("x" * (MOST_TEXT - 1), 1),
        ("at: challenges.action\nplayers: {a: {hand: 100000}, b: {}}", 2),
    ],
)
def test_what_is_no_position_at_all_is_told_with_a_line_and_harms_nothing(api: Api, text: str, line: int) -> None:
    answer = sends(api, check("agot_lcg"), text).get_json()
    assert not answer["holds"]
    assert [each["line"] for each in answer["faults"]] == [line]


def test_positions_are_for_whoever_has_a_key_and_of_games_that_there_are(api: Api) -> None:
    match = api.opened()
    assert problem(sends(api, check("agot_lcg"), CARDS, "")) == (401, "request.no-key")
    for who in (match.keys["bob"], "organizer", "admin"):
        assert sends(api, check("agot_lcg"), CARDS, who).get_json()["holds"]
    assert problem(sends(api, check("chess"), CARDS)) == (404, "request.unknown")
    assert problem(sends(api, check("agot_lcg"), "")) == (400, "request.malformed")
    assert problem(sends(api, check("agot_lcg"), CARDS, media="text/csv")) == (415, "request.media-type")
    assert problem(sends(api, f"{check('agot_lcg')}?as=carol", CARDS)) == (422, "request.viewer")
    seen = sends(api, f"{check('agot_lcg')}?as=bob", CARDS).get_json()
    assert "cards" not in seen["view"]["players"]["alice"]["hand"]
