"""Records that an earlier state of the code wrote are decided by today's as they were then."""

from pathlib import Path

import pytest

from domain.games import GAMES
from tests.corpus import COMMITTED, decided_again, read, renames, with_names

RECORDS = sorted(COMMITTED.glob("*.jsonl.gz"))
FACT = b'"kernel.waiting"'


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.partition(".")[0])
def test_what_was_recorded_is_decided_again(path: Path) -> None:
    assert list(decided_again(read(path), renames())) == []


def test_there_are_records_of_every_game() -> None:
    assert {path.name.partition("-")[0] for path in RECORDS} == set(GAMES)


def test_another_decision_is_told() -> None:
    lines = read(RECORDS[0])
    told = [n for n, line in enumerate(lines) if FACT in line]
    assert told
    lines[told[-1]] = lines[told[-1]].replace(FACT, b'"kernel.waited"')
    with pytest.raises(Exception, match=r"kernel\.waited"):
        list(decided_again(lines, {}))
    cut = read(RECORDS[0])[:-1]
    assert [each.place for each in decided_again(cut, {})] == ["end"]


def test_a_record_is_read_under_the_new_names() -> None:
    lines = read(RECORDS[0])
    old = [line.replace(FACT, b'"kernel.waited"') for line in lines]
    assert old != lines
    assert list(decided_again(old, {"kernel.waited": "kernel.waiting"})) == []
    assert with_names(lines[1], {}) is lines[1]
