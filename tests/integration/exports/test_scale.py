"""The benchmarks of scale, each at its smallest size."""

from contextlib import closing
from hashlib import sha256
from pathlib import Path

from service.exports.duckdb_reader import DuckdbReader
from tests.benchmarks.scale.matches import STATES, report_matches

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
