"""Marks and counts are added to each game, a line each in one file; they are found wherever state is handled.

The lines are those of `tests.examples.added_fields`, which is run by itself: the game is imported with them.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html import unescape
from typing import Any

import pytest

from domain.games import GAMES
from tests.examples.added_fields import ADDED, BOARD, CARDS, L5R, ROOT

Found = dict[str, dict[str, Any]]
CORRECTED = ("Arya Stark is wounded", "favor of bob: 7", "bob is sworn", "Arya Stark is sworn in")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    """What the program finds, by what was added."""
    made: Found = {}
    for added in ADDED:
        program = [sys.executable, "-m", "tests.examples.added_fields", added, str(tmp_path_factory.mktemp(added))]
        ran = subprocess.run(program, capture_output=True, text=True, cwd=ROOT, check=False)
        assert ran.returncode == 0, ran.stderr
        made[added] = json.loads(ran.stdout)
    return made


@pytest.fixture
def cards(found: Found) -> dict[str, Any]:
    return found["family"]


@pytest.fixture
def l5r(found: Found) -> dict[str, Any]:
    return found["l5r"]


@pytest.fixture
def board(found: Found) -> dict[str, Any]:
    return found["board"]


@pytest.fixture
def own(found: Found) -> dict[str, Any]:
    return found["game"]


def in_play(view: dict[str, Any], title: str) -> dict[str, Any]:
    """The card in play with this id, as a view shows it."""
    shown = (each for player in view["players"].values() for each in player["in_play"])
    return next(each for each in shown if each["key"].endswith(title))


def text_of(page: str) -> str:
    """A page without its marks, each run of spaces as one."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))


def test_every_game_has_an_added_mark_and_an_added_count() -> None:
    for game in GAMES:
        lines = [line for each in ADDED.values() if each.game == game for line in each.lines]
        for described in ("MarkField(", "CountField("):
            assert any(described in line for line in lines), (game, described)


def test_the_position_of_a_card_game_is_written_as_it_was_laid(cards: dict[str, Any]) -> None:
    given, written = CARDS.position["players"], cards["position"]["players"]
    assert (written["alice"]["favor"], written["alice"]["sworn"]) == (4, True)
    assert [written[seat]["play"] for seat in given] == [given[seat]["play"] for seat in given]


def test_the_position_of_a_board_is_written_as_it_was_laid(board: dict[str, Any]) -> None:
    names = ("razed", "weary", "debt")
    assert [board["position"][name] for name in names] == [BOARD.position[name] for name in names]


def test_everybody_sees_them_also_those_of_a_facedown_card_but_not_which_card_it_is(cards: dict[str, Any]) -> None:
    assert set(cards["views"]) == {"public", "alice", "bob"}
    for viewer, view in cards["views"].items():
        eddard, players = in_play(view, "eddard-stark"), view["players"]
        assert (eddard["wounded"], eddard["doubt"], players["alice"]["favor"]) == (True, 2, 4)
        assert (players["alice"]["sworn"], "sworn" in players["bob"], "sworn" in eddard) == (True, False, False)
        [facedown] = players["bob"]["facedown"]
        assert facedown["doubt"] == 1
        assert ("key" in facedown, "card" in facedown) == (viewer == "bob", viewer == "bob")


def test_everybody_sees_those_of_areas_and_houses(board: dict[str, Any]) -> None:
    assert len(board["views"]) == 5
    for view in board["views"].values():
        assert view["areas"]["moat-cailin"]["razed"]
        assert (view["houses"]["greyjoy"]["weary"], view["houses"]["stark"]["debt"]) == (True, 2)


def test_the_actions_do_not_tell_those_of_a_facedown_card(cards: dict[str, Any]) -> None:
    for actions in cards["actions"].values():
        assert '"doubt": 2' in json.dumps(actions)
        assert '"doubt": 1' not in json.dumps(actions)


def test_a_judge_corrects_those_of_cards_and_players(cards: dict[str, Any]) -> None:
    draft = text_of(cards["draft"])
    for said in (*CORRECTED, "doubt on Arya Stark: 3"):
        assert said in draft
    arya, bob = in_play(cards["corrected"], "arya-stark"), cards["corrected"]["players"]["bob"]
    assert (arya["wounded"], arya["doubt"], arya["sworn"], bob["favor"], bob["sworn"]) == (True, 3, True, 7, True)


def test_a_judge_corrects_those_of_areas_and_houses(board: dict[str, Any]) -> None:
    draft = text_of(board["draft"])
    for said in ("Winterfell is razed", "greyjoy is rested", "debt of lannister: 7"):
        assert said in draft
    view = board["corrected"]
    assert view["areas"]["winterfell"]["razed"]
    assert ("weary" in view["houses"]["greyjoy"], view["houses"]["lannister"]["debt"]) == (False, 7)


