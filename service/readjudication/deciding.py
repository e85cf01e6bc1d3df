"""One match decided again, in whatever process: a task in, what was found out of it. Read `decide_match`."""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct

from domain.judging.readjudication.first_differences import first_differences, is_over
from domain.judging.readjudication.rule_changes import RuleChange
from domain.judging.readjudication.rule_differences import RuleDifference
from domain.kernel.formats.upcasters import upcast
from domain.match.aggregate import BrokenChain
from domain.match.events import StoredEvent, decoder
from domain.match.hash_chain import GENESIS, first_break
from service.files.records import BadRecord, RecordHeader, RecordLine, header_of, hexadecimal, line_at, reading_line

DECIDED, RUNNING, OTHER_GAME = "decided", "running", "other game"
DAMAGED, FAILED, DIED, TIMED_OUT = "damaged", "failed", "died", "timed out"
NOT_DECIDED = (DAMAGED, FAILED, DIED, TIMED_OUT)


class MatchTask(Struct, frozen=True):
    """A match to decide again: its record, the change, whether it counts while it is running, and for how long to try.

    `head` is the head of its chain after the last event: with the same one nothing was added. `source` is where the
    record comes from.
    """

    match: str
    head: str
    source: str
    record: list[bytes]
    change: RuleChange
    running: bool
    seconds: float


class MatchFindings(Struct, frozen=True, omit_defaults=True):
    """What became of a match: `decided` with its differences, passed over, or why it could not be decided.

    `running` says that it is not over yet, `problem` what is wrong where it could not be decided.
    """

    match: str
    head: str
    source: str
    what: str
    game: str = ""
    versions: int = 0
    running: bool = False
    problem: str = ""
    differences: tuple[RuleDifference, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Whether another try would find the same."""
        return self.what not in NOT_DECIDED


Task: TypeAlias = MatchTask | MatchFindings
"""A match to decide, or why it cannot even be read."""


def failed_findings(task: MatchTask, what: str, problem: str) -> MatchFindings:
    """The result of a match that could not be decided."""
    return MatchFindings(task.match, task.head, task.source, what, problem=problem)


def decide_match(task: MatchTask) -> MatchFindings:
    """Decide a match again. Returns what was found; nothing that is wrong with the match is raised."""
    try:
        header, events = read_record(task.record)
    except BadRecord as error:
        return failed_findings(task, DAMAGED, str(error))
    except BrokenChain as error:
        return failed_findings(task, DAMAGED, str(error))
    found = MatchFindings(task.match, task.head, task.source, DECIDED, header.game, len(events))
    if not task.change.concerns(header.game):
        return msgspec.structs.replace(found, what=OTHER_GAME)
    running = not is_over(events)
    if running and not task.running:
        return msgspec.structs.replace(found, what=RUNNING, running=True)
    try:
        differences = tuple(first_differences(header.match, bytes.fromhex(header.seed), events, task.change))
    except Exception as error:  # whatever breaks in one match must not end the others
        problem = f"the engine broke: {type(error).__name__}: {error}"
        return msgspec.structs.replace(found, what=FAILED, problem=problem, running=running)
    return msgspec.structs.replace(found, running=running, differences=differences)


def read_record(lines: list[bytes]) -> tuple[RecordHeader, list[StoredEvent]]:
    """The header and the events of a complete record. Raises BadRecord, BrokenChain."""
    header = header_of(lines)
    seed = hexadecimal(1, "seed", header.seed)
    read = [line_at(number, text) for number, text in enumerate(lines[1:], 2)]
    stored = [(bytes(line.payload), hexadecimal(n, "head", line.head)) for n, line in enumerate(read, 2)]
    if not stored or len(stored) != header.versions:
        raise BadRecord(1, "versions", f"{header.versions}, but {len(stored)} lines of events follow")
    if broken := first_break(GENESIS, seed, 0, stored):
        raise BrokenChain(header.match, broken)
    return header, decoded_events(header, read)


def decoded_events(header: RecordHeader, lines: list[RecordLine]) -> list[StoredEvent]:
    """The events of lines. Raises BadRecord."""
    events = []
    with reading_line(1):
        read = decoder(header.game).decode
    for number, line in enumerate(lines, 2):
        with reading_line(number):
            events.append(read(upcast(bytes(line.payload))))
    return events
