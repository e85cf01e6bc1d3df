"""Benchmarks of the engine and the store, each beside its floor in the same run.

`run(quick)` plays matches in memory with the seats of the demonstration and returns the figures: recorded commands per
second (decided, encoded, hashed; no I/O), the same with every player's view, sizes, memory, rebuilding from stored
events, and durable appends compared with raw inserts of the same rows. A figure and its floor are measured in
alternating rounds; medians are reported. Nothing here asserts anything.
"""

from __future__ import annotations

import gc
import random
import sqlite3
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from domain.games import DEFAULT, GAMES
from domain.kernel.deciding import awaited_options
from domain.kernel.ids import Seat
from domain.match import aggregate as matches
from domain.match.events import ENCODER, OpenMatch
from domain.match.hash_chain import chain_head
from service.demo.decks import demo_seats
from service.games import presentation_of
from service.games.presentation import SpeedTargets
from service.migrate import migrate
from service.settings import read_settings
from service.store.recorded import RecordedEvent
from service.tools.client import Dice
from service.wiring import matches_of

LONG = 700


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """One measurement: its value and unit, its floor in the same unit, and its target."""

    name: str
    value: float
    unit: str
    floor: float | None = None
    floor_is: str = ""
    target: str = ""
    note: str = ""


Step = tuple[matches.Match, str, Any]


def demo_opening(policy: str = "public", game: str = DEFAULT) -> OpenMatch:
    """The opening of a demonstration match with the usual number of seats."""
    return OpenMatch(game, demo_seats(game, GAMES[game].default_seats), policy)


def open_first(seed: int, policy: str = "public", game: str = DEFAULT) -> matches.NewVersion:
    secret = random.Random(seed).randbytes(32)
    return matches.open_match(
        f"m-bench-{seed}", demo_opening(policy, game), key="open", actor="bench", at="", action_id="a-0", seed=secret
    )


def random_command(match: matches.Match, dice: Dice) -> tuple[str, Any]:
    """A random legal command of a random seat that must answer."""
    awaited = [seat for seat in match.table.waiting.seats if seat not in match.table.sealed]
    seat = awaited[dice.below(len(awaited))]
    return seat, match.rules.command(awaited_options(match.rules, match.table, seat).sample(dice))


def decide_command(match: matches.Match, seat: str, command: Any) -> matches.NewVersion:
    key = f"k-{match.version}"
    return matches.decide(match, seat, command, wait=match.wait, key=key, actor=seat, at="", action_id=key)


def play_match(
    seed: int, policy: str = "public", most: int = 5000, game: str = DEFAULT
) -> Iterator[tuple[Step, matches.NewVersion]]:
    """Play a match with random legal commands. Yields each command with its match before it, and the new version."""
    dice, match = Dice(seed), open_first(seed, policy, game).match
    while match.table.over is None and match.version < most:
        seat, command = random_command(match, dice)
        following = decide_command(match, seat, command)
        yield (match, seat, command), following
        match = following.match


