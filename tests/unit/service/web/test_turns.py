"""Turns: one after the other, a few wait, one more is turned away; nobody's fault keeps a turn."""

from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from projections.windows.queries import Crowded
from service.web.turns import Turns
from tests.patience import PATIENCE


def test_one_has_a_turn_those_who_have_a_place_wait_and_one_more_is_turned_away() -> None:
    turns, inside, go_on = Turns(waiting=2, seconds=PATIENCE), Event(), Event()
    having, most = 0, 0

    def ask(first: bool = False) -> None:
        nonlocal having, most
        with turns.one():
            having += 1
            most = max(most, having)
            if first:
                inside.set()
                assert go_on.wait(PATIENCE)
            having -= 1

    with ThreadPoolExecutor(4) as others:
        waiting: list[Future[bool | None]] = [others.submit(ask, True)]
        assert inside.wait(PATIENCE)
        arrived = Barrier(3)

        def come() -> bool:
            arrived.wait(PATIENCE)
            try:
                ask()
            except Crowded:
                # whoever is turned away lets the others go on: nobody has had a turn before
                go_on.set()
                return False
            return True

        waiting += [others.submit(come) for _ in range(3)]
        assert sorted(bool(each.result(PATIENCE)) for each in waiting[1:]) == [False, True, True]
    assert most == 1


def test_who_waits_too_long_is_turned_away_and_leaves_the_place_to_another() -> None:
    turns = Turns(waiting=1, seconds=0.01)
    with turns.one():
        for _ in range(3):
            with pytest.raises(Crowded), turns.one():
                raise AssertionError("there was no turn to have")
    with turns.one():
        pass


def test_a_fault_gives_the_turn_back() -> None:
    turns = Turns(waiting=0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), turns.one():
            raise ZeroDivisionError
