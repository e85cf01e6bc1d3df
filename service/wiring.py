"""What one process is built of; nothing else constructs anything. Call it after a fork, never before."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial

from msgspec import Struct

from domain.games import GAMES
from domain.match import aggregate
from projections.analytics.layouts import PostgresLayout, SqliteLayout
from projections.analytics.reading import AnalystReader, SqliteReader
from projections.analytics.store import AnalyticsTables
from projections.database import Database, SqliteDatabase
from projections.windows.queries import Ledger
from service.app.branches import BranchTable
from service.app.case.case_index import CaseIndex
from service.app.case.cases import CaseApplication
from service.app.case.desks import DeskApplication
from service.app.case.precedents import Precedents
from service.app.keys import Keys
from service.app.match.action_waiting import MatchWatch
from service.app.match.match_index import MatchIndex
from service.app.match.matches import MatchApplication
from service.app.match.openings import Openings
from service.app.players.keyring import Keyring
from service.app.record.beside_a_match import newest_known
from service.app.refused_attempts import Audit
from service.app.results_at_odds import MatchResults
from service.app.sessions import Sessions
from service.app.struct_descriptions import describe_structs
from service.app.tournaments import TournamentApplication
from service.projector.surroundings import StoreSurroundings
from service.settings import Address, Settings
from service.store.side_tables import Rows, SqliteRows
from service.store.sqlite import WriteTurn


class Services(Struct, frozen=True):
    """What a process that serves requests works with."""

    settings: Settings
    matches: MatchApplication
    openings: Openings
    keys: Keys
    audit: Audit
    windows: Ledger
    sessions: Sessions
    cases: CaseApplication
    desks: DeskApplication
    events: TournamentApplication
    branches: BranchTable
    precedents: Precedents
    case_index: CaseIndex
    match_index: MatchIndex
    match_results: MatchResults
    watch: MatchWatch
    analyst_reader: Callable[[float], AnalystReader]
    """What opens the tables for analysts, for queries of so many seconds."""
    analytics: AnalyticsTables

    def close(self) -> None:
        """Give every connection back."""
        self.watch.close()
        beside = (self.keys, self.audit, self.windows, self.sessions, self.branches, self.case_index, self.match_index)
        for each in (self.matches, *beside):
            each.close()
        self.analytics.database.close()


def services_of(settings: Settings) -> Services:
    """Everything that a serving process needs; raises PersistenceError where `praetor migrate` has not run."""
    keys = keys_of(settings)
    matches = matches_of(settings)
    # a case and a desk ask the events for what holds of their match, and what a case gives is entered there, too
    desks = DeskApplication(matches, budget=settings.act_budget, setting=lambda match_id: events.setting(match_id))
    cases = CaseApplication(
        matches,
        desks,
        budget=settings.act_budget,
        setting=lambda match_id: events.setting(match_id),
        beside=lambda moved: events.beside(moved),
        has_branch=lambda match_id, branch: branches.match_of(branch) == match_id,
    )
    beside = (keys, audit_of(settings), ledger_of(settings), sessions_of(settings, keys))
    openings = Openings(matches, listed=lambda match_id: match_index.opening(match_id))
    events = TournamentApplication(
        *(matches, cases, desks, openings),
        budget=settings.act_budget,
        holds_key=keys.is_held,
        revocations=keys.revocations,
        forget_keys=keys.forget,
    )
    precedents = Precedents(matches)
    match_index = MatchIndex(index_rows_of(settings), matches, openings)
    indexes = (CaseIndex(index_rows_of(settings), cases, precedents.traits), match_index)
    match_results = MatchResults(matches, match_index)
    branches, watch = branches_of(settings), MatchWatch(matches.recorder, keys.find_ended)
    services = Services(
        *(settings, matches, openings, *beside, cases, desks, events, branches, precedents, *indexes, match_results),
        watch,
        partial(analyst_reader, settings),
        analytics_tables(settings),
    )
    matches.known_elsewhere = partial(newest_known, services)
    matches.players_about = partial(players_about, matches, events)
    services.keys.check()
    services.audit.check()
    keyring = require_keyring(matches)
    keyring.check()
    keyring.begin()
    keyring.on_erased += [each.forget_all for each in (matches, openings, cases, desks, events, branches)]
    return services


def players_about(matches: MatchApplication, events: TournamentApplication, match_id: str) -> tuple[str, ...]:
    """The players whom words about a match may name. Raises Unknown, Unavailable."""
    match = matches.cached_match(match_id)
    return (*GAMES[match.rules.name].players(match.table).values(), *events.setting(match_id).everybody)


def store_environment(settings: Settings, *, create: bool = False) -> dict[str, str]:
    """What the event store library is told; `create` for `migrate` alone."""
    return {
        **_persistence(settings),
        "MAPPER_TOPIC": "service.store.recorded:ActionMapper",
        "ORIGINATOR_ID_TYPE": "text",
        "CREATE_TABLE": "y" if create else "n",
        "STORE_TIMEOUT": str(settings.store_timeout),
        # the threads, the one that stores for them and the one that watches
        "POOL_SIZE": str(settings.threads + 2),
    }


def _persistence(settings: Settings) -> dict[str, str]:
    if isinstance(settings.db, Address):
        return {
            "PERSISTENCE_MODULE": "service.store.postgres:PostgresStore",
            "CONNINFO": settings.db.conninfo,
            "ADDRESS": settings.db.name,
            # the library asks for these; the address has them
            **dict.fromkeys(("POSTGRES_DBNAME", "POSTGRES_HOST", "POSTGRES_USER", "POSTGRES_PASSWORD"), ""),
        }
    return {
        "PERSISTENCE_MODULE": "service.store.sqlite:SqliteFactory",
        "SQLITE_DBNAME": str(settings.db),
        "GATE": "y" if settings.gate else "n",
    }


def matches_of(settings: Settings) -> MatchApplication:
    """The match application of this process; raises SchemaMissing where `praetor migrate` has not run."""
    describe_structs()
    keyring = keyring_of(settings)
    try:
        return MatchApplication(
            store_environment(settings),
            aggregate,
            keyring=keyring,
            hot_matches=settings.cache_matches,
            budget=settings.act_budget,
            group_commit=settings.group_commit,
        )
    except BaseException:
        # else names would go on being asked of it
        keyring.close()
        raise


def keys_of(settings: Settings) -> Keys:
    """The API keys: a table of the store itself, written in turn with it."""
    if isinstance(settings.db, Address):
        return Keys(_server_rows(settings, settings.db, durable=True))
    turn = WriteTurn(str(settings.db), timeout=settings.store_timeout, gate=settings.gate)
    return Keys(_file_rows(settings, str(settings.db), durable=True, turn=turn))


def keyring_of(settings: Settings) -> Keyring:
    """The keys of players: a file beside the store, or tables of its database."""
    if isinstance(settings.db, Address):
        return Keyring(_server_rows(settings, settings.db, durable=True), keys_of(settings))
    return Keyring(_file_rows(settings, f"{settings.db}.players", durable=True), keys_of(settings))


def require_keyring(matches: MatchApplication) -> Keyring:
    """The keys of players with which a match application was made."""
    assert matches.keyring is not None
    return matches.keyring


def branches_of(settings: Settings) -> BranchTable:
    """The branches that are kept: a table of the store itself, written in turn with it."""
    if isinstance(settings.db, Address):
        return BranchTable(_server_rows(settings, settings.db, durable=True))
    turn = WriteTurn(str(settings.db), timeout=settings.store_timeout, gate=settings.gate)
    return BranchTable(_file_rows(settings, str(settings.db), durable=True, turn=turn))


def audit_of(settings: Settings) -> Audit:
    """The refused attempts: a file beside the store, or a table of its database that is not synced."""
    if isinstance(settings.db, Address):
        return Audit(_server_rows(settings, settings.db, durable=False))
    return Audit(_file_rows(settings, f"{settings.db}.audit", durable=False))


def sessions_of(settings: Settings, keys: Keys) -> Sessions:
    """The sessions of the console: beside the refused attempts, where a lost row harms nobody."""
    if isinstance(settings.db, Address):
        return Sessions(_server_rows(settings, settings.db, durable=False), keys)
    return Sessions(_file_rows(settings, f"{settings.db}.audit", durable=False), keys)


def index_rows_of(settings: Settings) -> Rows:
    """The tables of an index: beside the refused attempts, where a lost row is made again."""
    if isinstance(settings.db, Address):
        return _server_rows(settings, settings.db, durable=False)
    return _file_rows(settings, f"{settings.db}.audit", durable=False)


def windows_database(settings: Settings) -> Database:
    """The projections' database: a file beside the store, or a schema of its database."""
    if isinstance(settings.db, Address):
        # only who stores there pays for the driver
        from projections.postgres import PostgresDatabase

        return PostgresDatabase(
            settings.db.conninfo,
            settings.db.name,
            schema="windows",
            channel="match_events",
            timeout=settings.store_timeout,
        )
    return SqliteDatabase(f"{settings.db}.windows", timeout=settings.store_timeout)


