"""What the tests of erasing look at: every byte of a store, a store that is copied and put back."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg

from service.settings import Address

TABLES = (
    "SELECT table_schema || '.' || quote_ident(table_name) FROM information_schema.tables"
    " WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE' ORDER BY 1"
)
COLUMNS = (
    "SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns"
    " WHERE table_schema || '.' || quote_ident(table_name) = %s AND is_identity = 'NO'"
)


def holding(db: Path | Address, *words: str) -> list[str]:
    """The files of a store, and the tables of its database, in whose bytes one of some words stands."""
    wanted = [form.encode() for word in words for form in (word, word.casefold(), word.upper())]
    return sorted({place for place, content in contents(db) for each in wanted if each in content})


def contents(db: Path | Address) -> Iterator[tuple[str, bytes]]:
    """Every file of a store with its bytes; of a database its tables as they are read, and the files of all of them."""
    if isinstance(db, Path):
        yield from ((each.name, each.read_bytes()) for each in sorted(db.parent.iterdir()) if each.is_file())
        return
    with psycopg.connect(db.conninfo, autocommit=True) as outside:
        for table, content in tables(outside):
            text = content.replace(b"\\\\", b"\\")
            yield table, text + bytes_of_hex(text)
        outside.execute("CHECKPOINT")
        row = outside.execute(
            "SELECT current_setting('data_directory'), (SELECT oid FROM pg_database WHERE datname = current_database())"
        ).fetchone()
    assert row is not None
    folder = Path(row[0]) / "base" / str(row[1])
    yield from ((each.name, each.read_bytes()) for each in sorted(folder.iterdir()) if each.is_file())


def tables(outside: psycopg.Connection) -> Iterator[tuple[str, bytes]]:
    """Every table of a database, with its rows as they are copied."""
    for (table,) in outside.execute(TABLES).fetchall():
        with outside.cursor().copy(f"COPY (SELECT * FROM {table}) TO STDOUT".encode()) as copied:
            yield table, b"".join(bytes(each) for each in copied)


def bytes_of_hex(text: bytes) -> bytes:
    """What stands in hexadecimal digits in a copy of a table."""
    return b" ".join(
        bytes.fromhex(part[2:].decode())
        for line in text.splitlines()
        for part in line.split(b"\t")
        if part.startswith(b"\\x")
    )


def analyze(db: Path | Address) -> None:
    """Let the planner of a database take its samples, as it does by itself every now and then."""
    if not isinstance(db, Path):
        with psycopg.connect(db.conninfo, autocommit=True) as outside:
            outside.execute("ANALYZE")


class Backup:
    """A copy of a store, which can be put back."""

    def __init__(self, db: Path | Address, folder: Path) -> None:
        self._db = db
        self._folder = folder
        self._rows: dict[str, tuple[str, bytes]] = {}
        if isinstance(db, Path):
            # as `.backup` of sqlite3 makes it: what is written ahead stands in the file
            shutil.copytree(db.parent, folder)
            return
        with psycopg.connect(db.conninfo, autocommit=True) as outside:
            for table, _ in list(tables(outside)):
                row = outside.execute(COLUMNS, [table]).fetchone()
                if row is None or row[0] is None:
                    # a table that is only locked has no columns
                    continue
                with outside.cursor().copy(f"COPY (SELECT {row[0]} FROM {table}) TO STDOUT".encode()) as copied:
                    self._rows[table] = (row[0], b"".join(bytes(each) for each in copied))

    def put_back(self) -> None:
        """Let the store be as it was when it was copied; no process has it open."""
        if isinstance(self._db, Path):
            shutil.rmtree(self._db.parent)
            shutil.copytree(self._folder, self._db.parent)
            return
        with psycopg.connect(self._db.conninfo, autocommit=True) as outside:
            for table, (columns, content) in self._rows.items():
                outside.execute(f"TRUNCATE {table} RESTART IDENTITY".encode())
                with outside.cursor().copy(f"COPY {table} ({columns}) FROM STDIN".encode()) as written:
                    written.write(content)
