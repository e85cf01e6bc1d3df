"""The tables of a generation and the views over them, on both stores. Nobody but the projection reads a table itself.

A generation is a whole set of tables. On PostgreSQL it has a schema of its own; the schema `analytics` has the views,
with comments, which the role `praetor_analyst` may read and nothing else. On SQLite the tables have the number of the
generation in their names and the views stand beside them; `reading` opens the file for analysts. Both have the same
views with the same columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from domain.kernel.history.tables import HistoryTable
from projections.analytics.column_types import View, database_table, select_of, views_of
from projections.analytics.schema import all_tables
from projections.database import DatabaseTable, Session

SCHEMA = "analytics"
ROLE = "praetor_analyst"
NEEDED = "SELECT 1 FROM pg_roles WHERE rolname = ?"
# since 16 who is a member may lack the right to act as the role, also who created it
ACTS = (
    "SELECT pg_has_role(?, CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END)"
    " AND has_schema_privilege(?, ?, 'USAGE')"
)
JOIN_ROLE = f"""DO $$ BEGIN
  GRANT {ROLE} TO CURRENT_USER;
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$"""
# two databases of one server may be migrated at once
CREATE_ROLE = f"""DO $$ BEGIN
  CREATE ROLE {ROLE} NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN NULL;
END $$"""


class AnalyticsLayout(Protocol):
    """Where the tables and views of a store stand."""

    def table_name(self, generation: int, table: HistoryTable) -> str:
        """The name of a table of a generation, as statements say it."""

    def create(self, session: Session, generation: int) -> None:
        """Create the tables of a generation; those of an abandoned one of this number go."""

    def publish(self, session: Session, generation: int) -> None:
        """Make the views those of a generation."""

    def admit(self, session: Session) -> str:
        """Let the store ask as analysts do. Returns what a superuser must run for it; nothing where nobody must."""

    def drop(self, session: Session, generation: int) -> None:
        """Drop the tables of a generation, which no view reads any more."""

    def drop_others(self, session: Session, live: int) -> None:
        """Drop the tables of all generations but the live one, also what a rebuild that ended early has left."""


class SqliteLayout:
    """Tables and views of one file."""

    def table_name(self, generation: int, table: HistoryTable) -> str:
        return f"g{generation}_{table.name}"

    def create(self, session: Session, generation: int) -> None:
        self.drop(session, generation)
        for table in database_tables(self, generation):
            session.write(table.create_statement())

    def publish(self, session: Session, generation: int) -> None:
        for (name,) in session.read("SELECT name FROM sqlite_master WHERE type = 'view'"):
            session.write(f'DROP VIEW "{name}"')
        for view in views_of(all_tables()):
            source = self.table_name(generation, view.table)
            session.write(f"CREATE VIEW {view.name} AS {select_of(view.table, source, undone=view.undone)}")

    def admit(self, session: Session) -> str:
        return ""

    def drop(self, session: Session, generation: int) -> None:
        found = session.read(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ?", [f"g{generation}_*"]
        )
        for (name,) in found:
            session.write(f'DROP TABLE "{name}"')

    def drop_others(self, session: Session, live: int) -> None:
        statement = "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'g[0-9]*_*' AND NOT name GLOB ?"
        for (name,) in session.read(statement, [f"g{live}_*"]):
            session.write(f'DROP TABLE "{name}"')


class PostgresLayout:
    """A schema for each generation, and one for the views."""

    def table_name(self, generation: int, table: HistoryTable) -> str:
        return f"{self.schema(generation)}.{table.name}"

    def schema(self, generation: int) -> str:
        """The schema of a generation."""
        return f"{SCHEMA}_{generation}"

    def create(self, session: Session, generation: int) -> None:
        self.drop(session, generation)
        session.write(f"CREATE SCHEMA {self.schema(generation)}")
        for table in database_tables(self, generation):
            session.write(table.create_statement())

    def publish(self, session: Session, generation: int) -> None:
        # the schema stays, with the rights that were given in it: a grant to somebody else outlives a rebuild
        session.write(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        session.write(
            f"COMMENT ON SCHEMA {SCHEMA} IS {literal('Matches that are over, for analysts: read the views.')}"
        )
        wanted = views_of(all_tables())
        for name in self.views_to_drop(session, wanted):
            session.write(f'DROP VIEW {SCHEMA}."{name}"')
        for view in wanted:
            source = self.table_name(generation, view.table)
            query = select_of(view.table, source, undone=view.undone)
            session.write(f"CREATE OR REPLACE VIEW {SCHEMA}.{view.name} AS {query}")
            for statement in comments_on(view):
                session.write(statement)
        self.grant(session)

    def views_to_drop(self, session: Session, wanted: Iterable[View]) -> list[str]:
        """The views that cannot be replaced: those that are gone, or have other columns now."""
        statement = (
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = ?"
            " ORDER BY table_name, ordinal_position"
        )
        there: dict[str, list[str]] = {}
        for name, column in session.read(statement, [SCHEMA]):
            there.setdefault(name, []).append(column)
        kept = {view.name: [column.name for column in view.columns] for view in wanted}
        return [name for name, columns in there.items() if kept.get(name) != columns]

    def grant(self, session: Session) -> None:
        """Let the role of analysts read the views, where there is one or it may be created."""
        session.write(CREATE_ROLE)
        if not session.read(NEEDED, [ROLE]):
            return
        session.write(f"GRANT USAGE ON SCHEMA {SCHEMA} TO {ROLE}")
        session.write(f"GRANT SELECT ON ALL TABLES IN SCHEMA {SCHEMA} TO {ROLE}")

    def admit(self, session: Session) -> str:
        if self.can_ask(session):
            return ""
        self.grant(session)
        is_there = bool(session.read(NEEDED, [ROLE]))
        if is_there:
            session.write(JOIN_ROLE)
        if self.can_ask(session):
            return ""
        [(login,)] = session.read("SELECT quote_ident(current_user)")
        return f"{'' if is_there else f'CREATE ROLE {ROLE} NOLOGIN; '}GRANT {ROLE} TO {login};"

    def can_ask(self, session: Session) -> bool:
        """Whether the store's login may act as the role of analysts, and the role read the views."""
        return bool(session.read(NEEDED, [ROLE])) and session.read(ACTS, [ROLE, ROLE, SCHEMA]) == [(True,)]

    def drop(self, session: Session, generation: int) -> None:
        session.write(f"DROP SCHEMA IF EXISTS {self.schema(generation)} CASCADE")

    def drop_others(self, session: Session, live: int) -> None:
        statement = f"SELECT nspname FROM pg_namespace WHERE nspname ~ '^{SCHEMA}_[0-9]+$' AND nspname <> ?"
        for (name,) in session.read(statement, [self.schema(live)]):
            session.write(f"DROP SCHEMA {name} CASCADE")


def database_tables(layout: AnalyticsLayout, generation: int) -> list[DatabaseTable]:
    """The tables of a generation as a database has them."""
    return [database_table(table, layout.table_name(generation, table)) for table in all_tables()]


def comments_on(view: View) -> list[str]:
    """The statements that say of a view and of its columns what they are."""
    on = f"{SCHEMA}.{view.name}"
    columns = [f"COMMENT ON COLUMN {on}.{each.name} IS {literal(each.description)}" for each in view.columns]
    return [f"COMMENT ON VIEW {on} IS {literal(view.comment)}", *columns]


def literal(text: str) -> str:
    """A text as it stands in a statement that takes no values."""
    return "'" + text.replace("'", "''") + "'"
