"""Simulated matches as Parquet files, without a store: played, folded to the rows of analysts, and written.

The folder has the layout of `praetor export parquet`, but each month has a file for each batch of matches. A batch is
one state of the folder: its files are placed whole, and its state, written after them, says that they are there. So a
run that dies goes on with the batches that have no state. The numbers of a batch fix its matches, with their times and
players: equal numbers give equal rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from math import ceil
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import msgspec
from msgspec import Struct, structs

from projections.analytics.column_types import View, views_of
from projections.analytics.fold import TableRows, over_rows
from projections.analytics.schema import all_tables
from projections.analytics.surroundings import MatchSurroundings
from service.exports.atomic_folder import ExportFolder, as_json
from service.exports.exported_rows import Month
from service.exports.parquet_files import record_batches, write_batches
from service.tools.simulate import SimulationTask, decisions

STATES = "_batches"
FIRST_YEAR, MONTHS, DAYS = 2024, 24, 28
PLAYERS = 5_000
# between two answers, by the clock of the matches
SECONDS = 8.0
MILLION = 1_000_000


def month_of_turn(turn: int) -> str:
    """The month that takes this turn."""
    return f"{FIRST_YEAR + turn // 12}-{turn % 12 + 1:02}"


class Batch(Struct, frozen=True):
    """Some matches of a game that were opened in one month."""

    game: str
    number: int
    matches: int
    seed: int
    out: str

    @property
    def month(self) -> Month:
        """The month: batches take turns."""
        return Month(self.game, month_of_turn(self.number % MONTHS))

    @property
    def state_path(self) -> str:
        """The path of its state in the folder."""
        return f"{STATES}/{self.game}.{self.number:05}.json"

    def opened(self, place: int) -> datetime:
        """When the match in this place was opened."""
        first = datetime.fromisoformat(f"{self.month.month}-01").replace(tzinfo=UTC)
        return first + timedelta(days=DAYS * place / self.matches)


class BatchState(Struct):
    """A batch whose files are whole: what is in them, and the seconds of the processor that they took."""

    seed: int = 0
    matches: int = 0
    versions: int = 0
    facts: int = 0
    rows: int = 0
    bytes: int = 0
    play: float = 0.0
    fold: float = 0.0
    write: float = 0.0

    @property
    def seconds(self) -> float:
        """All its seconds."""
        return self.play + self.fold + self.write


class SimulatedSurroundings:
    """Players of one match, drawn at random under pseudonyms; no event, no case."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def of(self, match_id: str, seats: tuple[str, ...], named: dict[str, str], winner: str) -> MatchSurroundings:
        drawn = self._chance.sample(range(PLAYERS), len(seats))
        return MatchSurroundings(players={seat: f"p-{number:020x}" for seat, number in zip(seats, drawn, strict=True)})

    def pseudonym(self, name: str) -> str:
        return name


class MatchClock:
    """What records the times of a match: each is some seconds after the one before."""

    def __init__(self, opened: datetime, chance: Random) -> None:
        self._at = opened
        self._chance = chance

    def __call__(self) -> str:
        at = self._at
        self._at += timedelta(seconds=self._chance.expovariate(1 / SECONDS))
        return at.isoformat(timespec="microseconds").replace("+00:00", "Z")


def write_missing(batches: list[Batch], jobs: int) -> Iterator[tuple[Batch, BatchState]]:
    """Write the batches that are not there, in `jobs` processes. Yields each that was written with its state."""
    missing = [each for each in batches if state_of(each) is None]
    if jobs == 1:
        yield from ((each, write_batch(each)) for each in missing)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from zip(missing, pool.map(write_batch, missing), strict=True)


def state_of(batch: Batch) -> BatchState | None:
    """The state of a batch; None where its files are not all there, or those of other matches are."""
    try:
        state = msgspec.json.decode((Path(batch.out) / batch.state_path).read_bytes(), type=BatchState)
    except FileNotFoundError:
        return None
    return state if (state.seed, state.matches) == (batch.seed, batch.matches) else None


