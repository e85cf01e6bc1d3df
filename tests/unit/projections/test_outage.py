"""A database that is down is tried by one caller at a time, and the others are refused at once."""

from __future__ import annotations

import pytest
from eventsourcing.persistence import OperationalError

from projections import outage as module
from projections.outage import PAUSE, Outage, outage_of


class Clock:
    """The time, set by the test."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    set_by_test = Clock()
    monkeypatch.setattr(module, "monotonic", set_by_test)
    return set_by_test


class Shop:
    """A database and what a process knows of it; `reached` counts how often it was reached for."""

    def __init__(self) -> None:
        self.outage = Outage("shop")
        self.is_open = True
        self.reached = 0

    def reach(self) -> None:
        self.reached += 1
        self.answer()

    def answer(self) -> None:
        if not self.is_open:
            raise ConnectionError

    def asks(self) -> None:
        with self.outage.asking(self.reach):
            self.answer()

    def closes(self) -> None:
        """It is down, and somebody has found it so."""
        self.is_open = False
        with pytest.raises(ConnectionError):
            self.asks()

    def refuses(self) -> None:
        """Check that who asks now is refused, and nobody reaches for it."""
        before = self.reached
        with pytest.raises(OperationalError, match="shop: it did not answer a moment ago"):
            self.asks()
        assert self.reached == before


def test_while_it_answers_any_number_ask_and_nobody_tries_before() -> None:
    shop = Shop()
    with shop.outage.asking(shop.reach):
        shop.asks()
    shop.asks()
    assert shop.reached == 0


def test_after_a_failure_nobody_tries_for_a_moment_and_then_one_until_it_is_reached(clock: Clock) -> None:
    shop = Shop()
    shop.closes()
    for number in range(1, 4):
        shop.refuses()
        clock.now += PAUSE
        with pytest.raises(ConnectionError):
            shop.asks()
        assert shop.reached == number
    shop.is_open = True
    shop.refuses()
    clock.now += PAUSE
    shop.asks()
    assert shop.reached == 4
    with shop.outage.asking(shop.reach):
        shop.asks()
    assert shop.reached == 4


def test_while_somebody_tries_all_others_are_refused(clock: Clock) -> None:
    shop = Shop()
    shop.closes()
    clock.now += PAUSE
    shop.is_open = True

    def reach() -> None:
        clock.now += 10 * PAUSE
        shop.refuses()

    with shop.outage.asking(reach):
        # it was reached: all may ask
        shop.asks()
    assert shop.reached == 0


def test_a_process_knows_the_same_of_one_database_whoever_asks_it() -> None:
    assert outage_of("host=a", "a") is outage_of("host=a", "a")
    assert outage_of("host=a", "a") is not outage_of("host=b", "a")
