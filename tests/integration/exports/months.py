"""Builders: tables for analysts with matches in several months, and an export of them that can be read."""

from __future__ import annotations

import hashlib
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from domain.games import GAMES
from domain.kernel.history.tables import HistoryTable
from domain.match.history import recorded_time
from projections.analytics.fold import TableRows, over_rows
from projections.analytics.layouts import database_tables
from projections.analytics.match_filter import MatchFilter
from projections.analytics.match_rows import MATCHES
from projections.analytics.schema import all_tables
from projections.analytics.store import live_generation
from projections.analytics.surroundings import MatchSurroundings
from projections.database import DatabaseTable
from service.exports.atomic_folder import ExportedFile, Manifest
from service.exports.parquet_export import ExportResult, export_parquet
from tests.integration.projections.analysts import Analysts, whole

TOLD = {
    "m-1": ("agot_lcg", "2026-01-31T23:59:59.500000+00:00"),
    "m-2": ("agot_lcg", "2026-02-01T00:00:00+00:00"),
    "m-3": ("agot_board", "2026-02-28T12:00:00+00:00"),
    "m-4": ("agot_lcg", ""),
    "m-5": ("agot_lcg", "2026-02-03T10:00:00+00:00"),
}
MONTHS = ["agot_board.2026-02", "agot_lcg.2026-01", "agot_lcg.2026-02", "agot_lcg.undated"]


class NothingAround:
    """Surroundings of matches about which nothing is known but what is in them."""

    def of(self, match_id: str, seats: tuple[str, ...], named: dict[str, str], winner: str) -> MatchSurroundings:
        return MatchSurroundings(dict(named))

    def pseudonym(self, name: str) -> str:
        return f"p-{name[::-1]}"


@cache
def whole_rows(game: str) -> TableRows:
    """The rows of a whole match, which takes seconds to fold."""
    return over_rows("m", [payload for payload, _ in whole(game).stored], NothingAround())


def told_in_months(analysts: Analysts) -> None:
    """Put the rows of matches that are over into the tables, opened at the times of `TOLD`."""
    for match_id, (game, opened) in TOLD.items():
        put(analysts, match_id, game, recorded_time(opened))


def told_of_every_game(analysts: Analysts) -> None:
    """Put the rows of a match of each game of which `TOLD` has none into the tables beside those."""
    for game in set(GAMES) - {game for game, _ in TOLD.values()}:
        put(analysts, f"m-{game}", game, recorded_time("2026-01-05T10:00:00+00:00"))


def put(analysts: Analysts, match_id: str, game: str, opened: datetime | None) -> None:
    """Put the rows of the whole match of a game into the tables, under an id and a time of opening."""
    place = columns(MATCHES).index("opened")
    tables = live_tables(analysts)
    with analysts.tables.database.writing() as session:
        for name, rows in whole_rows(game).items():
            renamed = [[match_id, *row[1:]] for row in rows]
            if name == MATCHES.name:
                renamed[0][place] = opened
            session.insert(tables[name], renamed)


def live_tables(analysts: Analysts) -> dict[str, DatabaseTable]:
    """The tables that the views read, by the names of these."""
    with analysts.reading() as session:
        found = database_tables(analysts.tables.layout, live_generation(session))
    return dict(zip((table.name for table in all_tables()), found, strict=True))


def columns(table: HistoryTable) -> list[str]:
    return list(table.row.__struct_fields__)


def change(analysts: Analysts, column: str, value: object, match_id: str) -> None:
    """Change a column of the row of a match."""
    table = live_tables(analysts)[MATCHES.name]
    with analysts.tables.database.writing() as session:
        assert session.write(f"UPDATE {table.name} SET {column} = ? WHERE match_id = ?", [value, match_id]) == 1


def exported(analysts: Analysts, out: Path, **chosen: str) -> ExportResult:
    """Export the matches of a filter."""
    return export_parquet(analysts.tables, MatchFilter(**chosen), out)


def rows_of(out: Path, each: ExportedFile) -> list[dict[str, Any]]:
    """The rows of one file."""
    found: list[dict[str, Any]] = pq.ParquetFile(out / each.path).read().to_pylist()
    return found


def check_whole(out: Path, manifest: Manifest) -> None:
    """Every file of a manifest is what it says, and no other file is there."""
    for each in manifest.files:
        read = (out / each.path).read_bytes()
        assert (len(read), hashlib.sha256(read).hexdigest()) == (each.bytes, each.sha256)
        assert len(rows_of(out, each)) == each.rows > 0
    assert parquet_files(out) == {each.path for each in manifest.files}


def parquet_files(out: Path) -> set[str]:
    """The files that a reader of the folder finds."""
    return {each.relative_to(out).as_posix() for each in out.rglob("*.parquet")}
