"""The figures over HTTP for one kind of store: commands, queries of windows, cold loads.

`store_figures(store, fresh, quick)` yields all figures; read `command_figures`, then `query_figures`. Real engine,
empty engine and echo are loaded in alternating rounds, so that other load on the machine affects all alike. Nothing
here asserts anything.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles

import msgspec
from msgspec import structs

from service.app.match.matches import MatchApplication
from service.migrate import migrate
from service.settings import Address, Settings
from service.store.recorded import RecordedEvent, stream_of
from service.tools.bench import Figure, open_first, play_match, seconds_of
from service.tools.bench_http.load import load
from service.tools.bench_http.servers import HOST, LoadRound, Server, Subject, play_script
from service.tools.bench_projections import projection_figures
from service.wiring import keys_of, matches_of

KINDS = ("real", "empty", "echo")
CONNECTIONS = {16: 70, 2: 15}
EMPTY = "empty engine that stores durably"
A_TRANSACTION = 500

# An empty, migrated store that is deleted at the end.
Fresh = Callable[[], AbstractContextManager[Settings]]


@contextmanager
def fresh_file() -> Iterator[Settings]:
    """Yield the settings of a store in a file."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(db=Path(folder) / "praetor.db")
        migrate(settings)
        yield settings


def fresh_database(address: Address) -> Fresh:
    """A function that makes a store in a new database; the address's user must be able to create one."""
    from service.tools.bench_http.databases import fresh_on

    return lambda: fresh_on(address)


def store_figures(store: str, fresh: Fresh, quick: bool = True) -> Iterator[Figure]:
    """All figures of one kind of store, as they are measured; with `quick` they take about two minutes."""
    rounds, seconds, stored, requests = (3, 2.0, 2_000, 200) if quick else (7, 4.0, 20_000, 400)
    parts: tuple[Callable[[], list[Figure]], ...] = (
        lambda: command_figures(fresh, rounds, seconds),
        lambda: query_figures(fresh, stored, requests),
        lambda: read_models(fresh, quick),
    )
    for part in parts:
        yield from (structs.replace(figure, name=f"{store}: {figure.name}") for figure in part())


def read_models(fresh: Fresh, quick: bool) -> list[Figure]:
    with fresh() as settings:
        return projection_figures(settings, quick)


# --- commands


def command_figures(fresh: Fresh, rounds: int, seconds: float) -> list[Figure]:
    """The commands per second, their latency and the server's CPU, for the engine, the empty engine and the echo."""
    figures = []
    with subjects(fresh) as under_load:
        for connections in CONNECTIONS:
            for subject in under_load:
                subject.load(connections, 0.5)
            figures += round_figures(connections, measure_rounds(under_load, connections, rounds, seconds))
    return figures


@contextmanager
def subjects(fresh: Fresh) -> Iterator[list[Subject]]:
    """Yield a server of each kind, each on a store of its own."""
    recorded = play_script()
    with ExitStack() as stack:
        path = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "script"
        path.write_bytes(msgspec.msgpack.encode(recorded))
        found = []
        for kind in KINDS:
            subject = Subject(kind, stack.enter_context(fresh()), recorded, path)
            stack.callback(subject.server.close)
            found.append(subject)
        yield found


def measure_rounds(
    under_load: list[Subject], connections: int, rounds: int, seconds: float
) -> dict[str, list[LoadRound]]:
    """The rounds of each kind of server; each round begins with another kind."""
    found: dict[str, list[LoadRound]] = {kind: [] for kind in KINDS}
    for turn in range(rounds):
        for place in range(len(under_load)):
            subject = under_load[(turn + place) % len(under_load)]
            found[subject.kind].append(subject.load(connections, seconds))
    return found


def round_figures(connections: int, found: dict[str, list[LoadRound]]) -> list[Figure]:
    rates = {kind: [each.loaded.rate for each in found[kind]] for kind in KINDS}
    slow = {kind: median(each.loaded.percentile(0.99) for each in found[kind]) for kind in KINDS}
    typical = {kind: median(each.loaded.percentile(0.5) for each in found[kind]) for kind in KINDS}
    cpu = {kind: median(each.cpu for each in found[kind]) for kind in KINDS}
    to_empty, to_echo = (ratios(rates["real"], rates[floor]) for floor in ("empty", "echo"))
    name, target = f"commands at {connections} connections", CONNECTIONS[connections]
    many = connections == max(CONNECTIONS)
    note = f"{to_empty}, {len(found['real'])} rounds of each, interleaved"
    rate, at = median(rates["real"]), {kind: median(rates[kind]) for kind in KINDS}
    return [
        Figure(name, rate, "1/s", at["empty"], EMPTY, ">= 0.65 of it" if many else "", note),
        Figure(name, rate, "1/s", at["echo"], "echo", ">= 0.40 of it" if many else "", to_echo),
        Figure(f"{name}, p99", slow["real"], "ms", slow["empty"], EMPTY, f"< {target}", f"p50 {typical['real']:.1f}"),
        Figure(f"{name}, CPU each", cpu["real"], "µs", cpu["empty"], EMPTY, note=f"echo {cpu['echo']:.0f}"),
    ]


