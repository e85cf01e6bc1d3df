"""Random players over HTTP: whole matches from the options alone, by processes that know no game."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from service.app.record.verification import verify_match
from service.settings import Address, Settings
from service.tools.client import MatchToPlay, Unexpected, players
from service.wiring import matches_of
from tests.api.cli import Praetor
from tests.api.serving import OPENING, ROOT, serving
from tests.patience import PATIENCE

STRANGERS = ("domain.games", "domain.match.aggregate", "service.app.match.matches", "flask", "eventsourcing")


def orders(url: str, key: str, number: int) -> list[MatchToPlay]:
    return [MatchToPlay(url, key, OPENING, f"players-{each}") for each in range(number)]


@pytest.mark.parametrize("number", [1, pytest.param(20, marks=pytest.mark.proof)])
def test_matches_are_played_to_their_end_without_a_refusal(db: Path | Address, tmp_path: Path, number: int) -> None:
    with serving(db, tmp_path) as served:
        played = list(players(orders(served.url, served.key, number), 2))
        again = list(players(orders(served.url, served.key, number), 2))
        statuses = Counter(line["status"] for line in served.log() if line.get("says") == "request")
    assert len({each.match for each in played}) == number
    assert all(each.how for each in played)
    # every version but the opening is a command that was given
    assert [each.versions - 1 for each in played] == [each.commands for each in played]
    assert set(statuses) <= {200, 201}
    # who begins anew goes on where the match stands
    assert again == [type(each)(each.match, each.versions, each.winner, each.how, 0, 0) for each in played]
    with closing(matches_of(Settings(db=db, store_timeout=PATIENCE))) as matches:
        assert all(verify_match(matches, each.match).holds for each in played[:5])


def test_a_player_that_is_refused_says_by_which_rule(tmp_path: Path) -> None:
    with serving(tmp_path / "praetor.db", tmp_path) as served, pytest.raises(Unexpected) as refused:
        list(players(orders(served.url, "pra_unknown", 3), 2))
    assert (refused.value.failed.status, refused.value.failed.rule) == (401, "request.unknown-key")


def test_the_player_imports_nothing_of_the_games() -> None:
    program = "import service.tools.client, sys; print(*sys.modules, sep='\\n')"
    loaded = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not [name for name in loaded.stdout.split() if name.startswith(STRANGERS)]


def test_the_command_line_plays_over_http(tmp_path: Path) -> None:
    praetor = Praetor(tmp_path)
    with serving(praetor.db, tmp_path) as served:
        line = ("simulate", "--url", served.url, "--key", served.key, "--matches", 2, "--seed", 4, "--jobs", 2)
        sums = praetor.json(*line)
        assert praetor.json(*line)["commands"] == sums["commands"]
    assert sums["matches"] == sum(sums["endings"].values()) == 2
    assert praetor.does("verify", "--jobs", 1).splitlines()[-1].startswith("2 matches,")


def test_the_command_line_needs_a_key_and_a_service(tmp_path: Path) -> None:
    praetor = Praetor(tmp_path)
    assert "--key:" in praetor.refuses("simulate", "--url", "http://127.0.0.1:1")
    assert "--url:" in praetor.refuses("simulate", "--url", "somewhere", "--key", "k")
