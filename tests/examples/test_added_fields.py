"""A mark and two counts are added to the card game, a line each in one file; they are found wherever state is handled.

The lines are those of `tests.examples.added_fields`, which is run by itself: the game is imported with
them.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.examples.added_fields import POSITION

ROOT = Path(__file__).resolve().parents[2]
NAMES = re.compile("wounded|doubt|favor")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the program finds."""
    program = [sys.executable, "-m", "tests.examples.added_fields", str(tmp_path_factory.mktemp("added"))]
    ran = subprocess.run(program, capture_output=True, text=True, cwd=ROOT, check=False)
    assert ran.returncode == 0, ran.stderr
    read: dict[str, Any] = json.loads(ran.stdout)
    return read


def in_play(players: dict[str, Any], title: str) -> dict[str, Any]:
    """The card in play with this id, as a view shows it."""
    shown = (each for player in players.values() for each in player["in_play"])
    return next(each for each in shown if each["key"].endswith(title))


def text_of(page: str) -> str:
    """A page without its marks, each run of spaces as one."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))


def test_the_position_is_written_as_it_was_laid(found: dict[str, Any]) -> None:
    given, written = POSITION["players"], found["position"]["players"]
    assert written["alice"]["favor"] == given["alice"]["favor"]
    assert written["alice"]["play"] == given["alice"]["play"]
    assert written["bob"]["play"] == given["bob"]["play"]


def test_everybody_sees_them_and_nobody_those_of_a_facedown_card(found: dict[str, Any]) -> None:
    assert set(found["views"]) == {"public", "alice", "bob"}
    for players in found["views"].values():
        eddard = in_play(players, "eddard-stark")
        assert (eddard["wounded"], eddard["doubt"], players["alice"]["favor"]) == (True, 2, 4)
        assert not NAMES.search(json.dumps(players["bob"]["facedown"]))


def test_the_actions_of_a_facedown_card_do_not_tell_them(found: dict[str, Any]) -> None:
    for actions in found["actions"].values():
        assert NAMES.search(json.dumps(actions))
        assert '"doubt": 1' not in json.dumps(actions)


def test_a_judge_corrects_them_by_forms_of_the_desk(found: dict[str, Any]) -> None:
    draft = text_of(found["draft"])
    for said in ("Arya Stark is wounded", "doubt on Arya Stark: 3", "favor of bob: 7"):
        assert said in draft
    arya = in_play(found["corrected"], "arya-stark")
    assert (arya["wounded"], arya["doubt"], found["corrected"]["bob"]["favor"]) == (True, 3, 7)


def test_a_count_over_its_limit_is_refused(found: dict[str, Any]) -> None:
    assert "4, where 0 to 3 are possible" in text_of(found["over the limit"])


def test_the_console_shows_them_on_the_table_and_tells_the_correction(found: dict[str, Any]) -> None:
    page = found["console"]
    assert re.search(r'class="mark state">wounded<', page)
    assert re.search(r'class="token doubt"><b>3</b> doubt<', page)
    assert re.search(r'<li class="favor"><b>7</b> favor<', page)
    for said in ("Arya Stark is wounded", "doubt on Arya Stark : 3", "favor of bob: 7"):
        assert f"corrected by a judge: {said}" in text_of(page)


def test_the_record_is_verified(found: dict[str, Any]) -> None:
    assert re.search(r"^1 match.* 0 differences", found["verified"], re.MULTILINE), found["verified"]
