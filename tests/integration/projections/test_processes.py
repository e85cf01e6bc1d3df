"""The process that projects: killed, stopped, doubled, rebuilt beside it, its server crashed; under load."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import IO, Any

import psycopg
import pytest
from eventsourcing.persistence import OperationalError

from projections import tables
from projections.tables import create
from projections.windows.store import PROJECTIONS
from service.projector.process import STANDS_BY, statuses
from service.settings import Address
from tests.forked import Python
from tests.integration.projections.models import LENGTH, Model, model_in
from tests.integration.store.places import Place
from tests.patience import PATIENCE, until
from tests.postgres import Server, database_of

MATCHES = {f"m-{seed}": seed for seed in range(1, 4)}
KILLS = 4


def praetor(db: Path | Address, *words: str, errors: IO[str] | None = None) -> Python:
    """A process of the command line."""
    named = db.conninfo if isinstance(db, Address) else str(db)
    environment = {**os.environ, "PRAETOR_DB": named, "PRAETOR_STORE_TIMEOUT": "60"}
    command = ["-c", "from service.cli import main; main()", "project", *words]
    return Python(command, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True)


@contextmanager
def running(db: Path | Address, errors: IO[str] | None = None) -> Iterator[Python]:
    process = praetor(db, "run", errors=errors)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def load(model: Model) -> Iterator[None]:
    """Matches are played on, one command after the other, while the body runs; it waits until they are through."""
    for match_id, seed in MATCHES.items():
        model.bring_in(match_id, seed, 5)
    failures: list[BaseException] = []

    def play() -> None:
        try:
            for version in range(6, LENGTH + 1):
                for match_id, seed in MATCHES.items():
                    model.go_on(match_id, seed, version)
        except BaseException as failure:
            failures.append(failure)

    player = Thread(target=play)
    player.start()
    try:
        yield
    finally:
        player.join()
    assert not failures


def reached(model: Model, match_id: str, version: int = LENGTH) -> bool:
    """Whether both read models of a match have come to a version."""
    now = model.ledger.progress(match_id)
    return now.windows == now.offers == version


def all_there(model: Model) -> None:
    """The projector has come to the end, and each event counts once."""
    for match_id in MATCHES:
        until(partial(reached, model, match_id))
    model.check(dict.fromkeys(MATCHES, LENGTH))


def position(model: Model) -> int:
    """How far the slowest projection has read."""
    return min(status.position for status in statuses(model.settings))


def further(model: Model, before: int) -> bool:
    return position(model) > before


def begun(model: Model, match_id: str) -> bool:
    return model.ledger.progress(match_id).windows > 0


def test_a_projector_that_is_killed_again_and_again_counts_each_event_once(model: Model, place: Place) -> None:
    copies = {f"m-{number}": number % 3 + 1 for number in range(22)}
    for match_id, seed in copies.items():
        model.bring_in(match_id, seed)
    model.catch_up()
    at_once = model.everything()
    for projection in PROJECTIONS:
        tables.rebuild(model.database, projection)
    newest = model.source.newest()
    stops: list[Any] = []
    while len(stops) < KILLS and position(model) < newest:
        before = position(model)
        with running(place.db):
            until(partial(further, model, before))
        stops.append(position(model))
    # killed in the middle, each time further on
    assert len(set(stops)) > 2
    with running(place.db):
        until(lambda: position(model) == newest)
    assert model.everything() == at_once


def test_a_rebuild_beside_a_running_projector_and_under_load_ends_with_the_same_rows(
    model: Model, place: Place
) -> None:
    with running(place.db), load(model):
        until(lambda: model.ledger.progress("m-1").windows > 10)
        for name in ("windows", "offers"):
            rebuild = praetor(place.db, "rebuild", name, "--json")
            assert {each["projection"] for each in json.loads(rebuild.communicate()[0])} == {
                "windows",
                "offers",
                "analytics",
            }
            assert rebuild.returncode == 0
    with running(place.db):
        all_there(model)


def test_a_rebuild_without_a_running_projector_folds_by_itself(model: Model, place: Place) -> None:
    with load(model):
        pass
    rebuild = praetor(place.db, "rebuild", "windows", "--json")
    told = json.loads(rebuild.communicate()[0])
    assert [(each["behind"], each["matches"], each["parked"]) for each in told] == [(0, len(MATCHES), [])] * 3
    model.check(dict.fromkeys(MATCHES, LENGTH))


def test_a_second_projector_stands_by_and_takes_over(model: Model, place: Place, tmp_path: Path) -> None:
    log = tmp_path / "second.log"
    model.bring_in("m-1", 1, 5)
    with running(place.db) as first:
        until(lambda: reached(model, "m-1", 5))
        with log.open("w") as errors, running(place.db, errors) as second:
            # it has asked for the right to project and was not given it
            until(lambda: STANDS_BY in log.read_text())
            assert second.poll() is None
            first.kill()
            first.wait()
            model.go_on("m-1", 1, 20)
            until(lambda: reached(model, "m-1", 20))
    model.check({"m-1": 20})


def test_a_projector_that_is_told_to_stop_stops(model: Model, place: Place) -> None:
    model.bring_in("m-1", 1, 5)
    with running(place.db) as process:
        until(lambda: model.ledger.progress("m-1").windows == 5)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


def test_a_reader_who_waits_after_a_command_is_answered_with_it(model: Model, place: Place) -> None:
    model.bring_in("m-1", 1, 5)
    with running(place.db):
        until(lambda: model.ledger.progress("m-1").windows == 5)
        for version in range(6, 26):
            model.go_on("m-1", 1, version)
            assert model.ledger.wait_for("m-1", version, PATIENCE).windows >= version


def test_a_notice_of_the_database_wakes_a_projector_before_its_poll(
    database: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.postgres.POLL", 2 * PATIENCE)
    with model_in(database) as model, ExitStack() as closed:
        lead = model.database.lead()
        assert lead is not None
        closed.enter_context(closing(lead))
        noticed = Thread(target=lead.wait, args=(Event(),))
        noticed.start()
        model.bring_in("m-1", 1, 5)
        noticed.join(PATIENCE)
        assert not noticed.is_alive()


def test_the_right_to_project_keeps_nobody_from_working_and_ends_with_its_connection(database: Address) -> None:
    lock = "SELECT pid FROM pg_locks WHERE relation = 'windows.lead'::regclass"
    with model_in(database) as model, psycopg.connect(database.conninfo, autocommit=True) as outside:
        lead = model.database.lead()
        assert lead is not None
        with closing(lead):
            [(pid,)] = outside.execute(lock).fetchall()
            # neither old rows nor a table are kept from VACUUM, however long it takes
            horizon = "SELECT state, backend_xmin, backend_xid FROM pg_stat_activity WHERE pid = %s"
            assert outside.execute(horizon, [pid]).fetchall() == [("idle in transaction", None, None)]
            outside.execute("SET lock_timeout = '2s'")
            outside.execute("VACUUM (ANALYZE)")
            create(model.database, PROJECTIONS)
            lead.wait(Event())
            outside.execute("SELECT pg_terminate_backend(%s)", [pid])
            with pytest.raises(OperationalError):
                lead.wait(Event())


def test_projecting_needs_a_store_that_was_migrated(tmp_path: Path) -> None:
    process = praetor(tmp_path / "none.db", "run")
    process.communicate()
    assert process.returncode == 2


@pytest.mark.parametrize("crashes", [2])
def test_a_projector_outlives_a_crash_of_the_server(mortal_server: Server, crashes: int) -> None:
    with database_of(mortal_server.url) as address, model_in(address) as model, running(address) as process:
        for number, (match_id, seed) in enumerate(MATCHES.items()):
            model.bring_in(match_id, seed)
            until(partial(begun, model, match_id))
            if number < crashes:
                mortal_server.crash()
                sleep(0.3)
                mortal_server.start()
        all_there(model)
        assert process.poll() is None