def analytics_tables(settings: Settings) -> AnalyticsTables:
    """The tables for analysts: a file beside the store, or schemas of its database."""
    if isinstance(settings.db, Address):
        # only who stores there pays for the driver
        from projections.postgres import PostgresDatabase

        database = PostgresDatabase(
            settings.db.conninfo,
            settings.db.name,
            schema="analytics_state",
            channel="match_events",
            timeout=settings.store_timeout,
        )
        return AnalyticsTables(database, PostgresLayout())
    return AnalyticsTables(SqliteDatabase(f"{settings.db}.analytics", timeout=settings.store_timeout), SqliteLayout())


def analyst_reader(settings: Settings, seconds: float) -> AnalystReader:
    """What reads the tables for analysts and nothing else; a query is broken off after so many seconds."""
    if isinstance(settings.db, Address):
        # only who stores there pays for the driver
        from projections.analytics.postgres_reading import PostgresReader

        address, timeout = settings.db, settings.store_timeout
        return PostgresReader(address.conninfo, address.name, timeout=timeout, seconds=seconds)
    return SqliteReader(f"{settings.db}.analytics", seconds)


def surroundings_of(services: Services) -> StoreSurroundings:
    """What stands about the matches of the store, for the tables of analysts."""
    keyring = require_keyring(services.matches)
    around = StoreSurroundings(services.matches, services.events, services.cases, services.audit, keyring.pseudonym)
    keyring.on_erased.append(around.forget_all)
    return around


def ledger_of(settings: Settings) -> Ledger:
    """The window ledger; as many threads may wait for it as wait in all queues, so that none of them fills it."""
    return Ledger(windows_database(settings), waiters=max(3, settings.threads // 2))


def _file_rows(
    settings: Settings, path: str, *, durable: bool, turn: AbstractContextManager[None] | None = None
) -> Rows:
    return SqliteRows(path, timeout=settings.store_timeout, durable=durable, turn=turn)


def _server_rows(settings: Settings, address: Address, *, durable: bool) -> Rows:
    # only who stores there pays for the driver
    from service.store.postgres_side_tables import PostgresRows

    return PostgresRows(address, timeout=settings.store_timeout, durable=durable)
