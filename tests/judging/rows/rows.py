"""Which test shows which row of the guide's tables, on which games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import pytest

from tests.games import ROWS
from tests.judging.rows.hall import Hall, Table
from tests.judging.rows.raw import Raw

Test = TypeVar("Test", bound=Callable[..., None])


class Row(NamedTuple):
    """A row: `question` or `action`, its number, and the games on which a test shows it."""

    kind: str
    number: int
    games: tuple[str, ...]


def question(number: int, *games: str) -> Callable[[Test], Test]:
    """A test of one of the questions, run on each game that does not leave it out, or on these."""
    return row("question", number, games or having("question", number))


def action(number: int, *games: str) -> Callable[[Test], Test]:
    """A test of one of the actions, run on each game that does not leave it out, or on these."""
    return row("action", number, games or having("action", number))


def having(kind: str, number: int) -> tuple[str, ...]:
    """The games that have a row."""
    return tuple(game for game, rows in ROWS.items() if (kind, number) not in rows.left_out)


def row(kind: str, number: int, games: tuple[str, ...]) -> Callable[[Test], Test]:
    def mark(test: Test) -> Test:
        marked: Any = pytest.mark.parametrize("game", games)(test)
        marked.row = Row(kind, number, games)
        return test if marked is test else cast(Test, marked)

    return mark


def rows_of(module: Any) -> list[Row]:
    """The rows that the tests of a module show."""
    return [each.row for each in vars(module).values() if hasattr(each, "row")]


def on_both(
    hall: Hall, game: str, expected: Callable[[Raw], Any], answered: Callable[[Table], Any], *, differ: bool = True
) -> None:
    """Each of the two matches of a game is answered from its own record, and what is expected of them differs."""
    tables = hall.matches[game]
    wanted = [expected(each.raw) for each in tables]
    for table, each in zip(tables, wanted, strict=True):
        found = answered(table)
        assert found == each, f"{table.id}: {first_difference(found, each)}"
    assert wanted[0] != wanted[1] or not differ, "the two matches cannot be told apart by this"


def first_difference(found: Any, wanted: Any) -> str:
    """Where two answers part."""
    if isinstance(found, (list, tuple)) and isinstance(wanted, (list, tuple)) and len(found) == len(wanted):
        return next((first_difference(*pair) for pair in zip(found, wanted, strict=True) if pair[0] != pair[1]), "")
    if isinstance(found, dict) and isinstance(wanted, dict) and found.keys() == wanted.keys():
        return next(
            f"{name}: {first_difference(found[name], wanted[name])}" for name in found if found[name] != wanted[name]
        )
    return f"answered {found!r:.1500}, by the record {wanted!r:.1500}"


def moments(raw: Raw, most: int = 12, first: int = 2) -> list[int]:
    """Some versions, spread over the whole match; the last but one is among them."""
    last = raw.newest - 1
    step = max(1, (last - first) // (most - 1))
    return [*list(range(first, last, step))[: most - 1], last]
