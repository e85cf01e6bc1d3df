"""`praetor readjudicate` on the command line: the commands of the guide, on a store and on records."""

from __future__ import annotations

import csv
import json
import re
import shlex
from io import StringIO
from pathlib import Path

import pytest

from tests.api.cli import PLAYED, ROOT, Praetor, simulated

GUIDE = (
    (ROOT / "api_docs" / "analysts.md").read_text(encoding="utf-8").partition("## Other rules")[2].partition("\n## ")[0]
)
BOARD = "m-sim-agot-board-3-1-public-1"


def guide_blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def praetor(tmp_path_factory: pytest.TempPathFactory) -> Praetor:
    """A store with one match of each game that is over, and one that has just begun; a record of the first."""
    found = simulated(tmp_path_factory.mktemp("store"), 1)
    found.does("simulate", "--game", "agot_board", "--seats", 3, "--matches", 1, "--jobs", 1)
    opening = ("--seat", "stark=a", "--seat", "lannister=b", "--seat", "baratheon=c", "--id", "m-running")
    found.does("match", "new", "--game", "agot_board", *opening)
    (found.db.parent / "records").mkdir()
    found.does("export", PLAYED, "--out", found.db.parent / "records" / "one.jsonl")
    return found


def test_the_commands_of_the_guide_find_what_changes(praetor: Praetor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(praetor.db.parent)
    [cards] = guide_blocks("yaml")
    Path("cards.yaml").write_text(cards)
    engines, commands = guide_blocks("sh")[0].splitlines(), guide_blocks("sh")[1].splitlines()
    assert "destroyed-first" in praetor.does(*shlex.split(engines[0].removeprefix("praetor ")))
    read = praetor(*shlex.split(engines[1].removeprefix("praetor ")), "--jobs", 1)
    assert "1 matches decided again" in read.stderr
    kept, again, printed = (
        praetor(*shlex.split(line.removeprefix("praetor ")), "--jobs", 1) for line in (commands[0], *commands)
    )
    assert (kept.exit_code, again.exit_code, printed.exit_code) == (0, 0, 0), (
        kept.output + again.output + printed.output
    )
    assert "1 matches decided again, 1 differ, 2 other game; 3 now" in kept.stderr
    assert "1 matches decided again, 1 differ, 2 other game; 0 now" in again.stderr
    assert kept.stdout == again.stdout
    rows = list(csv.DictReader(StringIO(printed.stdout)))
    assert [(row["match"], row["game"], row["line"], row["running"]) for row in rows] == [
        (PLAYED, "agot_lcg", "main", "False")
    ] * len(rows)
    assert rows[-1]["kind"] in ("facts", "refused")
    found = [json.loads(line) for line in Path("changed/differences.jsonl").read_text().splitlines()]
    assert [(each["kind"], each["place"], each["card"]) for each in found] == [
        (row["kind"], row["place"], row["card"]) for row in rows
    ]
    assert isinstance(found[-1]["recorded"], dict)
    assert Path("changed/differences.csv").read_text() == printed.stdout
    page = Path("changed/report.html").read_text()
    assert page.index("<h2>How many") < page.index("<h2>Where") < page.index('<section id="d1">')
    assert f"<code>praetor match show {PLAYED} --at {rows[0]['version']}</code>" in page
    assert re.findall(r'(?:src|href)="([^"#][^"]*)"|@import|url\(|<script', page) == []


def test_todays_engine_decides_running_matches_too_where_they_are_asked_for(praetor: Praetor) -> None:
    found = praetor("readjudicate", "--store", "--form", "ndjson", "--running", "--jobs", 1)
    assert (found.exit_code, found.stdout) == (0, "")
    assert "3 matches decided again, 0 differ; 3 now, in " in found.stderr
    assert "what their seats hide stands in the rows" in found.stderr


def test_what_is_wrong_is_named(praetor: Praetor, tmp_path: Path) -> None:
    assert "--records: name record files" in praetor.refuses("readjudicate")
    assert f"--records: no file is named '{tmp_path}/*.jsonl'" in praetor.refuses(
        "readjudicate", "--records", tmp_path / "*.jsonl"
    )
    cards = tmp_path / "cards.yaml"
    cards.write_text("- id: the-roseroad\n- id: the-rosroad\n")
    refused = praetor.refuses("readjudicate", "--store", "--pool", cards)
    assert "line: 2" in refused
    assert "did you mean the-roseroad?" in refused
    cards.write_text("- id: the-roseroad\n")
    assert "agot_board has no cards that a file can change" in praetor.refuses(
        "readjudicate", "--store", "--pool", cards, "--game", "agot_board"
    )
    engines = "agot_board.ruling.siege-engine-casualties"
    assert "known: destroyed-first; like-others" in praetor.refuses(
        "readjudicate", "--store", "--rules", f"{engines}=x"
    )
    assert f"meant: {engines}" in praetor.refuses("readjudicate", "--store", "--rules", f"{engines[:-3]}=x")
    assert "--rules: 'x=y' begins with no game" in praetor.refuses("readjudicate", "--store", "--rules", "x=y")
    assert "--url: 'here' is no address" in praetor.refuses("readjudicate", "--store", "--url", "here")
    assert "No such file" in praetor.refuses("readjudicate", "--store", "--pool", tmp_path / "none")
    out = tmp_path / "out"
    out.mkdir()
    records = ("--records", praetor.db.parent / "records" / "*")
    praetor.does("readjudicate", *records, "--out", out, "--jobs", 1)
    assert "another change; choose another folder" in praetor.refuses(
        "readjudicate", "--store", "--out", out, "--pool", cards
    )
