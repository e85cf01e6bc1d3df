"""The three tables of every projection database: what was read, what was folded, and what could not be.

They hold the position that a projection has read, the version to which each match is folded, and the matches that are
parked because one of their events could not be folded. Read `Projection`, which says what a projection brings, then the
functions in the order of a projection's life.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from eventsourcing.persistence import OperationalError
from msgspec import Struct

from projections.database import Database, DatabaseTable, Session, Values

TRACKING = DatabaseTable("tracking", (("projection", "text"), ("layout", "bigint"), ("position", "bigint")), 1)
FOLDED = DatabaseTable("folded", (("projection", "text"), ("match_id", "text"), ("version", "bigint")), 2)
PARKED = DatabaseTable(
    "parked",
    (("projection", "text"), ("match_id", "text"), ("version", "bigint"), ("error", "text"), ("again", "bigint")),
    2,
)
TABLES = (TRACKING, FOLDED, PARKED)
Changed = dict[DatabaseTable, list[Values]]


class Folding(Protocol):
    """One match in the memory of a projection."""

    def recall(self, version: int, payload: bytes) -> None:
        """Fold an event whose rows are stored already."""

    def take(self, version: int, payload: bytes) -> None:
        """Fold the next event and keep what it changes."""

    def back(self, payloads: list[bytes]) -> None:
        """Fold a match whose last event raised GoesBack in `take`, from all of its events."""

    def rows(self) -> Changed:
        """The rows that have changed since the last call; of a `whole` projection all rows, or nothing."""

    def touch(self) -> None:
        """Have the rows of a `whole` projection made anew."""


class Projection(Struct, frozen=True):
    """A read model: its name, the number of its tables' layout, its tables, each with a column `match_id`, how a
    match begins, and how many events it takes at a time.

    Where it is `whole`, rows are made of a match as a whole: those of a match take the place of all that it had, also
    where another stream says something new about it.
    """

    name: str
    layout: int
    tables: tuple[DatabaseTable, ...]
    begin: Callable[[str], Folding]
    batch: int = 500
    whole: bool = False


class Parked(Struct, frozen=True):
    """A match that is left out since this version; `again` asks for another try."""

    match_id: str
    version: int
    error: str
    again: bool = False


class Overtaken(Exception):
    """Another process has moved the position of this projection."""


def create(database: Database, projections: Iterable[Projection]) -> None:
    """Create what is missing; a projection whose layout has changed begins anew."""
    with database.creating() as session:
        for table in TABLES:
            session.write(table.create_statement())
        for projection in projections:
            lay_out(session, projection)


def lay_out(session: Session, projection: Projection) -> None:
    found = session.read("SELECT layout FROM tracking WHERE projection = ?", [projection.name])
    if found != [(projection.layout,)]:
        # first, as in `rebuild`
        session.upsert(TRACKING, [(projection.name, projection.layout, 0)])
        for table in projection.tables:
            session.write(f"DROP TABLE IF EXISTS {table.name}")
            session.write(table.create_statement())
        forget(session, projection)


def forget(session: Session, projection: Projection) -> None:
    for table in (FOLDED, PARKED):
        session.write(f"DELETE FROM {table.name} WHERE projection = ?", [projection.name])


def replace_matches(session: Session, projection: Projection, match_ids: Sequence[str], rows: Changed) -> None:
    """Put rows in the place of all that the tables of a projection have of some matches."""
    marks = ",".join("?" * len(match_ids))
    for table in projection.tables:
        if match_ids:
            session.write(f"DELETE FROM {table.name} WHERE match_id IN ({marks})", list(match_ids))
        if table in rows:
            session.insert(table, rows[table])


def rebuild(database: Database, projection: Projection) -> None:
    """Delete the rows of a projection; the process that projects begins anew."""
    with database.writing() as session:
        # first, as whoever projects does: the other way round each could wait for what the other has locked
        session.write("UPDATE tracking SET position = 0 WHERE projection = ?", [projection.name])
        for table in projection.tables:
            session.write(f"DELETE FROM {table.name}")
        forget(session, projection)


def projected_position(session: Session, projection: Projection) -> int:
    """The position in the store up to which a projection has read. Raises OperationalError without its tables."""
    return tracked_position(session, projection.name, projection.layout)


def tracked_position(session: Session, name: str, layout: int) -> int:
    """The position that is kept under a name. Raises OperationalError without tables of this layout."""
    found = session.read("SELECT layout, position FROM tracking WHERE projection = ?", [name])
    if not found or found[0][0] != layout:
        raise OperationalError(f"projection {name}: no tables of this layout: run `praetor migrate`")
    reached: int = found[0][1]
    return reached


def advance(session: Session, projection: Projection, before: int, after: int) -> None:
    """Move the position on, in the transaction of the rows. Raises Overtaken where it was not `before`."""
    statement = "UPDATE tracking SET position = ? WHERE projection = ? AND position = ?"
    if session.write(statement, [after, projection.name, before]) != 1:
        raise Overtaken(projection.name)


def folded_versions(session: Session, projection: str, match_ids: Sequence[str]) -> dict[str, int]:
    """The versions to which these matches are folded; a match that was never seen is left out."""
    if not match_ids:
        return {}
    places = ",".join("?" * len(match_ids))
    statement = f"SELECT match_id, version FROM folded WHERE projection = ? AND match_id IN ({places})"
    rows: list[tuple[str, int]] = session.read(statement, [projection, *match_ids])
    return dict(rows)


def parked_matches(session: Session, projection: str) -> list[Parked]:
    """The parked matches of a projection, by id."""
    statement = "SELECT match_id, version, error, again FROM parked WHERE projection = ? ORDER BY match_id"
    rows = session.read(statement, [projection])
    return [Parked(match_id, version, error, bool(is_due)) for match_id, version, error, is_due in rows]


def unpark(database: Database, match_id: str) -> int:
    """Mark a parked match to be tried again. Returns in how many projections it was parked."""
    with database.writing() as session:
        return session.write("UPDATE parked SET again = 1 WHERE match_id = ?", [match_id])


def folded_match_count(session: Session, projection: str) -> int:
    """The number of matches that a projection has folded."""
    [(number,)] = session.read("SELECT COUNT(*) FROM folded WHERE projection = ?", [projection])
    return int(number)
