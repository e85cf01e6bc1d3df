"""What only PostgreSQL can do wrong: gaps for readers, a crash under load, stale connections, racing migrations."""

import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from pathlib import Path
from threading import Barrier, Event
from time import monotonic
from typing import Any

import psycopg
import pytest
from eventsourcing.persistence import OperationalError, PersistenceError, StoredEvent
from eventsourcing.postgres import PostgresDatastore

from service.app.match.matches import MatchApplication
from service.migrate import migrate
from service.settings import Address, Settings
from service.store.failures import Unavailable
from service.store.postgres import PostgresRecorder
from service.store.recorded import ActionRecorder, SchemaMissing
from service.wiring import matches_of
from tests.forked import Python
from tests.integration.store.counting import add, opened, store_in
from tests.patience import PATIENCE, until
from tests.postgres import Server, database_of

ROOT = Path(__file__).parents[2]
WRITERS = 4


def event(match_id: str, version: int) -> StoredEvent:
    return StoredEvent(f"match-{match_id}", version, "action", bytes(40))


def followed(recorder: ActionRecorder, position: int, on: Callable[[], bool]) -> list[tuple[int, str, int]]:
    """What a reader sees who asks for what follows the last position seen, while `on` and once more."""
    seen: list[tuple[int, str, int]] = []
    running = True
    while running:
        running = on()
        while found := recorder.select_notifications(position, 500, inclusive_of_start=False):
            position = found[-1].id
            seen += [(each.id, str(each.originator_id), each.originator_version) for each in found]
    return seen


def datastore_of(matches: MatchApplication) -> PostgresDatastore:
    assert isinstance(matches.recorder, PostgresRecorder)
    return matches.recorder.datastore


@pytest.mark.parametrize("events", [4_000, pytest.param(20_000, marks=pytest.mark.proof)])
def test_a_reader_that_follows_several_writing_processes_misses_nothing(database: Address, events: int) -> None:
    each = ceil(events / WRITERS / 3) * 3
    filling = ["-m", "tests.integration.store.writing", "fill", database.conninfo]
    with store_in(database) as matches:
        writers = [Python([*filling, f"w{n}", each, "n"]) for n in range(WRITERS)]
        seen = followed(matches.recorder, 0, lambda: any(writer.poll() is None for writer in writers))
        assert [writer.returncode for writer in writers] == [0] * WRITERS
        stored = followed(matches.recorder, 0, lambda: False)
    missed = set(stored) - set(seen)
    print(f"{WRITERS} processes of 3 threads, {len(stored)} events stored, {len(missed)} missed by the reader")
    assert len(stored) == each * WRITERS
    assert seen == stored


def test_a_writer_that_has_not_committed_lets_no_other_pass(database: Address) -> None:
    with store_in(database, timeout=2.0) as matches, psycopg.connect(database.conninfo) as slow:
        slow.execute("SELECT match_events_append_many(%s, %s, %s, %s)", [["match-a"], [1], ["action"], [bytes(40)]])
        with pytest.raises(OperationalError, match="lock timeout"):
            matches.recorder.append_many([event("b", 1)])
        with pytest.raises(OperationalError, match="lock timeout"):
            matches.recorder.append_together([event("b", 1)], {})
        assert matches.recorder.max_notification_id() is None
        slow.commit()
        matches.recorder.append_many([event("b", 1)])
        assert [place[1] for place in followed(matches.recorder, 0, lambda: False)] == ["match-a", "match-b"]


def test_a_vacuum_holds_up_nobody(database: Address) -> None:
    with store_in(database, timeout=2.0) as matches, psycopg.connect(database.conninfo) as vacuum:
        # the lock that VACUUM, ANALYZE and CREATE INDEX CONCURRENTLY hold while they run
        vacuum.execute("LOCK TABLE match_events IN SHARE UPDATE EXCLUSIVE MODE")
        assert len(matches.recorder.append_many([event("a", 1)])) == 1
        assert len(matches.recorder.append_together([event("a", 2)], {})) == 1


def test_nobody_takes_the_turn_to_append_who_may_not_append(database: Address) -> None:
    """Whoever may log in takes any advisory lock, and keeps it: no append may wait for one."""
    append = "SELECT match_events_append_many(%s, %s, %s, %s)"
    with store_in(database), psycopg.connect(database.conninfo) as outside:
        with psycopg.connect(database.conninfo) as appending:
            appending.execute(append, [["match-b"], [1], ["action"], [bytes(40)]])
            taken = "SELECT locktype, relation::regclass::text, mode FROM pg_locks WHERE pid = %s"
            locks = outside.execute(taken, [appending.info.backend_pid]).fetchall()
            assert ("relation", "append_turn", "ExclusiveLock") in locks
            assert [each for each in locks if each[0] == "advisory"] == []
            appending.rollback()
        outside.execute("CREATE ROLE reader_of_views NOLOGIN")
        outside.execute("SET LOCAL ROLE reader_of_views")
        for table in ("append_turn", "rows_turn"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege), outside.transaction():
                outside.execute(f"LOCK TABLE public.{table} IN ACCESS SHARE MODE".encode())
        outside.rollback()


