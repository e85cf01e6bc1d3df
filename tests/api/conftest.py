"""Fixtures of the tests over HTTP: each test that asks for `db` runs once on SQLite and once on PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.settings import Address


@pytest.fixture(params=["sqlite", "postgres"])
def db(request: pytest.FixtureRequest) -> Path | Address:
    """Where a store may be: a file that is not there yet, or a fresh database."""
    if request.param == "postgres":
        address: Address = request.getfixturevalue("database")
        return address
    folder: Path = request.getfixturevalue("tmp_path")
    return folder / "praetor.db"
