"""The stored rows of a stream, readable or not, and what is wrong with each.

The kind of a fault is `row` (cannot be read at all), `chain` (does not follow from the one before), `gap` (missing), or
`entry` (follows, and has no known form).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from domain.match.hash_chain import GENESIS, chain_head
from service.store.damage import UNDECODED
from service.store.recorded import ActionRecorder, RecordedEvent, UnreadableRow

Fault = dict[str, Any]


def read_rows(recorder: ActionRecorder, stream: str) -> tuple[list[RecordedEvent], list[Fault]]:
    """The rows of a stream, and what is wrong with those that cannot be read; raises what the store raises."""
    try:
        return recorder.since(stream, 0), []
    except UnreadableRow:
        newest = dict(recorder.streams(stream)).get(stream, 0)
    records: list[RecordedEvent] = []
    wrong: list[Fault] = []
    for version in range(1, newest + 1):
        try:
            records += recorder.since(stream, version - 1, version)
        except UnreadableRow as unreadable:
            wrong.append({"fault": "row", "version": version, "problem": str(unreadable)})
    return records, wrong


def version_gaps(versions: list[int]) -> Iterator[Fault]:
    """The versions that are missing."""
    expected = 1
    for version in versions:
        if version != expected:
            yield {"fault": "gap", "from": expected, "to": version - 1}
        expected = version + 1


def chain_breaks(records: list[RecordedEvent], seed: bytes, lost: Sequence[int] = ()) -> Iterator[Fault]:
    """The versions that do not follow, by the chain, from the one before; after a lost one this cannot be known."""
    head = GENESIS
    for each in records:
        follows = chain_head(head, seed, each.originator_version, each.payload) == each.head
        if not follows and each.originator_version - 1 not in lost:
            yield {"fault": "chain", "version": each.originator_version}
        head = each.head


def undecodable_rows(records: list[RecordedEvent], decode: Callable[[bytes], Any]) -> Iterator[Fault]:
    """The rows that hold no entry."""
    for each in records:
        try:
            decode(each.payload)
        except UNDECODED:
            yield {"fault": "entry", "version": each.originator_version}


def faults_of(recorder: ActionRecorder, stream: str, seed: bytes, decode: Callable[[bytes], Any]) -> list[Fault]:
    """What is wrong with a stream of entries; empty where it is whole."""
    records, wrong = read_rows(recorder, stream)
    lost = [each["version"] for each in wrong]
    versions = sorted([*(each.originator_version for each in records), *lost])
    broken = list(chain_breaks(records, seed, lost))
    faulty = {each["version"] for each in broken}
    unread = (each for each in undecodable_rows(records, decode) if each["version"] not in faulty)
    return [*version_gaps(versions), *wrong, *broken, *unread]
