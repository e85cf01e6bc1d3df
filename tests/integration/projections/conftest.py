"""Each test that asks for a read model runs once on SQLite and once on PostgreSQL."""

from collections.abc import Iterator

import pytest

from tests.integration.projections.models import Model, model_in
from tests.integration.store.conftest import lasting_place, place
from tests.integration.store.places import Place

__all__ = ["lasting_place", "model", "place"]


@pytest.fixture
def model(place: Place) -> Iterator[Model]:
    """A store with its projection database, migrated and empty."""
    with model_in(place.db) as model:
        yield model
