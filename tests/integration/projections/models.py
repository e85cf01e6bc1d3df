"""Builders: a store beside its projection database, recorded matches to put into it, and what must stand there."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from domain.match import aggregate as matches
from domain.match.aggregate import NewVersion
from projections.database import Database, DatabaseTable
from projections.runner import Projector, catch_up
from projections.tables import FOLDED, PARKED, TRACKING
from projections.windows.fold import fold_ledger
from projections.windows.queries import Ledger
from projections.windows.store import OFFERS, PROJECTIONS, WINDOWS
from service.app.match.matches import MatchApplication
from service.projector.process import StoreSource, projectors
from service.settings import Address, Settings
from service.wiring import matches_of, windows_database
from tests.builders import Dice, Player, opened, options_of, played
from tests.patience import PATIENCE
from tests.stores import make_store

LENGTH = 90
TABLES = (FOLDED, PARKED, TRACKING, WINDOWS, OFFERS)


@cache
def recorded(seed: int, length: int = LENGTH) -> tuple[NewVersion, ...]:
    """The first versions of a random match."""
    opening = opened(seed)
    steps = played(opening.match, Player(Dice(f"model {seed}")), length)
    return (opening, *(step.following for step in steps))


class Model:
    """A store and the tables that are projected from it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.matches: MatchApplication = matches_of(settings)
        self.source = StoreSource(self.matches.recorder)
        self.database: Database = windows_database(settings)
        self.ledger = Ledger(self.database, waiters=2)

    def close(self) -> None:
        self.database.close()
        self.matches.close()

    def bring_in(self, match_id: str, seed: int, length: int = LENGTH) -> None:
        """Store the first versions of a recorded match at once."""
        events = recorded(seed)[:length]
        assert self.matches.bring_in(match_id, events[0].match.seed, [(each.payload, each.head) for each in events])

    def go_on(self, match_id: str, seed: int, upto: int) -> None:
        """Store the next versions of a recorded match, one by one."""
        for each in recorded(seed)[self.matches.fresh(match_id).version : upto]:
            self.act(match_id, each)

    def act(self, match_id: str, following: NewVersion) -> None:
        before = self.matches.fresh(match_id)
        event = matches.decode_event(before, following.payload)
        self.matches.act(match_id, event.actor, event.cmd, wait=before.wait, key=event.key, actor=event.actor)

    def projectors(self) -> list[Projector]:
        """A projector for each projection, with nothing in memory."""
        return projectors(self.settings, self.database, self.source)

    def catch_up(self) -> None:
        catch_up(self.projectors())

    def rows(self, table: DatabaseTable) -> list[tuple[Any, ...]]:
        """All rows of a table, by key."""
        order = ", ".join(table.names[: table.key])
        with self.database.reading() as session:
            return session.read(f"SELECT {', '.join(table.names)} FROM {table.name} ORDER BY {order}")

    def everything(self) -> dict[str, list[tuple[Any, ...]]]:
        return {table.name: self.rows(table) for table in TABLES}

    def check(self, versions: dict[str, int]) -> None:
        """Every match is folded to its version, and its rows are what its stored events say."""
        assert {row[:2]: row[2] for row in self.rows(FOLDED)} == {
            (each.name, match_id): version for match_id, version in versions.items() for each in PROJECTIONS
        }
        for match_id, version in versions.items():
            self.check_windows(match_id, version)
            self.check_offers(match_id, version)

    def check_windows(self, match_id: str, upto: int) -> None:
        stored = {f"{row[1]}.{row[2]}": row[-1] for row in self.rows(WINDOWS) if row[0] == match_id}
        last = self.matches.fresh(match_id)
        events = [(n, matches.decode_event(last, each)) for n, each in enumerate(self.matches.payloads(match_id), 1)]
        expected = {row.id: msgspec.json.encode(row).decode() for row in fold_ledger(events[:upto])}
        assert stored == expected

    def check_offers(self, match_id: str, upto: int) -> None:
        stored = {(row[1], row[2]): row[-1] for row in self.rows(OFFERS) if row[0] == match_id}
        assert {version for version, _ in stored} <= set(range(1, upto + 1))
        asked = 0
        for _, match in self.matches.replay(match_id):
            waiting = match.table.waiting
            if waiting is None or waiting.kind == "choice" or match.version > upto:
                continue
            for seat in waiting.seats:
                forms = options_of(match.rules, match.table, seat).forms
                assert [form["type"] for form in msgspec.json.decode(stored[match.version, seat])] == [
                    form.type for form in forms
                ]
                asked += 1
        assert asked == len(stored)


@contextmanager
def model_in(db: Path | Address) -> Iterator[Model]:
    """A migrated store with its read models."""
    settings = Settings(db=db, store_timeout=PATIENCE)
    make_store(settings)
    model = Model(settings)
    try:
        yield model
    finally:
        model.close()
