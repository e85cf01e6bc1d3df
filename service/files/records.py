"""Records: a whole match as JSON Lines, exported from the store and imported into it, byte for byte.

The first line is the `RecordHeader`. Each further line is one stored event with its version, the head of the hash chain
after it, and its payload exactly as stored. A record that was redacted for a viewer (`complete: false`) is for reading
only. The form is described in api_docs/records.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import chain
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.formats.json_text import NotJson, read_json
from domain.kernel.formats.mismatch import explain_mismatch
from domain.kernel.formats.name_tokens import is_covered
from domain.kernel.formats.reading import whole_number
from domain.kernel.ids import PUBLIC, Viewer
from domain.kernel.refusals import Refusal
from domain.match.aggregate import BrokenChain, Match, Refused, decode_event, evolve_stored, initial, redact_event
from domain.match.events import OpenMatch, event_kind
from service.app.match.matches import MatchApplication
from service.app.players.keyring import PlayerKey, PlayerReference
from service.store.recorded import RecordedEvent, stream_of

FORM = 1


class RecordHeader(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The header of a record; `seed` (64 hexadecimal digits) stands in complete ones, `viewer` in others.

    `players` has for each reference in tokens of a complete record the name, and the key that opens them.
    """

    record: int
    match: str
    game: str
    complete: bool
    versions: int
    seed: str = ""
    viewer: str = ""
    players: dict[PlayerReference, PlayerKey] = {}


class RecordLine(Struct, frozen=True, forbid_unknown_fields=True):
    """One stored event: its version, the head of the chain after it (hexadecimal), its payload as stored."""

    version: int
    head: str
    payload: msgspec.Raw


class BadRecord(ValueError):
    """A record that cannot be stored: the line, the field if it is known, and the fault."""

    def __init__(self, line: int, field: str, problem: str) -> None:
        super().__init__(f"line {line}: {f'{field}: ' if field else ''}{problem}")
        self.line = line
        self.field = field
        self.problem = problem

    @property
    def because(self) -> dict[str, object]:
        """The line, the field and the fault as data of a problem."""
        field = {"field": self.field} if self.field else {}
        return {"line": self.line, **field, "problem": self.problem}


def complete_record(matches: MatchApplication, match_id: str) -> Iterator[bytes]:
    """The lines of a complete record, without line ends. Raises Unknown.

    Raises Refused for a match that was stored with the name in clear of a player who was erased since.
    """
    match, seed = matches.fresh(match_id), matches.seed(match_id).hex()
    records = matches.records(match_id, upto=match.version)
    covered = [each.originator_version for each in records if is_covered(each.payload)]
    if covered:
        raise Refused(Refusal("record.erased-player", {"match": match_id, "versions": covered}))
    players = matches.keyring.keys_in(each.payload for each in records) if matches.keyring is not None else {}
    header = RecordHeader(FORM, match_id, match.rules.name, True, match.version, seed, players=players)
    lines = (msgspec.json.encode(record_line(recorded)) for recorded in records)
    return chain((msgspec.json.encode(header),), lines)


def record_line(recorded: RecordedEvent) -> RecordLine:
    return RecordLine(recorded.originator_version, recorded.head.hex(), msgspec.Raw(recorded.payload))


def redacted_record(
    matches: MatchApplication, match: Match, viewer: Viewer, *, judging: bool = False
) -> Iterator[bytes]:
    """The lines of a record as a viewer may read it: no seed, no heads, only redacted payloads."""
    yield msgspec.json.encode(RecordHeader(FORM, match.id, match.rules.name, False, match.version, viewer=viewer))
    for version, payload in enumerate(matches.payloads(match.id, upto=match.version), 1):
        yield msgspec.json.encode(redact_event(decode_event(match, payload), version, viewer, judging=judging))


def check_event(number: int, event: Any) -> None:
    """Raises BadRecord, with line and field, for values that the types of an event allow and later reads cannot use."""
    wrong = next((name for name, holds in ENVELOPE.items() if not holds(event)), None)
    if wrong is not None:
        raise BadRecord(number, f"payload.{wrong}", f"{getattr(event, wrong)!r} cannot stand there")


def is_time(text: str) -> bool:
    """Whether a text is a time of an event (ISO 8601, UTC), or empty as in the oldest events."""
    try:
        return not text or (text.endswith("Z") and datetime.fromisoformat(text).tzinfo is not None)
    except ValueError:
        return False


def is_word(text: str) -> bool:
    """Whether a text can be a name: not empty, printable characters only."""
    return bool(text) and text.isprintable()


def has_known_watchers(event: Any) -> bool:
    """Whether the watchers of an opening are a known word; True for other events."""
    return not isinstance(event.cmd, OpenMatch) or event.cmd.spectators in ("", PUBLIC)


