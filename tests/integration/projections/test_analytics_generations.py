"""Generations: a rebuild stands beside what is read and is switched to at once, whoever is killed; parked matches."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from eventsourcing.persistence import OperationalError
from msgspec import structs

from domain.games import GAMES
from projections import tables
from projections.analytics import schema
from projections.analytics.layouts import database_tables
from projections.analytics.store import create, live_generation, rebuild_tables, tracked_name
from projections.runner import catch_up
from service.projector.process import project_once, rebuild_analytics, statuses
from service.settings import Address, Settings
from service.store.recorded import RecordedEvent, stream_of
from tests.forked import Python
from tests.integration.projections.analysts import Analysts, analysts_in, brief, whole
from tests.integration.store.places import Place
from tests.judging.heard import Heard, ended
from tests.patience import until

ROOT = Path(__file__).parents[3]
# more events than are projected at once
MANY = 9
# seconds that suffice to connect, and not to wait for a reader who stays
PATIENT = 3.0


@pytest.fixture
def analysts(place: Place) -> Iterator[Analysts]:
    with analysts_in(place.db) as found:
        yield found


def filled(analysts: Analysts, of_each: int = 1, match: Callable[[str], Heard] = brief) -> dict[str, Any]:
    """So many matches of each game in the store, told to analysts; returns all that they read."""
    for game in GAMES:
        for number in range(of_each):
            analysts.bring_in(f"m-{game}-{number}", match(game))
    analysts.catch_up()
    found = analysts.everything()
    assert len(found["matches"]) == len(GAMES) * of_each
    return found


def live(analysts: Analysts) -> int:
    with analysts.reading() as session:
        return live_generation(session)


def spoiled(analysts: Analysts) -> None:
    """Something else stands in the live tables than what is stored."""
    table = next(each for each in database_tables(analysts.tables.layout, live(analysts)) if "results" in each.name)
    with analysts.tables.database.writing() as session:
        session.write(f"DELETE FROM {table.name}")


def test_a_rebuild_gives_the_same_rows_in_another_generation(analysts: Analysts) -> None:
    before, generation = filled(analysts), live(analysts)
    spoiled(analysts)
    analysts.rebuild()
    assert live(analysts) == generation + 1
    assert analysts.everything() == before
    assert tables_of(analysts, generation) == 0
    analysts.rebuild()
    assert analysts.everything() == before


def tables_of(analysts: Analysts, generation: int) -> int:
    """The number of tables that a generation has."""
    with analysts.reading() as session:
        if isinstance(analysts.settings.db, Address):
            statement = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = ?"
            [(number,)] = session.read(statement, [f"analytics_{generation}"])
        else:
            [(number,)] = session.read("SELECT COUNT(*) FROM sqlite_master WHERE name GLOB ?", [f"g{generation}_*"])
    return int(number)


def test_a_rebuild_that_fails_leaves_what_is_read(analysts: Analysts, monkeypatch: pytest.MonkeyPatch) -> None:
    before, generation = filled(analysts), live(analysts)

    class Halted(Exception):
        pass

    def halt(position: int) -> None:
        raise Halted

    with pytest.raises(Halted):
        rebuild_tables(analysts.tables, analysts.source, analysts.around, halt)
    assert (live(analysts), analysts.everything()) == (generation, before)
    # what it left behind is in nobody's way
    analysts.rebuild()
    assert (live(analysts), analysts.everything()) == (generation + 1, before)


def test_who_reads_meanwhile_sees_the_old_tables_or_the_new_ones(analysts: Analysts) -> None:
    before = filled(analysts, MANY, ended)
    seen: list[bool] = []
    rebuild_tables(
        analysts.tables, analysts.source, analysts.around, lambda position: seen.append(analysts.everything() == before)
    )
    assert len(seen) > 1
    assert all(seen)
    assert analysts.everything() == before


def test_the_projector_goes_on_in_the_generation_that_is_live(analysts: Analysts) -> None:
    projector = analysts.projector()
    filled(analysts)
    catch_up([projector])
    analysts.rebuild()
    analysts.bring_in("m-new", ended("agot_lcg"))
    catch_up([projector])
    assert "m-new" in {row["match_id"] for row in analysts.rows("results")}
    [now] = [each for each in statuses(analysts.settings) if each.projection == "analytics"]
    assert (now.behind, now.matches) == (0, len(GAMES) + 1)


def test_one_process_at_a_time_rebuilds(analysts: Analysts) -> None:
    right = analysts.tables.database.lead()
    assert right is not None
    with pytest.raises(OperationalError, match="another process rebuilds"):
        analysts.rebuild()
    right.close()


def test_a_rebuild_that_is_killed_leaves_the_old_tables_whole(analysts: Analysts, place: Place) -> None:
    before, generation = filled(analysts), live(analysts)
    for number in range(2 * MANY):
        analysts.bring_in(f"m-more-{number}", ended("agot_lcg"))
    process = praetor(place.db, "rebuild", "analytics")
    until(lambda: position_of(analysts, generation + 1) > 0)
    process.kill()
    process.wait()
    assert position_of(analysts, generation + 1) < analysts.source.newest()
    assert (live(analysts), analysts.everything()) == (generation, before)
    assert [each.behind for each in rebuild_analytics(analysts.settings) if each.projection == "analytics"] == [0]
    assert len(analysts.rows("results")) == len(GAMES) + 2 * MANY


def position_of(analysts: Analysts, generation: int) -> int:
    with analysts.reading() as session:
        found = session.read("SELECT position FROM tracking WHERE projection = ?", [tracked_name(generation)])
    return int(found[0][0]) if found else 0


def praetor(db: Path | Address, *words: str) -> Python:
    named = db.conninfo if isinstance(db, Address) else str(db)
    environment = {**os.environ, "PRAETOR_DB": named, "PRAETOR_STORE_TIMEOUT": "60"}
    command = ["-c", "from service.cli import main; main()", "project", *words]
    return Python(command, env=environment, stdout=subprocess.DEVNULL)


def test_a_rebuild_waits_for_who_reads_for_long(database: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    with analysts_in(database) as made:
        before = filled(made)
    quick = Analysts(Settings(db=database, store_timeout=PATIENT))
    waited: list[float] = []
    with psycopg.connect(database.conninfo) as reading:
        reading.execute("SELECT * FROM analytics.results")

        def pause(seconds: float) -> None:
            waited.append(seconds)
            reading.rollback()

        monkeypatch.setattr("projections.analytics.store.sleep", pause)
        quick.rebuild()
    assert len(waited) == 1
    assert (quick.everything(), live(quick)) == (before, 2)
    quick.close()


def test_a_migration_waits_for_who_reads_for_long_and_says_so(
    database: Address, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with analysts_in(database) as made:
        filled(made)
    quick = Analysts(Settings(db=database, store_timeout=PATIENT))
    monkeypatch.setattr(schema, "SHARED_TABLES", tuple(each for each in schema.SHARED_TABLES if each.name != "rounds"))
    with psycopg.connect(database.conninfo) as reading, closing(quick.tables.database):
        reading.execute("SELECT * FROM analytics.results")
        monkeypatch.setattr("projections.analytics.store.sleep", lambda seconds: reading.rollback())
        create(quick.tables)
        assert live(quick) == 2
    assert "transactions, also idle ones, must end" in caplog.text


def test_what_a_rebuild_could_not_drop_goes_with_the_next_one(
    analysts: Analysts, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(analysts)
    with monkeypatch.context() as patched:
        patched.setattr(type(analysts.tables.layout), "drop_others", lambda *given: None)
        analysts.rebuild()
    assert tables_of(analysts, 1) > 0
    analysts.rebuild()
    assert [bool(tables_of(analysts, each)) for each in (1, 2, 3)] == [False, False, True]


def test_tables_of_another_layout_are_made_anew_by_a_migration(
    analysts: Analysts, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, generation = filled(analysts), live(analysts)
    create(analysts.tables)
    assert (live(analysts), analysts.everything()) == (generation, before)
    fewer = tuple(structs.replace(table, key=1) if table.name == "results" else table for table in schema.SHARED_TABLES)
    monkeypatch.setattr(schema, "SHARED_TABLES", tuple(table for table in fewer if table.name != "refusals"))
    with pytest.raises(OperationalError, match="run `praetor migrate`"):
        analysts.projector().turn()
    create(analysts.tables)
    assert live(analysts) == generation + 1
    assert analysts.rows("matches") == []
    analysts.catch_up()
    assert analysts.rows("results") == before["results"]


# --- parked matches


GOOD, POISON = '"kind":"action"', '"kind":"poison"'


def test_a_match_that_cannot_be_read_is_parked_and_the_rest_goes_on(analysts: Analysts, place: Place) -> None:
    match = whole("agot_lcg")
    analysts.bring_in("m-b", match)
    place.spoil(250, GOOD, POISON)
    analysts.bring_in("m-a", match, 200)
    analysts.bring_in("m-c", whole("agot_board"), 249)
    project_once(analysts.settings)
    [now] = [each for each in statuses(analysts.settings) if each.projection == "analytics"]
    assert [each.match_id for each in now.parked] == ["m-b"]
    assert now.behind == 0
    # what cannot be read to its end is told as far as it can: that it runs
    assert {row["match_id"]: row["status"] for row in analysts.rows("matches")} == dict.fromkeys(
        ("m-a", "m-b", "m-c"), "running"
    )
    place.spoil(250, POISON, GOOD)
    assert tables.unpark(analysts.tables.database, "m-b") == 1
    analysts.catch_up()
    assert [row["match_id"] for row in analysts.rows("results")] == ["m-b"]


def test_a_match_whose_rows_cannot_be_made_is_parked(analysts: Analysts, monkeypatch: pytest.MonkeyPatch) -> None:
    analysts.bring_in("m-a", ended("agot_lcg"))
    analysts.bring_in("m-b", ended("agot_board"))

    def fail(*given: Any) -> Any:
        raise KeyError("what was there")

    with monkeypatch.context() as patch:
        patch.setattr("domain.games.agot_lcg.history.ChallengesReader.rows", fail)
        analysts.catch_up()
    assert [row["match_id"] for row in analysts.rows("results")] == ["m-b"]
    [now] = [each for each in statuses(analysts.settings) if each.projection == "analytics"]
    # what the error says may quote words of people
    [parked] = now.parked
    assert (parked.match_id, parked.error.partition(":")[0]) == ("m-a", "KeyError in test_analytics_generations.py")
    assert "what was there" not in parked.error
    tables.unpark(analysts.tables.database, "m-a")
    analysts.catch_up()
    assert [row["match_id"] for row in analysts.rows("results")] == ["m-a", "m-b"]


def test_a_projector_with_an_empty_memory_goes_on_where_another_stopped(analysts: Analysts) -> None:
    match = whole("agot_lcg")
    analysts.bring_in("m-a", match, 300)
    analysts.catch_up()
    for version, (payload, head) in list(enumerate(match.stored, 1))[300:]:
        add(analysts, "m-a", version, payload, head)
        if version % 50 == 0:
            analysts.catch_up()
    analysts.catch_up()
    analysts.bring_in("m-b", match)
    analysts.catch_up()
    for rows in analysts.everything().values():
        a, b = ([{**row, "match_id": ""} for row in rows if row["match_id"] == each] for each in ("m-a", "m-b"))
        assert a == b


def add(analysts: Analysts, match_id: str, version: int, payload: bytes, head: bytes) -> None:
    """Store the next event of a match as it is."""
    matches = analysts.services.matches
    recorded = RecordedEvent(stream_of(match_id), version, head, payload)
    matches.recorder.append_together([matches.mapper.to_stored_event(recorded)], {})
