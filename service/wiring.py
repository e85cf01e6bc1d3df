"""What one process is built of; nothing else constructs anything. Call it after a fork, never before."""

from domain import match
from service.matches import Matches
from service.settings import Settings


def store_environment(settings: Settings, *, create: bool = False) -> dict[str, str]:
    """What the event store library is told; `create` for `migrate` alone."""
    return {
        "PERSISTENCE_MODULE": "service.store.sqlite:SqliteFactory",
        "MAPPER_TOPIC": "service.store.recorded:ActionMapper",
        "ORIGINATOR_ID_TYPE": "text",
        "CREATE_TABLE": "y" if create else "n",
        "SQLITE_DBNAME": str(settings.db),
        "STORE_TIMEOUT": str(settings.store_timeout),
        "POOL_SIZE": str(settings.threads + 1),
        "GATE": "y" if settings.gate else "n",
    }


def matches_of(settings: Settings) -> Matches:
    """The match application of this process; raises SchemaMissing where `praetor migrate` has not run."""
    return Matches(
        store_environment(settings),
        match,
        hot_matches=settings.cache_matches,
        budget=settings.act_budget,
        group_commit=settings.group_commit,
    )
