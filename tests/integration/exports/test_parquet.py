"""A folder of Parquet files says what the tables say, by game and month, and is whole at every moment."""

from __future__ import annotations

import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from domain.games import GAMES
from projections.analytics.column_types import views_of
from projections.analytics.match_filter import MatchFilter
from projections.analytics.schema import all_tables, layout_number
from service.exports import atomic_folder as folders
from service.exports.atomic_folder import ExportFolder, FolderInUse
from service.exports.exported_rows import RuleSet
from service.exports.parquet_export import OtherFilter, export_parquet
from service.exports.parquet_files import ARROW_TYPES
from tests.forked import run
from tests.integration.exports.dying import Died, count_steps
from tests.integration.exports.months import (
    MONTHS,
    TOLD,
    change,
    check_whole,
    exported,
    parquet_files,
    rows_of,
    told_of_every_game,
)
from tests.integration.projections.analysts import Analysts, whole


def test_each_table_is_told_with_its_types_and_what_its_columns_mean(analysts: Analysts, tmp_path: Path) -> None:
    told_of_every_game(analysts)
    manifest = exported(analysts, tmp_path / "out").manifest
    check_whole(tmp_path / "out", manifest)
    assert {each.game for each in manifest.files} == {*GAMES}
    filled = 0
    for view in views_of(all_tables()):
        found = [row for each in manifest.files if each.table == view.name for row in told_rows(tmp_path / "out", each)]
        expected = [told_row(row) for row in analysts.rows(view.table, undone=view.undone) if "game" not in row]
        if view.name != "matches":
            assert sorted(found, key=repr) == sorted(expected, key=repr), view.name
        filled += bool(found)
    assert filled > 25, filled
    [first] = [each for each in manifest.files if each.path == "windows/game=agot_lcg/month=2026-01/rows.parquet"]
    schema = pq.read_schema(tmp_path / "out" / first.path)
    [windows] = [view for view in views_of(all_tables()) if view.name == "windows"]
    assert schema.metadata[b"description"].decode() == windows.comment
    for column in windows.columns:
        field = schema.field(column.name)
        assert field.metadata[b"description"].decode() == column.description
        assert (field.type, field.nullable) == (ARROW_TYPES[column.type], column.optional)


def told_rows(out: Path, each: Any) -> list[dict[str, Any]]:
    return [told_row(row) for row in rows_of(out, each)]


def told_row(row: dict[str, Any]) -> dict[str, Any]:
    """A row with its times and booleans as both stores and the file may have them."""
    return {name: plain(value) for name, value in row.items()}


def plain(value: Any) -> Any:
    if isinstance(value, str) and len(value) == 26 and value[10] == " ":
        value = datetime.fromisoformat(value).replace(tzinfo=UTC)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return int(value) if isinstance(value, bool) else value


def test_matches_lie_in_the_month_in_which_they_were_opened(analysts: Analysts, tmp_path: Path) -> None:
    result = exported(analysts, tmp_path)
    assert [each.name for each in result.renewed] == MONTHS
    found = {
        row["match_id"]: (each.game, each.month)
        for each in result.manifest.files
        if each.table == "matches"
        for row in rows_of(tmp_path, each)
    }
    months = {match_id: opened[:7] or "undated" for match_id, (_, opened) in TOLD.items()}
    assert found == {match_id: (game, months[match_id]) for match_id, (game, _) in TOLD.items()}
    assert result.manifest.matches == len(TOLD)
    times = pq.read_table(tmp_path / "matches" / "game=agot_lcg" / "month=2026-01")["opened"]
    assert times.to_pylist() == [datetime(2026, 1, 31, 23, 59, 59, 500_000, tzinfo=UTC)]


def test_what_was_undone_lies_apart(on_sqlite: Analysts, tmp_path: Path) -> None:
    manifest = exported(on_sqlite, tmp_path).manifest
    for each in manifest.files:
        undone = [row for row in rows_of(tmp_path, each) if "place" in row and "undone_by" in row]
        assert len(undone) == (each.rows if each.table.startswith("undone_") else 0), each.path
    assert any(each.table == "undone_facts" for each in manifest.files)


