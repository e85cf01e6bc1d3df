"""Each test of what is exported runs once on SQLite and once on PostgreSQL, over tables with five matches."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.integration.exports.months import told_in_months
from tests.integration.projections.analysts import Analysts, analysts_in
from tests.integration.store.conftest import place
from tests.integration.store.places import Place

__all__ = ["place"]


@pytest.fixture(autouse=True)
def _hasty_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for no disk: no test here cuts the power."""
    monkeypatch.setattr(os, "fsync", lambda file: None)


@pytest.fixture
def analysts(place: Place) -> Iterator[Analysts]:
    """Tables with matches of both games in three months, one of them without a time."""
    with analysts_in(place.db) as found:
        told_in_months(found)
        yield found


@pytest.fixture
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analysts]:
    """As `analysts`, on SQLite alone: what becomes of the folder is the same, whichever store is read."""
    with analysts_in(tmp_path_factory.mktemp("store") / "p.db") as found:
        told_in_months(found)
        yield found
