"""Watched code: a function is watched whoever holds it, closures and generators too, and is itself again afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import FunctionType, GeneratorType

import pytest

from domain.kernel.citing import function_of
from service.tools.watched_code import watched


def doubled(number: int, *, more: int = 0) -> int:
    """Twice a number."""
    return 2 * number + more


def counted(most: int) -> Iterator[int]:
    yield from range(most)


def broken() -> None:
    raise ValueError("as it should")


def made(step: int) -> Callable[[int], int]:
    def go(number: int) -> int:
        return number + step

    return go


HELD = {"doubled": doubled}


def test_what_a_function_returns_is_noted_whoever_holds_it() -> None:
    noted: list[object] = []
    own = doubled.__code__
    with watched(function_of(doubled), noted.append):
        assert (HELD["doubled"](2, more=1), doubled(3)) == (5, 6)
    assert noted == [5, 6]
    assert (doubled(4), noted, doubled.__code__) == (8, [5, 6], own)


def test_a_function_is_watched_once_where_that_is_enough() -> None:
    noted: list[object] = []
    own = doubled.__code__
    with watched(function_of(doubled), noted.append, once=True):
        doubled(1)
        assert doubled.__code__ is own
        doubled(2)
    assert noted == [2]


def test_closures_of_one_code_are_watched_apart() -> None:
    noted: list[object] = []
    one, other = made(1), made(10)
    with watched(function_of(one), noted.append):
        assert (one(1), other(1)) == (2, 11)
    assert noted == [2]


def test_a_generator_runs_as_it_would() -> None:
    noted: list[object] = []
    with watched(function_of(counted), noted.append):
        waiting = counted(3)
        assert (type(waiting), noted) == (GeneratorType, [])
        assert [*waiting] == [0, 1, 2]
    assert [type(each) for each in noted] == [GeneratorType]
    assert [*counted(2)] == [0, 1]


@pytest.mark.parametrize("once", [False, True])
def test_what_a_function_raises_is_raised_and_not_noted(once: bool) -> None:
    noted: list[object] = []
    function: FunctionType = function_of(broken)
    with watched(function, noted.append, once=once), pytest.raises(ValueError, match="as it should"):
        broken()
    assert noted == []
