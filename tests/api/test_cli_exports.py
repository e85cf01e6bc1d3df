"""`praetor export` on the command line: files for analysts, and what is said where they cannot be written."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from service.projector.process import project_once
from service.settings import Settings
from tests.api.cli import Praetor, simulated


@pytest.fixture(scope="module")
def praetor(tmp_path_factory: pytest.TempPathFactory) -> Praetor:
    """A store with two matches of the board game in the tables for analysts."""
    found = simulated(tmp_path_factory.mktemp("store"), 2, "--game", "agot_board", "--seats", 3)
    project_once(Settings(db=found.db))
    return found


def test_files_are_written_and_brought_up_to_date(praetor: Praetor, tmp_path: Path) -> None:
    out = tmp_path / "files"
    written = praetor("export", "parquet", "--out", out)
    manifest = json.loads((out / "manifest.json").read_bytes())
    rows = sum(each["rows"] for each in manifest["files"])
    said = f"{out}: 2 matches, {rows} rows, {len(manifest['files'])} files"
    assert written.stdout == f"{said}; months renewed 1, left as they were 0\n"
    [month] = {each["month"] for each in manifest["files"]}
    assert written.stderr == f"exporting agot_board {month}  1 of 1\n"
    again = praetor.json("export", "parquet", "--out", out)
    assert again == {"out": str(out), "renewed": [], "kept": [f"agot_board.{month}"], "matches": 2, "rows": rows}
    assert praetor.json("export", "parquet", "--out", tmp_path / "none", "--until", "2020-01-01")["matches"] == 0


def test_a_match_alone_means_its_record(praetor: Praetor) -> None:
    match_id = "m-sim-agot-board-3-1-public-1"
    assert praetor.does("export", match_id) == praetor.does("export", "record", match_id)
    assert "no such match: parquet-1" in praetor.refuses("export", "parquet-1")


def test_what_is_wrong_is_named(praetor: Praetor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "files"
    assert "--since: '31.1.2026' is no day" in praetor.refuses(
        "export", "parquet", "--out", out, "--since", "31.1.2026"
    )
    praetor.does("export", "parquet", "--out", out, "--game", "agot_board")
    refused = praetor.refuses("export", "parquet", "--out", out)
    assert "--out" in refused
    assert "because  exported: game: agot_board\n" in refused
    (tmp_path / "file").touch()
    assert "--out" in praetor.refuses("export", "parquet", "--out", tmp_path / "file" / "below")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "pyarrow is not installed: pip install 'praetor[analytics]'" in praetor.refuses(
        "export", "parquet", "--out", out
    )