def test_the_manifest_says_what_made_the_rows(on_sqlite: Analysts, tmp_path: Path) -> None:
    told_of_every_game(on_sqlite)
    told = exported(on_sqlite, tmp_path).manifest
    read = msgspec.json.decode((tmp_path / "manifest.json").read_bytes(), type=type(told))
    assert read == told
    assert (told.format, told.schema, told.chosen) == (1, layout_number(), MatchFilter())
    pools = {game: whole(game).raw[0]["pool"] for game in GAMES}
    assert told.rule_sets == [RuleSet(game, whole(game).raw[-1]["engine"], pools[game]) for game in sorted(pools)]
    counted = {table.name: table.rows for table in told.tables}
    assert counted["seats"] == len(on_sqlite.rows("seats"))
    assert counted["undone_facts"] == len(on_sqlite.rows("facts", undone=True))


def inodes(out: Path) -> dict[str, int]:
    return {each: (out / each).stat().st_ino for each in parquet_files(out)}


def test_only_months_that_changed_are_written(on_sqlite: Analysts, tmp_path: Path) -> None:
    exported(on_sqlite, tmp_path)
    before = inodes(tmp_path)
    again = exported(on_sqlite, tmp_path)
    assert (again.renewed, [each.name for each in again.kept]) == ([], MONTHS)
    assert inodes(tmp_path) == before
    change(on_sqlite, "event_id", "e-1", "m-2")
    changed = exported(on_sqlite, tmp_path)
    assert [each.name for each in changed.renewed] == ["agot_lcg.2026-02"]
    after = inodes(tmp_path)
    assert {path for path in after if after[path] != before[path]} == {
        path for path in after if "agot_lcg/month=2026-02" in path
    }
    check_whole(tmp_path, changed.manifest)


def test_a_month_without_matches_any_more_goes(on_sqlite: Analysts, tmp_path: Path) -> None:
    exported(on_sqlite, tmp_path)
    change(on_sqlite, "opened", "2026-02-10 00:00:00.000000", "m-1")
    moved = exported(on_sqlite, tmp_path)
    assert [each.name for each in moved.renewed] == ["agot_lcg.2026-01", "agot_lcg.2026-02"]
    assert not [*tmp_path.rglob("month=2026-01")]
    check_whole(tmp_path, moved.manifest)
    assert exported(on_sqlite, tmp_path).renewed == []


def test_a_file_that_was_lost_is_written_again(on_sqlite: Analysts, tmp_path: Path) -> None:
    manifest = exported(on_sqlite, tmp_path).manifest
    (tmp_path / manifest.files[0].path).unlink()
    assert [each.name for each in exported(on_sqlite, tmp_path).renewed] == [MONTHS[0]]
    check_whole(tmp_path, manifest)


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({"game": "agot_board"}, ["m-3"]),
        ({"since": "2026-02-01"}, ["m-2", "m-3", "m-5"]),
        ({"until": "2026-02-01"}, ["m-1", "m-2"]),
        ({"since": "2026-02-01", "until": "2026-02-03", "game": "agot_lcg"}, ["m-2", "m-5"]),
        ({"event": "e-1"}, ["m-5"]),
    ],
)
def test_a_filter_chooses_matches(
    analysts: Analysts, tmp_path: Path, chosen: dict[str, str], expected: list[str]
) -> None:
    change(analysts, "event_id", "e-1", "m-5")
    manifest = exported(analysts, tmp_path, **chosen).manifest
    for table in ("matches", "facts", "undone_facts"):
        ids = {row["match_id"] for each in manifest.files if each.table == table for row in rows_of(tmp_path, each)}
        assert sorted(ids) == expected, table
    assert manifest.matches == len(expected)
    with pytest.raises(OtherFilter):
        exported(analysts, tmp_path)


