"""Every row of the guide's tables has its test here, on every game or with the reason that the table gives."""

from __future__ import annotations

import ast
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest

import tests.games
from domain.games import GAMES
from tests.api.http.judges_guide import GUIDE, Row, rows
from tests.games import ROWS
from tests.judging.rows.rows import rows_of

MODULES = (
    "test_timing",
    "test_legality",
    "test_state",
    "test_remedying",
    "test_conduct",
    "test_actions",
    "test_rulings",
)
TABLE = [
    (("question" if place < 25 else "action", row.number), row) for place, row in enumerate(rows(GUIDE.read_text()))
]


def shown() -> dict[tuple[str, int], tuple[set[str], set[str]]]:
    """For each row the files that show it, and the games on which they do."""
    found: dict[tuple[str, int], tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for name in MODULES:
        for row in rows_of(import_module(f"tests.judging.rows.{name}")):
            files, games = found[row.kind, row.number]
            files.add(f"tests/judging/rows/{name}.py")
            games.update(row.games)
    return found


@pytest.mark.parametrize(("number", "row"), TABLE, ids=[f"{kind}-{number}" for (kind, number), _ in TABLE])
def test_a_row_is_shown_on_every_game_or_the_table_says_why_not(number: tuple[str, int], row: Row) -> None:
    files, games = shown()[number]
    tests, remark = set(row.tests), row.remark
    assert files
    assert files <= tests, "the table names the file"
    assert games == {game for game, brought in ROWS.items() if number not in brought.left_out}
    for brought in ROWS.values():
        assert (f"not in {brought.called}" in remark) == (number in brought.left_out)
        assert brought.left_out.get(number, "") in remark


def test_every_row_is_in_the_table_once() -> None:
    assert [number for number, _ in TABLE] == sorted(shown(), key=lambda each: (each[0] != "question", each[1]))


def test_what_is_expected_is_read_from_the_record_without_the_service() -> None:
    here, games = Path(__file__).parent, Path(str(tests.games.__file__)).parent
    read = [here / "raw.py", here / "folded.py", games / "row_tests.py", *(games / f"{game}_rows.py" for game in GAMES)]
    for name in read:
        tree = ast.walk(ast.parse(name.read_text()))
        imported = {each.module or "" for each in tree if isinstance(each, ast.ImportFrom)}
        assert not [each for each in imported if each.startswith(("domain", "projections", "service"))], name
