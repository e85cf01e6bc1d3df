"""`praetor player`: whoever has the store erases a player, also after a restore and where a process was killed."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.api.cli import Praetor, migrated
from tests.api.http.erased import holding
from tests.forked import Python
from tests.patience import until

NAME = "Quirina Vantongeren"
WORDS = ("Quirina", "Vantongeren")


@pytest.fixture
def praetor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Praetor:
    """A store with an event and a match of the board game, in which a player is named."""
    monkeypatch.setattr("service.app.players.erasing.SETTLED", 0.0)
    (tmp_path / "store").mkdir()
    praetor = migrated(tmp_path / "store")
    praetor.does("event", "new", "Friday", "--regulation", "cards-duel", "--id", "e-1")
    praetor.does("event", "do", "e-1", json.dumps({"type": "enrol_players", "players": [NAME, "Bert"]}))
    seats = [
        f"--seat={house}={player}" for house, player in (("baratheon", NAME), ("lannister", "Bert"), ("stark", "Cleo"))
    ]
    praetor.does("match", "new", "--game", "agot_board", *seats, "--id", "m-board")
    # which lists the match
    praetor.does("migrate")
    return praetor


def test_an_erased_player_is_in_no_file(praetor: Praetor) -> None:
    shown = praetor.json("player", "show", NAME.lower())
    [reference] = shown["references"]
    assert shown["pseudonyms"] == [f"p-{reference}"]
    assert NAME in praetor.does("event", "show", "e-1", "--json")
    told = praetor.does("player", "erase", "quirina  vantongeren", "--yes")
    assert told.startswith(f"erased  {reference}\n")
    assert holding(praetor.db, *WORDS) == []
    assert f"erased player {reference}" in praetor.does("event", "show", "e-1", "--json")
    assert praetor.json("verify")["differences"] == []
    assert praetor.json("player", "show", NAME)["references"] == []
    assert NAME not in praetor.does("export", "m-board")


def test_erasing_asks_first(praetor: Praetor) -> None:
    assert praetor("player", "erase", NAME, stdin="n\n").exit_code == 1
    assert praetor.json("player", "show", NAME)["references"]
    assert praetor("player", "erase", NAME, stdin="y\n").exit_code == 0
    assert praetor.json("player", "show", NAME)["references"] == []


def test_a_restore_repeats_the_erasures(praetor: Praetor, tmp_path: Path) -> None:
    shutil.copytree(praetor.db.parent, tmp_path / "backup")
    done = praetor.json("player", "erase", NAME, "--yes")
    listed = tmp_path / "erasures.jsonl"
    listed.write_text(praetor.does("player", "erasures"))
    assert not [word for word in WORDS if word.lower() in listed.read_text().lower()]
    shutil.rmtree(praetor.db.parent)
    shutil.copytree(tmp_path / "backup", praetor.db.parent)
    assert NAME in praetor.does("event", "show", "e-1", "--json")
    again = praetor.json("player", "erase", "--again", listed, "--yes")
    assert again["references"] == done["references"]
    assert holding(praetor.db, *WORDS) == []
    assert NAME not in praetor.does("event", "show", "e-1", "--json")
    assert praetor.does("player", "erasures") == listed.read_text()
    assert praetor.json("verify")["differences"] == []


@pytest.mark.parametrize("name", ["", " ", "\u200b\u00a0", "erased player 0123456789ab"])
def test_what_is_no_name_is_refused(praetor: Praetor, name: str) -> None:
    assert "NAME" in praetor.refuses("player", "erase", name, "--yes")


def test_a_name_that_nobody_has_is_told(praetor: Praetor) -> None:
    done = praetor("player", "erase", "Dora", "--yes")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "nobody is called Dora" in done.stderr
    assert praetor("player", "erase", "Dora", "--yes", "--json").exit_code == 1
    praetor.does("player", "erase", NAME, "--yes")
    assert praetor("player", "erase", NAME, "--yes").exit_code == 1, "they were erased before"


def test_what_cannot_be_read_is_named(praetor: Praetor, tmp_path: Path) -> None:
    assert "NAME" in praetor.refuses("player", "erase")
    assert "NAME" in praetor.refuses("player", "erase", NAME, "--again", "x")
    assert "no such file" in praetor.refuses("player", "erase", "--again", tmp_path / "none", "--yes").lower()
    (tmp_path / "wrong").write_text('{"reference":"a","erased":"b"}\n{"reference":1}\n')
    assert "line 2" in praetor.refuses("player", "erase", "--again", tmp_path / "wrong", "--yes")
    assert praetor.json("player", "show", NAME)["references"]


def test_a_process_that_was_killed_is_finished_by_the_same_command(praetor: Praetor) -> None:
    line = ["-c", "from service.cli import main; main()", "--db", praetor.db, "player", "erase", NAME, "--yes"]
    with Python(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        # it waits then until others have noticed
        until(lambda: praetor.json("player", "show", NAME)["references"] == [])
        process.send_signal(signal.SIGKILL)
    assert holding(praetor.db, *WORDS), "the index of matches was not written yet"
    assert praetor.json("player", "erase", NAME, "--yes")["matches"] == 1
    assert holding(praetor.db, *WORDS) == []
    assert praetor.json("verify")["differences"] == []
