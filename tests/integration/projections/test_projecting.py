"""Projecting: the tables are what the stored events say, whatever happens to the projector."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from eventsourcing.persistence import OperationalError
from msgspec import structs

from projections import tables
from projections.database import Database
from projections.runner import Projector, catch_up
from projections.tables import Overtaken, Projection
from projections.windows.store import PROJECTIONS, WINDOW_LEDGER, WINDOWS
from service.projector.process import ProjectionStatus, statuses
from service.settings import Address
from tests.integration.projections.models import LENGTH, Model, model_in
from tests.integration.store.places import Place
from tests.patience import PATIENCE, until

MATCHES = {"m-a": 1, "m-b": 2, "m-c": 3}


def filled(model: Model) -> dict[str, int]:
    for match_id, seed in MATCHES.items():
        model.bring_in(match_id, seed)
    return dict.fromkeys(MATCHES, LENGTH)


def ledger_statuses(model: Model) -> list[ProjectionStatus]:
    """How far the projections are that these tests run: windows and offers."""
    names = {each.name for each in PROJECTIONS}
    return [each for each in statuses(model.settings) if each.projection in names]


def test_the_tables_say_what_the_stored_events_say(model: Model) -> None:
    versions = filled(model)
    model.catch_up()
    model.check(versions)
    assert all(status.behind == 0 and not status.parked for status in ledger_statuses(model))


@pytest.mark.parametrize("batch", [1, 7])
def test_the_size_of_a_batch_makes_no_difference(model: Model, batch: int) -> None:
    model.bring_in("m-a", 1, 60)
    model.bring_in("m-b", 2, 60)
    for projection in PROJECTIONS:
        projector = Projector(structs.replace(projection, batch=batch), model.source, model.database, hot=1)
        while projector.turn():
            pass
    model.check({"m-a": 60, "m-b": 60})


def test_a_projector_with_an_empty_memory_goes_on_where_another_stopped(model: Model) -> None:
    model.bring_in("m-a", 1, 30)
    model.catch_up()
    for version in (31, 50, 51, LENGTH):
        model.go_on("m-a", 1, version)
        model.catch_up()
    model.check({"m-a": LENGTH})


def test_matches_that_leave_memory_are_folded_again(model: Model) -> None:
    projectors = [Projector(each, model.source, model.database, hot=1) for each in PROJECTIONS]
    for version in (1, 20, 40):
        for match_id in MATCHES:
            if version == 1:
                model.bring_in(match_id, MATCHES[match_id], 1)
            model.go_on(match_id, MATCHES[match_id], version)
            for projector in projectors:
                projector.turn()
    model.check(dict.fromkeys(MATCHES, 40))


def test_events_that_are_folded_already_change_nothing(model: Model) -> None:
    versions = filled(model)
    model.catch_up()
    before = model.everything()
    with model.database.writing() as session:
        session.write("UPDATE tracking SET position = 5")
    model.catch_up()
    assert model.everything() == before
    model.check(versions)


def test_a_batch_that_fails_leaves_nothing_behind_and_is_taken_again(
    model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = filled(model)
    before = model.everything()
    real, calls = type(model.database.writing().__enter__()).upsert, []

    def failing(self: Any, table: Any, rows: Any) -> None:
        calls.append(table.name)
        real(self, table, rows)
        if len(calls) == 2:
            raise OperationalError("the disk is full")

    projectors = model.projectors()
    monkeypatch.setattr(type(model.database.writing().__enter__()), "upsert", failing)
    with pytest.raises(OperationalError, match="the disk is full"):
        projectors[0].turn()
    assert model.everything() == before
    for projector in projectors:
        while projector.turn():
            pass
    model.check(versions)


def test_two_projectors_by_turns_do_each_others_work_once(model: Model) -> None:
    filled(model)
    one, two = model.projectors(), model.projectors()
    small = [structs.replace(each, batch=20) for each in PROJECTIONS]
    for projector, projection in zip([*one, *two], [*small, *small], strict=True):
        projector.projection = projection
    while sum(projector.turn() for pair in zip(one, two, strict=True) for projector in pair):
        pass
    model.check(dict.fromkeys(MATCHES, LENGTH))


def write_at(model: Model, position: int) -> None:
    with model.database.writing() as session:
        session.upsert(WINDOWS, [("m-x", 1, 1, "action", "x", 1, "{}")])
        tables.advance(session, WINDOW_LEDGER, position, 7)


def test_a_position_that_somebody_else_moved_is_not_overwritten(model: Model) -> None:
    with model.database.writing() as session:
        tables.advance(session, WINDOW_LEDGER, 0, 5)
    with pytest.raises(Overtaken):
        write_at(model, 0)
    assert model.rows(WINDOWS) == []


def test_one_process_at_a_time_may_project(model: Model) -> None:
    first = model.database.lead()
    assert first is not None
    assert model.database.lead() is None
    first.close()
    # a server lets go of what a closed connection held a moment later
    again = until(model.database.lead)
    assert again is not None
    again.close()


# --- parked matches


GOOD, POISON = '"kind":"action"', '"kind":"poison"'


def poisoned(model: Model, place: Place) -> None:
    """One event of the second match cannot be read any more; the other matches were stored around it."""
    model.bring_in("m-b", 2)
    place.spoil(70, GOOD, POISON)
    model.bring_in("m-a", 1, 60)
    model.bring_in("m-c", 3, 60)


def test_an_event_that_cannot_be_folded_parks_its_match_and_the_rest_goes_on(model: Model, place: Place) -> None:
    poisoned(model, place)
    model.catch_up()
    parked = ledger_statuses(model)
    place.spoil(70, POISON, GOOD)
    model.check({"m-a": 60, "m-b": 69, "m-c": 60})
    for status in parked:
        assert status.behind == 0
        assert [(each.match_id, each.version) for each in status.parked] == [("m-b", 70)]
        assert status.parked[0].error.startswith("ValidationError in ")


def test_a_parked_match_stays_parked_until_it_is_asked_again(model: Model, place: Place) -> None:
    model.bring_in("m-b", 2, 80)
    place.spoil(70, GOOD, POISON)
    model.catch_up()
    place.spoil(70, POISON, GOOD)
    model.go_on("m-b", 2, LENGTH)
    model.catch_up()
    model.check({"m-b": 69})
    assert tables.unpark(model.database, "m-b") == 2
    model.catch_up()
    model.check({"m-b": LENGTH})
    assert not any(status.parked for status in statuses(model.settings))


def test_a_parked_match_that_is_asked_again_too_early_is_parked_again(model: Model, place: Place) -> None:
    poisoned(model, place)
    model.catch_up()
    before = model.everything()
    tables.unpark(model.database, "m-b")
    model.catch_up()
    assert model.everything() == before


def test_a_match_that_is_not_parked_cannot_be_asked_again(model: Model) -> None:
    assert tables.unpark(model.database, "m-a") == 0


# --- anew


def migrated_anew(database: Database, projection: Projection) -> None:
    """What a migration does where the layout of a read model has changed."""
    tables.create(database, [structs.replace(projection, layout=projection.layout + 1)])


def somebody_waits(address: Address) -> bool:
    """Whether a transaction of a server waits for what another one has locked."""
    with psycopg.connect(address.conninfo) as outside:
        return outside.execute("SELECT FROM pg_locks WHERE NOT granted").fetchone() is not None


def test_a_rebuild_gives_the_same_tables(model: Model) -> None:
    filled(model)
    model.catch_up()
    before = model.everything()
    for projection in PROJECTIONS:
        tables.rebuild(model.database, projection)
    assert model.everything() != before
    model.catch_up()
    assert model.everything() == before


def test_a_projector_that_is_running_begins_anew_after_a_rebuild(model: Model) -> None:
    versions = filled(model)
    projectors = model.projectors()
    for _ in range(2):
        catch_up(projectors)
        model.check(versions)
        tables.rebuild(model.database, WINDOW_LEDGER)


@pytest.mark.parametrize("begins_anew", [tables.rebuild, migrated_anew])
def test_who_begins_a_projection_anew_waits_for_the_projector_with_nothing_in_its_way(
    database: Address, begins_anew: Callable[[Database, Projection], None]
) -> None:
    with model_in(database) as model, ThreadPoolExecutor(1) as beside:
        filled(model)
        model.catch_up()
        reached, row = model.source.newest(), model.rows(WINDOWS)[0]
        with model.database.writing() as session:
            tables.advance(session, WINDOW_LEDGER, reached, reached + 1)
            done = beside.submit(begins_anew, model.database, WINDOW_LEDGER)
            until(lambda: somebody_waits(database))
            session.upsert(WINDOWS, [row])
        done.result(PATIENCE)
        assert model.rows(WINDOWS) == []


def test_a_projection_of_another_layout_begins_anew(model: Model) -> None:
    filled(model)
    model.catch_up()
    newer = structs.replace(WINDOW_LEDGER, layout=WINDOW_LEDGER.layout + 1)
    with model.database.reading() as session, pytest.raises(OperationalError, match="run `praetor migrate`"):
        tables.projected_position(session, newer)
    tables.create(model.database, [newer])
    assert model.rows(WINDOWS) == []
    projector = Projector(newer, model.source, model.database)
    while projector.turn():
        pass
    model.check(dict.fromkeys(MATCHES, LENGTH))


def test_migrating_twice_keeps_what_is_there(model: Model) -> None:
    filled(model)
    model.catch_up()
    before = model.everything()
    tables.create(model.database, PROJECTIONS)
    assert model.everything() == before
