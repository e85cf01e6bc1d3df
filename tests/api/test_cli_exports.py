"""`praetor export` on the command line: files for analysts, and what is said where they cannot be written."""

from __future__ import annotations

import csv
import json
import sys
from decimal import Decimal
from io import StringIO
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from service.commands.analytics import plain_number
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
    backwards = praetor.refuses("export", "parquet", "--out", out, "--since", "2026-02-01", "--until", "2026-01-31")
    assert "--until: 2026-01-31 is before 2026-02-01" in backwards
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


COUNTED = "SELECT status, COUNT(*) AS n FROM matches GROUP BY status"


@pytest.mark.parametrize(
    ("value", "shown"), [(Decimal("101039"), 101039), (Decimal("0.20"), 0.2), (Decimal("5.0"), 5.0), ("5", "5"), (7, 7)]
)
def test_sums_and_means_are_numbers_whatever_counted_them(value: object, shown: object) -> None:
    assert (plain_number(value), type(plain_number(value))) == (shown, type(shown))


def test_a_question_is_answered_as_table_csv_and_json(praetor: Praetor, tmp_path: Path) -> None:
    assert praetor.does("ask", "analytics", COUNTED) == "status  n\n------  -\nover    2\n"
    assert praetor.does("ask", "analytics", COUNTED, "--csv") == "status,n\nover,2\n"
    answer = {"columns": ["status", "n"], "rows": [["over", 2]], "more": False}
    assert praetor.json("ask", "analytics", COUNTED) == answer
    praetor.does("export", "parquet", "--out", tmp_path / "files")
    assert praetor.json("ask", "analytics", COUNTED, "--files", tmp_path / "files") == answer
    assert "SELECT: " in praetor.refuses("ask", "analytics", ";", "--files", tmp_path / "files")
    summed = "SELECT SUM(facts) AS n, AVG(facts) AS mean FROM actions"
    asked = (
        praetor.json("ask", "analytics", summed),
        praetor.json("ask", "analytics", summed, "--files", tmp_path / "files"),
    )
    assert [[type(each) for each in found["rows"][0]] for found in asked] == [[int, float]] * 2
    limited = praetor("ask", "analytics", "SELECT seat FROM seats ORDER BY seat", "--limit", 3)
    assert (limited.stdout.split(), limited.stderr) == (
        ["seat", "----", "1", "1", "2"],
        "only the first 3 rows: --limit\n",
    )


ODD = ("-5", "=1+1", "+1", "@x", "\tx", "'=1", 'a "b", c', "two\nlines", "\u2028", "\x1b[1mx", " x ", "")


def test_csv_has_every_value_as_it_is(praetor: Praetor, tmp_path: Path) -> None:
    """Whoever reads CSV with a program gets what was asked for, from the store and from files."""
    texts = ", ".join("'{}'".format(each.replace("'", "''")) for each in ODD)
    question = f"SELECT {texts}, -5, NULL, -0.1 AS last"
    praetor.does("export", "parquet", "--out", tmp_path / "files")
    for where in ((), ("--files", tmp_path / "files")):
        told = praetor.does("ask", "analytics", question, "--csv", *where)
        [_, row] = csv.reader(StringIO(told, newline=""), strict=True)
        assert row == [*ODD, "-5", "", "-0.1"]


def test_a_question_that_is_wrong_is_told_what_is(praetor: Praetor, tmp_path: Path) -> None:
    assert "no such column: nope" in praetor.refuses("ask", "analytics", "SELECT nope FROM seats")
    assert "SELECT:" in praetor.refuses("ask", "analytics", "DROP VIEW seats")
    for nothing in ("", " ", ";", "/* x */"):
        assert "SELECT: it asks nothing" in praetor.refuses("ask", "analytics", nothing)
    endless = "SELECT COUNT(*) FROM facts a, facts b, facts c WHERE a.version <> b.version + c.version"
    said = praetor.refuses("ask", "analytics", endless, "--seconds", 0.05)
    assert "--seconds: no answer within 0.05" in said
    assert "--files" in praetor.refuses("ask", "analytics", COUNTED, "--files", tmp_path)
    praetor.does("export", "parquet", "--out", tmp_path / "files")
    for question, told in (("SELECT nope FROM seats", "nope"), (endless, said)):
        words = ("ask", "analytics", question, "--files", tmp_path / "files", "--seconds", 0.05)
        assert told in praetor.refuses(*words)


def test_files_of_another_version_or_broken_ones_are_said_to_be(praetor: Praetor, tmp_path: Path) -> None:
    praetor.does("export", "parquet", "--out", tmp_path / "files")
    words = ("ask", "analytics", COUNTED, "--files", tmp_path / "files")
    praetor.does(*words)
    [seats] = (tmp_path / "files" / "seats").glob("*/*/*.parquet")
    pq.write_table(pq.ParquetFile(seats).read().drop_columns(["went_first"]), seats)
    said = praetor.refuses(*words)
    assert ("--files" in said, "went_first" in said, "Traceback" in said) == (True, True, False)
    assert "not those of this version of Praetor: export them anew" in said
    seats.write_bytes(b"nothing")
    said = praetor.refuses(*words)
    assert ("--files" in said, "rows.parquet" in said, "Traceback" in said) == (True, True, False)


def test_an_event_without_matches_is_named(praetor: Praetor, tmp_path: Path) -> None:
    assert "EVENT: no match of 'e-1' is over" in praetor.refuses("export", "sqlite", "e-1", "--out", tmp_path / "e.db")
