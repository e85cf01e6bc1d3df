"""The matches to decide again: records in files, or a whole store. Read `tasks_of_records`, `tasks_of_store`.

Each task carries the record itself, so that whoever decides it needs neither the files nor the store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from service.app.match.matches import MatchApplication, rows_with_seed
from service.files.records import FORM, BadRecord, RecordHeader, decoded_line, game_opened, line_at, record_line
from service.readjudication.deciding import DAMAGED, MatchFindings, MatchTask, Task
from service.store.damage import UNDECODED
from service.store.recorded import UnreadableRow

TaskMaker = Callable[[str, str, str, list[bytes]], MatchTask]
"""What makes a task of a match's id, its head, its source and its record."""


def tasks_of_records(paths: Iterable[Path], make: TaskMaker) -> Iterator[Task]:
    """Yield the task of each record in a file, or why the file cannot be read."""
    for path in paths:
        try:
            lines = path.read_bytes().splitlines()
            header: RecordHeader = decoded_line(1, lines[0] if lines else b"", RecordHeader)
            head = line_at(len(lines), lines[-1]).head if len(lines) > 1 else ""
        except OSError as error:
            yield MatchFindings(path.name, "", str(path), DAMAGED, problem=str(error.strerror))
        except BadRecord as error:
            yield MatchFindings(path.name, "", str(path), DAMAGED, problem=str(error))
        else:
            yield make(header.match, head, str(path), lines)


def tasks_of_store(matches: MatchApplication, ids: Iterable[str], make: TaskMaker) -> Iterator[Task]:
    """Yield the task of each match of a store, or why its rows cannot be read."""
    for match_id in ids:
        try:
            lines = stored_record(matches, match_id)
        except UnreadableRow as unreadable:
            yield MatchFindings(match_id, "", "store", DAMAGED, problem=str(unreadable))
        except UNDECODED as error:
            yield MatchFindings(match_id, "", "store", DAMAGED, problem=f"version 1 cannot be read: {error}")
        else:
            yield make(match_id, line_at(len(lines), lines[-1]).head, "store", lines)


def stored_record(matches: MatchApplication, match_id: str) -> list[bytes]:
    """The lines of the record of a match as it is stored, names of players left in their tokens. Raises UnreadableRow.

    Raises what is raised where the first event cannot be decoded.
    """
    seed = matches.seed(match_id)
    rows = rows_with_seed(match_id, matches.records(match_id))
    header = RecordHeader(FORM, match_id, game_opened([(rows[0].payload, rows[0].head)]), True, len(rows), seed.hex())
    return [msgspec.json.encode(each) for each in (header, *map(record_line, rows))]
