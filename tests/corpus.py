"""A corpus of records: matches that were played and judged by an earlier state of the code, and are decided again.

`python -m tests.corpus write FILE` plays and judges the match of a record, GAME-SEED.jsonl.gz, and writes it;
`python -m tests.corpus check FOLDER` decides each record of a folder again. What is committed in tests/data/corpus is a
sample. A record is written once, and anew only where what is decided was meant to change. Where only a name changed
that is stored, tests/data/renames.toml gives the new one for the old: a record is read as if it had been written with
the new names.
"""

from __future__ import annotations

import gzip
import sys
import tomllib
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from domain.match.aggregate import decode_event, evolve_stored, initial
from domain.match.hash_chain import chain_head
from service.app.record.verification import EngineDifference, readjudicate
from service.files.records import FORM, RecordHeader, RecordLine, record_line
from service.store.recorded import RecordedEvent, stream_of
from tests.properties.judging import Judgement, Tally

STEPS = 120
COMMITTED = Path(__file__).parent / "data" / "corpus"
RENAMES = Path(__file__).parent / "data" / "renames.toml"


def record_of(game: str, seed: int) -> bytes:
    """The record of a match that is played and judged by this seed, in JSON Lines."""
    judged = Judgement(game, seed, Tally())
    for _ in range(STEPS):
        judged.step()
    match = judged.match
    header = RecordHeader(FORM, match.id, game, True, match.version, match.seed.hex())
    events = (
        RecordedEvent(stream_of(match.id), n, head, payload) for n, (payload, head) in enumerate(judged.stored, 1)
    )
    return b"\n".join(msgspec.json.encode(each) for each in (header, *map(record_line, events)))


def renames() -> dict[str, str]:
    """The new name of each stored one that was changed since the corpus was written."""
    return dict(tomllib.loads(RENAMES.read_text(encoding="utf-8"))["names"])


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A value of JSON with every text that is an old name, or the key of a field, under the new one."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def with_names(payload: bytes, names: Mapping[str, str]) -> bytes:
    """A stored event as it is written today: the same bytes where no name was changed."""
    changed = msgspec.json.encode(renamed(msgspec.json.decode(payload), names))
    return changed if names else payload


def decided_again(lines: Sequence[bytes], names: Mapping[str, str]) -> Iterator[EngineDifference]:
    """What differs where every event of a record is decided again, each on what was recorded before it."""
    header = msgspec.json.decode(lines[0], type=RecordHeader)
    before = initial(header.match, bytes.fromhex(header.seed))
    tables: list[Any] = [None]
    events: dict[int, Any] = {}
    for text in lines[1:]:
        payload = with_names(bytes(msgspec.json.decode(text, type=RecordLine).payload), names)
        version = before.version + 1
        head = chain_head(before.head, before.seed, version, payload)
        after = evolve_stored(before, payload, head, tables.__getitem__)
        recorded = RecordedEvent(stream_of(header.match), version, head, payload)
        # the service commits itself to a seed when it opens a match; these were opened without it
        yield from (each for each in readjudicate(before, after, recorded, events) if each.place != "commitment")
        tables.append(after.table)
        events[version] = decode_event(after, payload)
        before = after
    if before.version != header.versions:
        yield EngineDifference(header.match, before.version, "end", header.versions)


def read(path: Path) -> list[bytes]:
    return gzip.decompress(path.read_bytes()).splitlines()


def write(path: Path) -> None:
    """Write the record whose game and seed are the name of the file; the same name gives the same file."""
    game, _, seed = path.name.removesuffix(".jsonl.gz").rpartition("-")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(record_of(game, int(seed)), mtime=0))


def check(folder: Path) -> int:
    """Print what differs; returns how many records do."""
    again = partial(decided_again, names=renames())
    found = {path.name: list(again(read(path))) for path in sorted(folder.glob("*.jsonl.gz"))}
    for name, differences in found.items():
        for each in differences[:3]:
            print(name, each)
    differing = sum(map(bool, found.values()))
    print(f"{len(found)} records, {differing} of them differ")
    return differing


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("write", "check"))
    parser.add_argument("path", type=Path)
    given = parser.parse_args()
    if given.command == "check":
        sys.exit(check(given.path) > 0)
    write(given.path)
