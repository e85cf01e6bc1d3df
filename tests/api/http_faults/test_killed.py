"""kill -9 of a server, of one of its workers, and of the database, under load."""

from __future__ import annotations

import os
import random
import signal
from time import sleep

import pytest

from tests.api.http_faults.load import Load, assert_nothing_lost
from tests.api.serving import Served, serving, until
from tests.postgres import database_of

FEW = 3
MANY = pytest.param(11, marks=pytest.mark.proof)


def hurt(served: Served, load: Load, number: int) -> None:
    """Kill the whole server and start it again, or every other time one worker of it, once it is under load."""
    told = len(load.acknowledged)
    until(lambda: len(load.acknowledged) >= told + 40 or load.failures)
    sleep(random.Random(number).random() / 20)
    if number % 2:
        os.kill(served.workers()[0], signal.SIGKILL)
    else:
        served.kill()
        served.start()


@pytest.mark.parametrize("kills", [FEW, MANY])
def test_a_killed_server_loses_no_acknowledged_action_and_stores_no_half_one(place, tmp_path, kills):
    with serving(place.db, tmp_path) as served:
        load = Load(served, 8)
        with load.running():
            for number in range(kills):
                hurt(served, load, number)
            until(lambda told=len(load.acknowledged): len(load.acknowledged) > told + 40 or load.failures)
    counts = load.compare(place.db)
    print(f"{kills} kills: {counts}")
    assert_nothing_lost(counts)
    assert counts.acknowledged > 40 * kills
    assert counts.repeats >= kills


@pytest.mark.parametrize("crashes", [2, pytest.param(8, marks=pytest.mark.proof)])
def test_a_database_that_crashes_under_load_loses_nothing(mortal_server, tmp_path, crashes):
    with database_of(mortal_server.url) as db, serving(db, tmp_path) as served:
        load = Load(served, 8)
        with load.running():
            for _ in range(crashes):
                told = len(load.acknowledged)
                until(lambda told=told: len(load.acknowledged) >= told + 40 or load.failures)
                mortal_server.crash()
                sleep(0.5)
                mortal_server.start()
            until(lambda told=len(load.acknowledged): len(load.acknowledged) > told + 40 or load.failures)
        refused = [line["status"] for line in served.log() if line.get("says") == "request" and line["status"] >= 300]
        counts = load.compare(db)
    print(f"{crashes} crashes: {counts}, {len(refused)} answered 503")
    assert_nothing_lost(counts)
    assert set(refused) == {503}
