"""The tables for analysts as a page: every view with its columns, types and what they say.

`page()` is compared with `api_docs/analytics.md` by a test; `python -m service.tools.analytics_page` writes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from domain.games import GAMES, history_of
from domain.kernel.history.tables import HistoryTable
from projections.analytics.column_types import Column, columns_of, comment_of
from projections.analytics.schema import SHARED_TABLES, all_tables

FILE = Path(__file__).parents[2] / "api_docs" / "analytics.md"

HEAD = """# Tables for analysts

The schema `analytics`: matches that are over, told as tables. Its names and types are the same on PostgreSQL and on
SQLite. The projector fills it (`praetor serve` runs one, else `praetor project run`), `praetor project status` says
how far it is.

- On PostgreSQL the views stand in the schema `analytics` of the store's database. The role `praetor_analyst` may read
  them and nothing else: `GRANT praetor_analyst TO ann`, and `ALTER ROLE ann SET search_path = analytics` for short
  names. Each view and column has its comment there (`\\d+ analytics.windows`). A login of its own reads and writes
  times as its time zone has it; `praetor` asks in UTC. What such a login can do beside reading:
  [below](#logins-of-postgresql). `praetor ask analytics` and the figures of the console act as this role with the
  login of the store. `praetor migrate` creates the role and grants it to that login where it may (as a superuser, or
  with `CREATEROLE`); else it says what a superuser must run: `CREATE ROLE praetor_analyst NOLOGIN; GRANT
  praetor_analyst TO praetor;`, then `praetor migrate` again.
- On SQLite they stand in a file beside the store, `praetor.db.analytics`. `ATTACH 'praetor.db.analytics' AS
  analytics` gives them the same names. A time is a text in UTC there (`2026-01-02 18:00:00.000000`), as the functions
  of SQLite read it; a boolean is 0 or 1.

**What stands in it.** A match stands there as a whole once it is over, one that is played at an event once the event is
over too, since its players go on with the same decks. Of a running match that everybody may watch
there is a row in `matches` and one for each seat in `seats`, with what its opening says to everybody; of other
running matches there is nothing. A match that a remedy reopens is taken out until it is over again; a correction
after the end replaces its rows.

**Who is who.** A seat is a number, in the order of the table: `seats` says who played what. Players are pseudonyms,
the same in all matches of a deployment; an analyst's key finds their matches by these too (`/v1/matches?player=`). No
table has a name or words of a player or a judge.

**Where.** `match_id`, `version`, `place` are the address of a thing: the version of the match, and the number of the
fact in it (`42.7` elsewhere is version 42, place 7). `round` and `phase` are those in which it happened.

**What was undone.** A rewind takes the match back; what had happened since stays in the record. Tables of what
happened in a match, with a `version` and a `place`, hold what stands. What was undone has a view of its own with the
same columns and `undone_by`, the version of the rewind: `undone_windows` beside `windows`. Nothing of it is in the main
views. What lies beside the match has one view: in `refusals`, `cases` and `remedies` the column `undone_by` says which
rewind undid the line of their version, and is empty where that stands.

**What is skipped.** A window that the window policy opened for nobody leaves no fact, and no row. In one that opened,
`skipped` in `window_seats` says for whom the policy passed.

JSON columns name cards by their keys and seats as `seat-1`, or by their House where the rules name the seats.

`praetor ask analytics` takes one query, and refuses whatever else. On PostgreSQL it runs in a transaction that only
reads and is rolled back, and names no `set_config` and no function that runs a text, as `query_to_xml` does; on an
export it reads the files of that folder alone, and copies none. On PostgreSQL the store's own login asks it, in the
role of analysts: that keeps from mistakes whoever has the password of the store, and is trusted. SQL of others is for a
login of their own, or for files.

## Logins of PostgreSQL

A login with the role `praetor_analyst` takes no lock that the service waits for: not to append, to project, to migrate.
A rebuild (`praetor project rebuild analytics`, or a migration with other tables) waits for transactions in which views
were read, also idle ones, up to ten minutes, and says so in the log. Whoever administers the server bounds them:

    ALTER ROLE ann CONNECTION LIMIT 4;
    ALTER ROLE ann SET statement_timeout = '10min';
    ALTER ROLE ann SET idle_in_transaction_session_timeout = '1min';
    REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC;

The settings keep from mistakes: a login may change its own. `praetor migrate` takes `TEMPORARY` on the database, and
`CREATE` in the schema `public`, from `PUBLIC`, where its own role may do so; the functions belong to the superuser.

**What PostgreSQL tells every login.** How many rows each table of the database has, and how often it was written; its
size and the names of its columns (`pg_stat_user_tables`, `pg_relation_size`, `pg_class`). No right takes this away as a
whole. So whoever has a login sees that private matches are being played, and how much goes on in all of them together,
though nothing of any one. Every login can also send and hear notices (`NOTIFY`), and fill their queue. Who must not, as
analysts from outside, gets no login: the same tables come as files (`praetor export parquet`, `praetor export sqlite`,
served at `/v1/exports`: [analysts.md](analysts.md)), or from another server to which those files were loaded.
"""

MEASURED = """## Values in `round_measures`

A row in `round_measures` has one of these values of a seat, as it was when the round ended. Regulations of events name
them so too.

| game | `measure` | |
| --- | --- | --- |"""


def page() -> str:
    """The whole page, as Markdown."""
    named = {table.name: table for table in SHARED_TABLES}
    own = {game: [table for table in history_of(game).tables if table.name.startswith(f"{game}_")] for game in GAMES}
    single = {table.name for tables in own.values() for table in tables}
    several = [table for table in all_tables() if table.name not in named.keys() | single]
    groups = {"All games": SHARED_TABLES, "Games with decks": several, **own}
    parts = [HEAD]
    for title, tables in groups.items():
        if tables:
            parts += [f"## {title}\n", *(table_text(table) for table in tables)]
    return "\n".join([*parts, MEASURED, *measure_lines(), ""])


def measure_lines() -> Iterator[str]:
    """The lines of the values of every game, as the game tells them."""
    for game, definition in GAMES.items():
        for name, words in definition.measures.MEASURES.items():
            yield f"| {game} | `{name}` | {words} |"


def table_text(table: HistoryTable) -> str:
    """The section of a table."""
    undone = f" What was undone: `undone_{table.name}`." if table.has_places else ""
    lines = [f"### {table.name}\n", f"{comment_of(table)}{undone}\n", "| column | type | |", "| --- | --- | --- |"]
    return "\n".join([*lines, *(column_text(each) for each in columns_of(table.row)), ""])


def column_text(column: Column) -> str:
    """The line of a column."""
    null = ", may be null" if column.optional else ""
    return f"| `{column.name}` | {column.type}{null} | {column.description} |"


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
