"""Creates the store's file, tables and functions; the only place that does, and safe to run again or twice at once."""

from typing import cast

from eventsourcing.persistence import InfrastructureFactory

from projections.tables import create
from projections.windows.store import PROJECTIONS
from service.case_index import CREATE
from service.settings import Settings
from service.store.recorded import ActionRecorder
from service.wiring import (
    audit_of,
    branches_of,
    case_rows_of,
    keys_of,
    sessions_of,
    store_environment,
    windows_database,
)


def migrate(settings: Settings) -> int:
    """Bring the store up to this version's schema; the schema's number.

    Raises SchemaMissing for a store of a later version, PersistenceError where it cannot be written.
    """
    environment = store_environment(settings, create=True)
    with InfrastructureFactory.construct(environment) as factory:
        schema = cast(ActionRecorder, factory.application_recorder()).check_schema()
    keys = keys_of(settings)
    for tables in (keys, audit_of(settings), sessions_of(settings, keys), branches_of(settings)):
        tables.create()
        tables.close()
    rows = case_rows_of(settings)
    rows.create(CREATE)
    rows.close()
    database = windows_database(settings)
    create(database, PROJECTIONS)
    database.close()
    return schema