@pytest.mark.parametrize(
    ("added", "said"),
    [
        ("family", "4, where 0 to 3 are"),
        ("l5r", "4, where 0 to 3 are"),
        ("game", "10, where 0 to 9 are"),
        ("board", "10, where 0 to 9 are"),
    ],
)
def test_a_count_over_its_limit_is_refused(found: Found, added: str, said: str) -> None:
    assert said in text_of(found[added]["over the limit"])


def test_the_console_shows_those_of_a_card_table_and_tells_the_correction(cards: dict[str, Any]) -> None:
    page = cards["console"]
    assert re.search(r'class="mark state">wounded<', page)
    assert re.search(r'class="token doubt"><b>3</b> doubt<', page)
    assert re.search(r'<li class="favor"><b>7</b> favor<', page)
    assert len(re.findall(r"<small>House \w+ · sworn</small>", page)) == 2
    for said in (*CORRECTED, "doubt on Arya Stark : 3"):
        assert f"corrected by a judge: {said}" in text_of(page)


def test_the_text_of_a_card_table_shows_those_of_cards_and_players(cards: dict[str, Any]) -> None:
    alice, bob = re.findall(r"^(?:alice|bob)  .*\n.*", cards["lines"], re.MULTILINE)
    assert ("  sworn" in alice, "favor 4" in alice, "  sworn" in bob, "favor 7" in bob) == (True, True, True, True)
    assert re.search(r"Arya Stark .*sworn in  wounded  3 doubt", cards["lines"])


def test_a_player_of_the_game_itself_has_what_one_of_the_family_has(own: dict[str, Any]) -> None:
    """Also in the views: those ask the table which type of player it has."""
    written = own["position"]["players"]
    assert (written["alice"]["debt"], written["alice"]["shunned"], "debt" in written["bob"]) == (4, True, False)
    for view in own["views"].values():
        alice, bob = view["players"]["alice"], view["players"]["bob"]
        assert (alice["debt"], alice["shunned"], bob["debt"], "shunned" in bob) == (4, True, 2, False)
    players = own["corrected"]["players"]
    assert ("shunned" in players["alice"], players["bob"]["debt"]) == (False, 7)
    assert re.search(r'<li class="debt"><b>7</b> debt<', own["console"])
    assert "debt 7" in own["lines"]
    for said in ("debt of bob: 7", "alice is welcome"):
        assert said in text_of(own["draft"])
        assert f"corrected by a judge: {said}" in text_of(own["console"])


def test_l5r_has_what_its_state_alone_describes(l5r: dict[str, Any]) -> None:
    """A mark or a count is of cards of all types, where its line names none, and of none that lies facedown."""
    assert l5r["position"]["players"]["alice"]["play"] == L5R.position["players"]["alice"]["play"]
    assert l5r["position"]["players"]["alice"]["provinces"][0]["jade"] == 1
    brash, bob = in_play(l5r["corrected"], "brash-samurai"), l5r["corrected"]["players"]["bob"]
    assert (brash["tainted"], brash["jade"], brash["gem"], bob["koku"], bob["lost"]) == (True, 3, 1, 7, True)
    for said in ("Brash Samurai is tainted", "jade on Brash Samurai: 3", "koku of bob: 7", "bob is lost"):
        assert said in text_of(l5r["draft"])
    assert "it lies facedown" in text_of(l5r["facedown"])
    assert l5r["barred"] == [["players.bob.provinces[0].tainted", "it lies facedown"]]
    assert re.search(r"Brash Samurai .*tainted  1 gem  3 jade", l5r["lines"])


def test_a_number_that_is_no_amount_is_in_a_position_and_in_no_form(l5r: dict[str, Any]) -> None:
    assert l5r["position"]["players"]["alice"]["place"] == 3
    forms = set(re.findall(r'value="([a-z-]+)"', l5r["draft"]))
    assert {"card-jade", "koku", "honor"} <= forms
    assert not {"place", "card-slot"} & forms


def test_the_console_shows_those_of_a_board_and_tells_the_correction(board: dict[str, Any]) -> None:
    page = text_of(board["console"])
    for said in (
        "controlled by Stark. razed",
        "Footman, 1 Knight Garrison razed",
        "lannister debt 7",
        "none known. debt 7",
    ):
        assert said in page
    for said in ("Winterfell is razed", "greyjoy is rested", "debt of lannister: 7"):
        assert f"corrected by a judge: {said}" in page


@pytest.mark.parametrize("added", ADDED)
def test_the_record_is_verified(found: Found, added: str) -> None:
    assert "chain, fold and re-adjudication hold" in found[added]["verified"]
    assert re.search(r"^1 match.* 0 differences", found[added]["verified"], re.MULTILINE)
