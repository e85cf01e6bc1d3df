"""Each test that asks for a place runs once on SQLite and once on PostgreSQL."""

from collections.abc import Iterator

import pytest

from tests.integration.store.places import Place, PostgresPlace, SqlitePlace
from tests.postgres import database_of


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> Place:
    """Where a store may be made; on PostgreSQL a fresh, migrated database."""
    if request.param == "postgres":
        return PostgresPlace(request.getfixturevalue("database"))
    return SqlitePlace(request.getfixturevalue("tmp_path"))


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def lasting_place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """As `place`, one for all the tests of a module, which change nothing there."""
    if request.param == "postgres":
        with database_of(request.getfixturevalue("postgres")) as database:
            yield PostgresPlace(database)
    else:
        yield SqlitePlace(tmp_path_factory.mktemp("place"))
