"""Migrated stores: SQLite files like those of one migration a process, which takes longer than many a test."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from secrets import token_bytes
from tempfile import TemporaryDirectory
from unittest.mock import patch

from service.migrate import migrate
from service.settings import Settings

SECRET = bytes(range(32))


def make_store(settings: Settings) -> None:
    """Make a store where there is none, like a migrated one, with a secret of its own; migrate a file that is there.

    A database of the tests' PostgreSQL is a copy of a migrated one already.
    """
    if not isinstance(settings.db, Path):
        return
    if settings.db.exists():
        migrate(settings)
        return
    for ending, content in migrated_files().items():
        with open(os.open(f"{settings.db}{ending}", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content.replace(written(SECRET), written(token_bytes(32))))


@cache
def migrated_files() -> dict[str, bytes]:
    """What a migration makes: the content of each file, by what its name has after that of the store."""
    with TemporaryDirectory() as folder, patch("service.app.keys.token_bytes", lambda _: SECRET):
        store = Path(folder) / "praetor.db"
        migrate(Settings(db=store))
        files = {each.name.removeprefix(store.name): each.read_bytes() for each in Path(folder).iterdir()}
    assert files[""].count(written(SECRET)) == 1
    return files


def written(secret: bytes) -> bytes:
    """A secret as the store has it."""
    return secret.hex().encode()
