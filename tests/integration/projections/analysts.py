"""Builders: a store with the tables for analysts, matches that are played, rewound and over, and their rows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from domain.kernel.history.tables import HistoryTable
from projections.analytics.schema import all_tables
from projections.analytics.store import AnalyticsProjector, rebuild_tables
from projections.database import Session
from projections.runner import catch_up
from service.projector.process import StoreSource
from service.settings import Address, Settings
from service.wiring import analytics_tables, services_of, surroundings_of
from tests.judging.heard import Heard
from tests.patience import PATIENCE
from tests.stores import make_store

Rows = list[dict[str, Any]]


@cache
def whole(game: str, seed: int = 1) -> Heard:
    """A match with two rewinds, played to its end by the rules; nobody may change what this gives."""
    match = Heard(game, seed)
    match.play(40)
    match.rewind(match.match.version - 12)
    match.play(30)
    match.freeze()
    match.rewind(match.match.version - 20)
    match.resume()
    match.play(2000)
    assert match.match.table.over is not None
    return match


@cache
def brief(game: str) -> Heard:
    """A short match with an undone line, over: all but one have conceded. Nobody may change what this gives."""
    match = Heard(game, 1)
    match.play(10)
    match.rewind(match.match.version - 4)
    match.play(4)
    for seat in match.match.table.seats[1:]:
        match.give(seat, match.match.rules.command({"type": "concede"}))
    assert match.match.table.over is not None
    return match


class Analysts:
    """A store and the tables that analysts read."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.services = services_of(settings)
        self.tables = analytics_tables(settings)
        self.source = StoreSource(self.services.matches.recorder)
        self.around = surroundings_of(self.services)

    def close(self) -> None:
        self.tables.database.close()
        self.services.close()

    def bring_in(self, match_id: str, match: Heard, length: int = 0) -> None:
        """Store the first versions of a match at once."""
        assert self.services.matches.bring_in(match_id, match.match.seed, match.stored[: length or None])

    def projector(self) -> AnalyticsProjector:
        """A projector with nothing in memory."""
        return AnalyticsProjector(self.tables, self.source, self.around)

    def catch_up(self) -> None:
        catch_up([self.projector()])

    def rebuild(self) -> None:
        rebuild_tables(self.tables, self.source, self.around)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with self.tables.database.reading() as session:
            yield session

    def rows(self, table: HistoryTable | str, match_id: str = "", undone: bool = False) -> Rows:
        """The rows of a view, by its columns: of what stands, or of what was undone."""
        name = table if isinstance(table, str) else table.name
        [declared] = [each for each in all_tables() if each.name == name]
        columns = [*declared.row.__struct_fields__, *(["undone_by"] if undone else [])]
        view = f"{self.prefix}{'undone_' if undone else ''}{name}"
        where, values = (" WHERE match_id = ?", [match_id]) if match_id else ("", [])
        order = ", ".join(columns[: declared.key])
        statement = f"SELECT {', '.join(columns)} FROM {view}{where} ORDER BY {order}"
        with self.reading() as session:
            return [dict(zip(columns, row, strict=True)) for row in session.read(statement, values)]

    def everything(self) -> dict[str, Rows]:
        """All rows of all views."""
        found = {table.name: self.rows(table) for table in all_tables()}
        return found | {f"undone_{t.name}": self.rows(t, undone=True) for t in all_tables() if t.has_places}

    @property
    def prefix(self) -> str:
        return "analytics." if isinstance(self.settings.db, Address) else ""


@contextmanager
def analysts_in(db: Path | Address) -> Iterator[Analysts]:
    """A migrated store with its tables for analysts."""
    settings = Settings(db=db, store_timeout=PATIENCE)
    make_store(settings)
    found = Analysts(settings)
    try:
        yield found
    finally:
        found.close()
