"""Who reads what: analysts read the views and nothing else, and no secret of a running match by whatever they read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from eventsourcing.persistence import OperationalError
from psycopg import sql

from projections.analytics.column_types import views_of
from projections.analytics.fold import MatchStory
from projections.analytics.layouts import ROLE
from projections.analytics.postgres_reading import PostgresReader
from projections.analytics.reading import AnalystReader, SqliteReader
from projections.analytics.schema import all_tables
from service.migrate import migrate
from service.settings import Address, Settings
from tests.integration.projections.analysts import Analysts, Rows, analysts_in, whole
from tests.integration.store.places import Place
from tests.judging.pairs import Pair
from tests.judging.secrets import SECRETS, each_secret
from tests.patience import PATIENCE
from tests.postgres import Server, address_of, database_of

M = "m-1"


@pytest.fixture(scope="module")
def analysts(lasting_place: Place) -> Iterator[Analysts]:
    """Tables with a match that is over, of which some was undone, and a running one."""
    with analysts_in(lasting_place.db) as found:
        found.bring_in(M, whole("agot_lcg"))
        found.bring_in("m-runs", whole("agot_board"), 50)
        found.catch_up()
        yield found


@pytest.fixture
def reader(analysts: Analysts) -> Iterator[AnalystReader]:
    found = reader_of(analysts)
    yield found
    found.close()


def reader_of(analysts: Analysts) -> AnalystReader:
    db = analysts.settings.db
    if isinstance(db, Address):
        return PostgresReader(db.conninfo, db.name, timeout=PATIENCE)
    return SqliteReader(f"{db}.analytics")


def test_every_view_can_be_read_by_its_name_with_its_columns(reader: AnalystReader) -> None:
    for view in views_of(all_tables()):
        found = reader.query(f"SELECT * FROM {view.name}")
        assert found.columns == tuple(column.name for column in view.columns), view.name
        [(counted,)] = reader.query(f"SELECT COUNT(*) FROM {view.name}").rows
        assert counted == len(list(found.rows))


def test_a_query_of_an_analyst_is_answered(reader: AnalystReader) -> None:
    found = reader.query(
        "WITH made AS (SELECT seat, COUNT(*) AS n FROM decisions GROUP BY seat)"
        " SELECT s.seat, s.result, made.n, s.decisions FROM seats s JOIN made ON made.seat = s.seat"
        " WHERE s.match_id IN (SELECT match_id FROM matches WHERE status = 'over') ORDER BY s.seat"
    )
    rows = list(found.rows)
    assert [row[0] for row in rows] == [1, 2]
    assert all(row[2] == row[3] > 100 for row in rows)
    # rounds without gaps, and table expressions that are counted as a whole
    counting = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3)"
    by_round = "SELECT n.i, COUNT(r.round) FROM n LEFT JOIN rounds r ON r.round = n.i GROUP BY n.i ORDER BY n.i"
    assert list(reader.query(f"{counting} {by_round}").rows) == [(1, 1), (2, 1), (3, 1)]
    assert list(reader.query(f"{counting} SELECT COUNT(*) FROM n").rows) == [(3,)]
    once = "WITH made AS MATERIALIZED (SELECT match_id FROM Results) SELECT COUNT(*) FROM made, made AS again"
    assert list(reader.query(once).rows) == [(1,)]


REFUSED = {
    "the events": "SELECT * FROM {events}",
    "their number": "SELECT COUNT(*) FROM {events}",
    "the seeds": "SELECT * FROM {seeds}",
    "the keys": "SELECT * FROM api_keys",
    "the ledger": "SELECT * FROM {windows}",
    "how far matches are folded": "SELECT * FROM {state}folded",
    "how many are folded": "SELECT COUNT(*) FROM {state}folded",
    "their number in other letters": "SELECT COUNT(*) FROM {state}Folded",
    "their number as an expression": "WITH m AS MATERIALIZED (SELECT * FROM {state}folded) SELECT COUNT(*) FROM m",
    "a table by its own name": "SELECT * FROM {table}",
    "under the name of a view": "WITH windows AS (SELECT * FROM {state}folded) SELECT * FROM windows",
    "a change": "DELETE FROM {table}",
    "a change of a view": "DROP VIEW {view}",
    "a new table": "CREATE TABLE mine (x text)",
}
NAMES = {
    "sqlite": {
        "events": "stored_events",
        "seeds": "match_seeds",
        "windows": "offers",
        "state": "",
        "table": "g1_facts",
    },
    "postgres": {
        "events": "public.match_events",
        "seeds": "public.match_seeds",
        "windows": "windows.offers",
        "state": "analytics_state.",
        "table": "analytics_1.facts",
    },
}
VIEW = {"sqlite": "windows", "postgres": "analytics.windows"}


@pytest.mark.parametrize("what", REFUSED)
def test_nothing_else_can_be_read_or_changed(reader: AnalystReader, analysts: Analysts, what: str) -> None:
    kind = "postgres" if isinstance(analysts.settings.db, Address) else "sqlite"
    statement = REFUSED[what].format(**NAMES[kind], view=VIEW[kind])
    with pytest.raises(OperationalError):
        list(reader.query(statement).rows)
    assert list(reader.query("SELECT COUNT(*) FROM results").rows) == [(1,)]


LEAVING = (
    "DO $$ BEGIN PERFORM set_config('role', 'none', false); COMMIT; CREATE TABLE public.pwned (a int); END $$",
    "DO $$ BEGIN COMMIT; CREATE TABLE public.pwned (a int); END $$",
    "WITH a AS MATERIALIZED (SELECT set_config('role', 'none', false) AS r)"
    " SELECT r, query_to_xml('SELECT * FROM public.match_seeds LIMIT 1', true, true, '') FROM a",
    "SELECT \"set_config\"('role', 'none', false)",
    "SELECT pg_catalog.SET_CONFIG('role', 'none', false)",
    "SELECT U&\"set\\005fconfig\"('role', 'none', false)",
    "SELECT query_to_xml('select set'||'_conf'||'ig(''role'',''none'',false)', true, false, '')"
    " UNION ALL SELECT query_to_xml('select match_id from public.match_seeds', true, false, '')",
    "SELECT pg_catalog.\"query_to_xml_and_xmlschema\"('select 1', true, false, '')",
    "SELECT word FROM TS_STAT('select ' || 'to_tsvector(set' || '_config(''role'', ''none'', false))')",
    "SELECT ts_rewrite('a'::tsquery, 'select ''a''::tsquery, ''b''::tsquery')",
    "RESET ROLE",
    "SET LOCAL ROLE praetor",
    "SET default_transaction_read_only = off",
    "COPY (SELECT 1) TO STDOUT",
    "CALL nothing()",
    "BEGIN",
    "COMMIT",
    "EXPLAIN ANALYZE UPDATE pg_settings SET setting = 'none' WHERE name = 'role'",
    "EXPLAIN (ANALYZE) DELETE FROM analytics.results",
    "/* /* */ SELECT 1; */ DO $$ BEGIN END $$",
    "-- SELECT\nRESET ROLE",
    "SELECT 1; SELECT 2",
    "SELECT 1 AS a INTO public.pwned",
    "WITH a AS (DELETE FROM analytics.results RETURNING *) SELECT * FROM a",
    "",
    "/* nothing",
)


@pytest.mark.parametrize("statement", LEAVING)
def test_a_query_cannot_leave_the_role_of_analysts(server: PostgresReader, statement: str) -> None:
    with pytest.raises(OperationalError):
        list(server.query(statement).rows)
    about = "SELECT current_user, current_setting('transaction_read_only'), to_regclass('public.pwned')"
    assert list(server.query(about).rows) == [("praetor_analyst", "on", None)]


def test_what_a_query_sets_and_makes_is_gone_after_it(server: PostgresReader) -> None:
    with suppress(OperationalError):  # later servers refuse it themselves
        list(server.query("SELECT lo_create(0)").rows)
    assert list(server.query("SELECT COUNT(*) FROM pg_largeobject_metadata").rows) == [(0,)]


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT 1",
        " /* a /* b */ */ -- c\n (SELECT 1)",
        "VALUES (1)",
        "WITH a AS (SELECT 1) SELECT * FROM a",
        "TABLE analytics.results",
        "SHOW search_path",
        "EXPLAIN SELECT 1",
        "explain (analyze, costs off) select 1",
        "EXPLAIN ANALYZE VERBOSE WITH a AS (SELECT 1) SELECT * FROM a",
        "SELECT 'a % b', 1 % 2",
        "SELECT 1 AS counts_stat, 2 AS ts_stats",
    ],
)
def test_every_query_is_one(server: PostgresReader, statement: str) -> None:
    found = server.query(statement)
    assert found.columns
    list(found.rows)


@pytest.fixture(scope="module")
def server(postgres: str) -> Iterator[PostgresReader]:
    """A reader of tables on PostgreSQL, whose connection is the store's own."""
    with database_of(postgres) as address, analysts_in(address) as made:
        made.catch_up()
        reader = reader_of(made)
        assert isinstance(reader, PostgresReader)
        yield reader
        reader.close()


