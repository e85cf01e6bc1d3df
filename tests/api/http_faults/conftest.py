"""Each test that asks for a place runs once on SQLite and once on PostgreSQL."""

from __future__ import annotations

import pytest

from tests.integration.store.places import Place, PostgresPlace, SqlitePlace


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> Place:
    """Where a store may be made; on PostgreSQL a fresh, migrated database."""
    if request.param == "postgres":
        return PostgresPlace(request.getfixturevalue("database"))
    return SqlitePlace(request.getfixturevalue("tmp_path"))
