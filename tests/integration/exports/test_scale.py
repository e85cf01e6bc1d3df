"""The benchmarks of scale, each at its smallest size."""

from contextlib import closing
from hashlib import sha256
from pathlib import Path

from service.exports.duckdb_reader import DuckdbReader
from tests.benchmarks.analytics import report_tables
from tests.benchmarks.scale.copies import copy_matches
from tests.benchmarks.scale.matches import MONTHS, STATES, report_matches
from tests.benchmarks.scale.questions import questions, report_questions, tables_read
from tests.benchmarks.scale.readjudicating import report_readjudication

GAME = "agot_lcg"


def simulate(out: Path, matches: int) -> list[str]:
    """Write so many matches, each a batch of its own. Returns what is said of it."""
    return list(report_matches(GAME, matches, out, batch=1, seed=7, jobs=1))


def sums(out: Path) -> dict[str, str]:
    return {str(each.relative_to(out)): sha256(each.read_bytes()).hexdigest() for each in out.rglob("*.parquet")}


def test_a_run_goes_on_where_one_ended_and_equal_numbers_give_equal_files(tmp_path: Path) -> None:
    simulate(tmp_path, 1)
    before = sums(tmp_path)
    # a process that dies has placed files of a batch, but not its state
    [state] = (tmp_path / STATES).iterdir()
    state.unlink()
    next(iter(tmp_path.glob("facts/*/*/*"))).write_bytes(b"of others")
    begun, first, second, *_, size, million = simulate(tmp_path, 2)
    assert begun == f"{GAME}: 0 of 2 batches of 1 matches are there"
    assert first.startswith("batch 0, 2024-01: ")
    assert second.startswith("batch 1, 2024-02: ")
    assert "bytes and" in size
    assert "a million takes" in million
    assert before.items() <= sums(tmp_path).items()
    with closing(DuckdbReader(tmp_path)) as reader:
        counted = "SELECT match_id, COUNT(*) AS n FROM facts GROUP BY match_id"
        asked = f"SELECT game, month(opened), status FROM matches m JOIN ({counted}) USING (match_id) WHERE facts = n"
        assert [*reader.query(f"{asked} ORDER BY opened").rows] == [(GAME, 1, "over"), (GAME, 2, "over")]
    assert simulate(tmp_path, 2)[0] == f"{GAME}: 2 of 2 batches of 1 matches are there"


def test_copies_are_as_many_as_asked_and_the_questions_are_asked_of_them(tmp_path: Path) -> None:
    simulate(tmp_path / "real", 1)
    assert copy_matches(tmp_path / "real", tmp_path / "copies", GAME, MONTHS + 1, tables_read()) == MONTHS + 1
    with closing(DuckdbReader(tmp_path / "copies")) as reader:
        asked = "SELECT COUNT(DISTINCT m.match_id), COUNT(DISTINCT month(m.opened) + 12 * year(m.opened))"
        assert [*reader.query(f"{asked} FROM matches m").rows] == [(MONTHS + 1, MONTHS)]
        asked = "SELECT COUNT(*), COUNT(DISTINCT player), COUNT(DISTINCT match_id) FROM seats"
        assert [*reader.query(asked).rows] == [(2 * MONTHS + 2, 2 * MONTHS + 2, MONTHS + 1)]
    first, *others = questions()
    assert len(others) == 9
    [told] = report_questions(tmp_path / "copies", times=1, asked_for=[first])
    assert told.startswith("1. How often does a faction or House win, by seat?: least ")


def test_matches_are_decided_again_by_one_worker_and_by_two() -> None:
    one, two, ratio = report_readjudication(GAME, matches=1, rounds=1, seed=7)
    assert one.startswith(f"{GAME}: 1 worker: ")
    assert two.startswith(f"{GAME}: 2 workers: ")
    assert ratio.endswith("times as fast as one by the clock")


def test_tables_are_built_beside_raw_rows() -> None:
    assert next(report_tables(1)).startswith("SQLite: ")