def test_an_append_wakes_who_listens(database: Address) -> None:
    with store_in(database) as matches, psycopg.connect(database.conninfo, autocommit=True) as listening:
        listening.execute("LISTEN match_events")
        for append in (matches.recorder.append_many, lambda events: matches.recorder.append_together(events, {})):
            append([event("a", (matches.recorder.max_notification_id() or 0) + 1)])
            assert len(list(listening.notifies(timeout=PATIENCE, stop_after=1))) == 1


def test_an_acknowledged_action_is_on_the_disk_whatever_the_default_of_the_database(postgres: str) -> None:
    with database_of(postgres) as database:
        with psycopg.connect(database.conninfo, autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {connection.info.dbname} SET synchronous_commit = off")
        with store_in(database, timeout=1.5) as matches, datastore_of(matches).get_connection() as connection:
            told = []
            for name in ("synchronous_commit", "lock_timeout"):
                row = connection.execute(f"SHOW {name}").fetchone()
                assert row is not None
                told.append(row[name])
        assert told == ["on", "1500ms"]


class Client:
    """Plays one match and asks again under the same key until it is answered."""

    def __init__(self, matches: MatchApplication, match_id: str) -> None:
        self.matches, self.match_id = matches, match_id
        self.acknowledged: list[int] = []
        self.unavailable = 0

    def play(self, stop: Event) -> None:
        version = 1
        while not stop.is_set():
            self.acknowledged.append(self.answered(version))
            version += 1

    def answered(self, version: int) -> int:
        deadline = monotonic() + PATIENCE
        while monotonic() < deadline:
            try:
                done: int = add(self.matches, self.match_id, 1, f"k{version}", version).version
                return done
            except Unavailable:
                self.unavailable += 1
        raise TimeoutError(f"{self.match_id}, version {version}")


def go_on(clients: list[Client]) -> None:
    """Wait until each client was answered some times more."""
    before = [len(client.acknowledged) for client in clients]
    until(lambda: all(len(client.acknowledged) >= n + 8 for client, n in zip(clients, before, strict=True)))


def counted_failures(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """The failures of batches from now on."""
    real, failures = PostgresRecorder.append_many, []

    def append_many(self: PostgresRecorder, events: Sequence[StoredEvent]) -> dict[tuple[str, int], int]:
        try:
            return real(self, events)
        except Exception as failure:
            failures.append(failure)
            raise

    monkeypatch.setattr(PostgresRecorder, "append_many", append_many)
    return failures


def test_a_server_that_crashes_twice_under_load_loses_no_acknowledged_action(
    mortal_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = counted_failures(monkeypatch)
    with (
        database_of(mortal_server.url) as database,
        store_in(database, timeout=0.5, budget=1.0) as one,
        store_in(database, timeout=0.5, budget=1.0) as two,
    ):
        clients = [Client((one, two)[n % 2], opened(one, f"m-{n}")) for n in range(8)]
        stop = Event()
        with ThreadPoolExecutor(8) as pool:
            playing = [pool.submit(client.play, stop) for client in clients]
            try:
                # shorter than a command may take, so that nobody notices, and until somebody has
                go_on(clients)
                mortal_server.crash()
                mortal_server.start()
                go_on(clients)
                mortal_server.crash()
                # without a command that the crash hit this test would show nothing
                until(lambda: failures and any(client.unavailable for client in clients))
                mortal_server.start()
                go_on(clients)
            finally:
                stop.set()
            for each in playing:
                each.result()
        unavailable = sum(client.unavailable for client in clients)
        acknowledged = sum(len(client.acknowledged) for client in clients)
        hit = f"{len(failures)} batches failed, {unavailable} answers were that it is unavailable"
        print(f"{acknowledged} acknowledged and stored once, {hit}, 2 crashes")
        for client in clients:
            last = client.acknowledged[-1]
            assert client.acknowledged == list(range(2, last + 1))
            newest: Any = [match for _, match in one.replay(client.match_id)][-1]
            assert [key for _, key in newest.keys] == ["open", *(f"k{version}" for version in range(1, last))]


def test_connections_to_a_server_that_was_restarted_are_given_to_nobody(
    mortal_server: Server,
) -> None:
    with database_of(mortal_server.url) as database, store_in(database) as matches:
        match_id, together = opened(matches), Barrier(6)

        def held() -> None:
            with datastore_of(matches).get_connection():
                together.wait(PATIENCE)

        with ThreadPoolExecutor(6) as pool:
            for each in [pool.submit(held) for _ in range(6)]:
                each.result()
        mortal_server.crash()
        mortal_server.start()
        for number in range(20):
            add(matches, match_id, 1, f"k{number}")
        assert matches.fresh(match_id).version == 21


def is_answered(ask: Callable[[], object]) -> bool:
    """Whether the store answers again: for a moment after a failure nobody asks it."""
    try:
        ask()
    except Unavailable:
        return False
    return True


def test_a_server_that_is_not_there_is_unavailable_in_time_and_named(mortal_server: Server) -> None:
    with database_of(mortal_server.url) as database, store_in(database, timeout=0.3, budget=0.6) as matches:
        match_id = opened(matches)
        mortal_server.crash()
        for ask in (lambda: matches.fresh(match_id), lambda: add(matches, match_id, 1, "k1", 1)):
            # without a limit it would be asked for as long as the pool waits, which is half a minute
            started = monotonic()
            with pytest.raises(Unavailable):
                ask()
            assert monotonic() - started < 20
        with pytest.raises(OperationalError, match=f"{database}: connection .* failed"):
            matches_of(Settings(db=database))
        mortal_server.start()
        until(lambda: is_answered(lambda: add(matches, match_id, 1, "k1", 1)))
        assert matches.fresh(match_id).version == 2


def test_a_database_without_a_store_is_refused_with_the_remedy_and_left_empty(postgres: str) -> None:
    with database_of(postgres, migrated=False) as database:
        with pytest.raises(SchemaMissing, match="schema 0, not 1: run `praetor migrate`"):
            matches_of(Settings(db=database))
        with psycopg.connect(database.conninfo) as connection:
            assert connection.execute("SELECT to_regclass('match_events')").fetchone() == (None,)
    with pytest.raises(OperationalError, match="does not exist"):
        migrate(Settings(db=database))


MIGRATING = """
import os
from service.migrate import migrate
from service.settings import read_settings
from tests.patience import PATIENCE, until
print("ready", flush=True)
input()
print(migrate(read_settings(os.environ)))
"""


def test_processes_that_migrate_at_once_all_succeed(postgres: str) -> None:
    with database_of(postgres, migrated=False) as database:
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        environment = {"PRAETOR_DB": database.conninfo}
        racers = [Python(["-c", MIGRATING], env=environment, **pipes) for _ in range(4)]
        for racer in racers:
            assert racer.stdout is not None
            assert racer.stdout.readline() == "ready\n"
        for racer in racers:
            assert racer.stdin is not None
            racer.stdin.write("\n")
            racer.stdin.flush()
        assert [racer.communicate()[0] for racer in racers] == ["1\n"] * 4
        with store_in(database) as matches:
            assert opened(matches) == "m-one"


def test_a_migration_waits_for_another_one_longer_than_for_any_other_lock(database: Address) -> None:
    # so long that a busy machine connects in it
    settings = Settings(db=database, store_timeout=3.0)
    with ThreadPoolExecutor(1) as thread, psycopg.connect(database.conninfo, autocommit=True) as watching:
        with psycopg.connect(database.conninfo) as other:
            other.execute("LOCK TABLE public.migration_turn IN EXCLUSIVE MODE")
            migrating = thread.submit(migrate, settings)
            waiting = (
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND wait_event_type = 'Lock' AND query_start < now() - interval '4 s'"
            )
            until(lambda: watching.execute(waiting).fetchone() == (1,))
            assert not migrating.done()
        assert migrating.result(PATIENCE) == 1


def test_a_migration_waits_for_any_other_lock_as_long_as_its_session_does(database: Address) -> None:
    settings = Settings(db=database, store_timeout=3.0)
    with psycopg.connect(database.conninfo) as other:
        other.execute("LOCK TABLE public.schema_version IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(OperationalError, match="lock timeout"):
            migrate(settings)


def test_a_database_that_a_later_version_has_changed_takes_nothing_more(database: Address) -> None:
    with store_in(database) as matches, psycopg.connect(database.conninfo, autocommit=True) as connection:
        matches.recorder.append_many([event("a", 1)])
        connection.execute("UPDATE schema_version SET schema = 99")
        for write in (matches.recorder.append_many, matches.recorder.insert_events):
            with pytest.raises(SchemaMissing, match="a store of schema 99"):
                write([event("a", 2)])
        assert connection.execute("SELECT count(*) FROM match_events").fetchone() == (1,)


FULL = """CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN RAISE EXCEPTION USING ERRCODE = ''disk_full''; END'"""


def test_a_database_that_failed_to_write_is_not_ready_until_it_writes_again(database: Address) -> None:
    with store_in(database) as matches, psycopg.connect(database.conninfo, autocommit=True) as connection:
        connection.execute(FULL)
        for table in ("match_events", "schema_version"):
            of_table = f"ON public.{table} FOR EACH ROW EXECUTE FUNCTION full_disk()"
            connection.execute(f"CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE {of_table}")
        matches.check()
        for attempt in (lambda: matches.recorder.append_many([event("a", 1)]), matches.check):
            with pytest.raises(PersistenceError):
                attempt()
        connection.execute("DROP FUNCTION full_disk CASCADE")
        matches.check()