def write_batch(batch: Batch) -> BatchState:
    """Play the matches of a batch and write their rows. Returns its state."""
    folder, state = ExportFolder(Path(batch.out)), BatchState(batch.seed)
    arrays: dict[str, list[Any]] = defaultdict(list)
    views = views_of(all_tables())
    for place in range(batch.matches):
        rows = match_rows(batch, place, state)
        began = process_time()
        for view in views:
            if found := rows_of_view(rows, view):
                arrays[view.name] += record_batches(view, iter(found))
                state.rows += len(found)
        state.write += process_time() - began
    began = process_time()
    prepared = {}
    for view in views:
        if view.name in arrays:
            path = Path(folder.file_path(view.name, batch.month)).with_name(f"rows-{batch.number:05}.parquet")
            fill = partial(write_batches, view=view, batches=iter(arrays.pop(view.name)))
            prepared[str(path)], _ = folder.prepare(str(path), fill)
    for path_there, beside in prepared.items():
        state.bytes += beside.stat().st_size
        folder.place(path_there, beside)
    state.write += process_time() - began
    folder.write(batch.state_path, as_json(state))
    return state


def match_rows(batch: Batch, place: int, state: BatchState) -> TableRows:
    """Play the match in this place of a batch. Returns its rows, and adds to the state what they took."""
    task = SimulationTask(batch.game, batch.seed, batch.number * batch.matches + place)
    chance = Random(f"{batch.seed} {task.number}")
    began = process_time()
    payloads = [each.payload for each in decisions(task, MatchClock(batch.opened(place), chance))]
    played = process_time()
    rows = over_rows(task.match_id, payloads, SimulatedSurroundings(chance))
    state.play += played - began
    state.fold += process_time() - played
    state.matches += 1
    state.versions += len(payloads)
    state.facts += len(rows["facts"])
    return rows


def rows_of_view(rows: TableRows, view: View) -> list[Any]:
    """The rows of a match that a view has, in its order."""
    found = rows.get(view.table.name, [])
    if view.table.has_places:
        found = [each for each in found if bool(each[-1]) == view.undone]
    return sorted(found, key=lambda each: tuple(each[: view.table.key]))


def sum_of(states: list[BatchState]) -> BatchState:
    """The sums of some states."""
    return BatchState(*(sum(each) for each in zip(*(structs.astuple(state) for state in states), strict=True)))


def report_matches(game: str, matches: int, out: Path, batch: int, seed: int, jobs: int) -> Iterator[str]:
    """Write matches of a game into a folder, unless they are there. Returns lines of what all of them take."""
    batches = [Batch(game, number, batch, seed, str(out)) for number in range(ceil(matches / batch))]
    with ExportFolder(out).writing():
        there = [each for each in batches if state_of(each) is not None]
        yield f"{game}: {len(there)} of {len(batches)} batches of {batch} matches are there"
        for each, state in write_missing(batches, jobs):
            yield (
                f"batch {each.number}, {each.month.month}: {state.matches / state.seconds:.2f} matches/s/core,"
                f" {state.bytes / state.matches:,.0f} bytes a match"
            )
        states = [state for state in map(state_of, batches) if state is not None]
    yield from figures(game, sum_of(states))


def figures(game: str, whole: BatchState) -> Iterator[str]:
    """The figures of a game as lines."""
    n, seconds = whole.matches, whole.seconds
    yield (
        f"{game}: {n / seconds:.2f} matches/s/core; play {whole.play / n:.3f} s, fold {whole.fold / n:.3f} s,"
        f" write {whole.write / n:.3f} s a match ({n:,} matches, {whole.facts / n:,.0f} facts and"
        f" {whole.versions / n:,.0f} versions each)"
    )
    yield f"{game}: {whole.bytes / n:,.0f} bytes and {whole.rows / n:,.0f} rows a match"
    hours, size = MILLION * seconds / n / 3600, MILLION * whole.bytes / n / 1e9
    yield f"{game}: a million takes {hours:,.0f} core hours and {size:,.1f} GB"