@pytest.mark.parametrize("rights", ["CREATEROLE", "NOCREATEROLE"])
def test_a_login_that_is_no_superuser_asks_as_analysts_or_is_told_what_to_run(
    mortal_server: Server, caplog: pytest.LogCaptureFixture, rights: str
) -> None:
    with psycopg.connect(mortal_server.url, autocommit=True) as superuser:
        superuser.execute(f'CREATE ROLE "the store" LOGIN {rights}'.encode())
        superuser.execute('CREATE DATABASE kept OWNER "the store"')
        url = urlsplit(mortal_server.url)
        db = address_of(urlunsplit(url._replace(netloc="the%20store@")), "kept")
        migrate(Settings(db=db, store_timeout=PATIENCE))
        said = [each.getMessage() for each in caplog.records if "superuser" in each.getMessage()]
        if rights == "NOCREATEROLE":
            [told] = said
            needed = 'CREATE ROLE praetor_analyst NOLOGIN; GRANT praetor_analyst TO "the store";'
            assert needed in told
            superuser.execute(needed.encode())
            migrate(Settings(db=db, store_timeout=PATIENCE))
        reader = PostgresReader(db.conninfo, db.name, timeout=PATIENCE)
        assert list(reader.query("SELECT COUNT(*) FROM results").rows) == [(0,)]
        reader.close()
        # nothing is left to say
        caplog.clear()
        migrate(Settings(db=db, store_timeout=PATIENCE))
        assert not [each for each in caplog.records if "superuser" in each.getMessage()]
        assert bool(said) is (rights == "NOCREATEROLE")


