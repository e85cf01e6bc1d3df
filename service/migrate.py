"""Creates the store's file and tables; the only place that does, and safe to run again or twice at once."""

from eventsourcing.persistence import InfrastructureFactory

from service.settings import Settings
from service.store.sqlite import SCHEMA
from service.wiring import store_environment


def migrate(settings: Settings) -> int:
    """Bring the store up to this version's schema; the schema's number.

    Raises SchemaMissing for a store of a later version, PersistenceError where the file cannot be written.
    """
    environment = store_environment(settings, create=True)
    with InfrastructureFactory.construct(environment) as factory:
        factory.application_recorder()
    return SCHEMA
