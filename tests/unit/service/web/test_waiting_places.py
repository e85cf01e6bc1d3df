"""One after the other, a few wait, one more is turned away; nobody's fault keeps a turn, nobody's key all."""

from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from projections.windows.queries import Crowded
from service.web.waiting_places import Places, SlowQueue
from tests.patience import PATIENCE


def test_one_has_a_turn_those_who_have_a_place_wait_and_one_more_is_turned_away() -> None:
    turns, inside, go_on = SlowQueue(waiting=2, seconds=PATIENCE), Event(), Event()
    having, most = 0, 0

    def ask(first: bool = False) -> None:
        nonlocal having, most
        with turns.turn():
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
    turns = SlowQueue(waiting=1, seconds=0.01)
    with turns.turn():
        for _ in range(3):
            with pytest.raises(Crowded), turns.turn():
                raise AssertionError("there was no turn to have")
    with turns.turn():
        pass


def test_a_fault_gives_the_turn_back() -> None:
    turns = SlowQueue(waiting=0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), turns.turn():
            raise ZeroDivisionError


def test_no_key_and_no_match_takes_more_than_its_share_of_the_places() -> None:
    places = Places(6, of_key=2, of_match=3)
    taken = [places.take("ann", "m-1") for _ in range(3)] + [places.take("bert", "m-1") for _ in range(2)]
    assert taken == [True, True, False, True, False]
    # whoever has no key is bound by the match alone
    assert [places.take("", "m-2") for _ in range(4)] == [True, True, True, False]
    assert not places.take("cleo", "m-3")
    places.leave("ann", "m-1")
    assert not places.take("", "m-2")
    assert places.take("cleo", "m-3")
    places.leave("ann", "m-1")
    assert places.take("bert", "m-1")


def test_a_place_is_left_by_whoever_fails_in_it_and_nothing_of_them_is_kept() -> None:
    places = Places(1, of_key=1, of_match=1)
    for n in range(3):
        with pytest.raises(ZeroDivisionError), places.hold(f"key-{n}", f"m-{n}"):
            raise ZeroDivisionError
    assert not places._taken
    with places.hold("ann"), pytest.raises(Crowded), places.hold("bert"):
        raise AssertionError("there was no place to have")


def test_of_those_who_wait_for_a_turn_a_key_leaves_one_place_to_others() -> None:
    turns = SlowQueue(waiting=1, seconds=0.01)
    with turns.turn("ann", "m-1"):
        with pytest.raises(Crowded), turns.turn("ann", "m-2"):
            raise AssertionError("a key had every place")
        with pytest.raises(Crowded), turns.turn("bert", "m-1"):
            raise AssertionError("a match had every place")
        assert turns._places.take("bert", "m-2")
