"""A folder of exported files that is whole at every moment, whenever the process that writes into it dies.

A file is written beside its place, synced and renamed. What is known of a month (`MonthState`) is written after its
files, and taken away before they change: a month with a state is a month whose files are whole, and a process that
begins again leaves it as it is. The manifest comes last, and names every file with its SHA-256. Each file has a second
name, its SHA-256 in `_files`, until a manifest does not name it any more: so `open_file` gives what the manifest says,
also while an export renews the place.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from projections.analytics.match_filter import MatchFilter
from service.exports.exported_rows import Month, RuleSet

T = TypeVar("T", bound=Struct)
FORMAT = 1
MANIFEST = "manifest.json"
STATES = "_months"
# readers of partitioned folders pass over what begins so, and the files in it have no ending
KEPT = "_files"
ROWS = "rows.parquet"
# an export may end between the reading of a manifest and the opening of a file
TRIES = 5


class FolderInUse(Exception):
    """Another process writes into the folder."""


class ExportedFile(Struct, frozen=True):
    """A file of an export: its path in the folder, its table, its month, its rows and bytes, and its SHA-256."""

    path: str
    table: str
    game: str
    month: str
    rows: int
    bytes: int
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class ViewsFile(Struct, frozen=True):
    """The file of an export with the statements that make its tables in DuckDB: its path, bytes, and SHA-256."""

    path: str
    bytes: int
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


AnyFile = ExportedFile | ViewsFile


class MonthState(Struct, frozen=True):
    """A month whose files are whole: `state` is what the store said of it when they were written."""

    game: str
    month: str
    state: str
    matches: int
    rule_sets: list[RuleSet]
    files: list[ExportedFile]


class TableRows(Struct, frozen=True):
    """A table of an export: its name, what it says, the number of its rows."""

    name: str
    comment: str
    rows: int


class Manifest(Struct, frozen=True):
    """All that is in a folder.

    `format` is the version of the folder's layout, `schema` the number of the tables' columns, which changes with any
    of them; `rule_sets` are the engines and pools that decided the matches. An export of an earlier version of Praetor
    has no `views` in its manifest.
    """

    format: int
    schema: int
    made: str
    praetor: str
    chosen: MatchFilter
    matches: int
    rule_sets: list[RuleSet]
    tables: list[TableRows]
    files: list[ExportedFile]
    views: ViewsFile | None = None

    @property
    def all_files(self) -> list[AnyFile]:
        """Every file that it names."""
        return [*self.files, *([self.views] if self.views is not None else [])]


class ExportFolder:
    """A folder with an export, or one to be."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Make the folder where it is missing, and keep other writers out. Raises FolderInUse, OSError."""
        for each in (STATES, KEPT):
            (self.path / each).mkdir(parents=True, exist_ok=True)
        with open(self.path / STATES / "lock", "wb") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise FolderInUse(str(self.path)) from None
            yield

    def manifest(self) -> Manifest | None:
        """The manifest; None where there is none, or one of another format."""
        return self._read(MANIFEST, Manifest)

    def open_file(self, path: str) -> tuple[AnyFile, IO[bytes]] | None:
        """What the manifest says of a file, and the file, open; None for a path that it does not have."""
        for _ in range(TRIES):
            manifest = self.manifest()
            named = next((each for each in manifest.all_files if each.path == path), None) if manifest else None
            if named is None:
                break
            with suppress(FileNotFoundError):
                # no link leads out of the folder
                return named, open(os.open(self._kept_path(named), os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC), "rb")
        return None

    def months(self) -> dict[Month, MonthState]:
        """What is known of the months whose files are whole."""
        found = (self._read(f"{STATES}/{each.name}", MonthState) for each in (self.path / STATES).glob("*.json"))
        return {Month(each.game, each.month): each for each in found if each is not None and self._has_files(each)}

    def file_path(self, table: str, month: Month) -> str:
        """The path of the file of a table and a month in the folder."""
        return f"{table}/game={month.game}/month={month.month}/{ROWS}"

    def write(self, path: str, text: bytes) -> None:
        """Write a file beside its place, and put it there once it is on the disk."""
        beside, _ = self.prepare(path, lambda file: file.write(text))
        self.place(path, beside)

    def prepare(self, path: str, fill: Callable[[IO[bytes]], int]) -> tuple[Path, int]:
        """Have a file filled beside its place. Returns where it is, and what `fill` returned."""
        there = self.path / path
        there.parent.mkdir(parents=True, exist_ok=True)
        # no reader takes this for a file of the export, and another try writes over it
        beside = there.with_name(f".{there.name}.part")
        with open(beside, "wb") as file:
            filled = fill(file)
            file.flush()
            os.fsync(file.fileno())
        return beside, filled

    def place(self, path: str, beside: Path) -> None:
        """Put a prepared file in its place."""
        os.replace(beside, self.path / path)
        sync_folder((self.path / path).parent)

    def keep(self, prepared: Iterable[tuple[AnyFile, Path]]) -> None:
        """Give prepared files their second names."""
        for each, beside in prepared:
            with suppress(FileExistsError):
                os.link(beside, self._kept_path(each))
        sync_folder(self.path / KEPT)

    def keep_only(self, files: Iterable[AnyFile]) -> None:
        """Take their second names from all but these files."""
        named = {self._kept_path(each) for each in files}
        for there in (self.path / KEPT).iterdir():
            if there not in named:
                there.unlink()

    def begin_month(self, month: Month) -> None:
        """Say that the files of a month may change from now on."""
        self._state_path(month).unlink(missing_ok=True)
        sync_folder(self.path / STATES)

    def end_month(self, state: MonthState) -> None:
        """Say that the files of a month are whole."""
        path = self._state_path(Month(state.game, state.month)).relative_to(self.path)
        self.write(str(path), as_json(state))

    def remove(self, path: str) -> None:
        """Remove a file, and the folders that held nothing else."""
        (self.path / path).unlink(missing_ok=True)
        for above in (self.path / path).parents:
            if above == self.path or not above.is_dir() or any(above.iterdir()):
                break
            above.rmdir()

    def _state_path(self, month: Month) -> Path:
        return self.path / STATES / f"{month.name}.json"

    def _kept_path(self, file: AnyFile) -> Path:
        return self.path / KEPT / file.sha256

    def _has_files(self, state: MonthState) -> bool:
        return all(
            there.is_file() and there.stat().st_size == each.bytes
            for each in state.files
            for there in (self.path / each.path, self._kept_path(each))
        )

    def _read(self, path: str, kind: type[T]) -> T | None:
        try:
            return msgspec.json.decode((self.path / path).read_bytes(), type=kind)
        except (FileNotFoundError, msgspec.MsgspecError):
            return None


def as_json(value: Struct) -> bytes:
    """A value as JSON that people can read."""
    return msgspec.json.format(msgspec.json.encode(value)) + b"\n"


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, as hexadecimal digits."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sync_folder(path: Path) -> None:
    """Have the names in a folder on the disk."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
