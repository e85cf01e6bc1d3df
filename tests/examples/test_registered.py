"""A game that is registered after the program was imported is served, replayed and verified; nothing is fixed before.

What is looked at is found by `tests.examples.registered`, which is run by itself.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from types import SimpleNamespace
from typing import Any, cast

import pytest

from domain.games import GAMES, timeline_marks
from domain.judging.inquiry.timeline import all_marks
from service.commands.shared_options import GAME
from service.web.schemas import kinds_of_windows
from tests.examples.cairn.game import CairnRules
from tests.examples.registered import ROOT


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    program = [sys.executable, "-m", "tests.examples.registered", str(tmp_path_factory.mktemp("registered"))]
    ran = subprocess.run(program, capture_output=True, text=True, cwd=ROOT, check=False)
    assert ran.returncode == 0, ran.stderr
    made: dict[str, Any] = json.loads(ran.stdout)
    return made


def test_no_module_goes_through_the_games_when_it_is_imported(found: dict[str, Any]) -> None:
    assert found["eager"] == []


def test_a_match_is_opened_and_played_over_http_to_its_end(found: dict[str, Any]) -> None:
    assert set(found["statuses"]) == {201}
    assert found["newest"] == len(found["statuses"]) + 1 > 5


@pytest.mark.parametrize("asked", ["listed", "window", "first", "integrity", "document", "rules"])
def test_it_is_looked_up_over_http(found: dict[str, Any], asked: str) -> None:
    status, text = found["said"][asked]
    assert status == 200, text


def test_the_filters_and_the_document_name_it(found: dict[str, Any]) -> None:
    assert len(json.loads(found["said"]["listed"][1])["matches"]) == 1
    (parameter,) = (
        each
        for each in json.loads(found["said"]["document"][1])["paths"]["/v1/matches"]["get"]["parameters"]
        if each.get("name") == "game"
    )
    assert parameter["schema"]["enum"] == [*GAMES, "cairn"]
    status, text = found["said"]["unknown game"]
    assert (status, "did you mean cairn?" in text) == (422, True)


def test_it_is_replayed_and_verified_and_its_windows_are_folded(found: dict[str, Any]) -> None:
    assert found["shown"]["version"] == 1
    assert found["shown"]["view"] == json.loads(found["said"]["first"][1])["view"]
    assert "2 matches" in found["verified"]
    assert " 0 differences" in found["verified"]
    places = [place for each in found["folded"] for place in re.findall(r"position (\d+) of (\d+)", each)]
    assert len(places) == 6
    assert all(reached == last for reached, last in places)


def test_words_of_a_game_are_known_as_long_as_it_is_registered(cairn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "cairn" in GAME.choice().choices
    assert timeline_marks("cairn") == {}
    monkeypatch.setattr(CairnRules, "window_kinds", ("toss",))
    assert "toss" in kinds_of_windows()
    monkeypatch.setitem(GAMES, "cairn", cast("Any", SimpleNamespace(questions=SimpleNamespace(marks={int: "toss"}))))
    assert "toss" in all_marks()
    monkeypatch.undo()
    assert "cairn" not in GAME.choice().choices