def test_two_processes_do_not_write_at_once(on_sqlite: Analysts, tmp_path: Path) -> None:
    with ExportFolder(tmp_path).writing(), pytest.raises(FolderInUse):
        exported(on_sqlite, tmp_path)


# how many steps a process takes before it dies, one after the other
DEATHS = (0, 1, 2, 40, 80, 120, 200)


def test_whenever_it_dies_every_file_is_whole_and_it_goes_on(
    on_sqlite: Analysts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole_export = exported(on_sqlite, tmp_path / "whole")
    hashes = {each.path: each.sha256 for each in whole_export.manifest.files}
    steps: list[int] = []
    limit = count_steps(monkeypatch, steps)
    out = tmp_path / "out"
    for last in DEATHS:
        limit["until"] = last
        steps.clear()
        with pytest.raises(Died):
            exported(on_sqlite, out)
        for path in parquet_files(out):
            assert folders.sha256_of(out / path) == hashes[path]
    limit["until"] = sys.maxsize
    done = len(ExportFolder(out).months())
    finished = exported(on_sqlite, out)
    assert (len(finished.kept), len(finished.renewed)) == (done, len(MONTHS) - done)
    assert done > 0
    assert {each.path: each.sha256 for each in finished.manifest.files} == hashes
    check_whole(out, finished.manifest)


KILLED = """
import os, signal, sys
from pathlib import Path
from service.exports.parquet_export import export_parquet
from projections.analytics.match_filter import MatchFilter
from service.settings import read_settings
from service.wiring import analytics_tables

def die(month, done, months):
    if done == 2:
        os.kill(os.getpid(), signal.SIGKILL)

export_parquet(analytics_tables(read_settings(os.environ)), MatchFilter(), Path(sys.argv[1]), die)
"""


def test_progress_is_told_within_a_month_too(on_sqlite: Analysts, tmp_path: Path) -> None:
    told: list[tuple[str, float, int]] = []
    export_parquet(on_sqlite.tables, MatchFilter(), tmp_path, lambda month, *done: told.append((month.name, *done)))
    assert [each for each, done, _ in told if done == int(done)][::2] == MONTHS
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)
    assert len({done for _, done, _ in told}) == len(MONTHS) * len(views_of(all_tables()))
    assert {of for _, _, of in told} == {len(MONTHS)}


def test_a_killed_export_goes_on(analysts: Analysts, tmp_path: Path) -> None:
    db = getattr(analysts.settings.db, "conninfo", str(analysts.settings.db))
    killed = run(["-c", KILLED, tmp_path], env={**os.environ, "PRAETOR_DB": db})
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert not (tmp_path / "manifest.json").exists()
    finished = exported(analysts, tmp_path)
    assert [each.name for each in finished.kept] == MONTHS[:2]
    check_whole(tmp_path, finished.manifest)


def test_rows_are_streamed(analysts: Analysts) -> None:
    source = f"{analysts.prefix}facts"
    with analysts.reading() as session:
        endless = session.stream(f"SELECT a.version FROM {source} a, {source} b, {source} c WHERE a.version > ?", [0])
        assert [next(endless) for _ in range(3)]


def test_a_large_month_is_written_in_row_groups(
    on_sqlite: Analysts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.exports.exported_rows.AT_ONCE", 1)
    monkeypatch.setattr("service.exports.parquet_files.GROUP_ROWS", 1000)
    monkeypatch.setattr("service.exports.parquet_files.PART", 500)
    told = export_parquet(on_sqlite.tables, MatchFilter(), tmp_path / "parts").manifest
    path = "facts/game=agot_lcg/month=2026-02/rows.parquet"
    read = pq.ParquetFile(tmp_path / "parts" / path)
    groups = [read.metadata.row_group(number).num_rows for number in range(read.num_row_groups)]
    assert set(groups[:-1]) == {1000}
    monkeypatch.undo()
    at_once = exported(on_sqlite, tmp_path / "whole").manifest
    assert [each.rows for each in told.files] == [each.rows for each in at_once.files]
    assert pa.Table.equals(read.read(), pq.ParquetFile(tmp_path / "whole" / path).read())
