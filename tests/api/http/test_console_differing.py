"""Tables side by side on the pages of the console: pieces of a place are told together, in words."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from domain.judging.inquiry.comparing import FieldDifference, TableComparison
from service.console.match.differences import group_pieces
from service.present.text.names import CardTitles
from tests.api.http.clients import Api
from tests.api.http.test_console_rules import Reader
from tests.api.http.test_positions import BOARD, CARDS


def told(shown: str) -> list[list[str]]:
    """The rows of the differences, cell by cell."""
    body = re.findall(r"<tbody>(.*?)</tbody>", shown[shown.index("rows differing") :], re.DOTALL)[0]
    rows = (re.findall(r"<td>(.*?)</td>", row, re.DOTALL) for row in body.split("<tr>")[1:])
    return [[" ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split()) for cell in row] for row in rows]


def test_units_of_a_typed_board_that_stand_elsewhere_are_told_by_area(api: Api) -> None:
    match = api.opened("differing", game="agot_board", seats=[], position=BOARD)
    typed = BOARD.replace("stark knight 2 footman, order", "stark knight, order")
    typed = typed.replace("    moat-cailin:", "    karhold: stark 2 footman\n    moat-cailin:")
    judge = Reader(api, api.keys["judge"])
    sent = judge.sends("/positions", "/positions", match=match.id, text=typed, do="compare")
    assert sent.status_code == 200, sent.get_data(as_text=True)
    shown = sent.get_data(as_text=True)
    rows = {(what, one, other) for what, one, other, *_ in told(shown)}
    assert ("Winterfell units", "stark Footman ×2", "none") in rows, rows
    assert ("Karhold units", "none", "stark Footman ×2") in rows, rows
    assert "units · " not in shown


def test_units_that_attack_are_told_by_house_and_kind(api: Api) -> None:
    position = BOARD.replace("lannister token", "lannister footman")
    match = api.opened("attacking", game="agot_board", seats=[], position=position)
    march = {"type": "resolve_march", "area": "winterfell", "march": {"moves": {"moat-cailin": {"footman": 2}}}}
    match.given("stark", march)
    shown = Reader(api, api.keys["judge"]).text(f"/matches/{match.id}/compare", left="1", right="2")
    rows = {(what, one, other) for what, one, other, *_ in told(shown)}
    assert ("combat units", "not there", "stark Footman ×2") in rows, rows


def test_a_card_that_stands_is_not_said_to_be_absent(api: Api) -> None:
    match = api.opened("standing", game="agot_lcg", seats=[], position=CARDS)
    typed = CARDS.replace("tyrion-lannister]", "{card: tyrion-lannister, kneeling: true}]")
    assert typed != CARDS
    judge = Reader(api, api.keys["judge"])
    shown = judge.sends("/positions", "/positions", match=match.id, text=typed, do="compare").get_data(as_text=True)
    assert [(one, other) for what, one, other, *_ in told(shown) if what.endswith("kneeling")] == [("no", "yes")]
    gone = CARDS.replace("tyrion-lannister]", "]")
    shown = judge.sends("/positions", "/positions", match=match.id, text=gone, do="compare").get_data(as_text=True)
    areas = [(one, other) for what, one, other, *_ in told(shown) if what.startswith("Tyrion") and "area" in what]
    assert areas == [("bob in play", "not there")], told(shown)


def test_a_hand_that_is_closed_is_hidden_and_not_absent() -> None:
    row = FieldDifference("houses.stark", "hand", ("eddard-stark",), None)
    views: list[dict[str, Any]] = [{"houses": {"stark": {"hand": hand}}} for hand in (["eddard-stark"], None)]
    (found,) = group_pieces(TableComparison([row]), views[0], views[1], CardTitles({}))
    assert (found.left, found.right) == (("eddard-stark",), "hidden")


MARSHALLING = """\
at: marshalling.action
players:
  alice: {hand: [arya-stark, direwolf-pup, ice], deck: [{unknown: 20}], gold: 9}
  bob: {hand: 2}
"""


def test_on_a_branch_where_another_card_was_played_each_card_is_told_by_its_own_title(api: Api) -> None:
    """The two cards have one handle in play, each on its side."""
    match = api.opened("otherwise", game="agot_lcg", seats=[], position=MARSHALLING)
    view = match.read("/view", "alice")["view"]
    hand = {each["key"]: each["card"] for each in view["players"]["alice"]["hand"]["cards"]}
    arya, pup = ({"type": "marshal_character", "card": hand[f"core/{key}"]} for key in ("arya-stark", "direwolf-pup"))
    match.given("alice", arya)
    done = {"from": 1, "deeds": [{"do": "command", "seat": "alice", "command": pup}]}
    branch = api.post(f"{match.path}/branches", "judge", done, Idempotency_Key="b").get_json()["branch"]
    judge = Reader(api, api.keys["judge"])
    for left, right, sides in (("2", branch, ("play", "hand")), (branch, "2", ("hand", "play"))):
        shown = told(judge.text(f"/matches/{match.id}/compare", left=left, right=right))
        areas = {what: (one, other) for what, one, other, *_ in shown if what.endswith("area")}
        lies = {"play": "alice in play", "hand": "alice hand"}
        arya_lies = (lies[sides[0]], lies[sides[1]])
        assert areas == {"Arya Stark area": arya_lies, "Direwolf Pup area": arya_lies[::-1]}
    shown = told(judge.text(f"/matches/{match.id}/compare", left="2", right=branch, **{"as": "bob"}))
    areas = {what: (one, other) for what, one, other, *_ in shown if what.endswith("area")}
    assert areas == {
        "Arya Stark area": ("alice in play", "not there"),
        "Direwolf Pup area": ("not there", "alice in play"),
    }
    keys = {tuple(each) for each in shown if each[0].endswith("key")}
    assert keys == {
        ("Arya Stark key", "Arya Stark", "not there", "2.3"),
        ("Direwolf Pup key", "not there", "Direwolf Pup", "2.2"),
    }