def ratios(ours: list[float], floor: list[float]) -> str:
    """The median and the range of the ratios of the rounds."""
    each = sorted(our / its for our, its in zip(ours, floor, strict=True))
    return f"ratio {median(each):.2f} ({each[0]:.2f} to {each[-1]:.2f})"


# --- queries


def query_figures(fresh: Fresh, stored: int, queried: int) -> list[Figure]:
    """The figures of reading the open window over HTTP and of loading matches, with `stored` matches in the store."""
    with fresh() as settings:
        whole = fill_store(settings, stored, queried)
        return [*window_figures(settings, whole, stored), *cold_loads(settings, whole)]


def fill_store(settings: Settings, stored: int, whole: int) -> list[str]:
    """Store `stored` matches, the first `whole` of them complete. Returns the ids of the complete ones."""
    seed = open_first(1).match.seed
    events = [open_first(1), *(after for _, after in play_match(1))]
    matches = matches_of(settings)
    try:
        for start in range(0, stored, A_TRANSACTION):
            rows, seeds = [], {}
            for number in range(start, min(stored, start + A_TRANSACTION)):
                match_id = f"m-stored-{number}"
                seeds[match_id] = seed
                kept = events if number < whole else events[:10]
                rows += [
                    matches.mapper.to_stored_event(RecordedEvent(stream_of(match_id), version, each.head, each.payload))
                    for version, each in enumerate(kept, 1)
                ]
            matches.recorder.append_together(rows, seeds)
    finally:
        matches.close()
    return [f"m-stored-{number}" for number in range(whole)]


def window_figures(settings: Settings, whole: list[str], stored: int) -> list[Figure]:
    """The figures of reading the open windows of random matches, as an admin."""
    keys = keys_of(settings)
    key = keys.issue("admin", "bench")
    keys.close()
    order = random.Random(1).sample(whole, len(whole))
    paths = [f"/v1/matches/{each}/window" for each in order]
    server = Server("real", settings, Path())
    try:
        # over one connection, so that the worker that loaded a match gets the next request; workers share no memory
        measured = load(server.address, [iter(window_requests([*paths, *paths], key))], 60.0, status=200)
        least = load(server.address, [iter(window_requests(["/healthz"] * len(order), key))], 60.0, status=200)
    finally:
        server.close()
    cold, hot = measured.first(len(order)), measured.last(len(order))
    note = f"{len(whole)} whole matches of {stored} in the store, by HTTP"
    floor = least.percentile(0.5)
    return [
        Figure("window query, p50", hot.percentile(0.5), "ms", floor, "/healthz", "< 5", note),
        Figure("window query of a match not in memory, p50", cold.percentile(0.5), "ms", floor, "/healthz"),
    ]


def window_requests(paths: list[str], key: str) -> list[bytes]:
    head = f"HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {key}\r\n\r\n"
    return [f"GET {path} {head}".encode() for path in paths]


def cold_loads(settings: Settings, whole: list[str]) -> list[Figure]:
    """The figures of loading matches from the store into memory; the floor is reading their rows."""
    matches = matches_of(settings)
    try:
        taken = [(seconds_of(partial(matches.cached_match, each)), rows_seconds(matches, each)) for each in whole]
        versions = matches.cached_match(whole[0]).version
    finally:
        matches.close()
    loads, floors = [each * 1000 for each, _ in taken], [each * 1000 for _, each in taken]
    note = f"{versions} versions; p99 {quantiles(loads, n=100)[98]:.1f} ms"
    return [Figure("cold load of a match", median(loads), "ms", median(floors), "its rows read", "< 10", note)]


def rows_seconds(matches: MatchApplication, match_id: str) -> float:
    return seconds_of(lambda: matches.records(match_id))
