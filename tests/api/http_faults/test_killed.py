"""kill -9 of a server, of one of its workers, and of the database, under load."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path
from time import sleep

import pytest

from tests.api.http_faults.load import Load, assert_nothing_lost
from tests.api.serving import Served, serving
from tests.integration.store.places import Place
from tests.patience import until
from tests.postgres import Server, database_of


def hurt(served: Served, number: int) -> None:
    """Kill the whole server and start it again, or every other time one worker of it."""
    sleep(random.Random(number).random() / 20)
    if number % 2:
        os.kill(served.workers()[0], signal.SIGKILL)
    else:
        served.kill()
        served.start()


@pytest.mark.parametrize(("kills", "between"), [(3, 150), pytest.param(11, 600, marks=pytest.mark.proof)])
def test_a_killed_server_loses_no_acknowledged_action_and_stores_no_half_one(
    place: Place, tmp_path: Path, kills: int, between: int
) -> None:
    with serving(place.db, tmp_path) as served:
        load = Load(served, 8)
        with load.running():
            for number in range(kills):
                load.goes_on(between)
                hurt(served, number)
            load.goes_on(between)
    counts = load.compare(place.db)
    print(f"{kills} kills: {counts}")
    assert_nothing_lost(counts)
    assert counts.acknowledged > between * kills
    assert counts.repeats >= kills


def refusals(served: Served) -> list[int]:
    """The statuses of the requests that were not done."""
    return [line["status"] for line in served.log() if line.get("says") == "request" and line["status"] >= 300]


def refused_once_more(served: Served) -> None:
    told = len(refusals(served))
    until(lambda: len(refusals(served)) > told)


@pytest.mark.parametrize(("crashes", "between"), [(2, 150), pytest.param(8, 600, marks=pytest.mark.proof)])
def test_a_database_that_crashes_under_load_loses_nothing(
    mortal_server: Server, tmp_path: Path, crashes: int, between: int
) -> None:
    impatient = {"PRAETOR_ACT_BUDGET": "0.5", "PRAETOR_STORE_TIMEOUT": "0.5"}
    with database_of(mortal_server.url) as db, serving(db, tmp_path, environ=impatient) as served:
        load = Load(served, 8)
        with load.running():
            for number in range(crashes):
                load.goes_on(between)
                mortal_server.crash()
                # every other time it is back before anybody has been told
                if number % 2 == 0:
                    refused_once_more(served)
                mortal_server.start()
            load.goes_on(between)
        refused = refusals(served)
        counts = load.compare(db)
    print(f"{crashes} crashes: {counts}, {len(refused)} answered 503")
    assert_nothing_lost(counts)
    assert set(refused) == {503}