@pytest.mark.parametrize(
    "statement",
    [
        "ATTACH '{path}' AS store",
        "PRAGMA page_count",
        "SELECT * FROM pragma_page_count",
        "SELECT load_extension('x')",
        "SELECT 1; DELETE FROM g1_facts",
    ],
)
def test_a_file_cannot_be_left(tmp_path: Path, statement: str) -> None:
    with analysts_in(tmp_path / "p.db") as analysts:
        reader = reader_of(analysts)
        with pytest.raises(OperationalError):
            list(reader.query(statement.format(path=analysts.settings.db)).rows)
        reader.close()


def test_lists_in_columns_of_json_are_unpacked(tmp_path: Path) -> None:
    """Each form that was legal is a row, as SQLite without the reader says it, also after the views were made anew."""
    each = "SELECT COUNT(*) FROM decisions d, json_each(d.legal) f"
    asked = (
        each,
        f"{each} WHERE f.value ->> 'type' = 'pass'",
        "SELECT COUNT(*), COUNT(t.atom) FROM decisions d, json_tree(d.legal) t",
        "SELECT COUNT(*) FROM json_each('[1, 2]')",
        "WITH json_tree AS (SELECT match_id FROM results) SELECT COUNT(*) FROM json_tree",
    )
    with analysts_in(tmp_path / "p.db") as analysts:
        analysts.bring_in(M, whole("agot_lcg"))
        analysts.catch_up()
        reader = reader_of(analysts)
        for _ in range(2):
            with closing(sqlite3.connect(f"{analysts.settings.db}.analytics")) as plain:
                expected = [plain.execute(statement).fetchall() for statement in asked]
            assert [list(reader.query(statement).rows) for statement in asked] == expected
            [[(forms,)], [(passes,)], *_] = expected
            assert forms > passes > 0
            analysts.rebuild()
        for secret in ("folded", "g1_facts", "g2_facts"):
            with pytest.raises(OperationalError):
                reader.query(f"WITH json_each AS (SELECT * FROM {secret}) SELECT * FROM json_each")
        reader.close()


def test_the_file_can_be_attached_under_the_name_of_the_schema(tmp_path: Path) -> None:
    with analysts_in(tmp_path / "p.db") as analysts:
        analysts.bring_in(M, whole("agot_board"))
        analysts.catch_up()
        connection = sqlite3.connect(":memory:")
        connection.execute("ATTACH ? AS analytics", [f"{analysts.settings.db}.analytics"])
        assert connection.execute("SELECT match_id FROM analytics.results").fetchall() == [(M,)]
        connection.close()


def test_each_view_and_column_has_its_comment(database: Address) -> None:
    with analysts_in(database) as analysts, psycopg.connect(database.conninfo) as outside:
        assert analysts.rows("matches") == []
        statement = (
            "SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), col_description(c.oid, a.attnum),"
            " obj_description(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
            " JOIN pg_attribute a ON a.attrelid = c.oid WHERE n.nspname = 'analytics' AND a.attnum > 0"
        )
        found = {(view, column): more for view, column, *more in outside.execute(statement).fetchall()}
    expected = {
        (view.name, each.name): [each.type, each.description, view.comment]
        for view in views_of(all_tables())
        for each in view.columns
    }
    assert found == expected


