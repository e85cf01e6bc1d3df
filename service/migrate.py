"""Creates the store's file, tables and functions; nothing else does. It may run again, or twice at once."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from eventsourcing.persistence import InfrastructureFactory, OperationalError

from projections.analytics.store import create as create_analytics
from projections.tables import create
from projections.windows.store import PROJECTIONS
from service.app.case.case_index import CREATE
from service.app.match.match_index import MatchIndex
from service.app.match.openings import Openings
from service.settings import Address, Settings
from service.store.recorded import ActionRecorder
from service.wiring import (
    analytics_tables,
    audit_of,
    branches_of,
    index_rows_of,
    keyring_of,
    keys_of,
    matches_of,
    sessions_of,
    store_environment,
    windows_database,
)


def migrate(settings: Settings) -> int:
    """Bring the store up to this version's schema. Returns the schema's number.

    Raises SchemaMissing for a store of a later version, PersistenceError where it cannot be written.
    """
    with alone(settings):
        return create_missing(settings)


@contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """Hold the lock of the store's folder: SQLite makes no second process wait when files are created.

    Raises OperationalError where the folder cannot be opened.
    """
    if isinstance(settings.db, Address):
        # PostgreSQL waits
        yield
        return
    folder = settings.db.absolute().parent
    try:
        held = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise OperationalError(f"{settings.db}: {error.strerror}") from error
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def create_missing(settings: Settings) -> int:
    """Create the tables and files that are missing. Returns the number of the schema."""
    environment = store_environment(settings, create=True)
    with InfrastructureFactory.construct(environment) as factory:
        schema = cast(ActionRecorder, factory.application_recorder()).check_schema()
    keys = keys_of(settings)
    beside = (audit_of(settings), sessions_of(settings, keys), branches_of(settings), keyring_of(settings))
    for tables in (keys, *beside):
        tables.create()
        tables.close()
    rows = index_rows_of(settings)
    rows.create(CREATE)
    rows.close()
    index_matches(settings)
    database = windows_database(settings)
    create(database, PROJECTIONS)
    database.close()
    analytics = analytics_tables(settings)
    create_analytics(analytics)
    analytics.database.close()
    return schema


def index_matches(settings: Settings) -> None:
    """Make the index of matches, with a row for each match that the store has."""
    matches = matches_of(settings)
    index = MatchIndex(index_rows_of(settings), matches, Openings(matches))
    try:
        index.create()
        index.catch_up()
    finally:
        index.close()
        matches.close()
