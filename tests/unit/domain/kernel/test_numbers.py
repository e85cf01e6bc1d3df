"""How a number comes about: the order of its lines, and its floor, belong to the game."""

from __future__ import annotations

from domain.kernel.numbers import TraceLine, trace_number

LINES = (TraceLine("banner", 2), TraceLine("oath", 2, "multiply"), TraceLine("curse", 4, "set", 7))


def test_in_the_usual_order_the_latest_set_wins() -> None:
    assert trace_number(3, LINES).value == 4
    assert [line.how for line in trace_number(3, LINES).trace] == ["base", "add", "multiply", "set"]


def test_a_game_may_set_then_multiply_then_add() -> None:
    number = trace_number(3, LINES, order={"set": 0, "multiply": 1, "divide": 1, "add": 2})
    assert number.value == 4 * 2 + 2
    assert [line.how for line in number.trace] == ["base", "set", "multiply", "add"]


def test_a_number_is_at_least_its_floor_where_it_has_one() -> None:
    loss = (TraceLine("wound", -5),)
    assert trace_number(3, loss).value == 0
    assert trace_number(3, loss, floor=1).trace[-1] == TraceLine("floor", 1, "floor")
    assert trace_number(3, loss, floor=None).value == -2
    assert len(trace_number(3, loss, floor=None).trace) == 2


def test_nothing_is_divided_by_nothing_and_less_than_nothing_multiplies_as_nothing() -> None:
    assert trace_number(3, (TraceLine("none", 0, "divide"),)).value == 3
    assert trace_number(3, (TraceLine("less", -2, "divide"),)).value == 3
    assert trace_number(3, (TraceLine("less", -2, "multiply"), TraceLine("oath", -2, "multiply"))).value == 0
