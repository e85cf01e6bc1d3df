"""Benchmarks of the read models on one store, each beside its floor in the same run.

`projection_figures(settings, quick)` fills an empty, migrated store with matches of random play. It measures events per
second of the ledger and of its offers, against reading and decoding the same events; how long a reader waits for the
ledger after a command, with a projector in another process; and how long a page of the ledger takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from multiprocessing import get_context
from multiprocessing.synchronize import Event as Signal
from statistics import median, quantiles
from threading import Event, Thread

from domain.games import DEFAULT
from domain.kernel.ids import Viewer
from domain.match.events import decoder
from projections import tables
from projections.database import Database
from projections.runner import Projector
from projections.windows.queries import Ledger, LedgerQuery
from projections.windows.store import OFFERS, PROJECTIONS, WINDOWS
from service.app.match.matches import MatchApplication
from service.projector.process import StoreSource, project, projection_stores
from service.settings import Settings
from service.tools.bench import Figure, open_first, play_match, seconds_of
from service.wiring import ledger_of, matches_of, windows_database

FLOOR = "the same events read and decoded, nothing folded"
TARGETS = {"windows": ">= 15000", "offers": ""}


def projection_figures(settings: Settings, quick: bool = True) -> list[Figure]:
    """All figures; with `quick` they take some 30 s. `settings` name a migrated store without matches."""
    copies, rounds, waits, stored = (40, 3, 200, 300) if quick else (200, 7, 1000, 20_000)
    matches = matches_of(settings)
    try:
        fill(matches, copies)
        with projection_stores(settings) as (database, source):
            figures = throughput(database, source, rounds)
        figures += delay_figures(settings, matches, waits)
        return figures + paging_figures(settings, stored)
    finally:
        matches.close()


def fill(matches: MatchApplication, copies: int) -> None:
    """Store `copies` matches, which are six played matches repeated in turn."""
    kept = [[open_first(seed), *(following for _, following in play_match(seed))] for seed in range(6)]
    for number in range(copies):
        events = kept[number % len(kept)]
        seed = events[0].match.seed
        matches.bring_in(f"m-bench-{number}", seed, [(each.payload, each.head) for each in events])


def throughput(database: Database, source: StoreSource, rounds: int) -> list[Figure]:
    """The events per second of each projection, in its own batches, in rounds that alternate with the floor."""
    rates: dict[str, list[float]] = {each.name: [] for each in PROJECTIONS}
    floors: dict[str, list[float]] = {each.name: [] for each in PROJECTIONS}
    events = sum(1 for _ in read_payloads(source, 500))
    for _ in range(rounds):
        for projection in PROJECTIONS:
            tables.rebuild(database, projection)
            projector = Projector(projection, source, database)
            rates[projection.name].append(events / seconds_of(lambda each=projector: fold_all(each)))  # type: ignore[misc]
            size = projection.batch
            floors[projection.name].append(events / seconds_of(lambda size=size: decode_all(source, size)))  # type: ignore[misc]
    return [
        Figure(
            f"ledger: {name}",
            median(rates[name]),
            "1/s",
            median(floors[name]),
            FLOOR,
            TARGETS[name],
            f"{events} events, median of {rounds}",
        )
        for name in rates
    ]


def fold_all(projector: Projector) -> None:
    while projector.turn():
        pass


def read_payloads(source: StoreSource, size: int) -> Iterator[bytes]:
    """The payloads of all events, in batches."""
    position = 0
    while events := (batch := source.after(position, size)).events:
        position = batch.position
        yield from (event.payload for event in events)


def decode_all(source: StoreSource, size: int) -> None:
    typed = decoder(DEFAULT)
    for payload in read_payloads(source, size):
        typed.decode(payload)


# --- waiting


def run_projector(settings: Settings, stopped: Signal) -> None:
    """Run the projector; the main function of its process."""
    stop = Event()

    def listen() -> None:
        stopped.wait()
        stop.set()

    Thread(target=listen, daemon=True).start()
    project(settings, stop)


@contextmanager
def projecting(settings: Settings) -> Iterator[None]:
    """Yield while a projector runs in a process of its own."""
    context = get_context("spawn")
    stopped = context.Event()
    process = context.Process(target=run_projector, args=(settings, stopped))
    process.start()
    try:
        yield
    finally:
        stopped.set()
        process.join()


def delay_figures(settings: Settings, matches: MatchApplication, times: int) -> list[Figure]:
    """The figures of the time from the receipt of a command until the ledger contains it."""
    ledger = ledger_of(settings)
    try:
        with projecting(settings):
            commands = played_on(matches)
            ledger.wait_for(*next(commands), timeout=120.0)
            waits = [ledger_delay(ledger, *place) for place, _ in zip(commands, range(times), strict=False)]
    finally:
        ledger.close()
    note = f"{len(waits)} commands one after the other, projector in a process of its own"
    return [
        Figure("wait for the ledger, p50", median(waits), "ms", note=note),
        Figure("wait for the ledger, p99", quantiles(waits, n=100)[98], "ms", target="< 30"),
    ]


def ledger_delay(ledger: Ledger, match_id: str, version: int) -> float:
    """Wait until the ledger has reached this version. Returns the milliseconds."""
    return seconds_of(lambda: ledger.wait_for(match_id, version)) * 1000


def played_on(matches: MatchApplication) -> Iterator[tuple[str, int]]:
    """Play matches into the store. Yields the match and version after each stored command."""
    for seed in count():
        match_id, opening = f"m-live-{seed}", open_first(seed)
        matches.bring_in(match_id, opening.match.seed, [(opening.payload, opening.head)])
        for (before, seat, command), _ in play_match(seed):
            accepted = matches.act(match_id, seat, command, wait=before.wait, key=f"k{before.version}", actor=seat)
            yield match_id, accepted.version


# --- reading


def paging_figures(settings: Settings, stored: int) -> list[Figure]:
    """The figures of a page of 100 windows as a judge reads it, with `stored` matches in the ledger."""
    ledger, database = ledger_of(settings), windows_database(settings)
    try:
        copy_rows(database, stored)
        viewer, wanted = Viewer("judge"), LedgerQuery(limit=100)
        times = [
            seconds_of(lambda number=number: ledger.page(f"m-copy-{number}", viewer, wanted)) * 1000  # type: ignore[misc]
            for number in range(0, stored, max(1, stored // 300))
        ]
    finally:
        ledger.close()
        database.close()
    return [
        Figure("page of the ledger, p50", median(times), "ms", target="< 5", note=f"{stored} matches in the ledger"),
        Figure("page of the ledger, p99", quantiles(times, n=100)[98], "ms"),
    ]


def copy_rows(database: Database, stored: int) -> None:
    """Copy the rows of one match under other ids, until the ledger has `stored` matches."""
    for table in (WINDOWS, OFFERS):
        with database.reading() as session:
            rows = session.read(f"SELECT {', '.join(table.names)} FROM {table.name} WHERE match_id = 'm-bench-0'")
        for number in range(stored):
            with database.writing() as session:
                session.upsert(table, [(f"m-copy-{number}", *row[1:]) for row in rows])
