"""How fast the tables for analysts are built, on both stores, beside a raw insert or COPY of the same rows.

`python -m tests.benchmarks.analytics [MATCHES]` simulates so many matches of each game into a store, builds the tables
from the first event on, and writes the same rows into empty tables of the same form. Figures are facts per second; on
PostgreSQL (as tests/postgres.py finds one) and on SQLite, in alternating rounds, of which the median is printed.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from domain.games import GAMES
from projections.analytics.layouts import database_tables
from projections.analytics.store import begin_generation, live_generation, rebuild_tables
from projections.database import DatabaseRow, DatabaseTable
from service.migrate import migrate
from service.projector.process import ProjectionStores, all_stores
from service.settings import Settings
from service.tools.simulate import SimulationTask, play_into_store
from service.wiring import matches_of
from tests.postgres import _own_server, database_of

ROUNDS = 3
SCRATCH = 99


def fill(settings: Settings, matches: int) -> None:
    """Simulate matches of each game into a store."""
    application = matches_of(settings)
    for game in GAMES:
        for number in range(matches):
            play_into_store(application, SimulationTask(game, 1, number))
    application.close()


def measure(settings: Settings) -> tuple[float, float, float, int, int]:
    """The seconds to build the tables, those of this process's own work, those to write their rows; facts and rows."""
    with all_stores(settings) as stores:
        builds, works, writes = [], [], []
        for _ in range(ROUNDS):
            before = process_time()
            builds.append(seconds_to_build(stores))
            works.append(process_time() - before)
            writes.append(seconds_to_write(stores))
        with stores.analytics.database.reading() as session:
            tables = database_tables(stores.analytics.layout, live_generation(session))
            rows = sum(int(session.read(f"SELECT COUNT(*) FROM {each.name}")[0][0]) for each in tables)
            [facts] = [each for each in tables if each.name.endswith("facts")]
            counted = int(session.read(f"SELECT COUNT(*) FROM {facts.name}")[0][0])
        return median(builds), median(works), median(writes), counted, rows


def seconds_to_build(stores: ProjectionStores) -> float:
    """Build a new generation, and switch to it."""
    began = perf_counter()
    rebuild_tables(stores.analytics, stores.source, stores.around)
    return perf_counter() - began


def seconds_to_write(stores: ProjectionStores) -> float:
    """Write the rows of the live generation into empty tables of a scratch one, a table in one transaction."""
    analytics = stores.analytics
    with analytics.database.creating() as session:
        live = live_generation(session)
        begin_generation(session, analytics.layout, SCRATCH)
    pairs: list[tuple[DatabaseTable, list[DatabaseRow]]] = []
    with analytics.database.reading() as session:
        here, there = (database_tables(analytics.layout, each) for each in (live, SCRATCH))
        pairs = [(new, session.read(f"SELECT * FROM {old.name}")) for old, new in zip(here, there, strict=True)]
    began = perf_counter()
    for table, rows in pairs:
        with analytics.database.writing() as session:
            session.insert(table, rows)
    passed = perf_counter() - began
    with analytics.database.creating() as session:
        analytics.layout.drop(session, SCRATCH)
        session.write("DELETE FROM tracking WHERE projection = ?", [f"analytics.{SCRATCH}"])
    return passed


def told(name: str, measured: tuple[float, float, float, int, int]) -> str:
    """The figures of a store as a line."""
    built, worked, wrote, facts, rows = measured
    return (
        f"{name}: {facts / built:,.0f} facts/s built, {facts / worked:,.0f} per second of this process's work,"
        f" {facts / wrote:,.0f} facts/s as raw rows"
        f" ({facts:,} facts, {rows:,} rows, {built:.2f} s, of them {worked:.2f} s of work, and {wrote:.2f} s;"
        f" median of {ROUNDS})"
    )


def report_tables(matches: int) -> Iterator[str]:
    """The figures of both stores, a line each, from so many matches of each game."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(db=Path(folder) / "praetor.db", store_timeout=60)
        migrate(settings)
        fill(settings, matches)
        yield told("SQLite", measure(settings))
    with _own_server() as server, database_of(server.url) as address:
        settings = Settings(db=address, store_timeout=60)
        fill(settings, matches)
        yield told("PostgreSQL", measure(settings))


if __name__ == "__main__":
    for line in report_tables(int(sys.argv[1]) if len(sys.argv) > 1 else 10):
        print(line)
