"""Records: lossless out and in, and every fault of one named."""

from __future__ import annotations

import json
from pathlib import Path
from stat import S_IMODE

import pytest

from tests.api.cli import PLAYED, Praetor, migrated, simulated


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Praetor:
    return simulated(tmp_path_factory.mktemp("records"))


def record_of(praetor: Praetor, folder: Path) -> Path:
    path = folder / "match.jsonl"
    praetor.does("export", PLAYED, "--out", path)
    return path


def with_line(path: Path, number: int, **fields: object) -> Path:
    """The same record with some fields of one line (from 1) changed."""
    lines = path.read_text().splitlines()
    lines[number - 1] = json.dumps(json.loads(lines[number - 1]) | fields)
    changed = path.with_name("changed.jsonl")
    changed.write_text("\n".join(lines) + "\n")
    return changed


def test_a_record_brought_in_and_exported_again_is_equal_byte_for_byte(played: Praetor, tmp_path: Path) -> None:
    path = record_of(played, tmp_path)
    other = migrated(tmp_path)
    assert "brought in" in other.does("import", path)
    again = tmp_path / "again.jsonl"
    other.does("export", PLAYED, "--out", again)
    assert again.read_bytes() == path.read_bytes()
    assert other.json("match", "show", PLAYED) == played.json("match", "show", PLAYED)


def test_the_same_record_again_is_nothing_to_do(played: Praetor, tmp_path: Path) -> None:
    path = record_of(played, tmp_path)
    assert "nothing to do" in played.does("import", path)
    assert played.json("import", path)["new"] is False


def test_another_match_of_the_same_id_is_refused(played: Praetor, tmp_path: Path) -> None:
    path = record_of(played, tmp_path)
    other = migrated(tmp_path)
    other.does("match", "new", "--position", position(tmp_path), "--id", PLAYED)
    assert f"another match has the id {PLAYED}" in other.refuses("import", path)


def position(folder: Path) -> Path:
    path = folder / "position.yaml"
    path.write_text("at: challenges.action\nplayers: {alice: {}, bob: {}}\n")
    return path


def test_a_changed_payload_breaks_the_chain_at_its_version(played: Praetor, tmp_path: Path) -> None:
    path = record_of(played, tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"wait":', b'"wait": ', 1)
    path.write_bytes(b"".join(lines))
    told = migrated(tmp_path).refuses("import", path)
    assert "hash chain is broken at version 3" in told


@pytest.mark.parametrize(
    ("line", "fields", "named"),
    [
        (1, {"record": 2}, "line 1: record"),
        (1, {"versions": 3}, "line 1: versions"),
        (1, {"seed": "abc"}, "line 1: seed"),
        (1, {"colour": "red"}, "colour"),
        (4, {"version": 9}, "line 4: version"),
        (4, {"head": "00"}, "line 4: head"),
    ],
)
def test_a_faulty_record_names_line_and_field(
    played: Praetor, tmp_path: Path, line: int, fields: dict[str, object], named: str
) -> None:
    path = with_line(record_of(played, tmp_path), line, **fields)
    assert named in migrated(tmp_path).refuses("import", path)


def test_a_record_for_a_seat_is_marked_and_cannot_be_brought_in(played: Praetor, tmp_path: Path) -> None:
    path = tmp_path / "alice.jsonl"
    played.does("export", PLAYED, "--as", "alice", "--out", path)
    header = json.loads(path.read_text().splitlines()[0])
    assert header["complete"] is False
    assert "seed" not in header
    assert "complete" in migrated(tmp_path).refuses("import", path)


def test_a_file_that_is_no_record_is_named(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text("")
    praetor = migrated(tmp_path)
    assert "empty.jsonl: line 1" in praetor.refuses("import", path)
    assert "missing.jsonl" in praetor.refuses("import", tmp_path / "missing.jsonl")
    path.write_text("{} {}")
    assert "line 1: not JSON: Extra data at byte 3" in praetor.refuses("import", path)


def test_what_is_exported_is_for_its_owner_alone_also_in_a_file_that_was_there(played: Praetor, tmp_path: Path) -> None:
    new, there = tmp_path / "new", tmp_path / "there"
    there.touch(0o644)
    for path in (new, there):
        played.does("export", PLAYED, "--out", path)
        assert S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_cannot_be_written_is_named(played: Praetor, tmp_path: Path) -> None:
    assert "No such file" in played.refuses("export", PLAYED, "--out", tmp_path / "nowhere" / "record")