@contextmanager
def login_of_an_analyst(database: Address) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    name = f"ann_{database.name.rpartition('/')[2]}"
    with psycopg.connect(database.conninfo, autocommit=True) as outside:
        outside.execute(f"CREATE ROLE {name} LOGIN IN ROLE {ROLE}".encode())
        try:
            with psycopg.connect(database.conninfo, user=name, autocommit=True) as ann:
                yield ann
        finally:
            outside.execute(f"DROP ROLE {name}".encode())


def test_a_login_with_the_role_reads_the_views_alone(database: Address) -> None:
    with analysts_in(database) as analysts, login_of_an_analyst(database) as ann:
        analysts.bring_in(M, whole("agot_board"))
        analysts.catch_up()
        assert ann.execute("SELECT match_id FROM analytics.results").fetchall() == [(M,)]
        for statement in ("SELECT * FROM public.match_events", "SELECT * FROM analytics_1.facts"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                ann.execute(statement)
        analysts.rebuild()
        assert ann.execute("SELECT match_id FROM analytics.results").fetchall() == [(M,)]


def test_times_are_those_of_utc_whatever_the_database_would_have(database: Address) -> None:
    with psycopg.connect(database.conninfo, autocommit=True) as connection:
        name = sql.Identifier(connection.info.dbname)
        for setting in ("datestyle = 'German, DMY'", "timezone = 'Asia/Kathmandu'"):
            connection.execute(sql.SQL("ALTER DATABASE {} SET {}").format(name, sql.SQL(setting)))
    with analysts_in(database) as analysts:
        analysts.bring_in(M, whole("agot_board"))
        analysts.catch_up()
        with closing(reader_of(analysts)) as reader:
            asked = "SELECT opened, opened < '2100-01-01 00:00:00' AS early FROM matches"
            [(opened, early)] = reader.query(asked).rows
        with analysts.tables.database.reading() as session:
            assert session.read("SELECT opened FROM analytics.matches") == [(opened,)]
        assert (opened.utcoffset(), early) == (timedelta(0), True)


def test_a_login_with_the_role_takes_nothing_that_others_wait_for(database: Address) -> None:
    with analysts_in(database) as analysts, login_of_an_analyst(database) as ann:
        # a copy of another database has the rights of the server's defaults
        migrate(analysts.settings)
        turns = ("public.append_turn", "public.rows_turn", "public.migration_turn")
        refused = [
            *(f"LOCK TABLE {each} IN ACCESS SHARE MODE" for each in (*turns, "windows.lead", "analytics_state.lead")),
            "CREATE TEMPORARY TABLE own (number int)",
            "CREATE TABLE public.own (number int)",
        ]
        for statement in refused:
            with pytest.raises(psycopg.errors.InsufficientPrivilege), ann.transaction():
                ann.execute(statement.encode())
        # no work needs a lock that everybody takes
        right = analysts.tables.database.lead()
        assert right is not None
        with closing(right), analysts.tables.database.creating() as session:
            held = session.read(
                "SELECT locktype, relation = ANY(ARRAY[?, ?]::regclass[]) FROM pg_locks WHERE mode = 'ExclusiveLock'"
                " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
                ["analytics_state.lead", "public.migration_turn"],
            )
        assert held == [("relation", True)] * 2


# --- running matches


def told(tmp_path: Path, pair: Pair) -> list[dict[str, Rows]]:
    """What the tables tell of both matches of a pair, each in a store of its own."""
    found = []
    for number, match in enumerate(pair.both):
        with analysts_in(tmp_path / f"{number}.db") as analysts:
            for length in sorted({1, match.match.version // 2 + 1, match.match.version}):
                analysts.bring_in(f"m-{length}", match, length)
                analysts.catch_up()
            found.append(analysts.everything())
    return found


@each_secret()
def test_matches_that_differ_in_a_secret_are_told_alike_while_they_run(tmp_path: Path, name: str) -> None:
    """By no row, count, order or size: all tables are the same, whatever the secret is and however far they are."""
    one, other = told(tmp_path, SECRETS[name].pair())
    assert one == other
    assert [row["status"] for row in one["matches"]] == ["running"] * len(one["matches"]) != []
    assert {view for view, rows in one.items() if rows} == {"matches", "seats"}


def test_a_secret_of_an_opening_that_is_told_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pairs would show it if a running match told of its opening more than everybody is told."""
    real = MatchStory.public_columns
    monkeypatch.setattr(MatchStory, "public_columns", lambda self: {**real(self), "policy": self.cmd.position})
    pairs = (secret.pair() for secret in SECRETS.values())
    pair = next(each for each in pairs if each.one.stored[0] != each.other.stored[0])
    one, other = told(tmp_path, pair)
    assert one != other