ENVELOPE: dict[str, Callable[[Any], bool]] = {
    "id": lambda event: is_word(event.id),
    "key": lambda event: is_word(event.key),
    "actor": lambda event: is_word(event.actor),
    "at": lambda event: is_time(event.at),
    "engine": lambda event: bool(whole_number(event.engine)),
    "pool": lambda event: is_word(event.pool),
    "cmd": lambda event: (event.cmd is not None or event_kind(event) != "action") and has_known_watchers(event),
    "flow": lambda event: event.flow is not None or event_kind(event) != "action",
    "case": lambda event: is_word(event.case) or event_kind(event) != "frozen",
}


def follow_record(header: RecordHeader, lines: Sequence[bytes]) -> Iterator[tuple[int, Match, Match, RecordedEvent]]:
    """Each event of a record: its line, the match before and after it, and the event as it would be stored.

    Raises BrokenChain, and BadRecord with the line and the field where an event is damaged.
    """
    before = initial(header.match, hexadecimal(1, "seed", header.seed))
    tables: list[Any] = [None]
    for number, text in enumerate(lines[1:], 2):
        line = line_at(number, text)
        head = hexadecimal(number, "head", line.head)
        recorded = RecordedEvent(stream_of(header.match), before.version + 1, head, bytes(line.payload))
        with reading_line(number):
            after = evolve_stored(before, recorded.payload, head, tables.__getitem__)
            check_event(number, decode_event(after, recorded.payload))
        yield number, before, after, recorded
        tables.append(after.table)
        before = after


@contextmanager
def reading_line(number: int) -> Iterator[None]:
    """Raises BadRecord for any error while the event of a line is read, folded or decided again.

    An imported record may have any facts in any order, so every such error is a fault of the record.
    """
    try:
        yield
    except (BadRecord, BrokenChain):
        raise
    except msgspec.DecodeError as error:
        found = explain_mismatch(error)
        raise BadRecord(number, f"payload.{found.place}".rstrip("."), found.reason) from error
    except Exception as error:
        reason = f"its command, facts or flow do not fit the events before it ({type(error).__name__}: {error})"
        raise BadRecord(number, "payload", reason) from error


def store_record(matches: MatchApplication, lines: Sequence[bytes]) -> tuple[RecordHeader, bool]:
    """Store the match of a complete record. Returns its header, and False where the match was stored already.

    Raises BadRecord, BrokenChain, and MatchIdTaken where another match has its id.
    """
    header = header_of(lines)
    read = [line_at(number, text) for number, text in enumerate(lines[1:], 2)]
    for expected, line in enumerate(read, 1):
        if line.version != expected:
            raise BadRecord(expected + 1, "version", f"{line.version} where {expected} follows")
    if len(read) != header.versions:
        raise BadRecord(1, "versions", f"{header.versions}, but {len(read)} lines of events follow")
    if not read:
        raise BadRecord(1, "versions", "0, and a match has at least the event that opened it")
    seed = hexadecimal(1, "seed", header.seed)
    events = [(bytes(line.payload), hexadecimal(n, "head", line.head)) for n, line in enumerate(read, 2)]
    with reading_line(2):
        game = game_opened(events)
    if game != header.game:
        raise BadRecord(1, "game", f"{header.game}, but the match is of {game}")
    for _ in follow_record(header, lines):
        continue  # a record with one damaged event is not stored at all
    if matches.keyring is not None:
        # before the match, so that whoever reads it reads the names
        matches.keyring.bring_in(header.players)
    return header, matches.bring_in(header.match, seed, events)


class RecordOpening(Struct):
    """The fields of the first event that identify the match."""

    class Command(Struct):
        game: str = ""

    cmd: Command


def game_opened(events: Sequence[tuple[bytes, bytes]]) -> str:
    """The game of the first event; empty for a record without events."""
    return msgspec.json.decode(events[0][0], type=RecordOpening).cmd.game if events else ""


def header_of(lines: Sequence[bytes]) -> RecordHeader:
    header: RecordHeader = decoded_line(1, lines[0] if lines else b"", RecordHeader)
    if header.record != FORM:
        raise BadRecord(1, "record", f"form {header.record} is not known, {FORM} is")
    if not header.complete:
        raise BadRecord(1, "complete", f"a record redacted for {header.viewer or 'somebody'} cannot be brought in")
    return header


def line_at(number: int, text: bytes) -> RecordLine:
    line: RecordLine = decoded_line(number, text, RecordLine)
    return line


def decoded_line(number: int, text: bytes, form: type) -> Any:
    try:
        return read_json(text, form)
    except msgspec.ValidationError as error:
        found = explain_mismatch(error, form)
        raise BadRecord(number, found.place, found.reason) from error
    except NotJson as error:
        raise BadRecord(number, error.twice, str(error)) from error


def hexadecimal(number: int, field: str, text: str) -> bytes:
    """The 32 bytes of a field. Raises BadRecord where its text is not 64 hexadecimal digits."""
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if len(value) != 32:
        raise BadRecord(number, field, "not 64 hexadecimal digits")
    return value
