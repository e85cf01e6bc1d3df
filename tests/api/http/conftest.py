"""Applications on a store of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.settings import Address
from tests.api.http.clients import Api, api_of


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    """An application on SQLite."""
    with api_of(tmp_path / "praetor.db") as api:
        yield api


@pytest.fixture(params=["sqlite", "postgres"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Api]:
    """An application on each store in turn."""
    db: Path | Address = tmp_path / "praetor.db"
    if request.param == "postgres":
        db = request.getfixturevalue("database")
    with api_of(db) as api:
        yield api