def seconds_of(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def recorded_commands(steps: list[Step], rounds: int, targets: SpeedTargets) -> list[Figure]:
    """The figures of deciding, encoding and hashing recorded commands; the floor is encoding and hashing alone."""
    events = [(match, following.payload) for match, following in ((s[0], decide_command(*s)) for s in steps)]
    decoded = [(match, matches.decode_event(match, payload)) for match, payload in events]

    def floor() -> None:
        for match, event in decoded:
            chain_head(match.head, match.seed, match.version + 1, ENCODER.encode(event))

    def all_of_them() -> None:
        for step in steps:
            decide_command(*step)

    rates, floors, slowest = [], [], []
    for _ in range(rounds):
        rates.append(len(steps) / seconds_of(all_of_them))
        each = [seconds_of(lambda step=step: decide_command(*step)) for step in steps]  # type: ignore[misc]
        slowest.append(sorted(each)[int(len(each) * 0.99)])
        floors.append(len(steps) / seconds_of(floor))
    note = f"{len(steps)} commands of random legal play, policy public, median of {rounds}"
    return [
        Figure(
            "recorded commands",
            median(rates),
            "1/s",
            median(floors),
            "the same events encoded and hashed, nothing decided",
            targets.commands,
            note,
        ),
        Figure("recorded command, p99", median(slowest) * 1000, "ms", target=targets.slowest),
    ]


def with_views(steps: list[Step], rounds: int, targets: SpeedTargets) -> list[Figure]:
    """The same figures with every player's view built and encoded after each command."""

    def all_of_it() -> None:
        for step in steps:
            after = decide_command(*step).match
            for view in after.rules.views(after.table, after.table.seats, judging=False).values():
                msgspec.json.encode(view)

    rate = median(len(steps) / seconds_of(all_of_it) for _ in range(rounds))
    sizes = [
        len(msgspec.json.encode(view))
        for match, _, _ in steps
        for view in match.rules.views(match.table, match.table.seats, judging=False).values()
    ]
    views = "both views" if len(steps[0][0].table.seats) == 2 else "all views"
    return [
        Figure(f"recorded commands with {views}", rate, "1/s", target=targets.viewed),
        Figure("view, largest", max(sizes) / 1024, "KiB", target="< 12", note=f"median {median(sizes) / 1024:.1f}"),
        view_with_options(steps, rounds, targets),
    ]


def view_with_options(steps: list[Step], rounds: int, targets: SpeedTargets) -> Figure:
    """The time to build the view and the options of a seat that must answer, without encoding them."""

    def look() -> None:
        for match, seat, _ in steps:
            match.rules.view(match.table, seat, judging=False)
            awaited_options(match.rules, match.table, Seat(seat))

    times = [seconds_of(look) / len(steps) * 1000 for _ in range(rounds)]
    return Figure("view with options", median(times), "ms", target=targets.view_with_options)


def long_match(quick: bool, game: str = DEFAULT) -> list[matches.NewVersion]:
    """A match of 700 versions: under policy `public` if a seed gives one that long, else cut off, under `open`."""
    for seed in range(4 if quick else 40):
        match = [open_first(seed, game=game), *(following for _, following in play_match(seed, game=game))]
        if len(match) >= LONG:
            return match[:LONG]
    return [open_first(0, "open", game), *(following for _, following in play_match(0, "open", LONG, game))][:LONG]


def load_match(events: list[matches.NewVersion]) -> matches.Match:
    """A match rebuilt from its stored events."""
    blank = matches.initial(events[0].match.id, events[0].match.seed)
    return matches.replay(blank, ((event.payload, event.head) for event in events))


def measure_rebuilding(events: list[matches.NewVersion], rounds: int) -> list[Figure]:
    """The figures of rebuilding a long match from its stored events; the floor is decoding them."""
    rules = events[0].match

    def floor() -> None:
        for event in events:
            matches.decode_event(rules, event.payload)

    times, floors = [], []
    for _ in range(rounds * 3):
        times.append(seconds_of(lambda: load_match(events)) * 1000)
        floors.append(seconds_of(floor) * 1000)
    policy = events[0].match.table.policy
    note = f"{len(events)} events under {policy}, {sum(len(e.payload) for e in events) // 1024} KiB"
    return [
        Figure("rebuild of a match", median(times), "ms", median(floors), "typed decoding alone", "< 10", note),
        memory(events),
    ]


def memory(events: list[matches.NewVersion]) -> Figure:
    """The memory of a loaded match."""
    load_match(events)
    gc.collect()
    tracemalloc.start()
    kept = load_match(events)
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return Figure("memory of a loaded match", size / 1024, "KiB", target="< 300", note=f"at version {kept.version}")


def appends(events: list[matches.NewVersion], n: int, rounds: int) -> list[Figure]:
    """The figures of durable appends of one row; the floor is a raw insert of the same row with the same pragmas."""
    ratios, rates, floors = [], [], []
    for turn in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            ours, raw = one_round(Path(folder), events, n, turn)
        ratios.append(raw / ours)
        rates.append(n / ours)
        floors.append(n / raw)
    note = f"median ratio {median(ratios):.2f} over {rounds} rounds of {n}, interleaved insert by insert"
    return [
        Figure(
            "durable appends",
            median(rates),
            "1/s",
            median(floors),
            "raw insert of the same row",
            ">= 0.80 of raw",
            note,
        )
    ]


def one_round(folder: Path, events: list[matches.NewVersion], n: int, turn: int) -> tuple[float, float]:
    """The seconds taken by `n` appends and by `n` raw inserts, alternating."""
    settings = read_settings({"PRAETOR_DB": str(folder / "praetor.db")})
    migrate(settings)
    application = matches_of(settings)
    store, mapper = application.recorder, application.mapper
    raw = sqlite3.connect(folder / "raw.db", isolation_level=None)
    raw.execute("PRAGMA journal_mode=WAL")
    raw.execute("PRAGMA synchronous=FULL")
    raw.execute(
        "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB,"
        " PRIMARY KEY (originator_id, originator_version))"
    )
    ours = plain = 0.0
    for k in range(n):
        event = events[k % len(events)]
        stored = mapper.to_stored_event(RecordedEvent(f"match-{turn}-{k}", 1, event.head, event.payload))
        row = (f"match-{turn}-{k}", 1, "action", b"\x01" + event.head + event.payload)
        plain += seconds_of(lambda row=row: raw.execute("INSERT INTO stored_events VALUES (?,?,?,?)", row))  # type: ignore[misc]
        ours += seconds_of(lambda stored=stored: store.append_many([stored]))  # type: ignore[misc]
    raw.close()
    application.close()
    return ours, plain


def engine_figures(quick: bool = True, game: str = DEFAULT) -> list[Figure]:
    """All figures; with `quick` they take some 30 s."""
    matches_played, rounds = (6, 5) if quick else (30, 9)
    steps = [step for seed in range(matches_played) for step, _ in play_match(seed, game=game)]
    gc.collect()
    gc.freeze()
    long = long_match(quick, game)
    figures = recorded_commands(steps, rounds, presentation_of(game).targets)
    figures += with_views(steps, 3 if quick else rounds, presentation_of(game).targets)
    figures += measure_rebuilding(long, rounds)
    figures += appends(long, 300 if quick else 2000, rounds)
    gc.unfreeze()
    return figures
