"""The folder of a run: what was found of each match so far, from which a run that was killed goes on.

`results.jsonl` grows by a line for each match; half a line at its end is what a dying process wrote, and is cut off.
The other files are written beside their places and renamed when all is done, the manifest last.
"""

from __future__ import annotations

import fcntl
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct, structs

from domain.judging.readjudication.rule_changes import RuleChange
from domain.match.events import ENGINE
from service.exports.atomic_folder import FolderInUse, as_json, sha256_of, sync_folder
from service.readjudication.deciding import MatchFindings, Task
from service.readjudication.report_page import ReportHead, changes_in_words, report_page
from service.readjudication.rows import DifferenceRow, csv_text_of, ndjson_text, rows_of

MANIFEST, RESULTS, LOCK = "manifest.json", "results.jsonl", "lock"
REPORT = "report.html"
FORMAT = 1
OUTPUTS: dict[str, Callable[[list[DifferenceRow]], str]] = {
    "differences.jsonl": ndjson_text,
    "differences.csv": csv_text_of,
}


class OtherChange(Exception):
    """The folder has what was found under other rules, or of running matches too; `kept` is what it says of itself."""

    def __init__(self, kept: RunManifest) -> None:
        super().__init__(kept.change)
        self.kept = kept


class OutputFile(Struct, frozen=True):
    """A file of the folder with its SHA-256."""

    path: str
    sha256: str


class RunManifest(Struct, frozen=True):
    """What a folder holds: under which change, by which engine, whether running matches count, what was found.

    `complete` says that every match was tried, and that `files` are written; `matches` are counted by what became of
    them.
    """

    format: int
    engine: str
    change: RuleChange
    running: bool
    complete: bool = False
    matches: dict[str, int] = {}
    rows: int = 0
    files: list[OutputFile] = []

    @classmethod
    def begin(cls, change: RuleChange, *, running: bool) -> RunManifest:
        """The manifest of a run of this engine that has found nothing yet."""
        return cls(FORMAT, ENGINE, change, running)

    def is_same_run(self, other: RunManifest) -> bool:
        """Whether what one run found counts for the other."""
        return all(getattr(self, name) == getattr(other, name) for name in ("format", "engine", "change", "running"))


class Run:
    """What was found so far, by match; `tried` is how many matches were decided now. Nothing is kept of it."""

    def __init__(self, manifest: RunManifest, found: Mapping[str, MatchFindings] | None = None) -> None:
        self.manifest = manifest
        self.found = dict(found or {})
        self.tried = 0

    def tasks_to_try(self, tasks: Iterable[Task]) -> Iterator[Task]:
        """Yield the tasks of matches that were not tried, have grown, or could not be decided; each match once."""
        given: set[str] = set()
        for task in tasks:
            kept = self.found.get(task.match)
            is_settled = kept is not None and kept.is_settled and kept.head == task.head
            if task.match not in given and not is_settled:
                yield task
            given.add(task.match)

    def add(self, result: MatchFindings) -> None:
        """Add what was found of a match."""
        self.found[result.match] = result
        self.tried += 1

    def finish(self) -> list[DifferenceRow]:
        """The rows of all that was found."""
        return list(rows_of(self.found.values()))


class KeptRun(Run):
    """A run that a folder keeps."""

    def __init__(
        self, manifest: RunManifest, found: Mapping[str, MatchFindings], path: Path, results: IO[bytes], url: str
    ) -> None:
        super().__init__(manifest, found)
        self.path = path
        self.results = results
        self.url = url

    def add(self, result: MatchFindings) -> None:
        """Add what was found of a match, which a killed process does not lose."""
        super().add(result)
        self.results.write(msgspec.json.encode(result) + b"\n")
        self.results.flush()

    def finish(self) -> list[DifferenceRow]:
        """The rows of all that was found, which are written with the manifest."""
        rows = super().finish()
        os.fsync(self.results.fileno())
        files = []
        matches = dict(sorted(Counter(each.what for each in self.found.values()).items()))
        head = ReportHead(change_words(self.manifest.change), ENGINE, matches, self.manifest.running, self.url)
        outputs = {name: text(rows) for name, text in OUTPUTS.items()} | {REPORT: report_page(head, rows)}
        for name, text in outputs.items():
            write(self.path, name, text.encode())
            files.append(OutputFile(name, sha256_of(self.path / name)))
        write_manifest(
            self.path, structs.replace(self.manifest, complete=True, matches=matches, rows=len(rows), files=files)
        )
        return rows


@contextmanager
def kept_run(path: Path, manifest: RunManifest, url: str = "") -> Iterator[KeptRun]:
    """Make a folder where it is missing, keep other writers out, and yield the run that goes on there.

    The report leads to the console of the service at `url`, if one is given.

    Raises FolderInUse, OtherChange, OSError.
    """
    path.mkdir(parents=True, exist_ok=True)
    with open(path / LOCK, "wb", opener=open_for_owner) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FolderInUse(str(path)) from None
        kept = read_manifest(path)
        if kept is not None and not kept.is_same_run(manifest):
            raise OtherChange(kept)
        write_manifest(path, manifest)
        found = kept_results(path / RESULTS)
        with open(path / RESULTS, "ab", opener=open_for_owner) as results:
            yield KeptRun(manifest, found, path, results, url)


def change_words(change: RuleChange) -> tuple[str, ...]:
    """A change in words, a line for each rule and card."""
    return changes_in_words(change.game, change.readings, msgspec.json.decode(change.cards) if change.cards else [])


def read_manifest(path: Path) -> RunManifest | None:
    """What a folder says of itself; None where it says nothing."""
    try:
        return msgspec.json.decode((path / MANIFEST).read_bytes(), type=RunManifest)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None


def write_manifest(path: Path, manifest: RunManifest) -> None:
    write(path, MANIFEST, as_json(manifest))


def kept_results(path: Path) -> dict[str, MatchFindings]:
    """The newest result of each match; what a dying process wrote half is cut off."""
    if not path.exists():
        return {}
    text = path.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if whole != text:
        os.truncate(path, len(whole))
    found = (msgspec.json.decode(line, type=MatchFindings) for line in whole.splitlines())
    return {each.match: each for each in found}


def write(folder: Path, name: str, text: bytes) -> None:
    """Write a file beside its place, and put it there once it is on the disk; its owner alone may read it."""
    beside = folder / f".{name}.part"
    with open(beside, "wb", opener=open_for_owner) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, folder / name)
    sync_folder(folder)


def open_for_owner(path: str, flags: int) -> int:
    """Open a file that its owner alone may read: rows tell what seats held. Returns its number."""
    return os.open(path, flags, 0o600)
