"""The questions of api_docs/analysts.md have the same answers on the store and, in DuckDB, on the files."""

from __future__ import annotations

import math
import re
import threading
from collections import defaultdict
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import pytest
from eventsourcing.persistence import OperationalError

from service.exports.duckdb_reader import DuckdbReader
from service.settings import Address
from service.wiring import analyst_reader
from tests.integration.exports.months import exported, live_tables, whole_rows
from tests.integration.projections.analysts import Analysts, analysts_in, brief
from tests.unit.test_layout import ROOT

TEXT = (ROOT / "api_docs" / "analysts.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(r"### (\d+\. .*?)\n.*?```sql\n(.*?)```", TEXT, re.DOTALL)
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
JUDGED = {
    "refusals": [["m-1", 1, 9, 1, "pass", "some.rule", None, None], ["m-1", 2, 9, 1, "pass", "some.rule", None, None]],
    "rulings": [["m-1", "c-1", 1, None, "judge", "given", "rewind", True, 0, 1, True]],
    "ruling_rules": [["m-1", "c-1", 1, "some.rule"]],
}


@pytest.fixture
def answers(analysts: Analysts, tmp_path: Path) -> list[tuple[str, list[Any], list[Any]]]:
    """Each question with what the store and the files answer."""
    tables = live_tables(analysts)
    with analysts.tables.database.writing() as session:
        for name, rows in JUDGED.items():
            session.insert(tables[name], rows)
    exported(analysts, tmp_path / "files")
    store, files = analyst_reader(analysts.settings, 60), DuckdbReader(tmp_path / "files", 60)
    try:
        return [(name, rows_of(store, text), rows_of(files, text)) for name, text in QUESTIONS]
    finally:
        store.close()
        files.close()


def rows_of(reader: Any, statement: str) -> list[tuple[Any, ...]]:
    found = reader.query(statement)
    assert "n" in found.columns
    return [tuple(map(plain, row)) for row in found.rows]


def plain(value: Any) -> Any:
    """A value as all three databases have it."""
    if value is None or isinstance(value, str):
        return value
    return round(float(value), 6)


def test_ten_questions_have_the_same_answers_on_store_and_files(answers: list[tuple[str, Any, Any]]) -> None:
    assert len(answers) == 10
    for name, store, files in answers:
        assert len(store) > 0, name
        assert store == files, name


def test_the_answers_are_those_of_the_rows(answers: list[tuple[str, Any, Any]]) -> None:
    told = {name.split(".")[0]: store for name, store, _ in answers}
    wins: dict[Any, list[bool]] = defaultdict(list)
    for row in whole_rows("agot_board")["seats"]:
        wins[row[2], row[1]].append(row[5] == "won")
    board = {
        (faction, seat): (n, rate, low, high)
        for game, faction, seat, n, rate, low, high in told["1"]
        if "board" in game
    }
    assert board.keys() == wins.keys()
    for key, won in wins.items():
        n, rate, low, high = board[key]
        assert (n, rate) == (len(won), sum(won) / len(won))
        assert (low, high) == pytest.approx(wilson(sum(won), len(won)), abs=1e-6)
    assert sum(row[2] for row in told["2"]) <= 4 * 2 + 6
    assert told["6"] == [("some.rule", "pass", 2, 1)]
    assert told["9"] == [("some.rule", "rewind", 1, 1)]
    challenges = 4 * len([row for row in whole_rows("agot_lcg")["agot_lcg_challenges"] if row[-1] == 0])
    assert sum(row[1] for row in told["7"]) == challenges


UNPACKED = re.search(r"Lists in columns of JSON.*?```sql\n(.*?)```.*?`(jsonb_array_elements.*?)`", TEXT, re.DOTALL)


def test_lists_in_columns_of_json_are_unpacked_on_store_and_files(analysts: Analysts, tmp_path: Path) -> None:
    """As the guide says it, and booleans within are what it says."""
    exported(analysts, tmp_path)
    assert UNPACKED is not None
    on_files, server = UNPACKED[1], isinstance(analysts.settings.db, Address)
    on_store = on_files.replace("json_each(d.legal) f", UNPACKED[2]) if server else on_files
    kept = "SELECT CAST(body ->> 'victory' AS text) AS told, COUNT(*) AS n FROM facts WHERE fact = '{}' GROUP BY 1"
    bare = kept.replace("body", "CAST(body AS jsonb)") if server else kept
    store, files = analyst_reader(analysts.settings, 60), DuckdbReader(tmp_path)
    try:
        forms = rows_of(store, on_store)
        assert forms == rows_of(files, on_files)
        assert len(forms) > 5
        won, told = "agot_board.nights_watch_counted", {"store": bare, "files": kept}
        said = {
            name: dict(rows_of(reader, told[name].format(won))) for name, reader in (("store", store), ("files", files))
        }
        assert sum(said["store"].values()) == sum(said["files"].values()) > 0
        assert said["files"].keys() <= {"true", "false"}
        assert said["store"].keys() <= ({"true", "false"} if server else {"1", "0"})
    finally:
        store.close()
        files.close()


def test_a_question_has_the_same_times_on_store_and_files(analysts: Analysts, tmp_path: Path) -> None:
    exported(analysts, tmp_path)
    asked = "SELECT match_id, opened, ended FROM matches ORDER BY match_id"
    told, readers = [], (analyst_reader(analysts.settings, 60), DuckdbReader(tmp_path))
    for reader in readers:
        told.append([(match_id, *map(moment, times)) for match_id, *times in reader.query(asked).rows])
        reader.close()
    store, files = told
    assert store == files
    assert all(time is not None for _, *times in files[:2] for time in times)


def moment(told: str | datetime | None) -> datetime | None:
    """A time in UTC: SQLite tells it as a text."""
    found = datetime.fromisoformat(told).replace(tzinfo=UTC) if isinstance(told, str) else told
    return found.astimezone(UTC) if found is not None else None


def wilson(won: int, n: int) -> tuple[float, float]:
    """The interval as books have it."""
    z, p = 1.96, won / n
    middle, half = (p + z * z / 2 / n), z * math.sqrt(p * (1 - p) / n + z * z / 4 / n / n)
    return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def test_the_examples_in_python_are_programs_and_the_first_runs(
    analysts: Analysts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(EXAMPLES) == 3
    for each in EXAMPLES:
        compile(each, "analysts.md", "exec")
    exported(analysts, tmp_path / "files")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(EXAMPLES[0], names)
    assert sum(names["won"]["match_id_count"].to_pylist()) == len(analysts.rows("seats"))
    # and the views of DuckDB in the folder itself
    monkeypatch.chdir(tmp_path / "files")
    with duckdb.connect() as connection:
        connection.execute((tmp_path / "files" / "views.sql").read_text())
        assert connection.execute("SELECT COUNT(*) FROM seats").fetchall() == [(len(analysts.rows("seats")),)]


WRITING = (
    "COPY (SELECT 2 AS a) TO '{files}/manifest.json'",
    "WITH a AS (COPY (SELECT 2 AS a) TO '{files}/manifest.json') SELECT * FROM a",
    "EXPLAIN ANALYZE COPY (SELECT 2 AS a) TO '{files}/manifest.json'",
    "EXPLAIN ANALYZE WITH a AS (COPY (SELECT 2 AS a) TO '{files}/manifest.json') SELECT * FROM a",
    "EXPORT DATABASE '{files}'",
    "ATTACH '{files}/other.db'",
    "SELECT * FROM read_text('{outside}')",
    "SELECT * FROM read_text('{files}/../outside.txt')",
    "SELECT * FROM glob('{outside}*')",
    "FROM '{outside}'",
    "SELECT 1; SELECT 2",
    "SET enable_external_access = true",
    "CREATE TABLE mine (x INTEGER)",
    "DROP VIEW seats",
    "",
)


def test_no_thread_holds_the_connection_once_a_question_is_answered(one_export: Path) -> None:
    # where a process ended then, DuckDB's binding told of leaks on standard error
    with closing(DuckdbReader(one_export, 60)) as reader:
        before = threading.enumerate()
        for number in range(20):
            assert list(reader.query(f"SELECT {number}").rows) == [(number,)]
            assert threading.enumerate() == before


@pytest.mark.parametrize("statement", WRITING)
def test_a_question_to_files_reads_no_other_and_writes_none(one_export: Path, tmp_path: Path, statement: str) -> None:
    outside = one_export.parent / "outside.txt"
    outside.write_text("a secret")
    before = {each: each.read_bytes() for each in one_export.rglob("*") if each.is_file()}
    reader = DuckdbReader(one_export)
    with pytest.raises(OperationalError):
        list(reader.query(statement.format(files=one_export, outside=outside)).rows)
    assert {each: each.read_bytes() for each in one_export.rglob("*") if each.is_file()} == before
    for question in ("FROM seats", "EXPLAIN ANALYZE SELECT 'COPY' AS \"copy\" FROM seats", "DESCRIBE seats"):
        assert list(reader.query(question).rows)
    assert list(reader.query("PIVOT seats ON seat USING COUNT(*)").rows)
    reader.close()


def test_a_question_to_files_reads_nothing_beside_whoever_asks(
    one_export: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / ".tmp" / "secret.csv"
    secret.parent.mkdir()
    secret.write_text("a,b\n1,2\n")
    monkeypatch.chdir(tmp_path)
    reader = DuckdbReader(one_export)
    [(spilled,)] = reader.query("SELECT current_setting('temp_directory')").rows
    for path in (".tmp/secret.csv", str(secret)):
        with pytest.raises(OperationalError):
            list(reader.query(f"SELECT * FROM read_csv('{path}')").rows)
    assert Path(spilled).is_dir()
    reader.close()
    assert not Path(spilled).exists()


@pytest.fixture(scope="module")
def one_export(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An export of a match; a test leaves it as it is."""
    folder = tmp_path_factory.mktemp("one")
    with analysts_in(folder / "p.db") as made:
        made.bring_in("m-1", brief("agot_lcg"))
        made.catch_up()
        exported(made, folder / "files")
    return folder / "files"
